# ruff: noqa: B007, B905, E501, F811, F821 -- answers as students write them, to one task
# %% tags=["right", "id:groups-themselves"]
def forward_table(Z, train_time, upload_time, budget):
    p = Z.sum(axis=0) / Z.sum()
    value, came_from = [np.inf] * (budget + 1), [[-1] * (budget + 1) for _ in Z]
    groups = [None] * (budget + 1)
    groups[0] = []
    for i in range(len(Z)):
        before = groups.copy()
        for j, group in enumerate(before):
            if group is None:
                continue
            new = [*group, i]
            seconds = max(train_time[new]) + sum(upload_time[new])
            if seconds > budget:
                continue
            labels = Z[new].sum(axis=0)
            distance = np.abs(labels / labels.sum() - p).sum()
            k = int(np.ceil(seconds))
            if distance < value[k]:
                value[k], groups[k], came_from[i][k] = distance, new, j
    return value, came_from


# %% tags=["right", "id:columns-from-right-to-left-in-place"]
def forward_table(Z, train_time, upload_time, budget):
    n, C = Z.shape
    p = Z.sum(axis=0) / Z.sum()
    value = np.full((budget + 1, 1), np.inf)
    came_from = -np.ones((n, budget + 1))
    labels, slowest, uploads = (
        np.zeros((budget + 1, C)),
        np.zeros(budget + 1),
        np.full(budget + 1, np.inf),
    )
    uploads[0] = 0
    for i in range(n):
        # No group gets faster by one more client: what is still to be read is not yet written.
        for j in range(budget, -1, -1):
            seconds = max(slowest[j], train_time[i]) + uploads[j] + upload_time[i]
            if seconds <= budget:
                k, joint = math.ceil(seconds), labels[j] + Z[i]
                distance = np.abs(joint / joint.sum() - p).sum()
                if distance < value[k, 0]:
                    slow, up = max(slowest[j], train_time[i]), uploads[j] + upload_time[i]
                    value[k], labels[k], slowest[k], uploads[k] = distance, joint, slow, up
                    came_from[i, k] = j
    return value, came_from


# %% tags=["right", "id:surpluses-and-a-new-table-for-each-client"]
def forward_table(Z, train_time, upload_time, budget):
    m = Z.sum(axis=1)
    surplus = Z - np.outer(m, Z.sum(axis=0) / Z.sum())
    table = {0: (math.inf, np.zeros(Z.shape[1]), 0, 0.0, 0.0)}
    came_from = np.full((len(Z), budget + 1), -1, dtype=np.int16)
    for i in range(len(Z)):
        new_table = dict(table)
        for j in table:
            _, r, N, T, U = table[j]
            T, U, r, N = max(T, train_time[i]), U + upload_time[i], r + surplus[i], N + m[i]
            k = math.ceil(T + U)
            if budget >= T + U and (k not in new_table or np.abs(r).sum() / N < new_table[k][0]):
                new_table[k] = np.abs(r).sum() / N, r, N, T, U
                came_from[i, k] = j
        table = new_table
    return [table[j][0] if j in table else np.inf for j in range(budget + 1)], came_from


# %% tags=["right", "id:all-candidates-of-a-client-sorted"]
def forward_table(Z, train_time, upload_time, budget):
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    members = np.zeros((budget + 1, len(Z)), dtype=bool)
    p = Z.sum(axis=0) / Z.sum()
    for i in range(len(Z)):
        filled = [0, *np.flatnonzero(np.isfinite(value))]
        new = members[filled]
        new[:, i] = True
        joint = new @ Z
        distance = np.abs(joint / joint.sum(axis=1, keepdims=True) - p).sum(axis=1)
        seconds = np.where(new, train_time, 0).max(axis=1) + new @ upload_time
        for c in np.argsort(-distance):
            k = math.ceil(seconds[c])
            if seconds[c] <= budget and distance[c] < value[k]:
                value[k], members[k], came_from[i, k] = distance[c], new[c], filled[c]
    return value, came_from


# %% tags=["right", "id:single-precision-and-a-warning"]
import warnings


def forward_table(Z, train_time, upload_time, budget):
    warnings.warn("this may take a while", stacklevel=2)
    Z = Z.astype(np.float32)
    p = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf, dtype=np.float32)
    came_from = np.full((len(Z), budget + 1), -1, dtype=np.int8)
    cells = {0: (0 * p, 0.0, 0.0)}
    for i, (z, t, u) in enumerate(zip(Z, train_time, upload_time)):
        for j, (labels, T, U) in sorted(cells.items()):
            joint, slowest, uploads = labels + z, max(T, t), U + u
            k = -int(-(slowest + uploads) // 1)
            distance = np.abs(joint / joint.sum() - p).sum()
            if k <= budget and distance < value[k]:
                cells[k], value[k], came_from[i, k] = (joint, slowest, uploads), distance, j
    return (value, came_from)


# %% tags=["right", "id:recursion-over-clients"]
def forward_table(Z, train_time, upload_time, budget):
    p = Z.sum(axis=0) / Z.sum()

    def gemd_of(group):
        joint = Z[list(group)].sum(axis=0)
        return np.abs(joint / joint.sum() - p).sum() if group else np.inf

    def after(i):
        if i < 0:
            return {0: ()}, []
        cells, rows = after(i - 1)
        row, new_cells = [-1] * (budget + 1), dict(cells)
        for j, group in cells.items():
            new = (*group, i)
            seconds = train_time[list(new)].max() + math.fsum(upload_time[list(new)])
            k = math.ceil(seconds)
            if seconds <= budget and gemd_of(new) < gemd_of(new_cells.get(k, ())):
                new_cells[k], row[k] = new, j
        return new_cells, [*rows, row]

    cells, rows = after(len(Z) - 1)
    return np.array([gemd_of(cells.get(j, ())) for j in range(budget + 1)]), np.array(rows)


# %% tags=["right", "id:of-two-equally-good-groups-the-later"]
def forward_table(Z, train_time, upload_time, budget):
    m, world = Z.sum(axis=1), Z.sum(axis=0) / Z.sum()
    value, came_from = np.full(budget + 1, np.inf), np.full((len(Z), budget + 1), -1)
    cells = [[(0.0, 0.0, 0 * world, 0)]] + [[] for _ in range(budget)]
    for i in range(len(Z)):
        for j, cell in enumerate([list(cell) for cell in cells]):
            for T, U, labels, size in cell:
                state = max(T, train_time[i]), U + upload_time[i], labels + Z[i], size + m[i]
                k = math.ceil(state[0] + state[1])
                if k > budget:
                    continue
                distance = np.abs(state[2] / state[3] - world).sum()
                if distance <= value[k] + 1e-12:
                    cells[k], value[k], came_from[i, k] = [state], distance, j
    return value, came_from


# %% tags=["wrong", "id:client-twice", "says:added twice"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, _ in [(c, None) for c in range(budget + 1)]:
            if j not in groups:
                continue
            labels, slowest, uploads = groups[j]
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:rounded-to-the-nearest-second", "says:not to the nearest second"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = round(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:rounded-down", "says:rounded up to the column, not down"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.floor(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:trainings-add-up", "says:Trainings run in parallel"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = slowest + train_time[i], uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:uploads-in-parallel", "says:do not run in parallel"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), max(uploads, upload_time[i])
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:pipelined", "says:begin when all have trained"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i] + upload_time[i]), 0.0
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:budget-excluded", "says:budget itself is still allowed"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads < budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:first-comer-stays", "says:here the first one"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and value[column] == np.inf:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:larger-gemd-wins", "says:keeps the one of smaller GEMD"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and (
                value[column] == np.inf or distance > value[column]
            ):
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:last-comer-wins", "says:keeps the one of smaller GEMD"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:uniform-world", "says:not the uniform one"]
def forward_table(Z, train_time, upload_time, budget):
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - 1 / len(labels)).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:clients-count-equally", "says:counts clients equally"]
def forward_table(Z, train_time, upload_time, budget):
    world = (Z / Z.sum(axis=1, keepdims=True)).mean(axis=0)
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:starts-at-zero", "says:forward_table"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.zeros(budget + 1)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:slowest-of-the-last", "says:not as the last"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = train_time[i], uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:euclidean", "says:not the Euclidean one"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.linalg.norm(labels / labels.sum() - world)
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:halved", "says:halved", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = 0.5 * np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:at-most-so-long", "says:not for all that take at most", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return np.minimum.accumulate(value), came_from


# %% tags=["wrong", "id:empty-columns-zero", "says:not 0", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return np.where(np.isinf(value), 0, value), came_from


# %% tags=["wrong", "id:empty-columns-two", "says:not 2", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return np.minimum(value, 2), came_from


# %% tags=["wrong", "id:empty-columns-nan", "says:nan", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return np.where(np.isinf(value), np.nan, value), came_from


# %% tags=["wrong", "id:one-column-short", "says:shape", "loses:forward-table-value-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value[1:], came_from


# %% tags=["wrong", "id:nobody-is-zero", "says:stands -1, not 0", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.zeros((len(Z), budget + 1))
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:own-column", "says:This is the column itself", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, column
    return value, came_from


# %% tags=["wrong", "id:only-whether", "says:only whether something came", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for _, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, 1
    return value, came_from


# %% tags=["wrong", "id:noted-without-improvement", "says:only a group that takes it has", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads > budget:
                continue
            came_from[i, column] = j
            if distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column] = distance
    return value, came_from


# %% tags=["wrong", "id:one-row-for-all", "says:row of its own", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full(budget + 1, -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[column] = distance, j
    return value, came_from


# %% tags=["wrong", "id:transposed", "says:the other way round", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value, came_from.T


# %% tags=["wrong", "id:clients", "says:These are clients", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, i
    return value, came_from


# %% tags=["wrong", "id:seconds-for-columns", "says:columns 0", "loses:forward-table-origin-tests"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column] = distance
                came_from = came_from.astype(float)
                came_from[i, column] = j + 0.5 * (j > 0)
    return value, came_from


# %% tags=["wrong", "id:only-the-value", "says:2 results"]
def forward_table(Z, train_time, upload_time, budget):
    world = Z.sum(axis=0) / Z.sum()
    value = np.full(budget + 1, np.inf)
    came_from = np.full((len(Z), budget + 1), -1)
    groups = {0: (np.zeros(Z.shape[1]), 0.0, 0.0)}
    for i in range(len(Z)):
        for j, (labels, slowest, uploads) in list(groups.items()):
            labels = labels + Z[i]
            slowest, uploads = max(slowest, train_time[i]), uploads + upload_time[i]
            distance = np.abs(labels / labels.sum() - world).sum()
            column = math.ceil(slowest + uploads)
            if slowest + uploads <= budget and distance < value[column]:
                groups[column] = labels, slowest, uploads
                value[column], came_from[i, column] = distance, j
    return value
