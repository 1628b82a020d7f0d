"""Tests of the `sandtable` command."""
