# ruff: noqa: F811 -- every tests cell imports what it needs, so that it runs by itself
# %% [markdown] tags=["assignment", "points:0"]
# # Start here: a dry run
#
# This notebook is not graded. It shows how every assignment of the course works, so that later you
# can think about federated learning and not about the tools.
#
# **When you are done you can** answer a task, read what a check tells you, and hand in a notebook.
#
# **Time**: ten minutes. **Imports**: NumPy is enough.
#
# Run a cell with Shift + Enter. Try it on the next one.

# %% tags=["given", "id:imports"]
import numpy as np

from flcourse.data import load_fmi

stations = load_fmi("simulated")
print(f"{len(stations.y)} weather stations, the first is called {stations.names[0]}")

# %% [markdown]
# Cells like the one above are locked: you can run them but not change them. If it printed an error,
# run `flcourse doctor` in a terminal (menu *File*, *New*, *Terminal*) and do what it says.
#
# ## Task 1: Answer and check (no points)
#
# A task asks for one function. Put your code in place of `# YOUR CODE HERE` and of the line below
# it; keep the line with `def`. The function shall return the mean of the temperatures of one
# station.


# %% tags=["answer", "id:station-mean"]
def station_mean(y_i):
    """Mean temperature of one station.

    y_i: (m_i,) array, temperatures in °C.
    Returns a number, in °C.
    """
    ### BEGIN SOLUTION
    return np.mean(y_i)
    ### END SOLUTION


# %% [markdown] tags=["hint"]
# The sum of the entries is np.sum(y_i), and their number is len(y_i). NumPy has a function for both
# together.

# %% [markdown]
# The next cell holds the checks. It is folded: click on the dots to read it. Run it before you have
# answered, after a wrong answer (return the sum), and after the right one. When all is well it says
# so in one line.

# %% tags=["tests", "id:station-mean-tests", "points:0"]
import numpy as np

from flcourse.grading import checks

_y = np.array([1.0, 2.0, 6.0])
checks.close(
    checks.call(station_mean, _y),
    3.0,
    what="station_mean of the temperatures 1, 2 and 6",
    hint="add them and divide by their number, like the factor 1/m_i in eq-local-loss.",
    mistakes={
        "This is the sum, it is not divided by m_i": 9.0,
        "This is the median, the value in the middle": 2.0,
        "The sign is flipped": -3.0,
    },
)
### BEGIN HIDDEN TESTS
_rng = checks.grading_rng("station-mean")
for _m in [1, 2, 50]:
    _y = _rng.normal(5, 10, _m)
    _total = 0.0
    for _r in range(_m):
        _total += _y[_r]
    checks.close(
        checks.call(station_mean, _y),
        _total / _m,
        what=f"station_mean of {_m} random temperatures",
        hint="add them and divide by their number, like the factor 1/m_i in eq-local-loss.",
        mistakes={"This is the sum, it is not divided by m_i": _total},
    )
### END HIDDEN TESTS

# %% [markdown]
# Other cells that you can write into, like the next one, are yours: change them, add more, delete
# them. Nobody grades them.

# %%
means = np.array([station_mean(y_i) for y_i in stations.y])
print(f"coldest {means.min():.1f} °C, warmest {means.max():.1f} °C")

# %% [markdown]
# ## Task 2: Write a text (no points)
#
# Some tasks ask for a few sentences, which a person reads. Click on the cell below and press Enter,
# or double-click it and click into it; replace its text, say what you expect to learn, and press
# Shift + Enter.

# %% [markdown] tags=["manual", "id:expectation", "points:0"]
# ### BEGIN SOLUTION
# How to train models on data that stay where they are.
# ### END SOLUTION

# %% [markdown]
# ## Hand in
#
# The last section of every notebook, *The whole*, names two buttons. This is what they do:
#
# - **Check**, in the toolbar above, saves the notebook, runs all checks in a fresh process, as the
#   grading does, and says of each task how it stands. The official grading adds checks on fresh
#   data.
# - **Hand in**, in the panel that *Check* has opened beside the notebook, asks for your name, once,
#   and packs a ZIP with a receipt: upload that where your instructor asks for it. (In a course with
#   a list of assignments the notebook is handed in at once.)
#
# ## Where to go on
#
# The other assignments lie beside this one, a folder each, with the names of their chapters. In the
# order of the book: `erm`, `graph`, `gtvmin`, `gradient`, `gossip`, `convex`, `fedopt`, `messages`,
# `fedknn`, `dpp`, `fedbag`, `synthesis`, `privacy`, `capstone`.
