"""Fetch files of real data: verified by checksum, never half there.

pooch downloads into a temporary file beside the final place and gives it its name, at once, only
when its SHA-256 is right: a reader of that name never sees a wrong file. A download that broke off
starts anew, as the one file that there is has 1.26 MB.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from flcourse._require import choice, number
from flcourse.data._places import VARIABLE, data_dirs
from flcourse.data.fmi import FILE

__all__ = ["DATASETS", "Dataset", "FetchError", "fetch"]

CHUNK = 1 << 16

Progress = Callable[[int, int], None]


def __dir__() -> list[str]:
    return __all__


class FetchError(OSError):
    """A file could not be fetched; the message says why and what to do."""


@dataclass(frozen=True)
class Dataset:
    """A public file and how to know that it is the right one.

    Parameters
    ----------
    url : str
        Public address of one fixed version.
    file : pathlib.Path
        Place in a data folder.
    size : int
        Length in bytes.
    sha256 : str
        Checksum in hexadecimal digits.
    instead : str
        What to use without a network.
    """

    url: str
    file: Path
    size: int
    sha256: str
    instead: str


DATASETS = {
    "fmi": Dataset(
        url="https://raw.githubusercontent.com/alexjungaalto/FederatedLearning/"
        "560dee5f04593d40e935eff377cd509ea4f29111/Edition2024/Assignments/"
        "Assignment_MLBasicsData.csv",
        file=FILE,
        size=1_259_176,
        sha256="933843e9e575ca1d0ee5860ad32ee14bf24a78623910eab3e3b1d047792b8b93",
        instead='load_fmi("simulated")',
    )
}


def fetch(
    name: str = "fmi",
    *,
    to: str | os.PathLike[str] | None = None,
    url: str | None = None,
    progress: Progress | None = None,
    timeout: float = 30.0,
) -> Path:
    """Download a data set of the course, unless it is already there, and verify it.

    Parameters
    ----------
    name : {"fmi"}
        Temperatures of the Finnish Meteorological Institute, for ``load_fmi("observed")``.
    to : path-like, optional
        Data folder; the file goes to ``fmi/`` in it. Default: ``$FLCOURSE_DATA`` if it is set,
        else the user's cache, where ``load_fmi`` looks.
    url : str, optional
        Another http(s) address of the same file, such as a copy in a class room.
    progress : callable, optional
        Called as ``progress(bytes_here, bytes_in_all)`` while the file arrives.
    timeout : float
        Seconds without a sign of the server after which it counts as silent.

    Returns
    -------
    pathlib.Path
        The verified file.

    Raises
    ------
    FetchError
        If there is no network or no such file, if the bytes are not the right ones, or if they
        cannot be written. Nothing is then left under the final name: a wrong file that stood
        there is kept as ``<name>.wrong``.
    ValueError
        If there is no data set of this name, or the address is not http(s).

    Examples
    --------
    >>> fetch("weather")
    Traceback (most recent call last):
    ValueError: name must be one of 'fmi', got 'weather'
    """
    dataset = DATASETS[choice("name", name, DATASETS)]
    number("timeout", timeout, above=0)
    if url is not None and not url.startswith(("http://", "https://")):
        raise ValueError(f"url must start with http:// or https://, got {url!r}")
    place = (data_dirs()[0] if to is None else Path(to).expanduser()) / dataset.file
    if not _is_right(place, dataset):
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            if place.exists():  # somebody's bytes, but not these: keep them under another name
                place.replace(place.with_name(place.name + ".wrong"))
            _download(dataset, place, url or dataset.url, progress, timeout)
            place.chmod(0o644)  # a data folder may be a class's; temporary files are private
        except FetchError:
            raise
        except OSError as error:
            raise FetchError(
                f"cannot write in {place.parent} ({error.strerror or error}): choose a folder of "
                f"your own and name it in {VARIABLE}"
            ) from error
    return place


def _is_right(path: Path, dataset: Dataset) -> bool:
    """Whether a file is there and has the right bytes."""
    if not path.is_file() or path.stat().st_size != dataset.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == dataset.sha256


def _download(
    dataset: Dataset, place: Path, url: str, progress: Progress | None, timeout: float
) -> None:
    """Put the right file in its place, or nothing; say in one sentence what went wrong."""
    import pooch  # with requests a tenth of a second, which who loads the twin need not wait
    from requests import HTTPError, RequestException

    pooch.get_logger().setLevel("WARNING")  # we do not print
    downloader = pooch.HTTPDownloader(
        progressbar=_Bar(dataset.size, progress) if progress else False,
        chunk_size=CHUNK,
        timeout=timeout,
        headers={"User-Agent": "flcourse", "Accept-Encoding": "identity"},
    )
    by_hand = (
        f"get {dataset.url} by hand where there is a network and put it at {place}, or use "
        f"{dataset.instead}"
    )
    host = urlsplit(url).netloc
    try:
        pooch.retrieve(
            url, f"sha256:{dataset.sha256}", place.name, place.parent, downloader=downloader
        )
    except HTTPError as error:
        answer = str(error).partition(" for url")[0]  # 404 Client Error: Not Found
        raise FetchError(f"{host} answers {answer}: {by_hand}") from error
    except RequestException as error:
        raise FetchError(f"{host} cannot be reached ({_reason(error)}): {by_hand}") from error
    except ValueError as error:
        raise FetchError(
            f"what {url} sent is not the file that the course knows (another SHA-256): it was "
            "damaged on the way or changed at its source, and nothing of it was kept; try again, "
            f"or {by_hand}"
        ) from error


def _reason(error: BaseException) -> str:
    """Repeat what the innermost error says, without the names of the objects that met it."""
    while inner := error.__cause__ or error.__context__:
        error = inner
    return getattr(error, "strerror", None) or str(error)


class _Bar:
    """What pooch wants of a progress bar, to tell a function (bytes here, bytes in all)."""

    def __init__(self, size: int, tell: Progress) -> None:
        self.total, self.here = size, 0
        self.size, self.tell = size, tell

    def update(self, count: int) -> None:
        """Count the bytes of a chunk; the last one may be shorter than pooch says."""
        self.here = min(self.here + count, self.size)
        self.tell(self.here, self.size)

    def reset(self) -> None:
        """Begin anew, before pooch tells the whole at the end."""
        self.here = 0

    def close(self) -> None:
        """Nothing is open."""
