"""MD 6 Firing: declare, then resolve shot by shot."""
