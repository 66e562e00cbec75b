package cli

import (
	"errors"
	"io"
	"strings"
	"testing"

	"driftlab/game/scenario"
)

// commandsOf returns the program's commands, including those of other packages.
func commandsOf() []Command {
	return Commands(
		func(args []string, env Env) error { _, err := ParseWindow(args, env); return err },
		func(args []string, env Env) error { _, err := ParseFilm(args, env); return err })
}

// completed returns how the last word of a line may continue.
func completed(line string) (texts []string) {
	for _, c := range complete(commandsOf(), strings.Split(line, " ")) {
		texts = append(texts, c.text)
	}
	return texts
}

func TestWhatAWordMayBecome(t *testing.T) {
	for line, want := range map[string]string{
		"":                              "run record sweep merge judge vectors lessons link serve keys version completion help",
		"ru":                            "run",
		"help ju":                       "judge",
		"-theme ":                       "dark light",
		"mine.toml -lo":                 "-log",
		"run --se":                      "--seed --set",
		"run -carrier=v":                "-carrier=vnet",
		"run -o ":                       "",
		"run -set link.distribution=no": "link.distribution=normal",
		"run -set client7.link.up.distribution=no": "client7.link.up.distribution=normal",
		"run -set client7.algorithm=un":            "client7.algorithm=unreal client7.algorithm=unity",
		"run -set client7.arena":                   "",
		"run -set client7.buffer.mo":               "client7.buffer.mode=",
		"run -set client7.link.pre":                "client7.link.preset=",
		"run -set link.delay=":                     "",
		"sweep -vary link.distribution=normal,u":   "link.distribution=normal,uniform",
		"sweep -scenario first,fir":                "first,first",
		"record -tab s":                            "spacetime samples sorted",
		"record -wipe -tab b":                      "beats buffer bulk",
		"record -camera ":                          "all diagram host client-1",
		"record -sidecars ":                        "on off",
		"record -progress j":                       "json",
		"record -a cab":                            "cable",
		"-a cab":                                   "cable",
		"link -to un":                              "unreal unity",
		"lessons -lesson 16":                       "16",
		"-playlist l":                              "lecture",
		"merge ":                                   "",
		"merge one -":                              "-baseline -force -missing -o -shards",
		"keys -":                                   "",
		"judge ":                                   "",
		"judge -as rt":                             "rtt2 rtt2-world",
		"judge -classes lte,queue-b":               "lte,queue-both",
		"judge -clock rt":                          "rtt2 rtt2-world",
		"judge -results ":                          "gradescope junit",
		"judge -links judge-wi":                    "judge-wifi judge-wired",
		"judge -links public,ra":                   "public,random public,rare",
		"vectors mid":                              "midline",
		"completion f":                             "fish",
	} {
		if got := strings.Join(completed(line), " "); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}

func TestEveryKeyIsCompletedAndEveryChoiceOfIt(t *testing.T) {
	for _, k := range append(scenario.LinkKeys(), scenario.Keys()...) {
		if got := completed("run -set " + k.Name); len(got) == 0 || got[0] != k.Name+"=" {
			t.Errorf("%s: %q", k.Name, got)
		}
		if got := completed("run -set " + k.Name + "="); len(got) != len(k.Choices) {
			t.Errorf("%s: %q, want %q", k.Name, got, k.Choices)
		}
	}
}

func TestCompletionNamesTheShellsThatItKnows(t *testing.T) {
	for _, args := range [][]string{nil, {"tcsh"}, {"../completion/driftlab.bash"}, {"bash", "zsh"}} {
		var usage Usage
		if err := completion(commandsOf(), args, env(io.Discard)); !errors.As(err, &usage) || !strings.HasSuffix(err.Error(), "(allowed: bash, zsh, fish)") {
			t.Errorf("%q: %v", args, err)
		}
	}
}
