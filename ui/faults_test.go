package ui

import (
	"context"
	"image"
	"testing"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
	"driftlab/ui/config"
)

func TestWhatTheWindowCannotWriteIsToldAndLeavesAllAsItWas(t *testing.T) {
	for name, write := range map[string]func(fsys files.FS, dir string) error{
		"a plot": func(fsys files.FS, dir string) error {
			return writePlot(fsys, dir+"/plot.png", image.NewRGBA(image.Rect(0, 0, 9, 9)))
		},
		"the settings": func(fsys files.FS, dir string) error {
			return config.Open(fsys, dir+"/driftlab/settings.toml").Change(func(s *config.Settings) { s.Theme = "light" })
		},
	} {
		t.Run(name, func(t *testing.T) {
			filetest.Writing{Write: func(_ context.Context, fsys files.FS, dir string) error { return write(fsys, dir) }}.Faults(t)
		})
	}
}
