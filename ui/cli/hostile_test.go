package cli

import (
	"errors"
	"flag"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

// hostile has one of each kind of character that changes how the text around it is shown.
const hostile = "a\u202eb\u2028c\u2066d\u200be\u009b\u2029"

// steering returns the first line of a text with such a character, "" if there is none.
func steering(text string) string {
	for line := range strings.SplitSeq(text, "\n") {
		if strings.ContainsFunc(line, func(r rune) bool { return r != '\t' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp) }) {
			return line
		}
	}
	return ""
}

func TestNoTextOfAStrangerSteersTheTerminalOrAFile(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		filetest.Write(t, path, text)
		return path
	}
	const body = "clients = 1\nduration = \"1s\"\nclocks = \"sntp\"\n[[event]]\nat = \"500ms\"\ncaption = \"" + hostile + "\"\n"
	const named = "format = 3\nname = \"" + hostile + "\"\ntitle = \"" + hostile + "\"\n" + body
	byName := write("named.toml", strings.ReplaceAll(named, "\u009b", `\u009b`)) // TOML allows it only escaped
	byFile := write("f\u202e\u2028.toml", strings.ReplaceAll("format = 3\n"+body, "\u009b", `\u009b`))
	wrong := write("wrong.toml", strings.ReplaceAll("format = 3\n\"key"+hostile+"\" = 1\n", "\u009b", `\u009b`))
	earlier := write("earlier.toml", strings.ReplaceAll(strings.Replace(named, "format = 3", "format = 1", 1), "\u009b", `\u009b`))
	out := func(name string) string { return filepath.Join(dir, "out", name) }
	check(t, os.Mkdir(out(""), 0o777))
	for _, args := range [][]string{
		{"run", "-scenario", byName, "-o", out("named"), "-carrier", "direct"},
		{"run", "-scenario", byFile, "-o", out("file"), "-carrier", "direct", "-pcapng", out("pcapng"), "-dissector", out("lua")},
		{"run", "-scenario", earlier, "-o", out("earlier"), "-carrier", "direct"},
		{"run", "-scenario", wrong},
		{"run", "-scenario", hostile},
		{"run", "-set", hostile + "=1"},
		{"sweep", "-scenario", byName + "," + byFile, "-seeds", "1", "-o", out("sweep")},
		{"merge", "-o", out("merged"), out("sweep")},
		{"link", "-from", byName, "-to", "netem"},
		{"link", "-from", byFile, "-to", "scenario", "-o", out("link.toml")},
		{"link", "-from", "preset:" + hostile},
		{"lessons", "-lesson", wrong},
		{"lessons", "-lesson", hostile},
		{hostile},
	} {
		var said strings.Builder
		env := warned(&said, &said)
		env.Files, env.Progress = files.Disk{}, &said
		err := Unknown(commandsOf(), args[0])
		if c := Find(commandsOf(), args[0]); c != nil {
			err = c.Run(args[1:], env)
		}
		if err != nil && !errors.Is(err, flag.ErrHelp) {
			said.WriteString(Line(err, args))
		}
		if line := steering(strings.NewReplacer("\r", "", "\x1b[K", "").Replace(said.String())); line != "" {
			t.Errorf("%q says %q", args, line)
		}
	}
	written := 0
	err := filepath.WalkDir(out(""), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, ".png") || strings.HasSuffix(path, "pcapng") {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if line := steering(string(text)); line != "" {
			t.Errorf("%s has %.200q", path, line)
		}
		written++
		return nil
	})
	if err != nil || written < 30 {
		t.Errorf("%d files are written, %v", written, err)
	}
}
