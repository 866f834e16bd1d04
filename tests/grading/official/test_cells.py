"""A cell means in official grading what it means in a kernel: one cell after the other, in both.

Each cell runs in a real kernel and in the sandbox. Compared are the name of the error, what is
printed and displayed, and the value that the cell leaves in ``r``.
"""

import queue
import re
from pathlib import Path

import pytest
from jupyter_client.manager import start_new_kernel

from flcourse.grading.official import execute
from flcourse.grading.official.execute import Budget, CodeCell

HELPER = "/tmp/helper_of_a_student.py"
CELLS = [
    # --- magics of a line ---
    "%matplotlib inline\nr = 1",
    "%config InlineBackend.figure_format = 'retina'\nr = 2",
    "r = %pwd\nr = type(r).__name__",
    "%env FL_TERM=spring\nimport os\nr = os.environ['FL_TERM']",
    "%cd -q /\nr = 3",
    "%precision 3\nr = 4",
    "r = %lsmagic\nr = 'timeit' in str(r)",
    "if True:\n    %cd -q /\n    r = 5",
    "for k in range(2):\n    %cd -q /\nr = k",
    "def f():\n    %cd -q /\n    return 6\nr = f()",
    "r = %sx echo seven",
    "r = %sx echo eight; echo nine\nr = list(r)",
    "r = get_ipython().run_line_magic('sx', 'echo ten')",
    "%%capture out\nprint('not seen')\nr = 11",
    "r = out.stdout",
    "%load_ext autoreload\nr = 12",
    "%autoreload 2\nr = 13",
    "%xmode Plain\nr = 14",
    "%xmode Context",
    "%alias_magic -l again cd\nr = 15",
    "%who_ls int\nr = 16",
    "%reset_selective -f ^no_such_name$\nr = 17",
    "%pdb off\nr = 18",
    "pwd = 19\nr = pwd",
    "%automagic off\nr = 20",
    "%automagic on",
    "%no_such_magic\nr = 21",
    "%%no_such_magic\nr = 22",
    "%cd -q /no/such/folder\nr = 23",
    "% cd -q /",
    "r = 24 %  3",
    "r = (25\n%  3)",
    "r = 'a %s' \\\n% 26",
    'r = """\n%matplotlib inline\n"""',
    'r = """\n!ls\n?len\n%%time\n"""',
    "# %matplotlib inline\nr = 27",
    "# !ls\nr = 28",
    "r = 29  # %timeit f(1)",
    "%%html\n<b>30</b>",
    "%%javascript\n31",
    "%%latex\n$x$",
    "%%bash\necho 32",
    "%%sh\nexit 1",
    "%%script cat\n33",
    f"%%writefile {HELPER}\nvalue = 34",
    f"%run {HELPER}\nr = value",
    # --- the shell ---
    "!echo 35",
    "!echo 36; echo 37\nr = 38",
    "r = !echo 39\nr = list(r)",
    "word = 'forty'\n!echo $word {word.upper()}",
    "if True:\n    !echo 41",
    "def g():\n    found = !echo 42\n    return list(found)\nr = g()",
    "!!echo 43",
    "!false\nr = _exit_code",
    "r = 44 \\\n!= 45",
    "r = (46\n!= 46)",
    "r = [47]\nr[0] != 47",
    # --- help ---
    "len?",
    "len??",
    "?len",
    "len?\nr = 48",
    "r = 49 # is it?",
    "r = 50 # is it ?",
    "# what?\nr = 51",
    "def h(x):  # x is what?\n    return x\nr = h(52)",
    "r = 'why?'",
    "*sorte*?",
    "no_such_name?",
    "r = [1,\n2] # ?",
    # --- prompts, blanks, ends ---
    ">>> r = 53",
    ">>> def k(x):\n...     return x\n>>> r = k(54)",
    "In [1]: r = 55",
    "    r = 56",
    "  r = 57\n  s = 58",
    "r = 59;",
    "60",
    "61;",
    "62  # shown",
    "63;  # not shown",
    "",
    "\n\n",
    "# only a comment",
    "r = 64\r\ns = 65\r\n",
    "\tr = 66",
    "if True:\n\tr = 67\n        s = 68",
    "if True:\nr = 69",
    "r = 70 +",
    "r = (71",
    "r = '72",
    "r = 'caf\u00e9 \u4e2d \U0001d4b3'",
    "\u03b1 = 73\nr = \u03b1",
    "r = 7 4",
    "return 75",
    "yield 76",
    "x: int = 77\nr = x",
    "r = (y := 78)",
    # --- waiting ---
    "import asyncio\nr = await asyncio.sleep(0, 79)",
    "async def later(x):\n    await asyncio.sleep(0)\n    return x\nr = await later(80)",
    "r = [await later(k) for k in range(3)]",
    "async def several():\n    for k in range(3):\n        yield k\n"
    "r = [k async for k in several()]",
    "async for k in several():\n    r = k",
    "r = await asyncio.gather(later(81), later(82))",
    "task = asyncio.create_task(later(83))\nr = 84",
    "r = await task",
    "r = asyncio.get_running_loop().is_running()",
    "asyncio.run(later(85))",
    "import contextlib\n@contextlib.asynccontextmanager\nasync def room():\n    yield 86\n"
    "async with room() as r:\n    pass",
    "await later(87)",
    "await 88",
    "def wrong():\n    await later(89)",
    # --- what a notebook knows ---
    "r = __name__",
    "r = 91 if __name__ == '__main__' else 92",
    "r = get_ipython().__class__.__name__.endswith('Shell')",
    "__file__",
    "93",
    "r = _",
    "r = _ + 1",
    "Out[max(Out)]",
    "r = In[-1]",
    "r = _i",
    "display(94)",
    "from IPython.display import display, HTML, Markdown\ndisplay(95, 'and')",
    "HTML('<b>96</b>')",
    "print(97)\n98",
    "print('a', end='')\nprint('b')",
    "[99, 100]",
    "{'a': list(range(30)), 'b': list(range(30))}",
    "None",
    "import pickle\ndef picklable(x):\n    return x\n"
    "r = pickle.loads(pickle.dumps(picklable))(101)",
    "import multiprocessing\nwith multiprocessing.get_context('fork').Pool(2) as pool:\n"
    "    r = pool.map(picklable, [102, 103])",
    "import dataclasses\n@dataclasses.dataclass\nclass Point:\n    x: float\nr = Point(104.0).x",
    "from __future__ import annotations\ndef typed(x: no_such_type):\n    return x\nr = typed(105)",
    "r = sorted(k for k in ('picklable', 'Point', 'nothing') if k in globals())",
    "import inspect\nr = inspect.getsource(picklable)",
    # --- errors ---
    "1 / 0",
    "b'\\xff'.decode()\nr = 106",
    "'\\ud800'.encode()",
    "raise ExceptionGroup('several', [ValueError(1), TypeError(2)])",
    "class Own(Exception):\n    pass\nraise Own('mine')",
    "raise SystemExit('out')",
    "import sys\nsys.exit(1)",
    "raise KeyboardInterrupt",
    "undefined_name",
    "assert 1 == 2, 'not equal'",
    "import no_such_module",
    "open('/no/such/file')",
    "raise StopIteration(1)",
    "raise KeyError('a')",
    "class Bad:\n    def __repr__(self):\n        raise OSError('not today')\nr = Bad\nBad()",
    "r = 111\nBad()\nr = 112",
    "{}['b']",
    "r = 107\n1 / 0\nr = 108",
    "def gone():\n    return 109\ndel gone\ngone()",
    "r = 110",
]  # fmt: skip
TIMED = [
    "%timeit -n1 -r1 sum([1])\nr = 1",
    "r = %timeit -n1 -r1 -o -q sum([1])\nr = type(r).__name__",
    "if True:\n    %timeit -n1 -r1 sum([1])\n    r = 2",
    "%%timeit -n1 -r1\nsum([1])",
    "%time r = 3",
    "%%time\nr = 4",
    "def twice(x):\n    return 2 * x\n\n%timeit -n1 -r1 twice(1)\nr = twice(5)",
    "%prun -q r = 6",
    "async def later(x):\n    return x\nr = later(90).__class__.__name__",
    "import warnings\nwarnings.warn('careful')\nr = 7",
]
COLOURS = re.compile(r"\x1b\[[0-9;]*m")


class Kernel:
    """A kernel of Jupyter, as a student has it."""

    def __init__(self):
        self.manager, self.client = start_new_kernel(
            extra_arguments=["--HistoryManager.hist_file=:memory:"]
        )

    def run(self, source):
        """Return error, text and r."""
        message = self.client.execute(source, allow_stdin=False)
        answer = {"parent_header": {}}
        while answer["parent_header"].get("msg_id") != message:
            answer = self.client.get_shell_msg(timeout=60)
        reply, printed = answer["content"], []
        while True:
            try:
                heard = self.client.get_iopub_msg(timeout=60)
            except queue.Empty:
                break
            content = heard["content"]
            if heard["parent_header"].get("msg_id") != message:
                continue
            if heard["msg_type"] == "status" and content["execution_state"] == "idle":
                break
            if heard["msg_type"] == "error":  # the reply does not know that of a value's repr
                reply["ename"] = content["ename"]
            elif heard["msg_type"] == "stream":
                printed.append(content["text"])
            elif heard["msg_type"] in {"execute_result", "display_data"}:
                printed.append(content["data"]["text/plain"] + "\n")
        return reply.get("ename", ""), "".join(printed)

    def close(self):
        self.client.stop_channels()
        self.manager.shutdown_kernel(now=True)


class Room:
    """A worker in the sandbox, as official grading has it."""

    def __init__(self):
        self.student = execute.StudentProcess(safe=True, budget=Budget(60, 300))

    def run(self, source):
        shown = self.student.run(CodeCell("answer", "cell", source))
        return shown.error.partition(":")[0], shown.printed

    def close(self):
        self.student.__exit__()


@pytest.fixture(scope="module")
def both(bwrap):
    """What each cell does in a kernel and in the sandbox, one after the other."""
    Path(HELPER).unlink(missing_ok=True)
    kernel, room = Kernel(), Room()
    for place in (kernel, room):  # of coroutines, which come when garbage is collected
        place.run("import warnings\nwarnings.simplefilter('ignore')")
    found = {}
    try:
        for number, source in enumerate([*CELLS, *TIMED]):
            seen = []
            for place in (kernel, room):
                error, printed = place.run(source)
                value = place.run("print(repr(globals().get('r')))\nr = None")[1]
                text = COLOURS.sub("", printed).replace("\r\n", "\n").strip()
                # A kernel prints some errors, too, which are told as errors here.
                seen.append((error, value.strip(), "" if error else text))
            found[number] = seen
    finally:
        kernel.close()
        room.close()
    return found


@pytest.mark.parametrize("number", range(len(CELLS)), ids=lambda n: repr(CELLS[n])[:40])
def test_a_cell_does_what_it_does_in_a_kernel(number, both):
    kernel, room = both[number]
    assert room == kernel


@pytest.mark.parametrize("number", range(len(TIMED)), ids=lambda n: repr(TIMED[n])[:40])
def test_a_cell_that_takes_its_time_does_so_too(number, both):
    kernel, room = both[len(CELLS) + number]
    assert room[:2] == kernel[:2]


def test_there_are_more_than_a_hundred_and_they_do_something(both):
    assert len(CELLS) > 100
    kernel = [seen[0] for seen in both.values()]
    assert sum(bool(error) for error, _, _ in kernel) > 25
    assert sum(value != "None" for _, value, _ in kernel) > 70
    assert sum(bool(text) for _, _, text in kernel) > 20
