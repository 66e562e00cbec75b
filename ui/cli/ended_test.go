package cli

import (
	"io"
	"strings"
	"testing"

	"driftlab/internal/texts"
)

func TestWhatHasEndedIsRefusedWithWhenAndWhatThereIsInstead(t *testing.T) {
	for name, instead := range endedFlags {
		if err := Run([]string{"-" + name, "x"}, env(io.Discard)); Status(err) != 2 || err.Error() != "-"+name+" was there until "+texts.LastBuild+": "+instead {
			t.Errorf("-%s: %v", name, err)
		}
	}
	if err := Link([]string{"-from", "4g", "-to", "trace"}, env(io.Discard)); Status(err) != 2 || !strings.HasPrefix(err.Error(), "-to: trace was there until "+texts.LastBuild) {
		t.Errorf("-to trace: %v", err)
	}
	for name, instead := range endedCommands {
		if Find(commandsOf(), name) != nil {
			t.Errorf("%s is there", name)
		}
		if err := Unknown(commandsOf(), name); Status(err) != 2 || !strings.HasPrefix(err.Error(), name+" was there until "+texts.LastBuild+": ") || !strings.HasSuffix(err.Error(), instead) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
