"""What a kernel of the course has imported soon, for the processes that are forked from it."""

import matplotlib

matplotlib.use("agg")

import matplotlib.pyplot
import networkx  # noqa: F401
import numpy  # noqa: F401
import scipy.linalg
import scipy.sparse  # noqa: F401
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

from flcourse.data import load_fmi  # noqa: F401
from flcourse.grading import checks  # noqa: F401

SHELL = InteractiveShell.instance(
    config=Config(
        HistoryManager={"enabled": False},
        InteractiveShell={"colors": "nocolor", "xmode": "Minimal"},
    )
)
SHELL.enable_gui = lambda gui=None: None  # as a kernel does with %matplotlib inline
SHELL.showtraceback = lambda *args, **kwargs: None
SHELL.showsyntaxerror = lambda *args, **kwargs: None
