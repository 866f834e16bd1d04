# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:linregress"]
from scipy.stats import linregress


def slopes(sizes, errors, beta):
    return linregress(np.log(sizes), np.log(errors)).slope, -2 * beta / (1 + 2 * beta)


# %% tags=["right", "id:covariance-over-variance"]
def slopes(sizes, errors, beta):
    x, y = np.log10(sizes), np.log10(errors)
    return [np.cov(x, y)[0, 1] / np.var(x, ddof=1), 1 / (2 * beta + 1) - 1]


# %% tags=["right", "id:least-squares"]
def slopes(sizes, errors, beta):
    A = np.column_stack([np.ones(len(sizes)), np.log2(sizes)])
    solution = np.linalg.lstsq(A, np.log2(errors), rcond=None)[0]
    return np.array([solution[1], -beta / (beta + 0.5)])


# %% tags=["right", "id:normal-equations"]
def slopes(sizes, errors, beta):
    A = np.vander(np.log(sizes), 2)
    w = np.linalg.inv(A.T @ A) @ A.T @ np.log(errors)
    return float(w[0]), -(2 * beta) / (2 * beta + 1)


# %% tags=["right", "id:sums"]
import math


def slopes(sizes, errors, beta):
    x = [math.log(s) for s in sizes]
    y = [math.log(e) for e in errors]
    p = len(x)
    top = p * sum(a * b for a, b in zip(x, y, strict=True)) - sum(x) * sum(y)
    return top / (p * sum(a * a for a in x) - sum(x) ** 2), -1 / (1 + 1 / (2 * beta))


# %% tags=["right", "id:polynomial-class"]
from numpy.polynomial import Polynomial


def slopes(sizes, errors, beta):
    line = Polynomial.fit(np.log(sizes), np.log(errors), 1).convert()
    return line.coef[1], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:axes-exchanged", "says:axes are exchanged"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(errors), np.log(sizes), 1)[0], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:ends-only", "says:first and the last"]
def slopes(sizes, errors, beta):
    measured = np.log(errors[-1] / errors[0]) / np.log(sizes[-1] / sizes[0])
    return measured, -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:first-two", "says:first two"]
def slopes(sizes, errors, beta):
    measured = np.log(errors[1] / errors[0]) / np.log(sizes[1] / sizes[0])
    return measured, -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:intercept", "says:intercept"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[1], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:intercept-base-ten", "says:intercept"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log10(sizes), np.log10(errors), 1)[1], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:no-logarithms", "says:No logarithms"]
def slopes(sizes, errors, beta):
    return np.polyfit(sizes, errors, 1)[0], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:sizes-without-logarithm", "says:logarithm of K"]
def slopes(sizes, errors, beta):
    return np.polyfit(sizes, np.log(errors), 1)[0], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:errors-without-logarithm", "says:logarithm of the error"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), errors, 1)[0], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:through-the-origin", "says:origin"]
def slopes(sizes, errors, beta):
    x, y = np.log(sizes), np.log(errors)
    return x @ y / (x @ x), -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:correlation", "says:correlation"]
def slopes(sizes, errors, beta):
    measured = np.corrcoef(np.log(sizes), np.log(errors))[0, 1]
    return measured, -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:two-bases", "says:different bases"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log10(sizes), np.log(errors), 1)[0], -2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:both-positive", "says:sign is lost"]
def slopes(sizes, errors, beta):
    return -np.polyfit(np.log(sizes), np.log(errors), 1)[0], 2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:prediction-positive", "says:the error falls"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0], 2 * beta / (2 * beta + 1)


# %% tags=["wrong", "id:half-of-the-exponent", "says:not beta/(2 beta + 1)"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0], -beta / (2 * beta + 1)


# %% tags=["wrong", "id:other-exponent", "says:not 1/(2 beta + 1)"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0], -1 / (2 * beta + 1)


# %% tags=["wrong", "id:beta-plus-one", "says:not 2 beta/(beta + 1)"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0], -2 * beta / (beta + 1)


# %% tags=["wrong", "id:two-beta", "says:not 2 beta"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0], -2 * beta


# %% tags=["wrong", "id:prediction-measured", "says:measured slope"]
def slopes(sizes, errors, beta):
    measured = np.polyfit(np.log(sizes), np.log(errors), 1)[0]
    return measured, measured


# %% tags=["wrong", "id:results-swapped", "says:other order"]
def slopes(sizes, errors, beta):
    return -2 * beta / (2 * beta + 1), np.polyfit(np.log(sizes), np.log(errors), 1)[0]


# %% tags=["wrong", "id:measured-only", "says:2 results"]
def slopes(sizes, errors, beta):
    return np.polyfit(np.log(sizes), np.log(errors), 1)[0]
