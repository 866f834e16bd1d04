#!/bin/bash
# Grades @STEM@ (@COUNT@ submissions when this was written) as a Slurm array of @PARTS@ tasks.
#
#   sbatch --wait grade-@STEM@.sh        all results, wherever there is room
#   @PYTHON@ -m flcourse grade @STEM@ --course @COURSE@
#                                        the gradebook, from all results, by one writer
#
# The course folder and the Python environment are on a file system that every node sees under the
# same path. The grading seed comes from grading-seed.txt in the course folder, or else from
# FLCOURSE_GRADING_SEED, which Slurm then hands on and keeps in the records of the job.
# A task that fails, or a node that is lost, costs its own part: the second command grades what is
# missing, or give this file to sbatch again, which keeps what is there.
#SBATCH --job-name=flcourse-@STEM@
#SBATCH --array=0-@LAST@
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=@CORES@
#SBATCH --mem=@MEMORY@G
#SBATCH --time=@TIME@
#SBATCH --output=/dev/null
#SBATCH --error=flcourse-@STEM@-%A-%a.err
#SBATCH --requeue
set -euo pipefail
export OMP_NUM_THREADS=1
exec @PYTHON@ -m flcourse grade @STEM@ --course @COURSE@ \
    --jobs "${SLURM_CPUS_PER_TASK:-@CORES@}" --part "$SLURM_ARRAY_TASK_ID/@PARTS@"
