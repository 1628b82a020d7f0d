"""The names that people read for throws, and for the windows in which standing orders can be left."""

from ...common.show.names import COUNTS as SHARED_COUNTS
from ...common.show.names import POSITIVES
from ...common.show.names import THROWS as SHARED

THROWS: dict[str, str] = SHARED | {
    "break off": "Breaking off",
    "net dice": "NET dice",
    "net_run": "NET Run",
    "random location": "A random location",
    "special objective": "The special objective",
    "swarm side": "Which side of each Swarm is up",
}
COUNTS: dict[str, tuple[str, ...]] = SHARED_COUNTS | dict.fromkeys(
    ("assault", "assembly", "bombardment", "net dice", "net_run", "special objective"), POSITIVES
)
WINDOWS = {
    "extra_run": "extra NET Runs",
    "fight": "breaking off",
    "recover": "placing Pods after a battle",
}
