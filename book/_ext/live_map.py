"""The picture of the first page: stations that learn together, with alpha on a slider.

All states are solved while the book is built and drawn as one SVG; `_static/map.js` moves between
them and lets messages travel. Without scripts the picture stands still.
"""

import json
from collections.abc import Sequence
from html import escape
from typing import Any

import matplotlib as mpl
import numpy as np
import rerun
from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from flcourse import data, graph, gtvmin

ALPHAS = (0, 0.01, 0.03, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 100, 1000)
START = ALPHAS.index(0.1)
ROWS = 3  # what each station has measured
WIDTH, HEIGHT, EDGE = 288, 580, 14
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_"
CODE = "from flcourse import data, graph, gtvmin"

State = tuple[Any, float]


def states(stations: Any, A: Any) -> list[State]:
    """Solve for each alpha from a few rows; return models and their error on all other rows."""
    rng = np.random.default_rng(0)
    orders = [rng.permutation(len(y_i)) for y_i in stations.y]
    train = [y_i[order[:ROWS]] for y_i, order in zip(stations.y, orders, strict=True)]
    truth = [y_i[order[ROWS:]].mean() for y_i, order in zip(stations.y, orders, strict=True)]
    models = (solution.W[:, 0] for solution in gtvmin.path(A, None, train, list(ALPHAS)))
    return [(w, float(np.sqrt(np.mean((w - truth) ** 2)))) for w in models]


def words(place: int, errors: Sequence[float]) -> str:
    """Say what a state shows."""
    alpha, error = ALPHAS[place], errors[place]
    best = int(np.argmin(errors))
    if place == 0:
        story = "every station for itself. Three measurements are little"
    elif place < best:
        story = "stations listen to their neighbours a little"
    elif place == best:
        story = "neighbours help each other as much as they can"
    elif place < len(errors) - 1:
        story = "neighbours count so much that differences are lost"
    else:
        story = "nearly one model for all, which suits few"
    return f"α = {alpha:g}: {story}. Off by {error:.1f} °C."


def positions(latlon: Any) -> Any:
    """Pixels of places, with the country in the frame: a kilometre east is as long as one north."""
    frame, xy = (
        np.column_stack([places[:, 1] * np.cos(np.deg2rad(65)), -places[:, 0]])
        for places in (data.outlines.FINLAND, latlon)
    )
    room = np.array([WIDTH, HEIGHT]) - 2 * EDGE
    scale = np.min(room / np.ptp(frame, axis=0))
    return np.round((xy - frame.min(axis=0)) * scale + EDGE, 1)


def curve(errors: Sequence[float]) -> str:
    """Draw the error over the slider, a dot for each of its places."""
    x = np.linspace(0, 100, len(errors)).round(1)
    y = (21 - 18 * (np.array(errors) - min(errors)) / np.ptp(errors)).round(1)
    points = " ".join(f"{a:g},{b:g}" for a, b in zip(x, y, strict=True))
    return (
        f'<svg class="curve" viewBox="-2 0 104 24" aria-hidden="true"><polyline points="{points}"/>'
        f'<circle r="2.6" cx="{x[START]:g}" cy="{y[START]:g}" data-points="{points}"/></svg>'
    )


def html() -> str:
    """Draw the figure in its first state, with all others as data beside it."""
    stations = data.load_fmi("simulated")
    A = graph.knn_graph(stations.latlon, 4)
    xy = positions(stations.latlon)
    models, errors = zip(*states(stations, A), strict=True)
    low, high = np.min(models[0]), np.max(models[0])
    levels = [np.clip(63 * (w - low) / (high - low), 0, 63).astype(int) for w in models]
    colours = [mpl.colors.to_hex(mpl.colormaps["viridis"](i / 63)) for i in range(64)]
    edges = [(int(i), int(j)) for i, j in zip(*A.nonzero(), strict=True) if i < j]
    lines = "".join("M{:g} {:g}L{:g} {:g}".format(*xy[i], *xy[j]) for i, j in edges)
    corners = positions(data.outlines.FINLAND)
    land = "M" + "L".join(f"{a:g} {b:g}" for a, b in corners) + "Z"
    dots = "".join(
        f'<circle r="4.6" cx="{a:g}" cy="{b:g}" fill="{colours[level]}"/>'
        for (a, b), level in zip(xy, levels[START], strict=True)
    )
    says = [words(place, errors) for place in range(len(ALPHAS))]
    more = json.dumps({
        "edges": edges, "colours": colours, "words": says,
        "levels": ["".join(ALPHABET[i] for i in level) for level in levels],
    }, ensure_ascii=False)  # fmt: skip
    return f"""<figure class="fl-map" id="live-map">
<svg class="map" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="Map of {len(xy)} simulated \
weather stations, joined with their nearest neighbours. The colour of a station is the temperature \
that it has learned. Dots on the lines are messages between neighbours.">
<path class="land" d="{land}"/><path class="edges" d="{lines}"/><g class="messages"></g>
<g class="stations">{dots}</g></svg>
<figcaption><label>How much neighbours count, α
<input type="range" min="0" max="{len(ALPHAS) - 1}" value="{START}" \
aria-valuetext="{escape(says[START])}"></label>
<output>{escape(says[START])}</output>
{curve(errors)}
<span class="below">The curve: how far off the stations are, for each α.
<button type="button" hidden>Stop the messages</button></span></figcaption>
<script type="application/json">{more}</script></figure>"""


class LiveMap(SphinxDirective):
    """The directive `{live-map}`."""

    def run(self) -> list[nodes.Node]:
        """Put the figure here, to be drawn anew when what computes it has changed."""
        for path in rerun.dependencies(CODE):
            self.env.note_dependency(str(path))
        return [nodes.raw("", html(), format="html")]


def setup(app: Sphinx) -> None:
    """Offer the directive."""
    app.add_directive("live-map", LiveMap)
