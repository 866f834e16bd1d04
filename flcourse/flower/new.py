"""Write an app folder that Flower's commands understand, and certificates for a trial."""

from __future__ import annotations

import datetime
import ipaddress
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import (
        EllipticCurvePrivateKey,
        EllipticCurvePublicKey,
    )
    from cryptography.x509 import Certificate, ExtensionType, GeneralName

__all__ = ["certificates", "connection", "new_app"]

AUTHORITY = "flcourse trial authority"

PYPROJECT = """\
# An app of Flower. Only this folder is sent to the server and from there to the nodes, with all
# .py, .toml, .md, .yaml and .json in it: keep data and keys elsewhere.
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "fedapp"
version = "1.0.0"
description = "Federated optimisation with flcourse"
license = "BSD-3-Clause"
# What the machines must have already: SuperLink and SuperNodes install nothing.
dependencies = ["flcourse[flower]"]

[tool.hatch.build.targets.wheel]
packages = ["."]

[tool.flwr.app]
publisher = "flcourse"

[tool.flwr.app.components]
serverapp = "fedapp:server"
clientapp = "fedapp:client"

# Every key can be overridden: flwr run … --run-config "algorithm='FedProx' mu=0.1".
[tool.flwr.app.config]
algorithm = "FedAvg"  # or FedProx, QFedSGD, QFedAvg, Ditto
lr = 0.03
epochs = 1
batch = 10            # 0: all samples in one batch
mu = 0.1              # FedProx
q-ffl = 1.0           # QFedAvg, QFedSGD
lipschitz = 30.0      # QFedSGD
lam = 0.5             # Ditto
loss = "Softmax"      # or Squared, Logistic, MLP
hidden = "32"         # MLP: widths of the hidden layers
clients = 3           # nodes with partition-id 0, 1, 2
select = "uniform"    # or dpp (label counts leave the nodes), fedbag (the same)
k = 2                 # uniform, dpp: clients of a round
budget = 3.0          # fedbag: longest round in seconds (train-time, upload-time of the nodes)
rounds = 20
seed = 7
timeout = 600.0       # seconds that a round waits for answers
save = ""             # file for the model on the server's machine; none if empty
"""

FEDAPP = '''\
"""The app: where a node finds its data, and the two halves that Flower starts."""

import functools

import numpy as np

from flcourse import flower
from flcourse.data import synthetic

# Real data instead: read_leaf("data/train") from flcourse.data, one user for each node.


@functools.cache
def clients():
    return synthetic(1, 1, 3, rng=np.random.default_rng(0), sizes="qffl")


def load(partition):
    return clients()[partition]


client = flower.client_app(load)
server = flower.server_app()
'''


def __dir__() -> list[str]:
    return __all__


def new_app(folder: str | Path) -> Path:
    """Write ``app/pyproject.toml`` and ``app/fedapp.py`` into a new folder.

    Parameters
    ----------
    folder : path-like
        It must not hold an app yet.

    Returns
    -------
    Path
        The app folder, which ``flwr run`` wants.

    Raises
    ------
    FileExistsError
        If there is an app already.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     sorted(path.name for path in new_app(folder).iterdir())
    ['fedapp.py', 'pyproject.toml']
    """
    app = Path(folder) / "app"
    app.mkdir(parents=True)
    (app / "pyproject.toml").write_text(PYPROJECT, encoding="utf-8")
    (app / "fedapp.py").write_text(FEDAPP, encoding="utf-8")
    return app


def connection(folder: str | Path, address: str) -> Path:
    """Write ``flwr/config.toml``: with FLWR_HOME=folder/flwr, ``flwr run`` knows the server.

    Parameters
    ----------
    folder : path-like
        With the certificates in ``tls``.
    address : str
        host:port of the SuperLink.

    Returns
    -------
    Path
        The folder for FLWR_HOME.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     home = connection(folder, "127.0.0.1:9092")
    ...     text = (home / "config.toml").read_text()
    >>> text.splitlines()[4]
    'address = "127.0.0.1:9092"'
    """
    home = Path(folder).resolve() / "flwr"
    home.mkdir(parents=True, exist_ok=True)
    text = f"""\
[superlink]
default = "mine"

[superlink.mine]
address = "{address}"
root-certificates = "{(home.parent / "tls" / "ca.pem").as_posix()}"
"""
    (home / "config.toml").write_text(text, encoding="utf-8")
    return home


def certificates(folder: str | Path, hosts: Sequence[str] = ("127.0.0.1", "localhost")) -> None:
    """Write an authority, ``ca.pem``, and ``server.pem``, which it vouches for, with its key.

    Parameters
    ----------
    folder : path-like
        Where to; made if it is not there.
    hosts : sequence of str
        Addresses and names under which the nodes reach the server.

    Notes
    -----
    They are meant for a trial, and valid for 30 days. The authority's own key is thrown away, so
    that nobody can make a second server that the nodes would trust.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     certificates(folder)
    ...     sorted(path.name for path in Path(folder).iterdir())
    ['ca.pem', 'server.key', 'server.pem']
    """
    from cryptography import x509
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.hazmat.primitives.serialization import Encoding
    from cryptography.x509.oid import ExtendedKeyUsageOID

    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    root, key = (ec.generate_private_key(ec.SECP256R1()) for _ in range(2))
    ca = _signed(
        root, AUTHORITY, root.public_key(), [x509.BasicConstraints(ca=True, path_length=0)]
    )
    rights: list[ExtensionType] = [
        x509.BasicConstraints(ca=False, path_length=None),
        x509.SubjectAlternativeName([_host(host) for host in hosts]),
        x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]),
    ]
    server = _signed(root, hosts[0], key.public_key(), rights)
    (folder / "ca.pem").write_bytes(ca.public_bytes(Encoding.PEM))
    (folder / "server.pem").write_bytes(server.public_bytes(Encoding.PEM))
    _write_key(folder / "server.key", key)


def _signed(
    root: EllipticCurvePrivateKey,
    subject: str,
    public: EllipticCurvePublicKey,
    extensions: Sequence[ExtensionType],
) -> Certificate:
    """Certificate of the authority for a key, from an hour ago on."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes
    from cryptography.x509.oid import NameOID

    issuer, holder = (
        x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)]) for name in (AUTHORITY, subject)
    )
    today = datetime.datetime.now(datetime.UTC)
    builder = x509.CertificateBuilder(issuer, holder, public, x509.random_serial_number())
    builder = builder.not_valid_before(today - datetime.timedelta(hours=1))
    builder = builder.not_valid_after(today + datetime.timedelta(days=30))
    for extension in extensions:
        builder = builder.add_extension(extension, critical=False)
    return builder.sign(root, hashes.SHA256())


def _write_key(path: Path, key: EllipticCurvePrivateKey) -> None:
    """Write a private key that only its owner may read."""
    from cryptography.hazmat.primitives import serialization

    path.touch(mode=0o600)
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM,
            serialization.PrivateFormat.PKCS8,
            serialization.NoEncryption(),
        )
    )


def _host(host: str) -> GeneralName:
    from cryptography import x509

    try:
        return x509.IPAddress(ipaddress.ip_address(host))
    except ValueError:
        return x509.DNSName(host)
