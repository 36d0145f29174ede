#!/bin/sh
#SBATCH --job-name=sweep
#SBATCH --array=1-100
#SBATCH --cpus-per-task=1
#SBATCH --time=02:00:00
#SBATCH --requeue
#SBATCH --output=sweep-%A-%a.txt
# Runs a sweep as a SLURM job array: each task runs every hundredth cell. DIR is on a file system that all nodes see.
#
#   job=$(sbatch --parsable slurm.sh DIR LEVEL OPTION…)
#   sbatch --array=1-1 --dependency=afterok:"$job" slurm.sh DIR LEVEL OPTION…
#
# OPTION… are those of `blobsmith sweep`. A task that is requeued resumes. The second job, an array of one task, reads the cells of
# all shards, runs those that are missing, and writes the table and the picture. `sbatch --array=1-1000` makes a thousand shards; the
# numbers must begin at 1 and have no gaps.
set -eu
dir=$1
shift
program=${BLOBSMITH:-blobsmith}
mkdir -p "$dir"
if [ "$SLURM_ARRAY_TASK_COUNT" -gt 1 ]; then
    set -- "$@" --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
fi
exec "$program" sweep "$@" --threads "${SLURM_CPUS_PER_TASK:-1}" --out "$dir"
