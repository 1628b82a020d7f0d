"""What people read for throws, and for the windows in which a Faction may be passed over."""

THROWS = {"event_discard": "Asset cards discarded"}
WINDOWS = {
    "bid": "bids for the order",
    "cycler_extra": "sending one more on the Cycler",
    "redeploy": "redeploying",
    "strike_back": "striking back",
    "transfer": "requests for Resources",
}
