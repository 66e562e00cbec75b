//go:build !js

package judge

import (
	"os"
	"strings"
	"testing"
	"time"

	"driftlab/game/scenario"
)

func TestEachPublicLinkSaysWhyItIsThere(t *testing.T) {
	all, err := Load(Public, "")
	if err != nil || len(all) != 15 {
		t.Fatalf("%d links, %v", len(all), err)
	}
	for _, l := range all {
		if l.Reason == "" || l.Scenario.Clients != 1 || l.Scenario.Duration != 240*time.Second || l.Scenario.Validate() != nil {
			t.Errorf("%s: %q, %d clients, %v, %v", l.Name, l.Reason, l.Scenario.Clients, l.Scenario.Duration, l.Scenario.Validate())
		}
	}
}

func TestSeveralLinksAreNamedWithCommas(t *testing.T) {
	links, err := Load("wifi,judge-drift", "")
	if err != nil || len(links) != 2 || links[0].Name != "wifi" || links[1].Name != "drift" {
		t.Errorf("%v, %v", links, err)
	}
	if _, err := Load("wifi,wifi", ""); err == nil {
		t.Error("a link is played twice")
	}
	if _, err := Load("wifi,", ""); err == nil {
		t.Error("a link without a name is played")
	}
	if _, err := Load("randon", ""); err == nil || !strings.HasPrefix(err.Error(), `"randon" is unknown: perhaps random? `) {
		t.Error(err)
	}
	if _, err := Load("wfi", ""); err == nil || err.Error() != `"wfi" is unknown: perhaps wifi? There are 3g, 4g, bufferbloat, bursts, drift, frames, handover, route, satellite, sleep, stream, uneven, upload, wifi, wired, public, random, rare, a scenario's name, a file and a folder` {
		t.Error(err)
	}
}

func TestLinksComeFromAFolderOfFiles(t *testing.T) {
	dir := t.TempDir()
	if _, err := Load(dir, ""); err == nil || !strings.Contains(err.Error(), "no scenario") {
		t.Error(err)
	}
	sc, err := scenario.Load("first")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"b.toml", "a.toml", "notes.txt"} {
		if err := os.WriteFile(dir+"/"+name, []byte(sc.Text()), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	all, err := Load(dir, "")
	if err != nil || len(all) != 2 || all[0].Name != "a" || all[1].Scenario.Clients != sc.Clients {
		t.Errorf("%+v, %v", all, err)
	}
	if _, err := Load("no-such-link", ""); err == nil {
		t.Error("a link that there is not is loaded")
	}
}

func TestTheRareLinksHaveNamesOfTheirOwnAndSayWhyTheyAreThere(t *testing.T) {
	t.Parallel()
	all, err := Load(Rare, "")
	if err != nil || len(all) < 3 {
		t.Fatalf("%d links, %v", len(all), err)
	}
	for _, l := range all {
		if !strings.HasPrefix(l.Name, "rare-") || l.Reason == "" || len(l.Scenario.Events) < 1 {
			t.Errorf("%s: %q, %d events", l.Name, l.Reason, len(l.Scenario.Events))
		}
	}
}
