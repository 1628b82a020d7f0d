"""Rooms, viewpoints, bots, clocks and replays."""
