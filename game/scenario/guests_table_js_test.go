package scenario

import (
	"strings"
	"testing"
)

func TestAPageRefusesALogWithAGuestInOneLine(t *testing.T) {
	_, err := Parse("x", "format = 3\nclients = 1\nduration = \"1s\"\n[guest.mine]\nsays = '{\"driftlab\":1,\"name\":\"x\",\"hears\":[]}'\n")
	const want = "guest: a page cannot play back programs' replies; the desktop program can"
	if err == nil || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("%v, want %s", err, want)
	}
}
