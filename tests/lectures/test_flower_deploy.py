"""A real federation on loopback: a SuperLink and SuperNodes as processes of their own, with TLS.

The processes that Flower starts for each message are forked by tests/warm_start.py, unless
FLCOURSE_COLD_START is set: Flower gives up on one that needs 30 seconds, as on a busy machine.
"""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path

os.environ.setdefault("FLWR_TELEMETRY_ENABLED", "0")  # before flwr is imported

import numpy as np
import pytest
import warm_start
from numpy.testing import assert_allclose, assert_array_equal

pytest.importorskip("flwr", reason="the extra flower is not installed")

from flcourse.data import label_counts, synthetic
from flcourse.dpp import KDPP, label_kernel
from flcourse.fedbag import ByFedBag
from flcourse.fedopt import Ditto, FedAvg, FedProx, QFedAvg, QFedSGD, simulate, uniform
from flcourse.flower import certificates, connection, new_app
from flcourse.losses import Softmax

pytestmark = [pytest.mark.slow, pytest.mark.timeout(2 * 1500)]

BIN = Path(sys.executable).parent
N = 2
CLIENTS = synthetic(1, 1, 3, rng=np.random.default_rng(0), sizes="qffl")[:N]  # as in fedapp.py
Z = label_counts(CLIENTS, 10)
# One client a round: what the run is told, and the same for `simulate`. Each node takes 1 + 1 s.
SELECTORS = {
    "uniform": ({"k": 1}, uniform(N, 1)),
    "dpp": ({"k": 1}, KDPP(label_kernel(Z), 1).select),
    "fedbag": ({"budget": 2.0}, ByFedBag(Z, np.ones(N), np.ones(N), 2.0)),
}
SETTINGS = {
    FedAvg: {"lr": 0.03, "epochs": 2, "batch": 10},
    FedProx: {"mu": 0.5, "lr": 0.03, "epochs": 2, "batch": 10},
    QFedSGD: {"q_ffl": 1.0, "lipschitz": 50.0},
    QFedAvg: {"q_ffl": 1.0, "lr": 0.03, "batch": 10},
    Ditto: {"lam": 0.5, "lr": 0.03, "batch": 10},
}
# Which algorithm runs and who chooses its clients are independent of each other in the app. Each of
# them comes across the wire once here (all pairs: FLCOURSE_ALL_PAIRS=1); test_flower.py has every
# pair in one process. What a long run adds, the state that both sides keep from round to round,
# shows in one with personal models and one without.
ROUNDS = {
    (FedAvg, "uniform"): 3, (FedProx, "dpp"): 3, (QFedSGD, "fedbag"): 3,
    (QFedAvg, "dpp"): 6, (Ditto, "fedbag"): 6,
}  # fmt: skip
if "FLCOURSE_ALL_PAIRS" in os.environ:
    ROUNDS |= dict.fromkeys(
        ((a, s) for a in SETTINGS for s in SELECTORS if (a, s) not in ROUNDS), 3
    )
PATIENCE = 1500  # seconds, for a very busy machine: each message starts a process on its node


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def wait_for(condition, what, seconds=PATIENCE):
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"{what}: not within {seconds} s"
        time.sleep(0.2)


class Federation:
    """Folder, ports and processes of a trial."""

    def __init__(self, folder):
        self.folder, self.port = folder, free_port()
        self.app = new_app(folder)
        certificates(folder / "tls")
        certificates(folder / "other")
        self.home = connection(folder, f"127.0.0.1:{self.port}")
        self.processes = {}

    def environment(self, name):
        home = self.home if name == "run" else self.folder / f"home-{name}"
        return {
            **os.environ,
            "PATH": os.pathsep.join([f"{self.folder}/bin", str(BIN), os.environ["PATH"]]),
            "HOME": str(self.folder),
            "FLWR_HOME": str(home),
            "FLWR_TELEMETRY_ENABLED": "0",
            "FLWR_DISABLE_UPDATE_CHECK": "1",
            "FLWR_SUPEREXEC_TASK_POLL_INTERVAL": "0.2",
            "OMP_NUM_THREADS": "1",
        }

    def log(self, name):
        path = self.folder / f"{name}.log"
        return path.read_text("utf-8", errors="replace") if path.exists() else ""

    def start(self, name, *command):
        with open(self.folder / f"{name}.log", "wb") as log:
            self.processes[name] = subprocess.Popen(
                [BIN / command[0], *map(str, command[1:])], cwd=self.folder, stdout=log,
                stderr=subprocess.STDOUT, env=self.environment(name), start_new_session=True,
            )  # fmt: skip

    def warm_start(self):
        door = self.folder / "warm"
        warm_start.commands(self.folder / "bin", door)
        self.start("warm", "python", warm_start.__file__, door)
        wait_for(door.exists, "warm start")

    def link(self):
        self.start(
            "link", "flower-superlink", "--port", self.port,
            "--disable-runtime-dependency-installation", "--ssl-ca-certfile", "tls/ca.pem",
            "--ssl-certfile", "tls/server.pem", "--ssl-keyfile", "tls/server.key",
        )  # fmt: skip
        wait_for(lambda: "Uvicorn running on https" in self.log("link"), "SuperLink")

    def node(self, name, partition, authority="tls"):
        self.start(
            name, "flower-supernode", "--superlink", f"127.0.0.1:{self.port}",
            "--root-certificates", f"{authority}/ca.pem", "--port", free_port(),
            "--node-config", f"partition-id={partition}", "--max-retries", 3,
        )  # fmt: skip

    def run(self, save, **settings):
        """Submit a run; return at once."""
        settings = {"clients": N, "save": f"{self.folder}/{save}", **settings}
        text = " ".join(f"{key}={json.dumps(value)}" for key, value in settings.items())
        command = [BIN / "flwr", "run", self.app, "mine", "--run-config", text]
        told = subprocess.run(
            command, env=self.environment("run"), capture_output=True, text=True, check=False
        )
        assert "Successfully started run" in told.stdout, told.stdout + told.stderr

    def result(self, save):
        path = self.folder / save
        wait_for(path.exists, f"{save}; the server says:\n{self.log('link')[-3000:]}")
        time.sleep(0.5)  # until it is written
        return np.load(path)

    def kill(self, name):
        os.killpg(self.processes.pop(name).pid, signal.SIGKILL)


@contextmanager
def federation(folder):
    trial = Federation(folder)
    try:
        yield trial
    finally:
        for name in list(trial.processes):
            trial.kill(name)


@pytest.fixture(scope="module")
def trial(tmp_path_factory):
    with federation(tmp_path_factory.mktemp("federation")) as trial:
        if "FLCOURSE_COLD_START" not in os.environ:
            trial.warm_start()
        trial.link()
        for i in range(N):
            trial.node(f"node{i}", i)
        yield trial


def test_a_wrong_certificate_is_refused(trial):
    trial.node("stranger", 0, authority="other")
    wait_for(lambda: trial.processes["stranger"].poll() is not None, "the stranger gives up", 120)
    assert trial.processes.pop("stranger").returncode != 0
    assert "register-node" not in trial.log("stranger")
    config = trial.home / "config.toml"
    good = config.read_text("utf-8")
    config.write_text(good.replace("tls/ca.pem", "other/ca.pem"), encoding="utf-8")
    try:
        with pytest.raises(AssertionError, match=r"SuperLink is unavailable|certificate"):
            trial.run("never.npz", rounds=1)
    finally:
        config.write_text(good, encoding="utf-8")


@pytest.fixture(scope="module")
def runs(trial):
    """All at once, as a server with several users has them: where each has left its model."""
    saves = {}
    for (algorithm, selector), rounds in ROUNDS.items():
        told = SETTINGS[algorithm] | SELECTORS[selector][0]
        told = {key.replace("_", "-"): value for key, value in told.items()}
        name = saves[algorithm, selector] = f"{algorithm.__name__}-{selector}.npz"
        trial.run(
            name, algorithm=algorithm.__name__, rounds=rounds, select=selector, seed=7, **told
        )
    return {key: trial.result(name) for key, name in saves.items()}


@pytest.mark.parametrize(
    ("algorithm", "selector"), ROUNDS, ids=[f"{a.__name__}-{s}" for a, s in ROUNDS]
)
def test_rounds_equal_simulate(algorithm, selector, runs):
    rounds = ROUNDS[algorithm, selector]
    got, settings, (_, select) = runs[algorithm, selector], SETTINGS[algorithm], SELECTORS[selector]
    run = simulate(
        algorithm(**settings), Softmax(), CLIENTS, rounds, select=select,
        rng=np.random.default_rng(7), every=rounds,
    )  # fmt: skip
    assert_allclose(got["w"], run.w, rtol=0, atol=1e-6)
    assert_allclose(got["device_loss"], run.metrics["device_loss"][-1], rtol=0, atol=1e-6)
    assert_array_equal(got["answered"].sum(axis=1), np.ones(rounds))


def test_a_killed_node_does_not_lose_the_run(trial):
    before = trial.log("node1").count("Receiving: train")
    trial.run("killed.npz", algorithm="FedAvg", rounds=5, k=2, lr=0.03, batch=0, timeout=200.0)
    wait_for(lambda: trial.log("node1").count("Receiving: train") >= before + 3, "third round")
    trial.kill("node1")
    got = trial.result("killed.npz")
    there = got["answered"]
    assert there[:, 0].all()
    assert there[:2].all()
    assert not there[-1, 1]
    run = simulate(
        FedAvg(lr=0.03), Softmax(), CLIENTS, 5, select=lambda t, r: np.flatnonzero(there[t]),
        rng=np.random.default_rng(7),
    )  # fmt: skip
    assert_allclose(got["w"], run.w, rtol=0, atol=1e-6)  # simulate, with that client left out
