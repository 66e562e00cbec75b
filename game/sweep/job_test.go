package sweep

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// hostile is what a shell, YAML or a comment could take for something else.
const hostile = "a'b \"$(touch owned)\"\n`id`\\ #é"

// TestTheScriptForSlurmSubmitsEachTaskWithTheArgumentsAsTheyWere runs it with an sbatch that runs the first task at once and
// writes down what it was asked for.
func TestTheScriptForSlurmSubmitsEachTaskWithTheArgumentsAsTheyWere(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil || runtime.GOOS == "windows" {
		t.Skip("no shell")
	}
	dir := t.TempDir()
	script := Job{Args: []string{"-scenario", hostile, "-o", "out"}, Dir: "out", Shards: 16, Jobs: 2, Cells: 320, Cell: 7 * time.Second}.Slurm()
	for name, text := range map[string]string{
		"job.sh":   script,
		"sbatch":   "#!/bin/sh\nfor a; do printf '%s\\n' \"$a\" >>asked; case $a in --wrap=*) sh -c \"${a#--wrap=}\" ;; esac; done\necho 71\n",
		"driftlab": "#!/bin/sh\nprintf '<%s>\\n' \"$@\" >>ran\n",
	} {
		check(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o777))
	}
	run := func(args ...string) string {
		cmd := exec.Command("sh", append([]string{"job.sh"}, args...)...)
		cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"))
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		return string(out)
	}
	if got := run(); got != "array 71, then 71 joins it\n" {
		t.Errorf("the script says %q", got)
	}
	want := ""
	for _, arg := range []string{"sweep", "-scenario", hostile, "-o", "out", "-jobs", "2", "-shards", "16", "merge", "out", "-o", "out"} {
		want += fmt.Sprintf("<%s>\n", arg)
	}
	if got := read(t, filepath.Join(dir, "ran")); got != want {
		t.Errorf("what ran was\n%s\nwant\n%s", got, want)
	}
	// Twenty cells a task, two at once, of 7 s, and five times as long as measured: 350 s.
	for _, want := range []string{"--array=0-15\n", "--time=6\n", "--cpus-per-task=2\n", "--requeue\n", "--dependency=afterany:71\n"} {
		if got := read(t, filepath.Join(dir, "asked")); !strings.Contains(got, want) {
			t.Errorf("what was asked for lacks %q:\n%s", want, got)
		}
	}
	run("1,5-7")
	if got := read(t, filepath.Join(dir, "asked")); !strings.Contains(got, "--array=1,5-7\n") {
		t.Errorf("the tasks that are left were not asked for:\n%s", got)
	}
	if got := run(""); !strings.Contains(got, "no task has cells left") {
		t.Errorf("with nothing left the script says %q", got)
	}
	if _, err := os.Stat(filepath.Join(dir, "owned")); err == nil {
		t.Error("an argument was run as a command")
	}
}

func TestTheJobsForKubernetesHaveTheArgumentsAsTheyWere(t *testing.T) {
	t.Parallel()
	text := Job{Args: []string{"-scenario", hostile, "-o", "out"}, Dir: "out", Shards: 16, Jobs: 2, Cells: 320, Cell: 7 * time.Second}.Kubernetes()
	for _, want := range []string{
		`command: ["driftlab","sweep","-scenario","a'b \"$(touch owned)\"\n` + "`id`" + `\\ #é","-o","out","-jobs","2","-shards","16"]`,
		`command: ["driftlab","merge","out","-o","out"]`,
		"completionMode: Indexed\n  completions: 16\n  parallelism: 16\n",
		"suspend: true\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the jobs lack %s:\n%s", want, text)
		}
	}
}
