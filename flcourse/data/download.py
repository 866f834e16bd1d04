"""Fetch files of real data: verified by checksum, resumed where they broke off, never half there.

The bytes arrive in ``<name>.part`` beside their place. Only when their SHA-256 is right does one
atomic rename give them their name, so that a reader of that name never sees a wrong file.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.client import HTTPException, HTTPResponse
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from flcourse._require import choice, number
from flcourse.data._places import VARIABLE, data_dirs
from flcourse.data.fmi import FILE

try:
    import fcntl
except ImportError:  # Windows has no flock: two downloads at once may disturb each other there
    fcntl = None  # type: ignore[assignment]  # the module is a flag here

CHUNK = 1 << 16

Progress = Callable[[int, int], None]


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
        cannot be written. What arrived of a good file is kept and the next call goes on from
        there; a wrong file is never left under the final name.
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
        with _writing(place.parent):
            place.parent.mkdir(parents=True, exist_ok=True)
            with _alone_in(place.parent):
                _put(dataset, place, _Source(url or dataset.url, timeout, progress))
    return place


@dataclass(frozen=True)
class _Source:
    """Where to ask, how patiently, and whom to tell."""

    url: str
    timeout: float
    progress: Progress | None


def _put(dataset: Dataset, place: Path, source: _Source) -> None:
    """Put the right file in its place, or nothing."""
    if _is_right(place, dataset):  # another download was faster
        return
    if place.exists():  # somebody's bytes, but not these: keep them under another name
        place.replace(place.with_name(place.name + ".wrong"))
    part = place.with_name(place.name + ".part")
    for fresh in (not part.exists(), True):
        _transfer(dataset, place, part, source)
        if _is_right(part, dataset):
            part.replace(place)
            return
        part.unlink()
        if fresh:  # else a leftover may be to blame: once more from the start
            break
    raise FetchError(
        f"what {source.url} sent is not the file that the course knows (another SHA-256): it was "
        "damaged on the way or changed at its source, and nothing of it was kept; try again, or "
        f"{_by_hand(dataset, place)}"
    )


def _is_right(path: Path, dataset: Dataset) -> bool:
    """Whether a file is there and has the right bytes."""
    if not path.is_file() or path.stat().st_size != dataset.size:
        return False
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest() == dataset.sha256


def _transfer(dataset: Dataset, place: Path, part: Path, source: _Source) -> None:
    """Append to ``part`` what is missing in it, as far as the connection carries."""
    here = part.stat().st_size if part.exists() else 0
    if here >= dataset.size:  # only the check is left to do, and it may fail
        return
    with _connecting(dataset, place, source):
        response, here = _open(source, here)
    with response, part.open("ab") as file:
        offered = here + (dataset.size - here if response.length is None else response.length)
        if offered != dataset.size:
            raise FetchError(
                f"{source.url} offers a file of {offered} bytes where {dataset.size} were "
                f"expected, which is another file: {_by_hand(dataset, place)}"
            )
        file.truncate(here)
        for chunk in _chunks(response):
            file.write(chunk[: dataset.size + 1 - here])
            here += len(chunk)
            if source.progress is not None:
                source.progress(min(here, dataset.size), dataset.size)
            if here > dataset.size:  # the check will say so
                break
        file.flush()
        os.fsync(file.fileno())
    if here < dataset.size:
        raise FetchError(
            f"the connection to {source.url} broke off after {here} of {dataset.size} bytes: "
            "call the same again, it goes on from there"
        )


def _open(source: _Source, start: int) -> tuple[HTTPResponse, int]:
    """Ask for the bytes from ``start`` on; return the answer and where it really starts."""
    headers = {"User-Agent": "flcourse", "Accept-Encoding": "identity"}
    if start:
        headers["Range"] = f"bytes={start}-"
    try:
        response = urlopen(Request(source.url, headers=headers), timeout=source.timeout)
    except HTTPError as error:
        error.close()
        if start and error.code == 416:  # the server does not have that range
            return _open(source, 0)
        raise
    if response.status == 206 and not response.headers.get("Content-Range", "").startswith(
        f"bytes {start}-"
    ):
        response.close()
        return _open(source, 0)
    return response, start if response.status == 206 else 0


def _chunks(response: HTTPResponse) -> Iterator[bytes]:
    """Yield the body until it ends, well or not: the caller knows how long it must be."""
    with suppress(HTTPException, OSError):
        while chunk := response.read1(CHUNK):  # what has come, not a full chunk: it may be the last
            yield chunk


@contextmanager
def _connecting(dataset: Dataset, place: Path, source: _Source) -> Iterator[None]:
    """Turn what can go wrong before the first byte into one sentence with the next step."""
    try:
        yield
    except HTTPError as error:
        reason = f"answers {error.code} ({error.reason})"
    except (HTTPException, OSError) as error:
        why = getattr(error, "reason", error)  # URLError wraps what went wrong
        reason = f"cannot be reached ({getattr(why, 'strerror', None) or why})"
    else:
        return
    host = urlsplit(source.url).netloc
    raise FetchError(f"{host} {reason}: {_by_hand(dataset, place)}")


def _by_hand(dataset: Dataset, place: Path) -> str:
    return (
        f"get {dataset.url} by hand where there is a network and put it at {place}, or use "
        f"{dataset.instead}"
    )


@contextmanager
def _writing(folder: Path) -> Iterator[None]:
    """Tell a folder that cannot be written from a network that cannot be reached."""
    try:
        yield
    except FetchError:
        raise
    except OSError as error:
        raise FetchError(
            f"cannot write in {folder} ({error.strerror or error}): choose a folder of your own "
            f"and name it in {VARIABLE}"
        ) from error


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    """Let one process at a time download into a folder; a killed one lets go by itself."""
    if fcntl is None:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise FetchError(
                f"another download into {folder} is under way: wait until it has ended"
            ) from error
        except OSError:  # some network file systems have no locks
            pass
        yield
    finally:
        os.close(handle)
