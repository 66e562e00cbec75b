package scenario_test

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files/filetest"
	"driftlab/netsync/registry"
)

// keyNames returns the name of every key as a file may have it: for all, for one client, and a clock's constants.
func keyNames() (names []string) {
	for _, k := range append(scenario.LinkKeys(), scenario.Keys()...) {
		if names = append(names, k.Name); !k.World() {
			names = append(names, "client2."+strings.TrimPrefix(k.Name, "client."))
		}
	}
	for _, a := range registry.Algorithms() {
		table := "clock." + a.Name + "."
		names = append(names, table+"algorithm")
		for _, c := range a.Constants {
			names = append(names, table+c.Name)
		}
	}
	return append(names, "link.preset")
}

// In TOML a value is no table: where one key's name went on from another's, no file could set both without quotes.
func TestNoKeysNameGoesOnFromAnothers(t *testing.T) {
	t.Parallel()
	known := map[string]bool{}
	for _, name := range keyNames() {
		known[name] = true
	}
	for name := range known {
		for i := range name {
			if name[i] == '.' && known[name[:i]] {
				t.Errorf("%s goes on from %s: TOML cannot have both", name, name[:i])
			}
		}
	}
}

// As people write them, without quotes.
func TestAFileMaySetAllKeysAtOnce(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	b.WriteString("format = 3\nclients = 2\n[set]\n")
	for _, k := range scenario.Keys() {
		fmt.Fprintf(&b, "%s = %q\n", k.Name, k.Standard())
	}
	sc := scenariotest.Parse(t, "x", b.String())
	if len(sc.Set) != len(scenario.Keys()) {
		t.Errorf("%d of %d keys are set", len(sc.Set), len(scenario.Keys()))
	}
}

// CONTRIBUTING.md names a file of netsim as the model of a new impairment.
func TestAllOfTheModelOfAnImpairmentCanBeSetInOneTable(t *testing.T) {
	t.Parallel()
	page := filetest.Read(t, "../../CONTRIBUTING.md")
	model := regexp.MustCompile("as\\s+`netsim/([a-z]+)[.]go` has it").FindStringSubmatch(string(page))
	if model == nil {
		t.Fatal("CONTRIBUTING.md names no model")
	}
	n, text := 0, "format = 3\n[set]\n"
	for _, k := range scenario.LinkKeys() {
		if strings.HasPrefix(k.Name, "link."+model[1]) {
			n, text = n+1, text+fmt.Sprintf("%s = %q\n", k.Name, k.Standard())
		}
	}
	if _, err := scenario.Parse("x", text); err != nil || n < 2 {
		t.Errorf("%d keys of %s: %v", n, model[1], err)
	}
}

// Of flags and sweeps, files, logs, which quote them, keyframes, and what is asked of the table.
func TestFormerKeyNamesAreStillRead(t *testing.T) {
	t.Parallel()
	for former, now := range scenario.FormerNames {
		k := scenario.Find(now)
		value := k.Standard()
		if len(k.Choices) > 0 {
			value = k.Choices[len(k.Choices)-1]
		}
		names := []string{former}
		if !k.World() {
			names = append(names, "client2."+former)
		}
		for _, name := range names {
			set, err := scenario.ParseAssignment(name, value)
			if err != nil || set[0].Key() != k || !strings.HasSuffix(set[0].Name(), k.Name) {
				t.Errorf("%s is read as %v, %v", name, set, err)
			}
			for _, key := range []string{name, strconv.Quote(name)} {
				sc := scenariotest.Parse(t, "x", fmt.Sprintf("format = 3\nclients = 2\n[set]\n%s = %q\n", key, value))
				if text := sc.Text(); strings.Contains(text, former) || !strings.Contains(text, k.Name) {
					t.Errorf("%s is written as\n%s", key, text)
				}
			}
		}
		if scenario.Find(former) != k {
			t.Errorf("%s is not found as %s", former, now)
		}
		if _, err := scenario.Parse("x", fmt.Sprintf("format = 3\n[set]\n%q = %q\n%q = %q\n", former, value, now, value)); err == nil ||
			!strings.Contains(err.Error(), "line 3: "+former+": is set twice, as "+now+" too") {
			t.Errorf("%s beside %s: %v", former, now, err)
		}
	}
	if _, err := scenario.Parse("x", "format = 3\n[[keyframes]]\nkey = 'client2.link.sway.over'\npoints = [['1s', '2s'], ['2s', '3s']]\n"); err != nil {
		t.Error(err)
	}
}

// A name that leads to no key is a slip, and one that a key has would never be looked up.
func TestFormerKeyNamesLeadToKeys(t *testing.T) {
	t.Parallel()
	var names []string
	for _, k := range append(scenario.LinkKeys(), scenario.Keys()...) {
		names = append(names, k.Name)
	}
	for former, now := range scenario.FormerNames {
		if !slices.Contains(names, now) || slices.Contains(names, former) {
			t.Errorf("%s, now %s", former, now)
		}
	}
}
