"""Tables in memory: rooms, what each viewpoint sees, bots and clocks, and replays."""
