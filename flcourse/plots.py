"""Figures of the book: each function draws on the Axes that it is given and hands it back.

The style is a dictionary, not a global setting: ``plt.style.use(plots.STYLE)`` at the top of a
notebook, or ``with plt.rc_context(plots.STYLE):`` around one figure. Colours are those of Okabe and
Ito (2008, *Color Universal Design*) that reach a contrast of 3:1 on white, so that lines can be
told apart with any common colour vision; marker and dash differ as well. The background is opaque
white; a dark page of the book shows a figure with light and dark exchanged, and with the same hues.
Type is set for a figure 4.8 inches wide, which a phone shows at three quarters of its size.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import quote

import numpy as np
from cycler import cycler
from matplotlib import colormaps, style
from matplotlib.axes import Axes
from matplotlib.collections import LineCollection
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch, Polygon
from matplotlib.ticker import MaxNLocator
from numpy.typing import ArrayLike
from scipy import sparse

from flcourse import _require
from flcourse.data import Stations, outlines

__all__ = [
    "COLOURS",
    "DIVERGING",
    "EDGE",
    "INK",
    "SEQUENTIAL",
    "STYLE",
    "Slider",
    "curves",
    "draw_graph",
    "frontier",
    "label_distribution",
    "land",
    "level_lines",
    "schematic",
    "server_round",
    "slider",
    "spectrum",
    "station_map",
]

MINUS = re.compile(r"(?<![\w.)-])-(?=[\d.])")  # a hyphen that stands for a minus
INK = "#1a1a1a"
EDGE = "#767676"  # 4.5:1 on white: edges of a graph, zero lines
COLOURS = {
    "blue": "#0072B2",
    "vermillion": "#D55E00",
    "green": "#008760",  # Okabe and Ito's bluish green, darkened from 3.4:1 to 4.5:1
    "purple": "#A6508A",  # their reddish purple, darkened from 2.9:1 to 5:1
    "black": "#1a1a1a",
}
LAND = "#edf3f5"
BOXES: dict[str, dict[str, Any]] = {  # who is drawn: face, edge, dash
    "server": {"facecolor": "#d9eaf5", "edgecolor": COLOURS["blue"]},
    "client": {"facecolor": "#f1f1f1", "edgecolor": INK},
    "idle": {"facecolor": "white", "edgecolor": EDGE, "linestyle": "--"},
    "data": {"facecolor": "#fbe7dc", "edgecolor": COLOURS["vermillion"]},
}
ARROWS = {  # what travels: colour and heads
    "down": (COLOURS["blue"], "-|>"),
    "up": (COLOURS["vermillion"], "-|>"),
    "peer": (COLOURS["green"], "<|-|>"),
    "lost": (EDGE, "-"),
}
LETTER, LINE = 0.074, 0.175  # inches that a letter takes, and a line, in a box
# From cold to warm, and told apart in both versions: dark blue, purple and coral on white become
# pale blue, pink and red on black. A usual scale loses its light end on one of the two grounds.
SEQUENTIAL = "flcourse"
colormaps.register(
    LinearSegmentedColormap.from_list(
        SEQUENTIAL, [(0.0, "#00217e"), (0.4, "#8a3597"), (1.0, "#e16455")]
    ),
    force=True,
)
DIVERGING = "RdBu_r"
NAME = np.array([0.22, 0.07])  # room for "α = 0.01", as a fraction of width and height

STYLE: dict[str, Any] = {
    "figure.figsize": (4.8, 3.3),
    "figure.facecolor": "white",
    "figure.constrained_layout.use": True,
    "savefig.facecolor": "white",
    "font.size": 11,
    "axes.titlesize": 11,
    "axes.labelsize": 11,
    "axes.edgecolor": EDGE,
    "axes.labelcolor": INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.prop_cycle": cycler(color=list(COLOURS.values()))
    + cycler(marker=["o", "s", "^", "D", "v"])
    + cycler(linestyle=["-", "--", "-.", ":", (0, (5, 1, 1, 1, 1, 1))]),
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": "#dddddd",
    "lines.linewidth": 1.8,
    "lines.markersize": 5,
    "legend.frameon": False,
    "legend.fontsize": 10,
    "legend.handlelength": 3,
    "image.cmap": SEQUENTIAL,
    "svg.hashsalt": "flcourse",  # the same figure has the same bytes in every build
}


def __dir__() -> list[str]:
    return __all__


def draw_graph(
    points: ArrayLike,
    A: Any,
    values: ArrayLike | None = None,
    *,
    ax: Axes,
    names: Sequence[str] = (),
    weights: bool = False,
    size: ArrayLike = 36.0,
    label: str = "",
    diverging: bool = False,
) -> Axes:
    """Draw the nodes and edges of an empirical graph (def-empirical-graph).

    Parameters
    ----------
    points : (n, 2) array_like
        Where node i is drawn: horizontal, then vertical.
    A : (n, n) sparse or dense array
        Symmetric edge weights; each edge is drawn once.
    values : (n,) array_like, optional
        Colours the nodes, with a colour bar called ``label``.
    ax : matplotlib Axes
        Where to draw.
    names : sequence of str
        Written inside the nodes, if given.
    weights : bool
        Whether to write its weight on each edge.
    size : float or (n,) array_like
        Area of a node, or of each, in points squared.
    label : str
        Title of the colour bar.
    diverging : bool
        Use a diverging colour map, centred at zero, for values whose sign matters.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If the shapes do not match or ``A`` is not an adjacency matrix.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> ax = draw_graph([[0, 0], [1, 0]], [[0, 2], [2, 0]], ax=ax, weights=True)
    >>> [text.get_text() for text in ax.texts]
    ['2']
    >>> plt.close()
    """
    A = _require.adjacency("A", A)
    points = _require.array("points", points, shape=(A.shape[0], 2))
    if len(names) not in (0, A.shape[0]):
        raise ValueError(f"names must have {A.shape[0]} entries, one a node, got {len(names)}")
    edges = sparse.triu(A, format="coo")
    ends = np.stack([points[edges.row], points[edges.col]], axis=1)
    ax.add_collection(LineCollection(list(ends), colors=EDGE, linewidths=1.0, zorder=1))
    look: dict[str, Any] = {
        "s": np.asarray(size),
        "edgecolors": INK,
        "linewidths": 0.6,
        "zorder": 2,
    }
    x, y = points.T
    if values is None:
        ax.scatter(x, y, color="white" if names else COLOURS["blue"], **look)
    else:
        values = _require.array("values", values, shape=(A.shape[0],))
        reach = float(np.abs(values).max(initial=0.0)) or 1.0
        look |= {"vmin": -reach, "vmax": reach, "cmap": DIVERGING} if diverging else {}
        nodes = ax.scatter(x, y, c=values, **{"cmap": SEQUENTIAL} | look)
        ax.figure.colorbar(nodes, ax=ax, label=label, shrink=0.8)
    for name, point in zip(names, points, strict=False):  # no names: no text
        ax.annotate(name, point, ha="center", va="center")
    if weights:
        for weight, middle in zip(edges.data, ends.mean(axis=1), strict=True):
            box = {"facecolor": "white", "edgecolor": "none", "pad": 1.5}
            ax.annotate(f"{weight:g}", middle, ha="center", va="center", bbox=box)
    return ax


def station_map(
    stations: Stations,
    A: Any,
    values: ArrayLike | None = None,
    *,
    ax: Axes,
    label: str = "",
    diverging: bool = False,
    outline: ArrayLike = outlines.FINLAND,
) -> Axes:
    """Draw weather stations at their longitude and latitude with the edges between them.

    Parameters
    ----------
    stations : Stations
        Only ``latlon`` is used: (n, 2), latitude and longitude in degrees.
    A : (n, n) sparse or dense array
        Edge weights, such as those of a nearest-neighbour graph (eq-knn-graph).
    values : (n,) array_like, optional
        One number for each station, shown as its colour.
    ax : matplotlib Axes
        Where to draw; its aspect is set such that a kilometre east is as long as one north at
        the mean latitude.
    label : str
        Title of the colour bar.
    diverging : bool
        Use a diverging colour map, centred at zero.
    outline : (c, 2) array_like
        The land below, see :func:`land`.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If the shapes do not match or ``A`` is not an adjacency matrix.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> from flcourse import data, graph
    >>> stations = data.load_fmi("simulated")
    >>> _, ax = plt.subplots()
    >>> A = graph.knn_graph(stations.latlon, 3)
    >>> station_map(stations, A, ax=ax).get_xlabel()
    'longitude (°E)'
    >>> plt.close()
    """
    latlon = _require.array("stations.latlon", stations.latlon, shape=(None, 2))
    draw_graph(latlon[:, ::-1], A, values, ax=ax, size=22, label=label, diverging=diverging)
    land(outline, ax=ax)
    ax.set_aspect(1 / np.cos(np.deg2rad(latlon[:, 0].mean())))
    return ax


def land(outline: ArrayLike, *, ax: Axes) -> Axes:
    """Draw a country below what else is on a map.

    Parameters
    ----------
    outline : (c, 2) array_like
        Latitude and longitude of its corners, such as ``flcourse.data.outlines.FINLAND``.
    ax : matplotlib Axes
        Where to draw; its aspect is set such that a kilometre east is as long as one north in the
        middle of the country.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If the outline has other than two columns.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> land([[60, 20], [60, 30], [70, 25]], ax=ax).get_ylabel()
    'latitude (°N)'
    >>> plt.close()
    """
    corners = _require.array("outline", outline, shape=(None, 2))
    ax.add_patch(Polygon(corners[:, ::-1], facecolor=LAND, edgecolor=EDGE, linewidth=0.6, zorder=0))
    ax.autoscale_view()
    ax.set_aspect(1 / np.cos(np.deg2rad((corners[:, 0].min() + corners[:, 0].max()) / 2)))
    ax.set(xlabel="longitude (°E)", ylabel="latitude (°N)")
    return ax


def spectrum(eigenvalues: ArrayLike, *, ax: Axes, atol: float = 1e-9) -> Axes:
    """Draw the eigenvalues of a Laplacian in ascending order (eq-eigenvalues).

    Parameters
    ----------
    eigenvalues : (n,) array_like
        Ascending; those at most ``atol`` count as zero and are drawn as squares, one for each
        component of the graph.
    ax : matplotlib Axes
        Where to draw; position j on the horizontal axis belongs to the j-th eigenvalue.
    atol : float
        What rounding may leave of an eigenvalue zero.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If the eigenvalues are not a vector or not in ascending order.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> ax = spectrum([0.0, 1.0, 3.0], ax=ax)
    >>> [text.get_text() for text in ax.get_legend().get_texts()]
    ['zero: 1', 'positive: 2']
    >>> plt.close()
    """
    values = _require.array("eigenvalues", eigenvalues, shape=(None,))
    if np.any(np.diff(values) < 0):
        raise ValueError("eigenvalues must be in ascending order, as eigvalsh returns them")
    position = np.arange(1, values.size + 1)
    kinds = [
        ("zero", values <= atol, "s", COLOURS["vermillion"]),
        ("positive", values > atol, "o", COLOURS["blue"]),
    ]
    for kind, chosen, marker, colour in kinds:
        name = f"{kind}: {chosen.sum()}"
        (points,) = ax.plot(position[chosen], values[chosen], label=name, color=colour)
        points.set(marker=marker, linestyle="none", markersize=4)
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel="index $j$", ylabel=r"eigenvalue $\lambda_j$")
    ax.legend()
    return ax


def frontier(variation: ArrayLike, loss: ArrayLike, alphas: ArrayLike, *, ax: Axes) -> Axes:
    """Draw what a smaller total variation costs in local loss, one point for each α (eq-gtvmin).

    Parameters
    ----------
    variation, loss : (a,) array_like
        Total variation and local loss of the solution for each α.
    alphas : (a,) array_like
        The weights α, in the order of the points.
    ax : matplotlib Axes
        Where to draw. A point too close to the last named one goes unnamed.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If the three do not have the same length.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> ax = frontier([4.0, 1.0, 0.9], [0.0, 2.0, 2.1], [0.0, 1.0, 1.1], ax=ax)
    >>> [text.get_text() for text in ax.texts]
    ['α = 0', 'α = 1']
    >>> plt.close()
    """
    alphas = _require.array("alphas", alphas, shape=(None,))
    variation = _require.array("variation", variation, shape=alphas.shape)
    points = np.column_stack([variation, _require.array("loss", loss, shape=alphas.shape)])
    ax.plot(*points.T, marker="o", linestyle="-", color=COLOURS["blue"])
    span = np.ptp(points, axis=0)
    span[span == 0] = 1.0
    named = np.full(2, -np.inf)
    for alpha, point in zip(alphas, points, strict=True):
        if np.any(np.abs(point - named) / span >= NAME):
            ax.annotate(f"α = {alpha:g}", point, xytext=(6, 4), textcoords="offset points")
            named = point
    ax.margins(x=0.15)  # room for the name of the last point
    ax.set(xlabel="total variation", ylabel="local loss")
    return ax


def curves(
    x: ArrayLike,
    series: Mapping[str, ArrayLike],
    *,
    ax: Axes,
    xlabel: str,
    ylabel: str,
    xscale: str = "linear",
    yscale: str = "linear",
) -> Axes:
    """Draw several curves over the same points, told apart by colour, marker and dash.

    Parameters
    ----------
    x : (p,) array_like
        Where the curves are known.
    series : mapping from str to (p,) array_like
        Name in the legend to values.
    ax : matplotlib Axes
        Where to draw.
    xlabel, ylabel : str
        What the axes show, with units.
    xscale, yscale : str
        ``"linear"`` or ``"log"``.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If a curve does not have one value for each point, or a scale has no such name.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> both = {"up": [0, 1], "down": [1, 0]}
    >>> ax = curves([1, 2], both, ax=ax, xlabel="t", ylabel="loss")
    >>> [line.get_label() for line in ax.lines]
    ['up', 'down']
    >>> plt.close()
    """
    x = _require.array("x", x, shape=(None,))
    for name, values in series.items():
        ax.plot(x, _require.array(f"series[{name!r}]", values, shape=x.shape), label=name)
    ax.set_xscale(_require.choice("xscale", xscale, ("linear", "log")))
    ax.set_yscale(_require.choice("yscale", yscale, ("linear", "log")))
    ax.set(xlabel=xlabel, ylabel=ylabel)
    if len(series) > 1:
        ax.legend()
    return ax


def level_lines(
    Q: ArrayLike,
    q: ArrayLike,
    *,
    ax: Axes,
    xlim: tuple[float, float],
    ylim: tuple[float, float],
    levels: int = 10,
) -> Axes:
    """Draw lines on which a function wᵀQw + qᵀw of two parameters is constant (eq-gradient-step).

    Parameters
    ----------
    Q : (2, 2) array_like
        Matrix of the quadratic function.
    q : (2,) array_like
        Linear term.
    ax : matplotlib Axes
        Where to draw; both axes get the same scale, so that right angles look right.
    xlim, ylim : (float, float)
        Range of the first and the second parameter.
    levels : int
        Number of lines. Their values are the squares of equal steps above the smallest value in
        the range, so that around a minimum the lines have equal distances.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``.

    Raises
    ------
    ValueError
        If a shape does not fit or there are no levels.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> import numpy as np
    >>> _, ax = plt.subplots()
    >>> ax = level_lines(np.eye(2), [0, 0], ax=ax, xlim=(-1, 1), ylim=(-1, 1),
    ...                  levels=3)
    >>> ax.collections[0].levels.round(6)   # in the corners the value is 2
    array([0.125, 0.5  , 1.125])
    >>> plt.close()
    """
    Q, q = _require.array("Q", Q, shape=(2, 2)), _require.array("q", q, shape=(2,))
    _require.count("levels", levels, at_least=1)
    grid = np.stack(np.meshgrid(np.linspace(*xlim, 101), np.linspace(*ylim, 101)), axis=-1)
    value = np.sum(grid * (grid @ Q + q), axis=-1)
    value -= value.min()
    heights = value.max() * np.linspace(0, 1, levels + 2)[1:-1] ** 2
    ax.contour(*np.moveaxis(grid, -1, 0), value, heights, colors=EDGE, linewidths=0.6)
    ax.set_aspect("equal")
    ax.set(xlabel="first parameter", ylabel="second parameter")
    return ax


def label_distribution(Z: ArrayLike, *, ax: Axes) -> Axes:
    """Draw the labels of every client as discs whose area is the number of samples (eq-emd).

    Parameters
    ----------
    Z : (n, C) array_like
        Label counts; row k is client k, as :func:`flcourse.data.label_counts` gives them.
    ax : matplotlib Axes
        Where to draw: clients from left to right, classes from bottom to top.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``. Nothing is drawn where a client lacks a class.

    Raises
    ------
    ValueError
        If a count is negative or a client is empty.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> ax = label_distribution([[4, 0], [1, 3]], ax=ax)
    >>> ax.collections[0].get_offsets().tolist()
    [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]
    >>> plt.close()
    """
    Z = _require.histograms("Z", Z)
    client, label = np.nonzero(Z)
    area = 160 * Z[client, label] / Z.max()
    ax.scatter(client, label, s=area, color=COLOURS["blue"], linewidths=0)
    ax.set(xlim=(-0.7, Z.shape[0] - 0.3), ylim=(-0.7, Z.shape[1] - 0.3))
    ax.xaxis.set_major_locator(MaxNLocator(integer=True))
    ax.yaxis.set_major_locator(MaxNLocator(integer=True))
    ax.set(xlabel="client", ylabel="class")
    return ax


def schematic(
    boxes: Mapping[str, tuple[float, float, str, str]],
    arrows: Sequence[tuple[str, str, str, str]] = (),
    *,
    ax: Axes,
) -> Axes:
    """Draw an algorithm: boxes for those who compute, arrows for what travels between them.

    Parameters
    ----------
    boxes : mapping from str to (x, y, text, kind)
        Each name, by which arrows call a box, leads to four things:

        - ``x`` and ``y``: the middle of the box, in inches from the lower left corner of the
          figure.
        - ``text``: what stands in the box; its first line is bold.
        - ``kind``: ``"server"``, ``"client"``, ``"idle"`` (a client that takes no part) or
          ``"data"``.
    arrows : sequence of (from, to, text, kind)
        Each arrow is four things. An arrow and its opposite stand side by side.

        - ``from`` and ``to``: the names of two boxes.
        - ``text``: what travels.
        - ``kind``: ``"down"`` (what the server sends), ``"up"`` (what it gets), ``"peer"`` (both
          ways) or ``"lost"`` (nothing arrives).
    ax : matplotlib Axes
        Where to draw: the only Axes of its figure.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``, without ticks.

    Raises
    ------
    ValueError
        If a kind has no such name, or an arrow names no box.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots(figsize=(4, 1))
    >>> boxes = {"a": (1, 0.5, "node a", "client"),
    ...          "b": (3, 0.5, "node b", "client")}
    >>> ax = schematic(boxes, [("a", "b", "$w_a$, $w_b$", "peer")], ax=ax)
    >>> [text.get_text() for text in ax.texts if text.get_text()]
    ['node a', 'node b', '$w_a$, $w_b$']
    >>> plt.close()
    """
    _paper(ax)
    for x, y, text, kind in boxes.values():
        _box(ax, (x, y), text, kind)
    pairs = {(start, end) for start, end, _, _ in arrows}
    for start, end, text, kind in arrows:
        for name in (start, end):
            _require.choice("name in arrows", name, tuple(boxes))
        a, b = (np.array(boxes[name][:2]) for name in (start, end))
        along = (b - a) / (np.hypot(*(b - a)) or 1.0)
        aside = np.array([-along[1], along[0]]) * (-0.11 if (end, start) in pairs else 0.0)
        here = a + aside + along * _reach(boxes[start][2], along, aside)
        there = b + aside - along * _reach(boxes[end][2], -along, aside)
        _arrow(ax, here, there, text, kind, aside)
    return ax


def server_round(
    clients: Sequence[str],
    *,
    server: str,
    down: str,
    up: str,
    ax: Axes,
    idle: Sequence[int] = (),
) -> Axes:
    """Draw a round with a server: what it sends, what clients compute, what it gets.

    Parameters
    ----------
    clients : sequence of str
        What stands in the box of each client; the first line is bold.
    server : str
        What stands in the server's box.
    down, up : str
        What travels to a client and back.
    ax : matplotlib Axes
        Where to draw: the only Axes of its figure.
    idle : sequence of int
        Positions of clients that the server does not ask in this round.

    Returns
    -------
    matplotlib Axes
        The Axes ``ax``, without ticks.

    Raises
    ------
    ValueError
        If no client takes part.

    Examples
    --------
    >>> import matplotlib.pyplot as plt
    >>> _, ax = plt.subplots()
    >>> texts = {"server": "mean", "down": "model", "up": "update"}
    >>> ax = server_round(["client 1", "client 2"], ax=ax, idle=[1], **texts)
    >>> [text.get_text() for text in ax.texts if text.get_text()]
    ['mean', 'client 1', 'model', 'update', 'client 2']
    >>> plt.close()
    """
    busy = [i for i in range(len(clients)) if i not in idle]
    if not busy:
        raise ValueError(f"idle must leave a client to work, got {list(idle)} of {len(clients)}")
    width, height = _paper(ax)
    lines = max(text.count("\n") for text in clients) + 1
    low, high = LINE * lines / 2 + 0.13, height - LINE * (server.count("\n") + 1) / 2 - 0.13
    _box(ax, (width / 2, high), server, "server", width - 0.12)
    for i, text in enumerate(clients):
        x = width * (i + 0.5) / len(clients)
        _box(ax, (x, low), text, "client" if i in busy else "idle")
        ends = np.array([low + _reach(text, (0, 1)), high - _reach(server, (0, 1))])
        if i in busy:
            names = (down * (i == busy[0]), up * (i == busy[-1]))
            for name, kind, side in zip(names, ("down", "up"), (-0.11, 0.11), strict=True):
                start, end = ends[::-1] if kind == "down" else ends
                at = np.array([[x + side, start], [x + side, end]])
                _arrow(ax, at[0], at[1], name, kind, np.array([side, 0.0]))
    return ax


def _paper(ax: Axes) -> tuple[float, float]:
    """Let the units of an empty drawing be inches of its figure; return width and height."""
    width, height = ax.figure.get_figwidth(), ax.figure.get_figheight()  # type: ignore[union-attr]
    ax.set(xlim=(0, width), ylim=(0, height))
    ax.set_axis_off()
    return width, height


def _size(text: str) -> Any:
    """Width and height in inches of a box for a text; marks of formulas take no room."""
    lines = re.sub(r"\\[a-z]+", "x", re.sub(r"[${}^_]|\\math[a-z]+", "", text)).split("\n")
    return np.array([LETTER * max(map(len, lines)) + 0.2, LINE * len(lines) + 0.12])


def _reach(text: str, along: Any, aside: Any = 0.0) -> float:
    """Return the way to the edge of a box in a direction of length 1, from beside its middle."""
    with np.errstate(divide="ignore"):
        return float(np.min((_size(text) / 2 - np.sign(along) * aside) / np.abs(along))) + 0.04


def _box(
    ax: Axes, middle: tuple[float, float], text: str, kind: str, width: float | None = None
) -> None:
    """Draw a box with a text, its first line bold."""
    look = BOXES[_require.choice("kind of a box", kind, tuple(BOXES))]
    size = _size(text)
    size[0] = width or size[0]
    corner = np.array(middle) - size / 2
    style = "round,pad=0,rounding_size=0.06"
    box = FancyBboxPatch(tuple(corner), size[0], size[1], boxstyle=style, linewidth=1.2, **look)
    ax.add_patch(box)
    lines = text.split("\n")
    for place, line in enumerate(lines):
        y = middle[1] + LINE * ((len(lines) - 1) / 2 - place)
        weight = "bold" if place == 0 else "normal"
        colour = EDGE if kind == "idle" else INK
        ax.text(middle[0], y, line, fontsize=10, weight=weight, color=colour,
                ha="center", va="center_baseline")  # fmt: skip


def _arrow(ax: Axes, start: Any, end: Any, text: str, kind: str, aside: Any) -> None:
    """Draw an arrow, and what travels along it: on the side where it stands, else upon it."""
    colour, heads = ARROWS[_require.choice("kind of an arrow", kind, tuple(ARROWS))]
    dash = ":" if kind == "lost" else "-"
    look = {"arrowstyle": heads, "color": colour, "lw": 1.6, "ls": dash, "shrinkA": 0, "shrinkB": 0}
    ax.annotate("", tuple(end), tuple(start), arrowprops=look | {"mutation_scale": 11})
    if text:
        right, up = np.where(np.abs(aside) > 0.02, np.sign(aside), 0).astype(int)
        x, y = (np.array(start) + end) / 2 + 0.06 * np.array([right, up])
        box = {"facecolor": "white", "edgecolor": "none", "pad": 1.0}
        where: dict[str, Any] = {
            "bbox": None if right or up else box,
            "ha": ("right", "center", "left")[right + 1],
            "va": ("top", "center", "bottom")[up + 1],
        }
        # An arrow both ways stands alone: its text needs no colour to be told from another's.
        size, ink = (11, INK) if kind == "peer" else (10, colour)
        ax.text(x, y, text, fontsize=size, color=ink, **where)


@dataclass(frozen=True)
class Slider:
    """Pictures of a figure at several values; a notebook shows one and a slider for the others.

    Attributes
    ----------
    name : str
        What the slider moves.
    words : tuple of str
        For each picture what it shows: its text alternative, also written below it.
    pictures : tuple of str
        Scalable vector graphics.
    start : int
        Position of the picture that shows first.
    """

    name: str
    words: tuple[str, ...]
    pictures: tuple[str, ...]
    start: int

    def __repr__(self) -> str:
        return "\n".join(self.words)

    def _repr_html_(self) -> str:
        """Show it as HTML: no server, no file; what moves it stands in the slider itself."""
        ends = (0, self.start, len(self.words) - 1)  # what paper shows, see book.css
        shown = "".join(
            f'<img alt="{escape(words)}" src="data:image/svg+xml,{_packed(picture)}"'
            f"{' hidden' * (place != self.start)}{' class=paper' * (place in ends)}>"
            for place, (words, picture) in enumerate(zip(self.words, self.pictures, strict=True))
        )
        words = escape(self.words[self.start])
        return (
            f'<figure class="fl-slider">{shown}<figcaption><label>{escape(self.name)} '
            f'<input type="range" min="0" max="{len(self.words) - 1}" value="{self.start}" '
            f'aria-valuetext="{words}" oninput="{_MOVE}"></label> '
            f"<output>{words}</output></figcaption></figure>"
        )


_MOVE = (
    "const box = this.closest('figure'), pictures = box.querySelectorAll('img'); "
    "pictures.forEach((picture, i) => { picture.hidden = i !== Number(this.value) }); "
    "const words = pictures[this.value].alt; box.querySelector('output').textContent = words; "
    "this.setAttribute('aria-valuetext', words)"
)


def _packed(svg: str) -> str:
    """Return a picture as it may stand in an address inside double quotes."""
    body = svg[svg.index("<svg") :].replace('"', "'")
    return quote(" ".join(body.split()), safe=" '=:/(),;!?@$*+-._~")


def slider(
    draw: Callable[[Any, Axes], str],
    values: Sequence[Any],
    *,
    name: str,
    start: int = 0,
    figsize: tuple[float, float] = (4.8, 3.3),
) -> Slider:
    """Draw a figure for every value, to be looked through with a slider, also without a server.

    Parameters
    ----------
    draw : callable
        ``draw(value, ax)`` draws on empty Axes and returns a short sentence on what to see, with
        the main numbers: it is the text alternative of the picture. Keep limits the same for all.
    values : sequence
        What the slider goes through, in its order.
    name : str
        What the slider moves, such as ``"step size η"``. Titles show its last word with the value:
        ``η = 0.1``.
    start : int
        Position in ``values`` that shows first.
    figsize : (float, float)
        Width and height in inches.

    Returns
    -------
    Slider
        The pictures. Make it the last value of a cell, which then shows them; arrow keys, Home and
        End move the slider.

    Raises
    ------
    ValueError
        If there are no values or ``start`` is none of their positions.

    Examples
    --------
    >>> def draw(slope, ax):
    ...     ax.plot([0, 1], [0, slope])
    ...     return f"a line up to {slope}"
    >>> slider(draw, [0, 1, 2], name="slope a")
    a = 0: a line up to 0
    a = 1: a line up to 1
    a = 2: a line up to 2
    """
    if not 0 <= start < len(values):
        raise ValueError(f"start must be a position in the {len(values)} values, got {start}")
    words, pictures = [], []
    for value in values:
        with style.context(STYLE):
            figure = Figure(figsize=figsize)
            ax = figure.add_subplot()
            title = f"{name.split()[-1]} = {value:g}"
            words.append(MINUS.sub("−", f"{title}: {draw(value, ax)}"))
            ax.set_title(title)
            file = io.StringIO()
            figure.savefig(file, format="svg", metadata={"Date": None})
        pictures.append(file.getvalue())
    return Slider(name, tuple(words), tuple(pictures), start)
