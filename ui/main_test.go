package ui

import (
	"os"
	"testing"

	"driftlab/config"
	"driftlab/internal/files"
	"driftlab/netsim"
	"driftlab/scenario/scenariotest"
	"driftlab/ui/uitest"
	"driftlab/ui/words"
)

func TestMain(m *testing.M) {
	os.Exit(uitest.Main(m))
}

// newTestApp returns the window's content at a size, showing a scenario.
func newTestApp(t testing.TB, name string, width, height int, scale float64) *App {
	t.Helper()
	uitest.NeedLoop(t)
	sc := scenariotest.Load(t, name)
	a, err := NewApp(config.Window{Scenario: sc, Log: t.TempDir() + "/session.toml", Config: inLab(t, ""),
		NewCarrier: func() (netsim.Carrier, error) { return netsim.NewDirect(), nil }})
	if err != nil {
		t.Fatal(err)
	}
	forget(t, a)
	if err := a.resize(width, height, scale); err != nil {
		t.Fatal(err)
	}
	return a
}

// forget closes a window when its test is over.
func forget(t testing.TB, a *App) {
	t.Cleanup(func() {
		a.Session.Close()
		*a = App{} // the widgets' library remembers windows that are gone, and with them all checkpoints
	})
}

// testMemory is what the checkpoints of a test's window may take, in MB: to look through more for garbage would take longer
// than most tests.
const testMemory = 32

// inLab returns the settings of a file, "" for none, with which the window shows all that there is.
func inLab(t testing.TB, path string) *config.Store {
	t.Helper()
	s := config.Open(files.Disk{}, path)
	if err := s.Override(func(p *config.Settings) { p.View, p.Memory = config.LabView, testMemory }); err != nil {
		t.Fatal(err)
	}
	return s
}

// english is what windows speak unless something else is chosen.
var english = words.English()

func language(t testing.TB, name string) *words.Language {
	t.Helper()
	lang, err := words.In(name)
	if err != nil {
		t.Fatal(err)
	}
	return lang
}
