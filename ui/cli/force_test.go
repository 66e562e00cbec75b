package cli

import (
	"errors"
	"flag"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files"
)

// outputs are all flags that name a file or a folder to write, by command, with the rest of a quick command line.
var outputs = map[string]struct {
	args  []string
	files []string          // flags that name a file
	dirs  map[string]string // flags that name a folder, with a file that is written into it
}{
	"":        {files: []string{"screenshot"}},
	"run":     {[]string{"-duration", "100ms", "-carrier", "direct"}, []string{"pcapng", "dissector"}, map[string]string{"o": "session.toml"}},
	"record":  {[]string{"-duration", "1s"}, []string{"o", "hashes"}, nil},
	"link":    {[]string{"-from", "4g", "-to", "unity"}, []string{"o", "dissector"}, nil},
	"lessons": {[]string{"-lesson", "1"}, []string{"notes"}, nil},
	"sweep":   {smallSweep, nil, map[string]string{"o": "sweep.csv"}},
	"merge":   {nil, nil, map[string]string{"o": "sweep.csv"}},
	"judge":   {nil, nil, map[string]string{"o": "judge.csv"}},
	"vectors": {nil, nil, map[string]string{"o": "rtt2-wifi-1-client.jsonl.gz"}},
}

// notOutputs are flags whose file is only read, gets a free name or is appended to.
var notOutputs = []string{"replay", "open", "a", "b", "scenario", "captions", "log", "dir", "lesson", "links"}

func TestEveryFlagThatNamesAnOutputIsKnownHereAndGoesWithForce(t *testing.T) {
	for _, c := range commandsOf() {
		if c.Run == nil {
			continue
		}
		set, known := flagsOf(&c), outputs[c.Name]
		names := append([]string(nil), known.files...)
		for name := range known.dirs {
			names = append(names, name)
		}
		set.VisitAll(func(f *flag.Flag) {
			value, _ := flag.UnquoteUsage(f)
			written := strings.Contains(value, "FILE") || strings.Contains(value, "DIR") || strings.Contains(value, "FOLDER")
			if written && !slices.Contains(notOutputs, f.Name) && !slices.Contains(names, f.Name) {
				t.Errorf("driftlab %s -%s is in neither list", c.Name, f.Name)
			}
		})
		if (set.Lookup("force") != nil) != (len(names) > 0) {
			t.Errorf("driftlab %s writes into %q, and has -force: %v", c.Name, names, set.Lookup("force") != nil)
		}
	}
}

// tryOut runs a command, or if that opens a window, its checks before that.
func tryOut(c *Command, args []string) error {
	switch c.Name {
	case "":
		_, err := ParseWindow(args, quick())
		return err
	case "record":
		_, err := ParseFilm(args, quick())
		return err
	}
	return c.Run(args, quick())
}

func TestNoCommandReplacesAPersonsFileNotEvenOverALink(t *testing.T) {
	withoutCluster(t)
	for _, c := range commandsOf() {
		known := outputs[c.Name]
		for _, name := range known.files {
			for what, put := range map[string]func(path string) error{
				"a file": func(path string) error { return os.WriteFile(path, []byte("thesis"), 0o666) },
				"a link": func(path string) error {
					return errors.Join(os.WriteFile(path+".far", []byte("thesis"), 0o666), os.Symlink(path+".far", path))
				},
			} {
				dir := t.TempDir()
				path := filepath.Join(dir, "a.gif")
				if err := put(path); err != nil {
					t.Skip(err)
				}
				args := append(append([]string(nil), known.args...), "-"+name, path)
				if c.Name == "record" && name != "o" {
					args = append(args, "-o", filepath.Join(dir, "film.gif"))
				}
				err := tryOut(&c, args)
				if Status(err) != 2 || !strings.Contains(err.Error(), `"`+path+`"`) || !errors.Is(err, files.ErrForeign) && !errors.Is(err, files.ErrLink) {
					t.Errorf("driftlab %s -%s over %s: %v", c.Name, name, what, err)
				}
				if text, _ := os.ReadFile(path); string(text) != "thesis" {
					t.Errorf("driftlab %s -%s over %s: it has %q", c.Name, name, what, text)
				}
				if err := tryOut(&c, append(args, "-force")); (err == nil) != (what == "a file") {
					t.Errorf("driftlab %s -%s -force over %s: %v", c.Name, name, what, err)
				}
			}
		}
	}
}

func TestWhatACommandHasWrittenItMayReplace(t *testing.T) {
	for _, name := range []string{"run", "link", "lessons"} {
		c := Find(commandsOf(), name)
		for _, flag := range outputs[name].files {
			path := filepath.Join(t.TempDir(), "a")
			for range 2 {
				if err := c.Run(append(append([]string(nil), outputs[name].args...), "-"+flag, path), env(io.Discard)); err != nil {
					t.Errorf("driftlab %s -%s: %v", name, flag, err)
				}
			}
		}
	}
}
