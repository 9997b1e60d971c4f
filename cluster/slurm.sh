#!/bin/bash
# A simulation as a job array of SLURM: each task plays one part of the plan, all write to the same folder or address.
#   sbatch cluster/slurm.sh PLAN OUT
# VENDETTA names the command, if it is not on the path of the machines that play: VENDETTA=/shared/venv/bin/vendetta sbatch ...
# Own bots (my_bots:Upright): submit from the folder that has my_bots.py, which the machines must see too.
# The same command again plays what is missing: parts that are there are left alone. More tasks than the plan has files do nothing.
#SBATCH --job-name=vendetta
#SBATCH --array=1-50
#SBATCH --cpus-per-task=1
#SBATCH --mem=1G
#SBATCH --time=04:00:00
#SBATCH --requeue
set -eu
if [ $# -ne 2 ] || [ -z "${SLURM_ARRAY_TASK_ID:-}" ]; then
    echo "usage: sbatch cluster/slurm.sh PLAN OUT" >&2
    exit 2
fi
plan=$1
out=$2
exec "${VENDETTA:-vendetta}" simulate "$plan" --out "$out" --workers "${SLURM_CPUS_PER_TASK:-1}" --yes \
    --part "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT"
