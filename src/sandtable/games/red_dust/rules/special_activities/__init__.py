"""17 The Special Activities, a module each; Ambush is part of Attack (16.9)."""
