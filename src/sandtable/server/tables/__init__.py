"""Tables in memory: rooms, what each seat sees, bots and clocks, and replays. `state_frames` tells how an answer reaches everybody who watches."""
