package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/scenario"
)

func TestAlignmentTablesHaveWhatTheTextSays(t *testing.T) {
	t.Parallel()
	sc, err := scenario.Load("alignment-rtt200")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	g := grid(t, []string{"platform.time=server,predicted", "projectile.spawn=naive,predicted", "client.algorithm=rtt2,timesync"}, "1", sc)
	if err := writeAlignment(sweep(t, dir, g, Whole, 2).Folder); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, AlignmentFile))
	if err != nil {
		t.Fatal(err)
	}
	// A round trip of 200 ms and buffers of 50 ms; projectiles fly 40 m/s.
	for _, want := range []string{
		"## Platforms in server time\n\n| screen: rider | clock | alignment-rtt200 |\n| --- | --- | ---: |\n| client: own player | all | 0 ms 0.00 m |\n",
		"| client: character | all | 0 ms 0.00 m |\n| client: host's player | all | 0 ms 0.00 m |\n| client: other client's player | all | 250 ms 0.9",
		"## Platforms in predicted time",
		"| host: clients' players | all | 0 ms 0.00 m |\n",
		"## Projectiles naive\n\n| clock | alignment-rtt200 |\n| --- | ---: |\n| all | −100 ms −4.00 m |\n| *bytes a second to each client* | 70 |\n",
		"## Projectiles predicted\n\n| clock | alignment-rtt200 |\n| --- | ---: |\n| all | 133 ms 5.33 m |\n",
	} {
		if !strings.Contains(string(text), want) {
			t.Errorf("there is no %q in\n%s", want, text)
		}
	}
}

func TestAlignmentIsNotWrittenWhereItWasNotVaried(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	g := grid(t, []string{"platform.time=server,predicted"}, "1", measured(t, "plain", ""))
	if err := writeAlignment(sweep(t, dir, g, Whole, 1).Folder); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(dir, AlignmentFile)); err == nil {
		t.Error("there is one")
	}
}

func writeAlignment(f *Folder) error { return f.results(f.writeAlignment) }
