"""Free Mars: what Surface Combat and Space Combat share.

Both rulebooks number their chapters almost alike; where the numbers differ, a docstring gives both: first that of
Surface Combat (SC), then that of Space Combat (SP).
"""
