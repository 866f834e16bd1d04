"""Data of the course: real files, their simulated twins and generators of clients."""

from flcourse.data import outlines
from flcourse.data.clients import (
    Client,
    Partition,
    deal_dirichlet,
    deal_labels,
    describe,
    emd,
    label_counts,
    split,
)
from flcourse.data.digits import digit_images, digits, skewed_counts, virtual_digits
from flcourse.data.download import FetchError, fetch
from flcourse.data.fashion import fashion_mnist
from flcourse.data.flights import Flights, Weather, load_flights, load_weather
from flcourse.data.fmi import Stations, load_fmi
from flcourse.data.leaf import LeafClients, read_leaf
from flcourse.data.ring import Ring, holder_curve, ring
from flcourse.data.synthetic import synthetic

__all__ = [
    "Client",
    "FetchError",
    "Flights",
    "LeafClients",
    "Partition",
    "Ring",
    "Stations",
    "Weather",
    "deal_dirichlet",
    "deal_labels",
    "describe",
    "digit_images",
    "digits",
    "emd",
    "fashion_mnist",
    "fetch",
    "holder_curve",
    "label_counts",
    "load_flights",
    "load_fmi",
    "load_weather",
    "outlines",
    "read_leaf",
    "ring",
    "skewed_counts",
    "split",
    "synthetic",
    "virtual_digits",
]


def __dir__() -> list[str]:
    return __all__
