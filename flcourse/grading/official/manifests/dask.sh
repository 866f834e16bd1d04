#!/bin/bash
# Grades @STEM@ (@COUNT@ submissions when this was written) on Dask: a scheduler, workers, a client.
#
# Whoever reaches the port of a Dask scheduler can run code on all its workers: keep it on 127.0.0.1,
# as here, or give scheduler, workers and client certificates (tls:// addresses, --tls-ca-file,
# --tls-cert, --tls-key; docs.dask.org, "TLS/SSL"). Paths, names of students and digests of what they
# handed in pass through the scheduler; the grading seed does not: workers have it from here.
# On other machines run the line with "dask worker", as often as there is room; the course folder and
# the Python environment are on a file system that every machine sees under the same path.
set -euo pipefail
cd @COURSE@
export OMP_NUM_THREADS=1
address=tcp://127.0.0.1:@PORT@
trap 'kill $(jobs -p)' EXIT

env -u FLCOURSE_GRADING_SEED \
    @PYTHON@ -m dask scheduler --host 127.0.0.1 --port @PORT@ --no-dashboard &
if [ -z "${FLCOURSE_GRADING_SEED:-}" ] && [ -r grading-seed.txt ]; then
    FLCOURSE_GRADING_SEED=$(cat grading-seed.txt)
    export FLCOURSE_GRADING_SEED
fi
@PYTHON@ -m dask worker "$address" --nworkers @WORKERS@ --nthreads 1 --no-dashboard &
@PYTHON@ -m flcourse grade @STEM@ --dask "$address"
