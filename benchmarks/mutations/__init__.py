"""Drop each condition of each refusal in turn, and see whether anything notices: `python -m benchmarks.mutations`.

A `Choice` derives options and reasons from one statement, so the two agree by construction, and a test that compares them no longer
finds a condition that is missing. Here each condition is dropped, and three guards are asked whether they notice:

- agreement: in 4,000 questions of random games, everything in play is asked for. Something that is not offered (candidates leave
  it out, or a list decides) must have a reason, and something that is offered must have none;
- traces: 60 seeded random games of each kind, with non-players too, must go as they go with the condition in place;
- tests: those in files that name the refusal, its constants or its `Choice`, or that quote its sentence.

A condition that no guard misses is a survivor: it needs a test, or it is equivalent and `accepted.toml` says why.
"""
