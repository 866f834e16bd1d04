# %% [markdown] tags=["assignment", "points:10"]
# # Capstone: a federated problem of your own
#
# You choose a question, data and methods, run a small but honest study, and report it in this
# notebook. Alone or in pairs. The page *Capstone project* of the book has ideas with data that work
# offline, examples for the rubric, and the peer-review sheet.
#
# **When you are done you can**
#
# - turn a question into a federated problem: nodes, losses, who talks to whom, what must stay home,
# - compare methods fairly, with baselines, several seeds, the worst-off nodes and the costs,
# - state a conclusion together with the condition under which it is wrong.
#
# | Part | You write | Points |
# |---|---|---|
# | 1 Question and data | a text | 1 |
# | 2 The federation | a text | 1 |
# | 3 Experiment | `experiment(seed)` of your own: it runs, and again with the same result | 1 |
# | 4 Methods | a text, with your code in part 3 | 2 |
# | 5 Evaluation | a text and a table | 2 |
# | 6 Message | a figure, a claim with its condition, and a failure | 2 |
# | 7 Limits | a text | 1 |
#
# **Time**: about sixteen hours. **Imports**: everything that the course has installed, all of
# `flcourse` included; data without a network, in the notebook or from an installed package.
#
# **How it is graded.** By a person, row by row of the table that stands in each part: a row counts
# half if one of the things that it asks for is missing or wrong, and nothing if more are. The page
# *Capstone project* of the book has the same rubric, with examples of what counts half; where the
# two seem to differ, the tables here count.
#
# Add as many cells as you like between the parts. The whole notebook runs from top to bottom in at
# most five minutes on a laptop. Keep each text under 250 words: a reader must be able to finish,
# and need not read what comes later. Tables, equations, code and sources do not count as words.
#
# Before you hand in, restart the kernel and run all cells, and let a classmate review it with the
# peer-review sheet: what they do not understand, a grader will not either.

# %% tags=["given", "id:imports"]
import numpy as np

from flcourse import data, graph, gtvmin

# %% [markdown]
# ## Part 1: Question and data (1 point)
#
# - *Question*: one sentence that ends with a question mark and could be answered by "no".
# - *Guess*: what you expect, before you compute.
# - *Data*: where they come from, number of nodes, rows of the smallest, the median and the largest
#   node, features and label with units.
# - *Heterogeneity*: what differs between nodes: amount, features, labels, or their relation? One
#   number or small table that shows it.
#
# | Points | for |
# |---|---|
# | ½ | a question that an experiment of this size can answer, and a guess |
# | ½ | data and heterogeneity described so that another group could start from here |

# %% [markdown] tags=["manual", "id:question", "points:1"]
# ### BEGIN SOLUTION
# (A sketch of a report; yours is longer.) *Question*: with four temperatures at each station, is a
# model for each station with help from its neighbours better than one model for all? *Guess*: yes,
# since neighbours are alike and Finland is long. *Data*: the simulated stations of the course, 207
# nodes, 39 to 96 hourly temperatures in °C, of which four are used for training. *Heterogeneity*:
# the relation differs, station means spread over more than ten degrees, with latitude.
# ### END SOLUTION

# %% [markdown]
# ## Part 2: The federation (1 point)
#
# - *Nodes and losses*: who holds what, which model, which local loss.
# - *Communication*: a server or neighbours, and why; where the graph comes from.
# - *Trust*: what stays at home, what is sent, and who could learn what from it.
#
# | Points | for |
# |---|---|
# | ½ | nodes, models and losses, and messages with their shapes |
# | ½ | what is protected from whom, without promising too much |

# %% [markdown] tags=["manual", "id:federation", "points:1"]
# ### BEGIN SOLUTION
# Node = station, model = one number, loss = mean squared error in °C². Each station talks to its
# four nearest stations, because nearby stations have like weather. Rows stay at home; in each round
# a station sends its current number to its neighbours. With four rows this number says much about
# the rows: temperatures are public, so that we accept it.
# ### END SOLUTION

# %% [markdown]
# ## Part 3: Experiment (1 point)
#
# Write `experiment(seed)`: it draws what is random (splits, starts, selections) from the seed, runs
# at least three methods, among them the two baselines, and measures each on data that were **not**
# used for training. It returns a dictionary from the name of a method to two numbers: the mean
# error over the nodes, and the mean over the worst tenth of the nodes (rounded up). The baselines
# are called `"local"` (every node alone) and `"one model"` (one common model, such as FedAvg).
# Errors are numbers of which smaller is better: for a classifier use 1 - accuracy.
#
# The same seed must give the same numbers, another seed others. One call takes 20 seconds at most.
# The function below is an example of the form: it compares three methods on the weather stations.
# Put your own in its place.


# %%
def experiment(seed):
    """Errors on held-out data: name of the method -> (mean, mean of the worst tenth)."""
    rng = np.random.default_rng(seed)
    stations = data.load_fmi("simulated")
    orders = [rng.permutation(len(y_i)) for y_i in stations.y]
    train = [y_i[order[:4]] for y_i, order in zip(stations.y, orders, strict=True)]
    test = [y_i[order[4:]] for y_i, order in zip(stations.y, orders, strict=True)]
    means = np.array([y_i.mean() for y_i in train])
    A = graph.knn_graph(stations.latlon, 4)
    models = {
        "local": means,
        "one model": np.full(len(means), means.mean()),
        "GTVMin": gtvmin.solve(A, None, train, 0.3).W[:, 0],
    }
    result = {}
    for name, w in models.items():
        errors = np.sort([np.mean((y_i - w_i) ** 2) for y_i, w_i in zip(test, w, strict=True)])
        result[name] = (errors.mean(), errors[-int(np.ceil(len(errors) / 10)) :].mean())
    return result


# %% [markdown]
# The next cell looks at the form of your results and says what is missing. It is no grading: it
# cannot see whether the data were held out, or whether the study makes sense.

# %%
once, again, other = experiment(1), experiment(1), experiment(2)
advice = {
    "at least three methods": len(once) >= 3,
    'the baselines "local" and "one model"': {"local", "one model"} <= set(once),
    "two numbers for each method": all(np.size(pair) == 2 for pair in once.values()),
    "finite numbers": all(np.isfinite(pair).all() for pair in once.values()),
    "a worst tenth that is at least the mean": all(b >= a for a, b in once.values()),
    "the same numbers from the same seed": all(
        np.allclose(once[name], again.get(name, np.nan)) for name in once
    ),
    "other numbers from another seed": any(
        not np.allclose(once[name], other.get(name, np.nan)) for name in once
    ),
}
for wish, granted in advice.items():
    print("ok     " if granted else "MISSING", wish)

# %% [markdown]
# In the cell below, say in at most ten lines what `experiment` does, what is drawn from the seed,
# how long one call takes, and which part of the code you wrote yourself.
#
# | Points | for |
# |---|---|
# | ½ | an experiment of your own: held-out data, both baselines |
# | ½ | it and the notebook run, the self-check prints no MISSING, all randomness is from the seed |
#
# Your own is an experiment that answers your question of part 1: with other data than the example,
# or with a method or a change of the data that it does not have. Another value of a knob, or
# another seed, does not make it your own. The example, or an experiment that does not run, earns
# nothing in this part.

# %% [markdown] tags=["manual", "id:experiment", "points:1"]
# ### BEGIN SOLUTION
# `experiment` draws four training temperatures per station from the seed, fits the mean of each
# station, the mean of all and GTVMin with alpha = 0.3 on the map, and measures the mean squared
# error on all other temperatures of each station. Nothing else is random. A call takes 0.2 seconds.
# Own code: the split and the evaluation; part 4 says more. (This sketch describes the example; as a
# report it would earn nothing in this part.)
# ### END SOLUTION

# %% [markdown]
# Run it for several seeds. Extend this cell and add others: tables, figures, variants.

# %%
runs = [experiment(seed) for seed in range(5)]
for name in runs[0]:
    values = np.array([run[name] for run in runs])
    (mean, worst), (mean_sd, worst_sd) = values.mean(axis=0), values.std(axis=0, ddof=1)
    print(f"{name:16s} mean {mean:.3f} ± {mean_sd:.3f}   worst tenth {worst:.3f} ± {worst_sd:.3f}")

# %% [markdown]
# ## Part 4: Methods (2 points)
#
# - *What*: the methods, each in two sentences and with its equation or algorithm, by label. At
#   least one beyond the baselines is from this course; name for each the assumption under which it
#   wins.
# - *Own code*: the decisive step of one method written by yourself (not called from `flcourse`),
#   and how you checked it.
# - *Fairness*: which knobs there are, and how each method's knobs were chosen, on which data.
#
# | Points | for |
# |---|---|
# | 1 | methods explained rightly, with assumptions that fit the data of part 1 |
# | ½ | own code of one step, checked against a case by hand, the package or a limit |
# | ½ | knobs chosen with equal care for all methods, never on the test data |

# %% [markdown] tags=["manual", "id:methods", "points:2"]
# ### BEGIN SOLUTION
# Local: the mean of four rows, right if stations have nothing in common. One model: the mean of
# all, right if they have all in common. GTVMin (eq-gtvmin-linear): right if the field is smooth
# over the graph. Own code: the update of one station (eq-gtvmin-node), repeated until nothing
# changes; it agrees with gtvmin.solve to 1e-10. The only knob is alpha: chosen among 0.03 to 10 by
# leaving out one of the four rows in turn, never on the test rows.
# ### END SOLUTION

# %% [markdown]
# ## Part 5: Evaluation (2 points)
#
# - *Protocol*: what is held out, how many seeds, what is averaged.
# - *Table*: mean and worst tenth with their spread over the seeds, for every method.
# - *Costs*: rounds, numbers sent per node, seconds (say which are measured and which are modelled).
# - *Reading*: which differences are larger than the spread?
#
# | Points | for |
# |---|---|
# | 1 | a sound protocol with at least five seeds, and a table with mean, worst tenth and spread |
# | ½ | costs, with their unit and origin |
# | ½ | a reading that claims no more than the spread allows |

# %% [markdown] tags=["manual", "id:evaluation", "points:2"]
# ### BEGIN SOLUTION
# All rows but four per station are held out; five seeds choose the four; errors are averaged over
# stations, then over seeds. Table: see the cell above. Costs: local none, one model one round with
# one number per station, GTVMin by FedGD about 10 rounds with 5 numbers per station each (computed
# from the contraction factor, not measured). The gain of GTVMin over both baselines is several
# times the spread over the seeds, also for the worst tenth.
# ### END SOLUTION

# %% [markdown]
# ## Part 6: Message (2 points)
#
# - *Figure*: one, with axes, units and a caption that says what to see.
# - *Claim*: the answer to your question, in one sentence, **with its condition**.
# - *Failure*: a change of the data or the method after which the claim is wrong, run and shown.
# - *Guess* (for yourself, without points): was yours right? If not, what did you overlook?
#
# | Points | for |
# |---|---|
# | ½ | a figure that carries the message and can be read without the text |
# | 1 | a claim with its condition, supported by the table |
# | ½ | a failure that was provoked and explained |

# %% [markdown] tags=["manual", "id:message", "points:2"]
# ### BEGIN SOLUTION
# Figure: test error over the number of rows per station, for three methods. Claim: with few rows
# per station, help from neighbours beats both baselines, on the condition that neighbours on the
# map are alike. Failure: after a random permutation of the positions the map says nothing, the best
# alpha falls to 0.1, and half of the gain is lost (what is left is a pull to the middle). The guess
# was right, but the gain shrinks faster with the number of rows than expected: with 36 rows it is
# nearly gone.
# ### END SOLUTION

# %% [markdown]
# ## Part 7: Limits (1 point)
#
# - *Privacy and robustness*: what would a curious server, neighbour or a lying node do to your
#   result? One measure against it, and what it would cost.
# - *Transfer*: what would have to be true for the claim to hold in a real federation?
# - *Sources*: at least two works that you used, with author, year, title, and what you took.
#
# | Points | for |
# |---|---|
# | ½ | a threat, a measure and its price, stated for *this* problem |
# | ½ | honest limits, and sources that were read |

# %% [markdown] tags=["manual", "id:limits", "points:1"]
# ### BEGIN SOLUTION
# A lying station moves its neighbours, each by up to a ninth of its lie at alpha = 0.3; the median
# of neighbours instead of their mean would bound it, at the price of some variance. A real network
# also has stations that fail for days, so that "four rows" come from different weather. Sources:
# Jung
# (2025), Federated Learning: From Theory to Practice (GTVMin and its limits); Kairouz et al.
# (2021), Advances and open problems in federated learning (threat models).
# ### END SOLUTION
