package share

import (
	"os"
	"os/exec"
	"strings"

	"driftlab/ui/words"
)

// systemClipboard uses pbcopy and pbpaste. Programs that Finder starts have no locale, and without one these assume an encoding
// of the eighties: they must be told that texts are UTF-8.
type systemClipboard struct{}

func (systemClipboard) write(_ *words.Language, text string) error {
	c := inUTF8("pbcopy")
	c.Stdin = strings.NewReader(text)
	return c.Run()
}

func (systemClipboard) read(*words.Language) (string, error) {
	text, err := inUTF8("pbpaste").Output()
	return string(text), err
}

func inUTF8(program string) *exec.Cmd {
	c := exec.Command(program)
	c.Env = append(os.Environ(), "LC_ALL=", "LC_CTYPE=UTF-8")
	return c
}
