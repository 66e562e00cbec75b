package ui

import (
	"context"
	"image"
	"testing"
	"time"

	"driftlab/config"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestWhatTheWindowCannotWriteIsToldAndLeavesAllAsItWas(t *testing.T) {
	a := newTestApp(t, "first", 1600, 900, 1)
	a.Advance(time.Second)
	for name, write := range map[string]func(fsys files.FS, dir string) error{
		"a log": func(fsys files.FS, dir string) error {
			a.opt.Files, a.opt.Log, a.saved = fsys, dir+"/session.toml", nil
			_, err := a.writeLog("format = 2\n", ".toml")
			return err
		},
		"a plot": func(fsys files.FS, dir string) error {
			return writePlot(fsys, dir+"/plot", image.NewRGBA(image.Rect(0, 0, 9, 9)), "<svg/>\n")
		},
		"a shared text": func(fsys files.FS, dir string) error { return files.WriteNew(fsys, dir+"/session.txt", "driftlab1:\n") },
		"the settings": func(fsys files.FS, dir string) error {
			return config.Open(fsys, dir+"/driftlab/settings.toml").Change(func(s *config.Settings) { s.Theme = "light" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			filetest.Writing{Write: func(_ context.Context, fsys files.FS, dir string) error { return write(fsys, dir) }}.Faults(t)
		})
	}
}
