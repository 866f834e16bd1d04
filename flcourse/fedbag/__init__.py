"""Choose clients by their label counts under a time budget: GEMD, FedBag and its rivals.

For those who read the source: ``groups.py`` holds the distance and the ways to choose, ``clock.py``
how long a round takes, ``divergence.py`` what imbalance costs, and ``selectors.py`` what a
simulation asks for.
"""

from flcourse.data.clients import emd
from flcourse.fedbag.clock import (
    lte_throughput,
    path_loss,
    round_time,
    train_seconds,
    upload_seconds,
)
from flcourse.fedbag.divergence import divergence_bound, round_divergence, weight_divergence
from flcourse.fedbag.groups import (
    Selection,
    exhaustive,
    fedbag,
    fedcs,
    gemd,
    random_clients,
)
from flcourse.fedbag.selectors import AtRandom, ByExhaustive, ByFedBag, ByFedCS

__all__ = [
    "AtRandom",
    "ByExhaustive",
    "ByFedBag",
    "ByFedCS",
    "Selection",
    "divergence_bound",
    "emd",
    "exhaustive",
    "fedbag",
    "fedcs",
    "gemd",
    "lte_throughput",
    "path_loss",
    "random_clients",
    "round_divergence",
    "round_time",
    "train_seconds",
    "upload_seconds",
    "weight_divergence",
]


def __dir__() -> list[str]:
    return __all__
