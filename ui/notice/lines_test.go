package notice

import (
	"errors"
	"strings"
	"testing"
	"time"

	"driftlab/ui/panel"
	"driftlab/ui/words"
)

func newLines() *Lines { return New(&panel.View{Words: words.English()}) }

func TestAnErrorComesBackWhenANewerOneIsClosed(t *testing.T) {
	l := newLines()
	for _, e := range []string{"one", "other", "one"} {
		l.ShowError(errors.New(e))
	}
	var shown []string
	for ; l.Fault != "" && len(shown) < 9; l.CloseFault() {
		shown = append(shown, l.Fault)
	}
	if got := strings.Join(shown, " "); got != "one other" {
		t.Errorf("shown are %q", got)
	}
	for n := range 100 {
		l.ShowError(errors.New(strings.Repeat("x", n)))
	}
	if len(l.earlier) != mostFaults-1 {
		t.Errorf("%d errors wait to be closed", len(l.earlier))
	}
}

func TestANoticeGoesAfterAWhileAndThatOfAFilmLater(t *testing.T) {
	l, now := newLines(), time.Unix(100, 0)
	goes := func() (after time.Duration) {
		for begun := now; l.Notice != ""; now = now.Add(time.Second) {
			if l.Expire(now, false); now.Sub(begun) > time.Minute {
				break
			}
			after = now.Sub(begun)
		}
		return after
	}
	if l.ShowNotice("saved"); goes() != For {
		t.Error("a notice does not go when it should")
	}
	if l.ShowLonger("filmed", nil); goes() != forLong {
		t.Error("that of a film does not stay for longer")
	}
	if l.ShowNotice(strings.Repeat("many words ", 30)); goes() != 20*time.Second {
		t.Error("a long notice does not stay until it is read")
	}
	l.ShowNotice("unseen")
	for range 100 {
		now = now.Add(time.Second)
		l.Expire(now, true)
	}
	if l.Notice == "" {
		t.Error("a notice goes that nobody has seen")
	}
}

func TestWhatWorksTakesTheNoticeAwayAndWhatIsTypedAnewTheErrorBefore(t *testing.T) {
	l, wrong := newLines(), errors.New("99 is outside")
	if l.ShowNotice("saved"); l.ClearOnSuccess(wrong) != wrong || l.Notice != "saved" {
		t.Error("what fails takes the notice away")
	}
	if l.ClearOnSuccess(nil) != nil || l.Notice != "" {
		t.Error("what works leaves the notice")
	}
	if l.ShowTyped(wrong); l.Fault != wrong.Error() {
		t.Errorf("shown is %q", l.Fault)
	}
	if l.ShowTyped(nil); l.Fault != "" {
		t.Errorf("what is mended is still shown: %q", l.Fault)
	}
}
