#!/bin/sh
# Runs a sweep as several processes of one machine, then writes the table and the picture of all cells.
#
#   shards.sh SHARDS DIR LEVEL OPTION…
#
# OPTION… are those of `blobsmith sweep`: --vary, --measure, --frames and so on. The same command resumes after any interruption.
# BLOBSMITH is the program, by default the one on the PATH. On several machines with a common folder, run on each machine only the
# shards that it is to have: `blobsmith sweep LEVEL OPTION… --threads 1 --out DIR --shard I/SHARDS`.
set -eu
shards=$1 dir=$2
shift 2
program=${BLOBSMITH:-blobsmith}
mkdir -p "$dir"
# One process for each processor; each of them has one thread. The tables that they print are of no interest.
jobs=$(getconf _NPROCESSORS_ONLN)
seq "$shards" | xargs -P "$jobs" -I{} sh -c '
    shard=$1 program=$2 dir=$3
    shift 3
    exec "$program" sweep "$@" --threads 1 --out "$dir" --shard "$shard" > "$dir/shard-${shard%/*}.txt"
' shard "{}/$shards" "$program" "$dir" "$@"
# Without --shard: reads the cells of all shards, and runs those that are missing.
exec "$program" sweep "$@" --out "$dir"
