package cli

import (
	"strings"
	"testing"
)

func TestWhatHasEndedIsRefusedWithWhenAndWhatThereIsInstead(t *testing.T) {
	for name, instead := range endedCommands {
		if Find(commandsOf(), name) != nil {
			t.Errorf("%s is there", name)
		}
		if err := Unknown(commandsOf(), name); Status(err) != 2 || !strings.HasPrefix(err.Error(), name+" was there until "+lastBuild+": ") || !strings.HasSuffix(err.Error(), instead) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
