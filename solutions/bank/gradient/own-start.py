# ruff: noqa: F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:second-direction"]
def own_start():
    U = np.linalg.eigh(own_Q)[1]
    return -np.linalg.inv(own_Q) @ own_q / 2 - own_distance * U[:, 1]


# %% tags=["right", "id:mixture-of-three"]
def own_start():
    U = np.linalg.eigh(own_Q)[1][:, :3]
    error = U @ np.array([1.0, -2.0, 0.5])
    return np.linalg.solve(2 * own_Q, -own_q) + own_distance * error / np.linalg.norm(error)


# %% tags=["right", "id:wild-direction-taken-away"]
def own_start():
    v = np.ones(4)
    for _ in range(1000):  # the direction that grows, by the power method
        v = own_Q @ v
        v /= np.sqrt(v @ v)
    e = np.array([1.0, 0.0, 0.0, 0.0])
    e = e - (e @ v) * v
    return (np.linalg.solve(own_Q, -own_q / 2) + own_distance * e / np.sqrt(e @ e))[:, None]


# %% tags=["right", "id:factors-looked-at"]
def own_start():
    lam, U = np.linalg.eig(own_Q)
    calm = np.argmin(np.abs(1 - 2 * own_eta * lam))
    w_hat = np.linalg.lstsq(own_Q, -0.5 * own_q, rcond=None)[0]
    return (w_hat + own_distance * U[:, calm]).tolist()


# %% tags=["right", "id:a-little-of-the-wild-one"]
def own_start():
    U = np.linalg.eigh(own_Q)[1]
    error = U[:, 2] + 1e-5 * U[:, 3]
    error *= own_distance / np.linalg.norm(error)
    return np.linalg.solve(own_Q, -own_q / 2) + error


# %% tags=["right", "id:typed", "own:public"]
def own_start():
    return [-1.37918969, -3.98814127, -1.81865627, -0.17357274]


# %% tags=["wrong", "id:largest-eigenvalue", "says:the direction that grows and no other"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1][:, -1]


# %% tags=["wrong", "id:rows-of-the-eigenvectors", "says:of the error has the direction that grows"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1][0]


# %% tags=["wrong", "id:any-direction", "says:of the error has the direction that grows"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.array([1.0, 0, 0, 0])


# %% tags=["wrong", "id:distance-from-zero", "says:This is the distance from 0"]
def own_start():
    return own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:sign-of-q-lost", "says:The sign of q is lost"]
def own_start():
    return np.linalg.solve(own_Q, own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:factor-half-lost", "says:The factor 1/2 is lost"]
def own_start():
    return np.linalg.solve(own_Q, -own_q) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:factor-half-twice", "says:is there twice"]
def own_start():
    return np.linalg.solve(4 * own_Q, -own_q) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:the-solution", "says:This is the solution itself"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2)


# %% tags=["wrong", "id:root-of-the-distance", "says:This is the square of the distance"]
def own_start():
    size = np.sqrt(own_distance)
    return np.linalg.solve(own_Q, -own_q / 2) + size * np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:distance-one", "says:the distance of own_start from the solution"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + np.linalg.eigh(own_Q)[1][:, 0]


# %% tags=["wrong", "id:whole-numbers", "says:own_start"]
def own_start():
    w = np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]
    return np.round(w)


# %% tags=["wrong", "id:after-the-steps", "says:the distance of own_start from the solution"]
def own_start():
    w = np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1][:, 0]
    for _ in range(10):
        w = w - own_eta * (2 * own_Q @ w + own_q)
    return w


# %% tags=["wrong", "id:all-eigenvectors", "says:Expected shape"]
def own_start():
    return np.linalg.solve(own_Q, -own_q / 2) + own_distance * np.linalg.eigh(own_Q)[1]
