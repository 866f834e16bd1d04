"""What a kernel of the course has imported soon, for the processes that are forked from it."""

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot
import networkx  # noqa: F401
import numpy  # noqa: F401
import scipy.linalg
import scipy.sparse  # noqa: F401
from IPython.core.interactiveshell import InteractiveShell  # noqa: F401

from flcourse.data import load_fmi  # noqa: F401
from flcourse.grading import checks  # noqa: F401
