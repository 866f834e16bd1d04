"""Arguments that an answer changes in place: found in the text, and told of none that is free."""

import pytest

from flcourse.grading.student.in_place import changed


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("A[0, 1] = 0", ["A"]),
        ("A[0][1] -= 1\n    B[:] = A", ["A", "B"]),
        ("A /= A.sum()", ["A"]),
        ("A *= 2\n    return A @ B", ["A"]),
        ("B -= 1\n    return A[B], B[0]", ["B"]),
        ("del A[0]", ["A"]),
        ("B *= -0.5\n    return np.linalg.solve(A, B)", ["B"]),
        ("k += 1\n    return np.linalg.matrix_power(A, k)", []),
        ("k += 1\n    return A[k]", []),
        ("A = A.copy()\n    A[0] = 1\n    A += 1", []),
        ("for B in A:\n        B[0] = 1", []),
        ("C = A.copy()\n    C[0] = B[0]\n    return C", []),
        ("A = A - 1\n    return A.sum()", []),
    ],
)
def test_what_is_written_into_is_named(body, names):
    source = f"import numpy as np\n\n\ndef f(A, B, k=0):\n    {body}\n"
    assert [*changed(source)] == [("f", name) for name in names]


@pytest.mark.parametrize("source", ["def f(A)\n    A[0] = 1", "x\0", "(" * 500, "A[0] = 1"])
def test_of_what_is_no_function_nothing_is_said(source):
    assert [*changed(source)] == []
