package share

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"driftlab/game/scenario"
)

func TestALinkOfTheSessionIsCopied(t *testing.T) {
	a, p := newShareRoom(t)
	a.Opt.Link = func(text string) string { return "https://host/#" + text }
	a.room.copyLink()
	a.answer()
	_, text, _ := strings.Cut(p.text, "https://host/#")
	if sc, err := scenario.ParseShared(text, t.TempDir()); err != nil || sc.Name != "first" || !strings.Contains(a.Lines.Notice, "Copied a link of") {
		t.Errorf("it copies %.60q and says %q, %q: %v", p.text, a.Lines.Notice, a.Lines.Fault, err)
	}
}

func TestASessionThatIsTooLongForALinkIsNotCopied(t *testing.T) {
	a, p := newShareRoom(t)
	a.Opt.Link = func(string) string { panic("it is asked for an address") }
	long := strings.Builder{}
	long.WriteString("format = 3\nname = \"long\"\nduration = \"60m\"\n")
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 9000 {
		fmt.Fprintf(&long, "[[event]]\nat = \"%dms\"\nset = { \"link.delay\" = \"%dns\" }\n", i, r.Int64N(1e9))
	}
	a.room.OpenText(long.String())
	if a.room.copyLink(); !strings.Contains(a.Lines.Fault, "The session is too long for a link") || p.text != "" {
		t.Errorf("it says %q and copies %.60q", a.Lines.Fault, p.text)
	}
}
