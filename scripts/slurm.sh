#!/bin/bash
# slurm.sh runs a sweep as a job array of Slurm on this machine, and compares the result with that of a plain run: one
# task is cancelled, the node's daemon is killed once with all its children, and the rest is submitted again.
#
# Slurm comes from Debian's packages. It gets its own folder, key and ports, and all of it is removed afterwards: another
# Slurm on this machine isn't touched.
#
# Exit status: 0 if all bytes are the same, 1 if not, 2 if this machine can't try it.
set -euo pipefail
cd "$(dirname "$0")/.."
PATH=$PATH:/usr/sbin:/sbin
longest=600 # seconds: an array that takes longer never ends

skip() {
	echo "slurm.sh: skipped: $*" >&2
	exit 2
}
[ "$(id -u)" = 0 ] || skip 'Slurm runs tasks as root alone here'
scripts/need.sh slurm || skip 'Slurm is missing'

work=$(mktemp -d)
declare -A daemon # process ids of the daemons started here
cleanup() {
	for name in "${!daemon[@]}"; do kill "${daemon[$name]}" 2>/dev/null || :; done
	wait
	rm -rf "$work"
}
trap cleanup EXIT
trap 'exit 130' INT TERM

# start NAME COMMAND... runs a daemon in its own session, which its children share.
start() {
	local name=$1
	shift
	setsid "$@" >>"$work/$name.log" 2>&1 </dev/null &
	daemon[$name]=$!
}
die() {
	echo "slurm.sh: $*" >&2
	tail -n 20 "$work"/*.log >&2
	exit 1
}
# until_so WHAT COMMAND... waits for the command to succeed.
until_so() {
	local what=$1 end=$((SECONDS + longest))
	shift
	until "$@" >/dev/null 2>&1; do
		[ "$SECONDS" -lt "$end" ] || die "$what: not so after $longest s"
		sleep 0.2
	done
}

node=$(hostname -s)
port=$((20000 + $$ % 20000))
mkdir "$work/state" "$work/spool"
dd if=/dev/urandom of="$work/key" bs=1 count=1024 status=none
chmod 600 "$work/key"
chmod 755 "$work"
cat >"$work/slurm.conf" <<EOF
ClusterName=driftlab
SlurmctldHost=$node(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmdPort=$((port + 1))
AuthType=auth/munge
AuthInfo=socket=$work/munge
StateSaveLocation=$work/state
SlurmdSpoolDir=$work/spool
SlurmctldPidFile=$work/slurmctld.pid
SlurmdPidFile=$work/slurmd.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
ReturnToService=2
SlurmdTimeout=10
SlurmdParameters=config_overrides
NodeName=$node NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN
PartitionName=all Nodes=$node Default=YES State=UP
EOF
export SLURM_CONF=$work/slurm.conf
start munged munged -F --force --key-file="$work/key" --socket="$work/munge" --pid-file="$work/munged.pid" --log-file="$work/munged.log" --seed-file="$work/seed"
until_so 'munge' munge -S "$work/munge" -n
start slurmctld slurmctld -D -f "$SLURM_CONF"
start slurmd slurmd -D -f "$SLURM_CONF" -N "$node"
idle() { [ "$(sinfo -h -o %t)" = idle ]; }
until_so 'the node' idle

export CGO_ENABLED=0 DRIFTLAB="$work/driftlab"
go build -tags headless -o "$DRIFTLAB" .
cd "$work"
sweep=(sweep -scenario first -vary link.jitter=0ms,5ms -seeds 1..80 -duration 30s)
"$DRIFTLAB" "${sweep[@]}" -o one >/dev/null 2>&1
"$DRIFTLAB" "${sweep[@]}" -o array -job slurm -shards 8 >job.sh

submit() { sh job.sh "$@" | tee submitted; }
begun() { ls array/cells-*.log; }
ended() { [ -z "$(squeue -h)" ]; }
left() { "$DRIFTLAB" merge array -missing; }

submit
scancel "$(sed -n 's/^array \([0-9]*\),.*/\1/p' submitted)_5"
until_so 'the first task' begun
# As if a node failed: its daemon and all its children end at once.
mapfile -t running < <(pgrep -f "^$DRIFTLAB sweep")
[ "${#running[@]}" -gt 0 ] || die 'no task runs'
kill -9 "${daemon[slurmd]}" $(ps -o ppid= -p "$(IFS=,; echo "${running[*]}")") "${running[@]}"
wait "${daemon[slurmd]}" 2>/dev/null || :
start slurmd slurmd -D -f "$SLURM_CONF" -N "$node"
until_so 'the array and what joins it' ended
tasks=$(left)
[ -n "$tasks" ] || die 'a task was cancelled, and none has cells left to run'
echo "left: $tasks"
for _ in 1 2 3; do
	[ -n "$tasks" ] || break
	submit "$tasks"
	until_so 'the tasks that were left' ended
	tasks=$(left)
done
[ -z "$tasks" ] || die "these tasks never end: $tasks"

differ=$(diff -r --exclude='cells*.log' one array) || die "what comes out of the array differs: $differ"
echo "slurm.sh: $(find one -type f ! -name 'cells*.log' | wc -l) files of the array are those of one machine"
