package sweep

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"driftlab/internal/texts"
)

// A Job is a sweep that a cluster runs as an array of tasks, and what joins them.
type Job struct {
	Args   []string      // of driftlab sweep, without those that say how it is shared out
	Dir    string        // the folder that all tasks write to
	Shards int           // tasks, 1..[MaxShards]
	Jobs   int           // cells at once in each task, and so its cores
	Cells  int           // in all
	Cell   time.Duration // that one takes, as it was measured
}

// slack is by how much longer than measured a task may take: nodes differ, and they are shared.
const slack = 5

// limit returns the minutes that a task may take: at least five, for the program is loaded over a network.
func (j Job) limit() int {
	each := (j.Cells + j.Shards - 1) / j.Shards
	rounds := (each + j.Jobs - 1) / j.Jobs
	return max(5, int(time.Duration(rounds)*j.Cell*slack/time.Minute)+1)
}

// mergeLimit is how many minutes the joining may take: plots are most of it.
const mergeLimit = 60

func (j Job) sweep() []string {
	return append(append([]string{"sweep"}, j.Args...), "-jobs", fmt.Sprint(j.Jobs), "-shards", fmt.Sprint(j.Shards))
}

func (j Job) merge() []string { return []string{"merge", j.Dir, "-o", j.Dir} }

// about says what the job is, for people.
func (j Job) about() string {
	return fmt.Sprintf("%d cells of %v each, as measured, in %d tasks.", j.Cells, j.Cell.Round(time.Millisecond), j.Shards)
}

// Slurm returns a shell script that submits the job to Slurm, all tasks of it or those that it is given.
func (j Job) Slurm() string {
	command := func(args []string) string {
		quoted := make([]string, len(args))
		for i, w := range args {
			quoted[i] = texts.ShellWord(w)
		}
		return texts.ShellWord(`exec "${DRIFTLAB:-driftlab}" ` + strings.Join(quoted, " "))
	}
	// What is in the comment ends no line of it.
	return fmt.Sprintf(`#!/bin/sh
# %s DRIFTLAB is the program's path where it is not in PATH.
#   sh THIS                                   submits all tasks, and what joins them once they have ended
#   sh THIS "$(driftlab merge %s -missing)"   submits those tasks again that have cells left to run
set -eu
tasks=${1-0-%d}
if [ -z "$tasks" ]; then
	echo 'no task has cells left to run'
	exit 0
fi
array=$(sbatch --parsable --job-name=driftlab --array="$tasks" --requeue --time=%d --cpus-per-task=%d \
	--wrap=%s)
merge=$(sbatch --parsable --job-name=driftlab-merge --dependency="afterany:$array" --time=%d --cpus-per-task=1 \
	--wrap=%s)
echo "array $array, then $merge joins it"
`, j.about(), texts.Line(texts.ShellWord(j.Dir)), j.Shards-1, j.limit(), j.Jobs, command(j.sweep()), mergeLimit, command(j.merge()))
}

// Kubernetes returns two jobs for Kubernetes as YAML: an indexed one for the tasks, and a suspended one that joins them.
func (j Job) Kubernetes() string {
	spec := func(args []string, minutes, cores int) string {
		return fmt.Sprintf(`  activeDeadlineSeconds: %d
  template:
    spec:
      restartPolicy: OnFailure
      containers:
        - name: driftlab
          image: driftlab # with the program in its PATH
          command: %s
          workingDir: /data
          resources:
            requests: {cpu: "%d"}
          volumeMounts:
            - {name: data, mountPath: /data}
      volumes:
        - name: data
          persistentVolumeClaim: {claimName: driftlab} # that all nodes can write to
`, minutes*60, yamlList(append([]string{"driftlab"}, args...)), cores)
	}
	// A deadline holds for the whole job, whose tasks may wait for each other.
	return fmt.Sprintf(`# %s kubectl apply -f THIS; then, once the tasks have ended:
#   kubectl wait --for=condition=complete --timeout=-1s job/driftlab
#   kubectl patch job/driftlab-merge --patch '{"spec":{"suspend":false}}'
apiVersion: batch/v1
kind: Job
metadata:
  name: driftlab
spec:
  completionMode: Indexed
  completions: %d
  parallelism: %[2]d
%s---
apiVersion: batch/v1
kind: Job
metadata:
  name: driftlab-merge
spec:
  suspend: true
%s`, j.about(), j.Shards, spec(j.sweep(), j.limit()*j.Shards, j.Jobs), spec(j.merge(), mergeLimit, 1))
}

// yamlList writes words as a list in YAML, which includes JSON.
func yamlList(words []string) string {
	var out strings.Builder
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if err := e.Encode(words); err != nil {
		panic(err) // texts only
	}
	return strings.TrimSuffix(out.String(), "\n")
}
