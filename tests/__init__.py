"""Tests: the folders mirror `src/sandtable`."""
