"""Worker processes: what bots think, odds, previews and replays are worked out here, off the event loop."""
