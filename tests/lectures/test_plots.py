"""Figures show what they were given: the tests read the data, labels and scales of the Axes."""

from dataclasses import dataclass
from urllib.parse import unquote
from xml.etree import ElementTree

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT
from matplotlib.collections import LineCollection, PathCollection
from matplotlib.colors import to_rgb
from matplotlib.path import Path as MplPath
from numpy.testing import assert_allclose

from flcourse import data, plots
from flcourse.data import outlines

TRIANGLE = np.array([[0.0, 2.0, 0.5], [2.0, 0.0, 1.0], [0.5, 1.0, 0.0]])
CORNERS = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]])


@dataclass(frozen=True)
class Places:
    latlon: np.ndarray


@pytest.fixture
def ax():
    with mpl.rc_context(plots.STYLE):
        figure, axes = plt.subplots()
        yield axes
        plt.close(figure)


def drawn(ax, kind):
    """The only collection of a kind on the Axes; scatter and edges are different kinds."""
    (found,) = [each for each in ax.collections if type(each) is kind]
    return found


def contrast(one, other):
    """Contrast ratio of two colours, as the Web Content Accessibility Guidelines 2.2 define it."""

    def luminance(colour):
        rgb = np.array(to_rgb(colour))
        linear = np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)
        return linear @ [0.2126, 0.7152, 0.0722]

    light, dark = sorted([luminance(one), luminance(other)], reverse=True)
    return (light + 0.05) / (dark + 0.05)


def test_contrast_of_black_on_white_is_21():
    assert_allclose(contrast("black", "white"), 21)


@pytest.mark.parametrize("colour", plots.COLOURS.values())
def test_lines_reach_3_to_1_on_the_background(colour):
    assert contrast(colour, plots.STYLE["figure.facecolor"]) >= 3


def test_text_reaches_4_5_to_1_on_the_background():
    for key in ("text.color", "axes.labelcolor", "xtick.color", "ytick.color"):
        assert contrast(plots.STYLE[key], plots.STYLE["figure.facecolor"]) >= 4.5


def test_curves_differ_by_more_than_colour():
    cycle = plots.STYLE["axes.prop_cycle"].by_key()
    assert len(set(cycle["marker"])) == len(cycle["color"])
    assert len(set(map(str, cycle["linestyle"]))) == len(cycle["color"])


def test_importing_changes_no_setting():
    # The style is handed over, never set: rcParams are as matplotlib left them.
    assert mpl.rcParams["figure.figsize"] == mpl.rcParamsDefault["figure.figsize"]


def test_every_function_gives_back_its_axes(ax):
    assert plots.draw_graph(CORNERS, TRIANGLE, ax=ax) is ax
    assert plots.station_map(Places(CORNERS), TRIANGLE, ax=ax) is ax
    assert plots.spectrum([0.0, 1.0], ax=ax) is ax
    assert plots.frontier([1.0, 0.5], [0.0, 1.0], [0.0, 1.0], ax=ax) is ax
    assert plots.curves([0, 1], {"a": [0, 1]}, ax=ax, xlabel="x", ylabel="y") is ax
    assert plots.level_lines(np.eye(2), [0, 0], ax=ax, xlim=(0, 1), ylim=(0, 1)) is ax


def test_each_edge_is_drawn_once_between_its_ends(ax):
    plots.draw_graph(CORNERS, TRIANGLE, ax=ax)
    ends = {frozenset(map(tuple, segment)) for segment in drawn(ax, LineCollection).get_segments()}
    corners = [tuple(corner) for corner in CORNERS]
    assert len(drawn(ax, LineCollection).get_segments()) == 3
    assert ends == {frozenset({corners[i], corners[j]}) for i, j in [(0, 1), (0, 2), (1, 2)]}


def test_nodes_stand_at_their_points_with_their_values(ax):
    plots.draw_graph(CORNERS, TRIANGLE, [3.0, 1.0, 2.0], ax=ax, label="°C")
    assert_allclose(drawn(ax, PathCollection).get_offsets(), CORNERS)
    assert_allclose(drawn(ax, PathCollection).get_array(), [3.0, 1.0, 2.0])
    assert ax.figure.axes[1].get_ylabel() == "°C"


def test_diverging_colours_have_zero_in_the_middle(ax):
    plots.draw_graph(CORNERS, TRIANGLE, [-1.0, 0.0, 5.0], ax=ax, diverging=True)
    assert drawn(ax, PathCollection).get_clim() == (-5.0, 5.0)


def test_all_values_zero_still_have_a_colour_scale(ax):
    plots.draw_graph(CORNERS, TRIANGLE, np.zeros(3), ax=ax, diverging=True)
    assert drawn(ax, PathCollection).get_clim() == (-1.0, 1.0)


def test_names_and_weights_are_written(ax):
    plots.draw_graph(CORNERS, TRIANGLE, ax=ax, names="abc", weights=True)
    assert {text.get_text() for text in ax.texts} == {"a", "b", "c", "2", "1", "0.5"}


def test_a_graph_without_edges_draws_its_nodes(ax):
    plots.draw_graph(CORNERS, np.zeros((3, 3)), ax=ax)
    assert len(drawn(ax, PathCollection).get_offsets()) == 3
    assert drawn(ax, LineCollection).get_segments() == []


def test_map_has_longitude_to_the_right_and_latitude_upwards(ax):
    latlon = np.array([[60.0, 25.0], [70.0, 28.0], [65.0, 24.0]])
    plots.station_map(Places(latlon), TRIANGLE, ax=ax)
    assert_allclose(drawn(ax, PathCollection).get_offsets(), latlon[:, ::-1])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("longitude (°E)", "latitude (°N)")


def test_map_at_60_degrees_is_stretched_twofold(ax):
    # cos 60° = 1/2: a degree of latitude is twice as long as one of longitude.
    plots.station_map(Places(np.array([[59.0, 0.0], [61.0, 0.0]])), np.zeros((2, 2)), ax=ax)
    assert_allclose(ax.get_aspect(), 2.0)


def test_spectrum_separates_rounding_from_positive_eigenvalues(ax):
    plots.spectrum([-2e-15, 1e-15, 0.3, 4.0], ax=ax)
    zero, positive = ax.lines
    assert_allclose(zero.get_xdata(), [1, 2])
    assert_allclose(positive.get_xdata(), [3, 4])
    assert_allclose(positive.get_ydata(), [0.3, 4.0])
    assert [line.get_label() for line in ax.lines] == ["zero: 2", "positive: 2"]


def test_frontier_names_points_that_lie_apart(ax):
    plots.frontier([10.0, 9.9, 0.0], [0.0, 0.01, 1.0], [0.0, 0.001, 100.0], ax=ax)
    assert [text.get_text() for text in ax.texts] == ["α = 0", "α = 100"]
    (line,) = ax.lines
    assert_allclose(line.get_xydata(), [[10.0, 0.0], [9.9, 0.01], [0.0, 1.0]])


def test_frontier_of_one_point_is_named(ax):
    plots.frontier([1.0], [2.0], [0.5], ax=ax)
    assert [text.get_text() for text in ax.texts] == ["α = 0.5"]


def test_curves_have_scale_labels_and_legend(ax):
    series = {"bound": [10.0, 1.0], "truth": [1.0, 0.01]}
    plots.curves([1, 10], series, ax=ax, xlabel="α", ylabel="error", xscale="log", yscale="log")
    assert (ax.get_xscale(), ax.get_yscale()) == ("log", "log")
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("α", "error")
    assert [text.get_text() for text in ax.get_legend().get_texts()] == list(series)
    assert_allclose(ax.lines[1].get_ydata(), series["truth"])


def test_a_single_curve_needs_no_legend(ax):
    plots.curves([1, 2], {"only": [1, 2]}, ax=ax, xlabel="x", ylabel="y")
    assert ax.get_legend() is None


def test_level_lines_run_where_the_function_has_their_value(ax):
    Q, q = np.array([[2.0, 0.5], [0.5, 1.0]]), np.array([-4.0, -2.0])
    plots.level_lines(Q, q, ax=ax, xlim=(-1, 3), ylim=(-1, 3), levels=5)
    (lines,) = ax.collections
    floor = -q @ np.linalg.solve(Q, q) / 4  # value at the minimum, -Q⁻¹q/2, inside the range
    for level, path in zip(lines.levels, lines.get_paths(), strict=True):
        w = path.vertices
        assert len(w) > 0
        assert_allclose(np.sum(w * (w @ Q + q), axis=1) - floor, level, atol=0.02)
    assert ax.get_aspect() == 1


def test_disc_areas_are_proportional_to_label_counts(ax):
    Z = np.array([[4, 0, 2], [1, 3, 0]])
    plots.label_distribution(Z, ax=ax)
    discs = drawn(ax, PathCollection)
    client, label = discs.get_offsets().astype(int).T
    counts = Z[client, label]
    assert sorted(zip(client, label, strict=True)) == [(0, 0), (0, 2), (1, 0), (1, 1)]
    assert_allclose(discs.get_sizes() / counts, discs.get_sizes()[0] / counts[0])
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("client", "class")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda ax: plots.draw_graph(CORNERS[:2], TRIANGLE, ax=ax), "points must have shape"),
        (lambda ax: plots.draw_graph(CORNERS, np.triu(TRIANGLE), ax=ax), "A must be symmetric"),
        (lambda ax: plots.draw_graph(CORNERS, TRIANGLE, [1.0], ax=ax), "values must have shape"),
        (lambda ax: plots.draw_graph(CORNERS, TRIANGLE, ax=ax, names="ab"), "names must have"),
        (lambda ax: plots.spectrum([1.0, 0.0], ax=ax), "eigenvalues must be in ascending order"),
        (lambda ax: plots.frontier([1.0], [1.0, 2.0], [0.0, 1.0], ax=ax), "variation must have"),
        (
            lambda ax: plots.level_lines(np.eye(3), [0, 0], ax=ax, xlim=(0, 1), ylim=(0, 1)),
            r"Q must have shape \(2, 2\)",
        ),
        (
            lambda ax: plots.curves([1, 2], {"a": [1]}, ax=ax, xlabel="", ylabel=""),
            r"series\['a'\] must have shape \(2,\), got \(1,\)",
        ),
        (
            lambda ax: plots.curves([1], {}, ax=ax, xlabel="", ylabel="", xscale="cube"),
            "xscale must be one of",
        ),
        (lambda ax: plots.label_distribution([[1, -1]], ax=ax), "Z must be at least 0, got -1"),
        (lambda ax: plots.label_distribution([[0, 0]], ax=ax), "got an empty client 0"),
    ],
)
def test_bad_input_is_refused_by_name(ax, call, message):
    with pytest.raises(ValueError, match=message):
        call(ax)


def test_a_slider_shows_one_picture_and_says_what_each_shows():
    def draw(height, ax):
        ax.plot([0, 1], [0, height])
        return f'up to <{height}> "high"'

    found = plots.slider(draw, [1, 2, 5], name="the height h", start=1)
    assert repr(found).splitlines()[2] == 'h = 5: up to <5> "high"'
    soup = BeautifulSoup(found._repr_html_(), "html.parser")
    pictures = soup.find_all("img")
    assert [picture["alt"] for picture in pictures] == list(found.words)
    assert [picture.has_attr("hidden") for picture in pictures] == [True, False, True]
    assert soup.input["aria-valuetext"] == soup.output.get_text() == found.words[1]
    for picture in pictures:  # each picture is complete in itself and well-formed
        svg = unquote(picture["src"].removeprefix("data:image/svg+xml,"))
        assert ElementTree.fromstring(svg).tag.endswith("svg")


@pytest.mark.parametrize("start", [-1, 2])
def test_a_slider_starts_at_one_of_its_pictures(start):
    with pytest.raises(ValueError, match=f"start must be a position in the 2 values, got {start}"):
        plots.slider(lambda value, ax: "", [1, 2], name="x", start=start)


def test_a_country_lies_below_its_stations_and_inside_the_frame(ax):
    plots.station_map(Places(outlines.FINLAND[:3]), np.zeros((3, 3)), ax=ax)
    country, dots = drawn(ax, PathCollection), ax.patches[0]
    assert dots.get_zorder() < country.get_zorder()
    west, east = ax.get_xlim()
    south, north = ax.get_ylim()
    assert np.all(([south, west] < outlines.FINLAND) & ([north, east] > outlines.FINLAND))


def test_the_twin_lies_in_its_country():
    inside = MplPath(outlines.FINLAND).contains_points(data.load_fmi("simulated").latlon)
    assert inside.all()


def ends(ax):
    """Where the arrows of a schematic begin and end."""
    return [(note.xyann, note.xy) for note in ax.texts if getattr(note, "arrow_patch", None)]


def test_an_arrow_joins_its_boxes_and_touches_none():
    _, ax = plt.subplots(figsize=(4, 2))
    boxes = {"a": (0.7, 1, "one\nnode", "client"), "b": (3.2, 1, "server", "server")}
    plots.schematic(boxes, [("a", "b", "", "up")], ax=ax)
    (((start, y), (end, other)),) = ends(ax)
    assert y == other == 1
    left, right = (patch.get_bbox() for patch in ax.patches)
    assert left.x1 < start < end < right.x0
    assert ax.get_xlim() == (0, 4)


def test_an_arrow_and_its_opposite_stand_side_by_side():
    _, ax = plt.subplots(figsize=(4, 2))
    boxes = {"a": (0.7, 1, "a", "client"), "b": (3.2, 1, "b", "client")}
    plots.schematic(boxes, [("a", "b", "go", "up"), ("b", "a", "come", "down")], ax=ax)
    (_, go), (_, come) = ends(ax)
    assert abs(go[1] - come[1]) > 0.15
    heights = {text.get_text(): text.get_position()[1] for text in ax.texts if text.get_text()}
    assert (heights["go"] - heights["come"]) * (go[1] - come[1]) > 0


def test_nothing_travels_to_an_idle_client():
    _, ax = plt.subplots(figsize=(4.8, 2.4))
    texts = ["a\nworks", "b\nasleep", "c\nworks"]
    plots.server_round(texts, server="s", down="model", up="update", ax=ax, idle=[1])
    x = np.array([start[0] for start, _ in ends(ax)])
    assert len(x) == 4
    assert np.all(np.abs(x - 2.4) > 0.5)
    dashes = [patch.get_linestyle() for patch in ax.patches]
    # The server comes first.
    assert [dash in ("--", "dashed") for dash in dashes] == [
        False,
        False,
        True,
        False,
    ]


@pytest.mark.parametrize(
    ("boxes", "arrows", "words"),
    [
        ({"a": (1, 1, "a", "clown")}, [], "kind of a box"),
        ({"a": (1, 1, "a", "idle")}, [("a", "b", "", "up")], "name in arrows"),
        (
            {"a": (1, 1, "a", "idle"), "b": (2, 1, "b", "idle")},
            [("a", "b", "", "sideways")],
            "kind of an arrow",
        ),
    ],
)
def test_a_schematic_refuses_what_it_does_not_know(ax, boxes, arrows, words):
    with pytest.raises(ValueError, match=words):
        plots.schematic(boxes, arrows, ax=ax)


def test_a_round_needs_somebody_who_works(ax):
    with pytest.raises(ValueError, match="idle must leave"):
        plots.server_round(["a"], server="s", down="", up="", ax=ax, idle=[0])


def dark(colour):
    """A colour after the filter of book.css for dark pages: invert(1) hue-rotate(180deg)."""
    turned = [[-0.574, 1.43, 0.144], [0.426, 0.43, 0.144], [0.426, 1.43, -0.856]]
    return np.clip(turned @ (1 - np.array(to_rgb(colour))), 0, 1)


def test_the_dark_version_can_be_read_as_well():
    css = (ROOT / "book" / "_static" / "book.css").read_text("utf-8")
    assert "filter: invert(1) hue-rotate(180deg)" in css
    page = "#14181e"
    for colour in plots.COLOURS.values():
        assert contrast(dark(colour), page) >= 4.5
    assert contrast(dark(plots.EDGE), page) >= 4.5
    for look in plots.BOXES.values():
        assert contrast(dark(plots.INK), dark(look["facecolor"])) >= 4.5
    for colour, _ in plots.ARROWS.values():
        assert contrast(dark(colour), page) >= 4.5


def test_every_colour_of_the_scale_is_seen_on_the_page_and_on_land_light_and_dark():
    scale = mpl.colormaps[plots.SEQUENTIAL](np.linspace(0, 1, 64))[:, :3]
    for ground in (plots.STYLE["figure.facecolor"], plots.LAND):
        assert min(contrast(colour, ground) for colour in scale) >= 3
    for ground in ("#14181e", dark(plots.LAND)):
        assert min(contrast(dark(colour), ground) for colour in scale) >= 3


def test_the_scale_grows_lighter_all_the_way_so_that_no_two_values_look_alike():
    scale = mpl.colormaps[plots.SEQUENTIAL](np.linspace(0, 1, 16))[:, :3]
    assert np.all(np.diff([contrast(colour, "white") for colour in scale]) < -0.05)
    assert np.all(np.diff([contrast(dark(colour), "black") for colour in scale]) < -0.05)
    assert contrast(scale[0], scale[-1]) > 4


def test_the_ends_of_the_scale_differ_in_hue_light_and_dark():
    cold, warm = mpl.colormaps[plots.SEQUENTIAL]([0.0, 1.0])[:, :3]
    for low, high in [(cold, warm), (dark(cold), dark(warm))]:
        assert np.argmax(low) == 2  # blue
        assert np.argmax(high) == 0  # red
        assert np.ptp(low) > 0.25
        assert np.ptp(high) > 0.25
