package cli

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"driftlab/internal/testkit"
)

// Errors repeat an argument only as far as it helps to find it.
func TestLongValuesAreNotToldBackWhole(t *testing.T) {
	withoutCluster(t)
	var all []func()
	for _, text := range []string{strings.Repeat("ab", 5000), strings.Repeat("ä\"\n", 3000)} {
		check := func(err error, args ...string) {
			t.Helper()
			if err == nil {
				t.Errorf("%.100q: no error", args)
			} else if line := Line(err, args); len(line) > 2000 || strings.Contains(line, "\n") {
				t.Errorf("%.30q: %d bytes: %.99q", args, len(line), line)
			}
		}
		for _, c := range commandsOf() {
			if c.Run == nil {
				continue
			}
			run := func(args ...string) { all = append(all, func() { check(c.Run(args, quick()), args...) }) }
			set := flagsOf(&c)
			dir := t.TempDir()
			set.VisitAll(func(f *flag.Flag) {
				args := []string{"-" + f.Name, text}
				for name, value := range map[string]string{"o": filepath.Join(dir, "x.mp4"), "from": "cable", "a": "first", "b": "first"} {
					if name != f.Name && set.Lookup(name) != nil && !(c.Name == "run" && name == "o") && !(c.Name == "" && f.Name != "a" && f.Name != "b") {
						args = append(args, "-"+name, value)
					}
				}
				switch {
				case isSwitch(f) || f.Name == "log": // which is any name
				case f.Name == "set", f.Name == "vary":
					run("-"+f.Name, "link.jitter="+text)
					run("-"+f.Name, "link.distribution=normal,"+text)
				default:
					run(args...)
				}
			})
			run("-" + text)
			if c.Name != "merge" {
				run(text)
			}
		}
		check(Unknown(commandsOf(), text), text)
	}
	for _, k := range testkit.Sample(t, len(all), 40) {
		all[k-1]()
	}
}
