package cli

import (
	"flag"
	"path/filepath"
	"strings"
	"testing"
)

// What somebody has typed is told back as far as it helps to find it again.
func TestLongValuesAreNotToldBackWhole(t *testing.T) {
	withoutCluster(t)
	for _, long := range []string{strings.Repeat("ab", 5000), strings.Repeat("ä\"\n", 3000)} {
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
			run := func(args ...string) { check(c.Run(args, quick()), args...) }
			set := flagsOf(&c)
			dir := t.TempDir()
			set.VisitAll(func(f *flag.Flag) {
				args := []string{"-" + f.Name, long}
				for name, value := range map[string]string{"o": filepath.Join(dir, "x.mp4"), "from": "cable", "a": "first", "b": "first"} {
					if name != f.Name && set.Lookup(name) != nil && !(c.Name == "run" && name == "o") && !(c.Name == "" && f.Name != "a" && f.Name != "b") {
						args = append(args, "-"+name, value)
					}
				}
				switch {
				case isSwitch(f) || f.Name == "log": // which is any name
				case f.Name == "set", f.Name == "vary":
					run("-"+f.Name, "link.jitter="+long)
					run("-"+f.Name, "link.distribution=normal,"+long)
				default:
					run(args...)
				}
			})
			run("-" + long)
			if c.Name != "merge" {
				run(long)
			}
		}
		check(Unknown(commandsOf(), long), long)
	}
}
