package browser

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

func TestMain(m *testing.M) {
	code := m.Run()
	if err := Stop(); err != nil {
		println(err.Error())
		code = max(code, 1)
	}
	os.Exit(code)
}

// A trial is a test within a test, which may fail.
type trial struct {
	testing.TB
	over bool // it has no time left
	said string
	last []func()
}

func (tr *trial) Helper()          {}
func (tr *trial) Cleanup(f func()) { tr.last = append(tr.last, f) }
func (tr *trial) Errorf(format string, args ...any) {
	tr.said += fmt.Sprintf(format, args...) + "\n"
}
func (tr *trial) Fatalf(format string, args ...any) {
	tr.Errorf(format, args...)
	runtime.Goexit()
}
func (tr *trial) Deadline() (time.Time, bool) {
	if tr.over {
		return time.Now(), true
	}
	return time.Now().Add(time.Hour), true
}

// try runs a test and returns what it fails of.
func try(t *testing.T, test func(*trial)) string {
	t.Helper()
	tr, done := &trial{TB: t}, make(chan bool)
	go func() {
		defer close(done)
		defer func() {
			for _, f := range slices.Backward(tr.last) {
				f()
			}
		}()
		test(tr)
	}()
	<-done
	return tr.said
}

func TestATestThatHangsLeavesTheOnesAfterItABrowser(t *testing.T) {
	if testing.Short() {
		t.Skip("a browser takes a while to start")
	}
	Start(t) // or there is none, and the test is skipped
	for _, c := range []struct {
		name string
		hang func(*trial, *Page)
		says string
	}{
		{"a page that does not answer", func(tr *trial, p *Page) {
			p.Eval(`setTimeout(() => { for (;;); }); 0`)
			tr.over = true
			p.Await(`true`)
		}, "it has not come to this: true; the page: Runtime.evaluate: no answer; the console: []\n"},
		{"what never comes", func(tr *trial, p *Page) {
			tr.over = true
			p.Await(`false`)
		}, "it has not come to this: false; "},
		{"a promise that is not kept", func(tr *trial, p *Page) {
			tr.over = true
			p.Eval(`new Promise(() => {})`)
		}, "new Promise(() => {}): Runtime.evaluate: no answer; the console: []\n"},
		{"a browser that has ended", func(tr *trial, p *Page) {
			p.b.cmd.Process.Kill()
			<-p.b.ended
			p.Eval(`1`)
		}, "1: Runtime.evaluate: "},
	} {
		said := try(t, func(tr *trial) { c.hang(tr, Start(tr).Open("about:blank", 300, 200)) })
		if !strings.HasPrefix(said, c.says) || strings.Count(said, "\n") != 1 {
			t.Errorf("%s: the test says %q, want %q", c.name, said, c.says)
		}
		if said := try(t, func(tr *trial) {
			if got := Start(tr).Open("about:blank", 300, 200).Eval(`1 + 1`); got != 2.0 {
				tr.Errorf("1 + 1 is %v", got)
			}
		}); said != "" {
			t.Errorf("%s: the next test says %q", c.name, said)
		}
	}
}
