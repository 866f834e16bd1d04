"""Every public function, at sizes drawn by hypothesis, for every way to hold the same numbers.

One rule for all: whatever dtype and container the arguments come in, the result is that of plain
float64 arrays, and no argument is written to. What the results are is the matter of the lectures'
own tests. All numbers are small integers, so that every dtype holds them exactly.
"""

import dataclasses
import importlib
import inspect
import json

import matplotlib.pyplot as plt
import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.patches import Polygon
from scipy import sparse

from flcourse import (
    convex,
    data,
    dpp,
    erm,
    fedbag,
    fedknn,
    fedopt,
    gossip,
    gradient,
    graph,
    gtvmin,
    losses,
    messages,
    plots,
    privacy,
    synthesis,
)

MODULES = [
    data, graph, erm, gradient, gossip, convex, gtvmin, fedopt, messages, fedknn, dpp, fedbag,
    synthesis, privacy, plots,
]  # fmt: skip
CLASSES = [losses.Squared, losses.Logistic, losses.Softmax, losses.MLP, dpp.KDPP]
# Takes no array, or its arrays are files: data from disk or the network have their own tests.
NO_ARRAYS = {
    "convex.least_squares",
    "convex.merged",
    "data.fashion_mnist",
    "data.fetch",
    "data.read_leaf",
    "plots.schematic",
    "plots.server_round",
    "plots.slider",
    "data.load_flights",
    "data.load_fmi",
    "data.load_weather",
    "data.digits",
    "data.ring",
    "data.skewed_counts",
    "graph.from_networkx",
    "gradient.iteration_bound",
    "fedopt.ditto_lambda_star",
    "fedopt.ditto_risk",
    "fedopt.uniform",
    "messages.traffic",
    "privacy.blind",
    "privacy.clipped_mean",
    "privacy.gaussian_delta",
    "privacy.gaussian_epsilon",
    "privacy.gaussian_sigma",
    "privacy.intersect",
    "privacy.mask",
    "privacy.recover",
    "privacy.share",
    "privacy.subsampled_epsilon",
    "privacy.threshold_advantage",
    "privacy.zcdp_epsilon",
    "fedknn.clustered_beta",
    "fedknn.fedknn_rate",
    "fedknn.m_star",
    "dpp.uniform_covariance",
    "fedbag.divergence_bound",
    "fedbag.random_clients",
}


def strided(a):
    """A view with gaps."""
    roomy = np.zeros([2 * length for length in a.shape])
    view = roomy[tuple(slice(None, None, 2) for _ in a.shape)]
    view[...] = a
    return view


def locked(a):
    a = a.copy()
    a.flags.writeable = False
    return a


HOLD = {
    "float32": lambda a: a.astype(np.float32),
    "float16": lambda a: a.astype(np.float16),
    "longdouble": lambda a: a.astype(np.longdouble),
    "int8": lambda a: a.astype(np.int8),
    "int64": lambda a: a.astype(np.int64),
    "list": lambda a: a.astype(int).tolist(),
    "big-endian": lambda a: a.astype(">f8"),
    "Fortran": np.asfortranarray,
    "strided": strided,
    "read-only": locked,
}


@dataclasses.dataclass(frozen=True)
class Numbers:
    """Integer data of all kinds for n nodes or clients, d parameters and C classes."""

    n: int
    d: int
    C: int
    seed: int

    @property
    def rng(self):
        return np.random.default_rng(self.seed)

    def whole(self, *shape, low=-5, high=5):
        return self.rng.integers(low, high, shape, endpoint=True).astype(float)

    @property
    def A(self):
        """Connected weighted graph: a path and more edges."""
        upper = np.triu(self.whole(self.n, self.n, low=0, high=2), 1)
        upper[np.arange(self.n - 1), np.arange(1, self.n)] += 1
        return upper + upper.T

    @property
    def W(self):
        return self.whole(self.n, self.d)

    @property
    def places(self):
        """n different points in the plane, as no ties make results depend on rounding."""
        return np.column_stack([np.arange(self.n) ** 2, self.rng.permutation(self.n)]).astype(float)

    @property
    def sizes(self):
        return self.rng.integers(1, 4, self.n) + self.d

    @property
    def X(self):
        """Local features of full column rank: they end with the unit matrix."""
        random = np.random.default_rng(self.seed)
        return [
            np.vstack([random.integers(-5, 6, (m - self.d, self.d)), np.eye(self.d)])
            for m in self.sizes
        ]

    @property
    def y(self):
        random = np.random.default_rng(self.seed + 1)
        return [random.integers(-5, 6, m).astype(float) for m in self.sizes]

    @property
    def classes(self):
        """Labels 0 … C − 1; the last class occurs at every client."""
        random = np.random.default_rng(self.seed + 2)
        return [np.append(random.integers(0, self.C, m - 1), self.C - 1.0) for m in self.sizes]

    @property
    def Z(self):
        return (
            self.whole(self.n, self.C, low=0, high=5)
            + np.eye(self.n, self.C)
            + (np.arange(self.C) == 0)
        )

    @property
    def S(self):
        """Positive definite kernel."""
        F = self.whole(self.n, 3, low=-2, high=2)
        return F @ F.T + np.eye(self.n)

    @property
    def seconds(self):
        return self.whole(2, self.n, low=1, high=9)


numbers = st.builds(
    Numbers,
    n=st.integers(3, 8),
    d=st.integers(1, 3),
    C=st.integers(2, 4),
    seed=st.integers(0, 2**20),
)
CASES = {}


def case(name):
    """Register how a public function is called; ``hold`` gives an array its dtype or container."""

    def register(call):
        CASES[name] = call
        return call

    return register


def client_data(x, hold, labels="classes"):
    return [(hold(X), hold(y)) for X, y in zip(x.X, getattr(x, labels), strict=True)]


def held(parts, hold):
    return [hold(part) for part in parts]


# --- data ---
case("data.deal_dirichlet")(
    lambda x, h: data.deal_dirichlet(h(np.arange(90.0) % x.C), x.n, 5.0, rng=x.rng)
)
case("data.deal_labels")(
    lambda x, h: data.deal_labels(h(np.arange(120.0) % x.C), x.n, min(2, x.C), rng=x.rng)
)
case("data.describe")(lambda x, h: data.describe(h(x.Z)))
case("data.emd")(lambda x, h: data.emd(h(x.Z)))
case("data.holder_curve")(lambda x, h: data.holder_curve(h(x.W), 0.5))
case("data.label_counts")(lambda x, h: data.label_counts(client_data(x, h), x.C))
case("data.split")(lambda x, h: data.split(client_data(x, h), (0.5, 0.5), rng=x.rng))
case("data.synthetic")(lambda x, h: data.synthetic(1, 1, x.n, rng=x.rng, sizes=h(x.sizes * 1.0)))
case("data.virtual_digits")(lambda x, h: data.virtual_digits(h(np.eye(x.n, 10) + 1), rng=x.rng))


# --- graph ---
case("graph.components")(lambda x, h: graph.components(h(x.A)))
case("graph.degrees")(lambda x, h: graph.degrees(h(x.A)))
case("graph.knn_graph")(lambda x, h: graph.knn_graph(h(x.places), 2))
case("graph.lambda_2")(lambda x, h: graph.lambda_2(h(x.A)))
case("graph.laplacian")(lambda x, h: graph.laplacian(h(x.A)))
case("graph.spectrum")(lambda x, h: graph.spectrum(h(x.A)))
case("graph.to_networkx")(lambda x, h: graph.to_networkx(h(x.A)))
case("graph.total_variation")(lambda x, h: graph.total_variation(h(x.A), h(x.W)))

# --- erm ---
case("erm.fit")(lambda x, h: erm.fit(h(x.X[0]), h(x.y[0]), 1.0))
case("erm.system")(lambda x, h: erm.system(h(x.X[0]), h(x.y[0]), 1.0))
case("erm.validation_split")(
    lambda x, h: erm.validation_split(h(x.X[0]), h(x.y[0]), 0.4, rng=x.rng)
)


@case("erm.validate")
def _(x, h):
    train, val = (h(x.X[0]), h(x.y[0])), (h(x.X[1]), h(x.y[1]))
    return erm.validate(*train, *val, h(np.array([1.0, 2.0, 4.0])))


# --- gradient ---
case("gradient.contraction")(lambda x, h: gradient.contraction(0.01, h(np.abs(x.W[:, 0]) + 1)))
case("gradient.eta_star")(lambda x, h: gradient.eta_star(h(np.abs(x.W[:, 0]) + 1)))
case("gradient.gradient_step")(
    lambda x, h: gradient.gradient_step(h(x.S), h(x.W[:, 0]), h(x.W[:, -1]), 0.1)
)
case("gradient.descend")(lambda x, h: gradient.descend(h(x.S), h(x.W[:, 0]), w=h(x.W[:, -1])))
case("gradient.fedavg")(
    lambda x, h: gradient.fedavg(
        held(x.X, h), held(x.y, h), eta=0.01, rounds=3, local_steps=2, w=h(x.W[0])
    )
)
case("gradient.fedgd")(
    lambda x, h: gradient.fedgd(
        h(x.A), held(x.X, h), held(x.y, h), 1.0, eta=0.01, rounds=3, W=h(x.W)
    )
)
case("gradient.fedsgd")(
    lambda x, h: gradient.fedsgd(
        h(x.A), held(x.X, h), held(x.y, h), 1.0, eta=0.01, rounds=3, batch=1, rng=x.rng, W=h(x.W)
    )
)


# --- gossip ---
def mixing(x):
    """Mixing matrix I − 2L, whose entries are whole numbers."""
    return np.eye(x.n) - 2 * (np.diag(x.A.sum(axis=0)) - x.A)


case("gossip.metropolis")(lambda x, h: gossip.metropolis(h(x.A)))
case("gossip.laplacian_mixing")(lambda x, h: gossip.laplacian_mixing(h(x.A)))
case("gossip.mixing_factor")(lambda x, h: gossip.mixing_factor(h(mixing(x))))
case("gossip.average")(lambda x, h: gossip.average(h(mixing(x)), h(x.W), 2))
case("gossip.disagreement")(lambda x, h: gossip.disagreement(h(x.W)))
case("gossip.pairwise")(lambda x, h: gossip.pairwise(h(x.A), h(x.W), 9, rng=x.rng))
case("gossip.pairwise_factor")(lambda x, h: gossip.pairwise_factor(h(x.A)))
case("gossip.push_matrix")(lambda x, h: gossip.push_matrix(h(x.A)))
case("gossip.push_sum")(lambda x, h: gossip.push_sum(h(x.A), h(x.W), 5, lost=0.5, rng=x.rng))
case("gossip.dgd")(
    lambda x, h: gossip.dgd(h(mixing(x)), held(x.X, h), held(x.y, h), eta=0.01, rounds=2, W=h(x.W))
)
case("gossip.dgd_factor")(lambda x, h: gossip.dgd_factor(h(mixing(x)), held(x.X, h), eta=0.01))
case("gossip.gradient_tracking")(
    lambda x, h: gossip.gradient_tracking(
        h(mixing(x)), held(x.X, h), held(x.y, h), eta=0.01, rounds=2, W=h(x.W)
    )
)
case("gossip.tracking_factor")(
    lambda x, h: gossip.tracking_factor(h(mixing(x)), held(x.X, h), eta=0.01)
)


@case("gossip.asynchronous")
def _(x, h):
    run = gossip.asynchronous(
        h(x.A), held(x.X, h), held(x.y, h), 1.0, rounds=5, rng=x.rng, wake=0.5, lost=0.2, W=h(x.W)
    )
    return run.path, run.epochs


case("gossip.asynchronous_factor")(
    lambda x, h: gossip.asynchronous_factor(h(x.A), held(x.X, h), 1.0)
)

# --- convex ---
case("convex.clip")(lambda x, h: convex.clip(h(x.W), h(x.sizes * 1.0)))
case("convex.consensus_alpha")(
    lambda x, h: convex.consensus_alpha(h(x.A), h(x.n * x.W - x.W.sum(axis=0)))
)
case("convex.objective")(
    lambda x, h: convex.objective(h(x.A), held(x.X, h), held(x.y, h), 2.0, h(x.W))
)
case("convex.smoothness")(lambda x, h: convex.smoothness(losses.Squared(), held(x.X, h)))


@case("convex.solve")
def _(x, h):
    found = convex.solve(h(x.A), held(x.X, h), held(x.y, h), 1.0, penalty="squared", tol=1e-3)
    return found.W, found.edges, found.dual


@case("convex.fedrelax")
def _(x, h):
    learners = [convex.least_squares()] * x.n
    found = convex.fedrelax(
        h(x.A), learners, held(x.X, h), held(x.y, h), h(np.eye(x.d)), 1.0, rounds=2
    )
    return [f(np.eye(x.d)) for f in found]


@case("convex.relax_objective")
def _(x, h):
    sums = [lambda X: X.sum(axis=1), lambda X: X[:, 0]] * x.n
    return convex.relax_objective(
        h(x.A), sums[: x.n], held(x.X, h), held(x.y, h), h(np.eye(x.d)), 1.0
    )


# --- gtvmin ---
case("gtvmin.system")(lambda x, h: gtvmin.system(h(x.A), held(x.X, h), held(x.y, h), 2.0))
case("gtvmin.undetermined")(
    lambda x, h: gtvmin.undetermined(h(x.A), held([0 * part for part in x.X], h), held(x.y, h))
)
case("gtvmin.solve")(lambda x, h: gtvmin.solve(h(x.A), held(x.X, h), held(x.y, h), 2.0))
case("gtvmin.path")(
    lambda x, h: gtvmin.path(
        h(x.A),
        h(np.concatenate(x.X)),
        h(np.concatenate(x.y)),
        h(np.array([1.0, 3.0])),
        sizes=h(x.sizes * 1.0),
    )
)
case("gtvmin.risk")(lambda x, h: gtvmin.risk(h(x.A), held(x.X, h), h(x.W), 2.0, h(x.sizes * 1.0)))
case("gtvmin.unbiased_risk")(
    lambda x, h: gtvmin.unbiased_risk(h(x.A), held(x.X, h), held(x.y, h), 2.0, 1.5)
)
case("gtvmin.generalised_cross_validation")(
    lambda x, h: gtvmin.generalised_cross_validation(h(x.A), held(x.X, h), held(x.y, h), 2.0)
)
case("gtvmin.deviation_bound")(lambda x, h: gtvmin.deviation_bound(h(x.A), 2.0, held(x.y, h)))

# --- fedopt ---
case("fedopt.by_size")(lambda x, h: fedopt.by_size(h(x.sizes * 1.0), 2)(0, x.rng))
case("fedopt.clipped_mean")(lambda x, h: fedopt.clipped_mean(h(x.W)))
case("fedopt.coordinate_median")(lambda x, h: fedopt.coordinate_median(h(x.W)))
case("fedopt.k_norm")(lambda x, h: fedopt.k_norm(h(x.W), 1))
case("fedopt.krum")(lambda x, h: fedopt.krum(h(x.W), 0))
case("fedopt.weighted_mean")(lambda x, h: fedopt.weighted_mean(h(x.W), h(x.sizes * 1.0)))
case("fedopt.dissimilarity")(
    lambda x, h: fedopt.dissimilarity(h(np.abs(x.W) + 1), h(x.sizes * 1.0))
)
case("fedopt.gradient_variance")(lambda x, h: fedopt.gradient_variance(h(x.W), h(x.sizes * 1.0)))
case("fedopt.fairness")(lambda x, h: fedopt.fairness(h((x.W[:, 0] > 0) * 1.0)))
case("fedopt.project_simplex")(lambda x, h: fedopt.project_simplex(h(x.W[:, 0])))
case("fedopt.qffl_lipschitz")(
    lambda x, h: fedopt.qffl_lipschitz(h(np.abs(x.W[:, 0]) + 1), h(x.W), 1.0, 2.0)
)
case("fedopt.gamma_inexactness")(
    lambda x, h: fedopt.gamma_inexactness(
        losses.Squared(), h(x.W[0]), h(x.W[0] + 1), h(x.X[0]), h(x.y[0]), 1.0
    )
)
case("fedopt.local_sgd")(
    lambda x, h: fedopt.local_sgd(
        losses.Squared(),
        h(x.W[0]),
        h(x.X[0]),
        h(x.y[0]),
        lr=0.01,
        epochs=2,
        batch=2,
        mu=1.0,
        anchor=h(x.W[1]),
        rng=x.rng,
    )
)


@case("fedopt.simulate")
def _(x, h):
    run = fedopt.simulate(
        fedopt.Ditto(lam=0.5, lr=0.01, epochs=1, batch=2),
        losses.Softmax(),
        client_data(x, h),
        2,
        select=fedopt.uniform(x.n, 2),
        rng=x.rng,
        start=h(np.zeros((x.d + 1) * x.C)),
    )
    return run.w, run.personal, {k: v for k, v in run.metrics.items() if k != "seconds"}


# --- messages ---
case("messages.scaffold_factor")(
    lambda x, h: messages.scaffold_factor(held(x.X, h), lr=0.01, epochs=2)
)


# --- fedknn ---
def order_of(x):
    return fedknn.neighbours(x.places, x.n)


case("fedknn.neighbours")(lambda x, h: fedknn.neighbours(h(x.places), 3))
case("fedknn.weights")(lambda x, h: fedknn.weights(h(order_of(x) * 1.0), 2))
case("fedknn.weighted_estimate")(
    lambda x, h: fedknn.weighted_estimate(h(x.W), fedknn.weights(order_of(x), 2))
)
case("fedknn.weighted_least_squares")(
    lambda x, h: fedknn.weighted_least_squares(held(x.X, h), held(x.y, h), h(np.eye(x.n)))
)
case("fedknn.weighted_m_estimator")(
    lambda x, h: fedknn.weighted_m_estimator(
        losses.Squared(), held(x.X, h), held(x.y, h), h(np.eye(x.n)), start=h(x.W[0])
    )
)
case("fedknn.knn_estimate")(lambda x, h: fedknn.knn_estimate(h(x.W), h(x.places), 2))
case("fedknn.error_curve")(
    lambda x, h: fedknn.error_curve(h(x.W), h(x.places), h(x.W + 1), [1, 2, 3])
)
case("fedknn.error_bound")(lambda x, h: fedknn.error_bound(h(x.W), h(np.eye(x.n)), 4, 1.0))
case("fedknn.knn_bound")(lambda x, h: fedknn.knn_bound(h(np.array([1.0, 2.0])), x.n, 4, 1.0, 0.5))
case("fedknn.smoothness_profile")(
    lambda x, h: fedknn.smoothness_profile(h(x.W), h(order_of(x) * 1.0))
)
case("fedknn.smoothness_constant")(
    lambda x, h: fedknn.smoothness_constant(h(x.W), h(order_of(x) * 1.0), 1.0)
)
case("fedknn.smoothness_exponent")(
    lambda x, h: fedknn.smoothness_exponent(h(x.W), h(order_of(x) * 1.0), 50.0)
)
case("fedknn.fitted_exponent")(
    lambda x, h: fedknn.fitted_exponent(h(x.places), h(order_of(x) * 1.0))
)


# --- dpp ---
case("dpp.covariance")(lambda x, h: dpp.covariance(dpp.KDPP(h(x.S), 2)))
case("dpp.normalised_covariance")(lambda x, h: dpp.normalised_covariance(dpp.KDPP(h(x.S), 2)))
case("dpp.log_elementary_symmetric")(
    lambda x, h: dpp.log_elementary_symmetric(h(np.abs(x.W[:, 0]) + 1), 2)
)
case("dpp.update_variance")(lambda x, h: dpp.update_variance(h(x.S), h(x.W), 2))
case("dpp.pairwise_variance")(
    lambda x, h: dpp.pairwise_variance(h(x.A - np.diag(x.A.sum(0))), h(x.W), 2)
)
case("dpp.label_kernel")(lambda x, h: dpp.label_kernel(h(x.Z), ridge=1.0))
case("dpp.gradient_kernel")(lambda x, h: dpp.gradient_kernel(h(np.abs(x.W) + 1), ridge=1.0))
case("dpp.position_kernel")(lambda x, h: dpp.position_kernel(h(x.places), length=2.0))


@case("dpp.horvitz_thompson")
def _(x, h):
    share = np.full(x.n, 1 / x.n)
    return dpp.horvitz_thompson(h(x.W), share, 2 * share, h(np.array([0.0, 2.0])))


@case("dpp.KDPP")
def _(x, h):
    kdpp, low = dpp.KDPP(h(x.S), 2), dpp.KDPP.from_features(h(np.eye(x.n) * 2), 2)
    drawn = kdpp.sample(x.rng, size=3), kdpp.select(0, x.rng), low.sample(x.rng, size=2)
    chances = kdpp.probability(h(np.array([0.0, 1.0]))), low.probability((1, 2))
    return drawn, chances, kdpp.inclusion(), kdpp.pair_inclusion(), low.pair_inclusion()


# --- fedbag ---
case("fedbag.emd")(lambda x, h: fedbag.emd(h(x.Z)))
case("fedbag.gemd")(lambda x, h: fedbag.gemd(h(x.Z), h(np.array([0.0, 2.0]))))
case("fedbag.round_time")(
    lambda x, h: fedbag.round_time(*held(x.seconds, h), h(np.array([2.0, 0.0])))
)
case("fedbag.fedbag")(lambda x, h: fedbag.fedbag(h(x.Z), *held(x.seconds, h), 40.0, rng=x.rng))
case("fedbag.fedcs")(lambda x, h: fedbag.fedcs(h(x.Z), *held(x.seconds, h), 40.0))
case("fedbag.exhaustive")(lambda x, h: fedbag.exhaustive(h(x.Z), *held(x.seconds, h), 40.0))
case("fedbag.path_loss")(lambda x, h: fedbag.path_loss(h(x.seconds[0] + 30)))
case("fedbag.lte_throughput")(lambda x, h: fedbag.lte_throughput(h(x.seconds[0] + 30)))
case("fedbag.upload_seconds")(lambda x, h: fedbag.upload_seconds(h(x.seconds[0]), 10))
case("fedbag.train_seconds")(lambda x, h: fedbag.train_seconds(h(x.seconds[0]), h(x.seconds[1])))
case("fedbag.weight_divergence")(
    lambda x, h: fedbag.weight_divergence(h(x.W[0]), h(np.abs(x.W[1]) + 1))
)


@case("fedbag.round_divergence")
def _(x, h):
    w, clients = h(np.ones((x.d + 1) * x.C)), client_data(x, h)
    return fedbag.round_divergence(
        losses.Softmax(), w, clients, h(np.array([0.0, 1.0])), lr=0.01, steps=2
    )


# --- synthesis ---
case("synthesis.spectral_embedding")(lambda x, h: np.abs(synthesis.spectral_embedding(h(x.A), 2)))
case("synthesis.spectral_clusters")(lambda x, h: synthesis.spectral_clusters(h(x.A), 2))
case("synthesis.within_clusters")(
    lambda x, h: synthesis.within_clusters(h(x.A), h(np.arange(x.n) % 2.0))
)
case("synthesis.discrepancy")(lambda x, h: synthesis.discrepancy(h(x.W)))


@case("synthesis.learn_graph")
def _(x, h):
    apart = np.abs(np.subtract.outer(np.arange(x.n), np.arange(x.n)) ** 2.0)
    return synthesis.learn_graph(h(apart), 2)


# --- losses ---
def on_one_client(loss, x, hold, labels):
    X, y = hold(x.X[0]), hold(getattr(x, labels)[0])
    p = loss.n_params(x.d, x.C)
    w = hold(np.arange(p) % 3 - 1.0)
    return loss.value(w, X, y), loss.gradient(w, X, y), loss.predict(w, X)


@case("losses.Squared")
def _(x, h):
    squared = losses.Squared()
    prox = squared.prox(h(x.W[0]), h(x.X[0]), h(x.y[0]), 1.0)
    return prox, on_one_client(squared, x, h, "y")


@case("losses.Logistic")
def _(x, h):
    return on_one_client(losses.Logistic(), dataclasses.replace(x, C=2), h, "classes")


case("losses.Softmax")(lambda x, h: on_one_client(losses.Softmax(), x, h, "classes"))
case("losses.MLP")(lambda x, h: on_one_client(losses.MLP(hidden=(3,)), x, h, "classes"))


# --- plots: what is drawn is the result ---
# --- privacy ---
case("privacy.statistics")(lambda x, h: privacy.statistics(h(x.X[0]), h(x.y[0])))
case("privacy.ridge")(lambda x, h: privacy.ridge(h(x.S), 5, 1.0))
case("privacy.row_of_gradient")(
    lambda x, h: privacy.row_of_gradient(h(np.abs(x.W[0]) + 1), h(x.W[-1]))
)
case("privacy.leverage")(lambda x, h: privacy.leverage(h(x.X[0]), 1.0))
case("privacy.roc")(lambda x, h: privacy.roc(h(x.y[0]), h(x.y[-1])))
case("privacy.masked")(lambda x, h: privacy.masked(h(x.W[0]), 1, range(x.n)) % 1000)
case("privacy.summed")(lambda x, h: privacy.summed([privacy.masked(h(x.W[0]), 0, [0])]))
case("privacy.secure_sum")(
    lambda x, h: privacy.secure_sum(h(x.W), threshold=x.n - 1, rng=x.rng, gone=[1]).total
)
case("privacy.vertical_ridge")(
    lambda x, h: privacy.vertical_ridge([h(x.X[0]), h(x.X[0])], h(x.y[0]), 1.0, rng=x.rng)
)


def drawn(plot, *arguments, **options):
    figure, ax = plt.subplots()
    try:
        plot(*arguments, ax=ax, **options)
        collections = [np.asarray(c.get_offsets(), dtype=float) for c in ax.collections]
        bars = [
            p.get_xy() if isinstance(p, Polygon) else [*p.get_xy(), p.get_width(), p.get_height()]
            for p in ax.patches
        ]
        return [line.get_xydata() for line in ax.lines], collections, bars
    finally:
        plt.close(figure)


case("plots.curves")(
    lambda x, h: drawn(
        plots.curves, h(np.arange(x.n) * 1.0), {"a": h(x.W[:, 0])}, xlabel="x", ylabel="y"
    )
)
case("plots.draw_graph")(lambda x, h: drawn(plots.draw_graph, h(x.places), h(x.A), h(x.W[:, 0])))
case("plots.frontier")(
    lambda x, h: drawn(
        plots.frontier, h(np.arange(x.n) + 1.0), h(np.arange(x.n) + 2.0), h(np.arange(x.n) + 1.0)
    )
)
case("plots.label_distribution")(lambda x, h: drawn(plots.label_distribution, h(x.Z)))
case("plots.land")(lambda x, h: drawn(plots.land, h(x.places)))
case("plots.level_lines")(
    lambda x, h: drawn(
        plots.level_lines,
        h(np.array([[2.0, 1.0], [1.0, 3.0]])),
        h(np.array([1.0, -1.0])),
        xlim=(-1, 1),
        ylim=(-1, 1),
    )
)
case("plots.spectrum")(lambda x, h: drawn(plots.spectrum, h(np.arange(x.n) * 1.0)))


@case("plots.station_map")
def _(x, h):
    stations = data.load_fmi("simulated")
    return drawn(plots.station_map, stations, h(np.zeros((len(stations.names),) * 2)))


# --- The rule ---
def flat(result):
    """All numbers of a result, in order; names as themselves."""
    if dataclasses.is_dataclass(result) and not isinstance(result, type):
        return flat([getattr(result, field.name) for field in dataclasses.fields(result)])
    if isinstance(result, nx.Graph):
        return flat(nx.to_numpy_array(result))
    if isinstance(result, dict):
        return flat(list(result.values()))
    if isinstance(result, list | tuple):
        return [number for part in result for number in flat(part)]
    if sparse.issparse(result):
        return flat(result.toarray())
    if isinstance(result, str) or result is None:
        return [result]
    return np.asarray(result, dtype=float).ravel().tolist()


def called(name, x, hold):
    given_away = []

    def watched(a):
        given_as = hold(a)
        given_away.append((given_as, json.dumps(np.asarray(given_as, dtype=float).tolist())))
        return given_as

    result = flat(CASES[name](x, watched))
    for given_as, before in given_away:
        assert json.dumps(np.asarray(given_as, dtype=float).tolist()) == before
    return result


@pytest.mark.parametrize("name", sorted(CASES))
@settings(max_examples=6)
@given(x=numbers, how=st.sampled_from(sorted(HOLD)))
def test_results_do_not_depend_on_how_numbers_are_held(name, x, how):
    want = called(name, x, np.asarray)
    got = called(name, x, HOLD[how])
    assert len(want) > 0
    for a, b in zip(want, got, strict=True):
        assert a == b or np.isclose(a, b, rtol=1e-9, atol=1e-9), (want, got)


@pytest.mark.parametrize("name", sorted(CASES))
@settings(max_examples=3)
@given(x=numbers)
def test_a_result_is_a_number(name, x):
    result = called(name, x, np.asarray)
    numbers_only = [value for value in result if isinstance(value, float)]
    assert not np.isnan(numbers_only).any()  # log e_k of no subset is −inf, rightly


def public():
    """Functions that a module defines or lists in __all__, and the classes with array methods."""
    for module in MODULES:
        short = module.__name__.removeprefix("flcourse.")
        listed = getattr(module, "__all__", ())
        for name, thing in inspect.getmembers(module, inspect.isfunction):
            own = thing.__module__ == module.__name__ or name in listed
            if own and not name.startswith("_"):
                yield f"{short}.{name}"
    yield from (f"{c.__module__.removeprefix('flcourse.')}.{c.__name__}" for c in CLASSES)


def test_every_public_function_is_here():
    assert set(public()) == set(CASES) | NO_ARRAYS


def test_every_module_of_a_lecture_is_here():
    conftest = importlib.import_module("conftest")
    lectures = set(conftest.LECTURES) - {"flower"}  # which takes settings, no arrays
    missing = lectures - {module.__name__.removeprefix("flcourse.") for module in MODULES}
    assert missing == set()
