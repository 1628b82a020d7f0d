"""Names that players read: of throws, and of the optional questions that a standing order can decline."""

THROWS = {
    "event_discard": "Asset cards discarded",
    "initiative": "Reclaimers' initiative",
    "activation": "Activation roll",
    "tie": "",  # the tables say what came of it, with the row that left it open
}
WINDOWS = {
    "bid": "bids for the order",
    "cycler_extra": "sending one more on the Cycler",
    "redeploy": "redeploying",
    "strike_back": "striking back",
    "transfer": "requests for Resources",
}
