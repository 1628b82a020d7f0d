"""`python -m sandtable` is the `sandtable` command."""

from sandtable_wargames import main

if __name__ == "__main__":
    main()
