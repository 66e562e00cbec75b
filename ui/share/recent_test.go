package share

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/ebitenui/ebitenui/event"
	"github.com/ebitenui/ebitenui/widget"

	"driftlab/internal/files"
	"driftlab/ui/config"
	"driftlab/ui/picture"
	"driftlab/ui/widgets"
)

func TestWhatWasOpenedOrSavedLastIsUnderShareToo(t *testing.T) {
	a, _ := newShareRoom(t)
	a.Opt.Config = config.Open(files.Disk{}, filepath.Join(t.TempDir(), "settings.toml"))
	dir := t.TempDir()
	for i := range recentButtons + 1 {
		path := filepath.Join(dir, string(rune('a'+i))+strings.Repeat(" long", i*10)+".toml")
		check(t, os.WriteFile(path, []byte("format = 3\nname = \"it is "+string(rune('a'+i))+"\"\n"), 0o600))
		if a.room.OpenText(path); a.Lines.Fault != "" {
			t.Fatal(a.Lines.Fault)
		}
	}
	a.room.Show()
	rows := a.room.recentRows(a.room.panel.theme, a.room.panel.Close)
	if len(rows) != recentButtons {
		t.Fatalf("there are %d of %d", len(rows), recentButtons)
	}
	_, low := a.room.panel.PreferredSize()
	rows[1].(*widget.Container).Children()[0].(*widgets.Button).Click()
	event.ExecuteDeferred()
	if want := "it is " + string(rune('a'+recentButtons-1)); a.Picture.Session.Scenario().Name != want || a.room.panel.IsOpen() {
		t.Errorf("a click opens %q, want %q: %s", a.Picture.Session.Scenario().Name, want, a.Lines.Fault)
	}
	check(t, a.Opt.Config.Forget())
	a.room.Show()
	if _, h := a.room.panel.PreferredSize(); h >= low {
		t.Errorf("with nothing remembered the panel is %d high, and was %d", h, low)
	}
	if l := picture.MinimumHeight - picture.BarHeight; low > l {
		t.Errorf("it is %d high, and the smallest window has %d", low, l)
	}
}
