//go:build !js && !darwin

package share

import (
	system "github.com/atotto/clipboard"

	"driftlab/ui/words"
)

// systemClipboard uses user32 on Windows, and elsewhere wl-copy, xclip or xsel, whichever is installed.
type systemClipboard struct{}

func (systemClipboard) write(_ *words.Language, text string) error { return system.WriteAll(text) }

func (systemClipboard) read(*words.Language) (string, error) { return system.ReadAll() }
