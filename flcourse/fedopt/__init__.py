"""Federated optimisation of heterogeneous clients: FedAvg, FedProx, q-FFL, AFL and Ditto.

An algorithm is a frozen dataclass with a method ``round``: (state, cohort) to the next state. The
cohort holds the chosen clients and the server; :func:`simulate` does the rest. A round is cut where
the network would be: ``local`` is what the clients compute, ``gather`` what the server makes of it.

For those who read the source: ``algorithms.py`` has the rounds, ``local.py`` the step of a client,
``server.py`` the mean, the robust rules and the attacks, ``selectors.py`` who works,
``simulation.py`` the loop over rounds, ``federation.py`` what it measures, and ``measures.py``
fairness, inexactness and Ditto's λ.

The name stands for federated optimisation. What the field calls FedOpt, which are servers that
adapt such as :class:`flcourse.messages.FedAdam`, is in :mod:`flcourse.messages`, with SCAFFOLD and
with messages of fewer bits.
"""

from flcourse.fedopt.algorithms import (
    AFL,
    Algorithm,
    Cohort,
    Ditto,
    FedAvg,
    FedProx,
    QFedAvg,
    QFedSGD,
    State,
)
from flcourse.fedopt.local import local_sgd
from flcourse.fedopt.measures import (
    Fairness,
    dissimilarity,
    ditto_lambda_star,
    ditto_risk,
    fairness,
    gamma_inexactness,
    gradient_variance,
    project_simplex,
    qffl_lipschitz,
)
from flcourse.fedopt.selectors import by_size, uniform
from flcourse.fedopt.server import (
    Attack,
    LabelPoisoning,
    RandomUpdate,
    ScaledUpdate,
    clipped_mean,
    coordinate_median,
    k_norm,
    krum,
    weighted_mean,
)
from flcourse.fedopt.simulation import Checkpoint, History, simulate

__all__ = [
    "AFL",
    "Algorithm",
    "Attack",
    "Checkpoint",
    "Cohort",
    "Ditto",
    "Fairness",
    "FedAvg",
    "FedProx",
    "History",
    "LabelPoisoning",
    "QFedAvg",
    "QFedSGD",
    "RandomUpdate",
    "ScaledUpdate",
    "State",
    "by_size",
    "clipped_mean",
    "coordinate_median",
    "dissimilarity",
    "ditto_lambda_star",
    "ditto_risk",
    "fairness",
    "gamma_inexactness",
    "gradient_variance",
    "k_norm",
    "krum",
    "local_sgd",
    "project_simplex",
    "qffl_lipschitz",
    "simulate",
    "uniform",
    "weighted_mean",
]


def __dir__() -> list[str]:
    return __all__
