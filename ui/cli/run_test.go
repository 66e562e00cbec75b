package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

func TestRunWritesItsFourFilesAndReplaysThemToTheSameBytes(t *testing.T) {
	live, replay := filepath.Join(t.TempDir(), "a", "b"), t.TempDir()
	var out bytes.Buffer
	args := []string{"-duration", "12s", "-carrier", "direct", "-set", "client2.skew=50ppm", "-seed", "9", "-o", live}
	check(t, Run(args, env(&out)))
	if text := out.String(); !strings.Contains(text, live) || !strings.Contains(text, "timesync (drives)") {
		t.Errorf("it says only\n%s", out.String())
	}
	said, table, _ := strings.Cut(out.String(), "\n\nclient  ")
	head, _, _ := strings.Cut("client  "+table, "\n")
	if strings.Count(said, "\n") != 2 || len(regexp.MustCompile(" {2,}").Split(head, -1)) > 8 {
		t.Errorf("before and over the table is\n%s\n\n%s", said, head)
	}
	check(t, Run([]string{"-replay", filepath.Join(live, "session.toml"), "-o", replay}, env(&out)))
	entries, err := os.ReadDir(live)
	if err != nil || len(entries) != 5 {
		t.Errorf("the folder holds %v, %v", entries, err)
	}
	for _, name := range []string{"summary.json", "clock.csv", "packets.csv", "session.toml"} {
		a := filetest.Read(t, filepath.Join(live, name))
		b, err := os.ReadFile(filepath.Join(replay, name))
		if err != nil || !bytes.Equal(a, b) {
			t.Errorf("%s: the replay has %d bytes, not the same %d; %v", name, len(b), len(a), err)
		}
	}
}

func TestRunPrintsWhatEachPlayerNotices(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string // the row of client 1; "" for no table
	}{
		{[]string{"-duration", "12s", "-set", "frame.rate=240"}, `1 +0\.0 +0\.0 +0/0\.00 +0/0 +0\.0 +\d\d\d\.\d +75\.0/25\.0/0\.0/0\.0`},
		{[]string{"-duration", "3s"}, `1 +— +— +—/— +—/— +— +— +—/—/—/—`},
		{[]string{"-duration", "3s", "-set", "arena=none"}, ""},
	} {
		var out bytes.Buffer
		check(t, Run(append(c.args, "-carrier", "direct", "-clients", "2"), env(&out)))
		_, table, there := strings.Cut(out.String(), "\n\nclient  inputs late %  ")
		rows := strings.Split(table, "\n")
		if there != (c.want != "") || there && !regexp.MustCompile("^"+c.want+"$").MatchString(rows[1]) {
			t.Errorf("%v: it prints\n%s\nwant the row %s", c.args, out.String(), c.want)
		}
		if head := regexp.MustCompile(" {2,}").Split(rows[0], -1); len(head) > 7 {
			t.Errorf("%d columns after the first: %q", len(head), head)
		}
	}
}

func TestARunToAFolderThatCannotBeMadeIsAUsageError(t *testing.T) {
	err := Run([]string{"-duration", "1s", "-carrier", "direct", "-o", filepath.Join(writeFile(t, "x"), "sub")}, env(io.Discard))
	var usage Usage
	if !errors.As(err, &usage) || !strings.Contains(err.Error(), "cannot be made") {
		t.Errorf("got %v", err)
	}
}

func TestProgressIsToldAndWipedOut(t *testing.T) {
	var progress bytes.Buffer
	e := env(io.Discard)
	e.Progress = &progress
	check(t, Run([]string{"-duration", "25s", "-carrier", "direct"}, e))
	if got := progress.String(); !strings.Contains(got, "\r10s of 25s (40 %)") || !strings.HasSuffix(got, "\r\x1b[K") {
		t.Errorf("got %q", got)
	}
}

// The names and types of everything in summary.json, on which its readers rely. A null means that it could not be measured.
const summarySchema = `
format number
scenario string
seed number
duration_s number
converge_bound_ms number
clients[].client number
clients[].driving string
clients[].algorithms[].algorithm string
clients[].algorithms[].first_sync_s number
clients[].algorithms[].converged_s number
clients[].algorithms[].samples_used number
clients[].algorithms[].samples_rejected number
clients[].algorithms[].error_ms.mean number
clients[].algorithms[].error_ms.rms number
clients[].algorithms[].error_ms.p50 number
clients[].algorithms[].error_ms.p99 number
clients[].algorithms[].error_ms.worst number
clients[].algorithms[].worst_step_ms number
clients[].algorithms[].bytes_sent number
clients[].algorithms[].owd_error_ms.up_mean number
clients[].algorithms[].owd_error_ms.down_mean number
clients[].algorithms[].owd_error_ms.rms number
host.riding.npc.mean_ms number
host.riding.npc.worst_ms number
host.riding.npc.mean_m number
host.riding.npc.worst_m number
host.riding.other.mean_ms number
host.riding.other.worst_ms number
host.riding.other.mean_m number
host.riding.other.worst_m number
clients[].riding.npc.mean_ms number
clients[].riding.npc.worst_ms number
clients[].riding.npc.mean_m number
clients[].riding.npc.worst_m number
clients[].riding.other.mean_ms number
clients[].riding.other.worst_ms number
clients[].riding.other.mean_m number
clients[].riding.other.worst_m number
clients[].riding.own.mean_ms number
clients[].riding.own.worst_ms number
clients[].riding.own.mean_m number
clients[].riding.own.worst_m number
clients[].projectiles.timestamped.bias_m number
clients[].projectiles.timestamped.bias_ms number
clients[].projectiles.timestamped.mean_m number
clients[].projectiles.timestamped.worst_m number
clients[].projectiles.timestamped.bytes_per_s number
clients[].others.interpolated.mean_m number
clients[].others.interpolated.worst_m number
clients[].corrections.count number
clients[].corrections.resets number
clients[].corrections.distance.mean_m number
clients[].corrections.distance.worst_m number
clients[].time.provider string
clients[].time.off_pace_share number
clients[].time.worst_off_pace_ms number
clients[].time.hard_corrections number
clients[].time.providers_stopped number
clients[].hits.agreed number
clients[].hits.refused number
clients[].hits.unseen number
clients[].inputs.on_time number
clients[].inputs.early number
clients[].inputs.late number
clients[].inputs.missing number
clients[].buffers.adaptive truth
clients[].buffers.client_ms number
clients[].buffers.server_ms number
clients[].buffers.starved_share number
clients[].traffic[].kind string
clients[].traffic[].up_bytes_per_s number
clients[].traffic[].down_bytes_per_s number
clients[].rejected[].reason string
clients[].rejected[].host number
clients[].rejected[].client number
clients[].figures.inputs_late_percent number
clients[].figures.frames_starved_percent number
clients[].figures.corrections number
clients[].figures.correction_worst_m number
clients[].figures.hits_refused number
clients[].figures.hits_unseen number
clients[].figures.key_to_own_ms number
clients[].figures.key_to_own_p95_ms number
clients[].figures.key_to_other_ms number
clients[].figures.key_to_other_p95_ms number
clients[].figures.frames_without_tick_percent number
clients[].figures.frames_with_one_tick_percent number
clients[].figures.frames_with_two_ticks_percent number
clients[].figures.frames_with_more_ticks_percent number
clients[].figures.ticks_per_frame_p95 number
`

func TestSummaryHasTheFieldsThatReadersRelyOn(t *testing.T) {
	dir := t.TempDir()
	check(t, Run([]string{"-duration", "15s", "-carrier", "direct", "-seed", "7", "-set", "converge.bound=50ms", "-set", "link.jitter=40ms", "-o", dir}, env(io.Discard)))
	text := filetest.Read(t, filepath.Join(dir, "summary.json"))
	var summary map[string]any
	check(t, json.Unmarshal(text, &summary))
	got := map[string]bool{}
	collect("", summary, got)
	want := strings.Split(strings.TrimSpace(summarySchema), "\n")
	for _, field := range want {
		if !got[field] {
			t.Errorf("there is no field %s", field)
		}
		delete(got, field)
	}
	for field := range got {
		if !strings.HasSuffix(field, " null") {
			t.Errorf("field %s is unknown", field)
		}
	}
	if summary["format"] != 2.0 || summary["scenario"] != "first" || summary["seed"] != 7.0 || summary["duration_s"] != 15.0 {
		t.Errorf("the head is %.120s", text)
	}
}

// collect notes the path and the kind of every value in a JSON document.
func collect(path string, v any, into map[string]bool) {
	switch v := v.(type) {
	case map[string]any:
		for key, sub := range v {
			collect(strings.TrimPrefix(path+"."+key, "."), sub, into)
		}
	case []any:
		for _, sub := range v {
			collect(path+"[]", sub, into)
		}
	case string:
		into[path+" string"] = true
	case float64:
		into[path+" number"] = true
	case bool:
		into[path+" truth"] = true
	case nil:
		into[path+" null"] = true
	default:
		into[path+" other"] = true
	}
}
