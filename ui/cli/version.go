package cli

import (
	"cmp"
	"crypto/sha256"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version prints which driftlab this is: the module's version, the revision if it was built from a repository, Go's version and
// the target system; then when the revision was committed, and the modules in it.
func Version(args []string, env Env) error {
	if err := parse(flag.NewFlagSet("version", flag.ContinueOnError), args, env, "driftlab version: which driftlab this is"); err != nil {
		return err
	}
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintln(env.Out, strings.Join(append([]string{version(info)}, details(info)...), "\n"))
	return err
}

// details returns the lines after the first: when the revision was committed (RFC 3339), and each module with its version.
func details(info *debug.BuildInfo) (lines []string) {
	if info == nil {
		return nil
	}
	for _, s := range info.Settings {
		if s.Key == "vcs.time" {
			lines = append(lines, "committed "+s.Value)
		}
	}
	for _, m := range info.Deps {
		lines = append(lines, "module "+m.Path+" "+m.Version)
	}
	return lines
}

// version returns the first line; info is nil if the program has no build information.
func version(info *debug.BuildInfo) string {
	name, _ := build(info)
	return strings.Join([]string{name, runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}, " ")
}

// Program names the running build, the same on every system: sweeps keep it with their cells, so that cells of different builds
// are never joined. A build without a distinct revision is named after the content of its file.
func Program() string {
	info, _ := debug.ReadBuildInfo()
	return program(info, func() (io.ReadCloser, error) {
		path, err := os.Executable()
		if err != nil {
			return nil, err
		}
		return os.Open(path)
	})
}

func program(info *debug.BuildInfo, open func() (io.ReadCloser, error)) string {
	name, exact := build(info)
	if exact {
		return name
	}
	file, err := open()
	if err != nil {
		return name // on a page, where programs have no files
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return name
	}
	return fmt.Sprintf("%s, SHA-256 %x", name, sum.Sum(nil)[:6])
}

// build names a build by its module's version and its revision, and reports whether they identify it.
func build(info *debug.BuildInfo) (name string, exact bool) {
	module, built := "", map[string]string{}
	if info != nil {
		module = info.Main.Version
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
	}
	words := []string{"driftlab", cmp.Or(module, "(devel)")}
	exact = module != "" && module != "(devel)"
	if revision := built["vcs.revision"]; revision != "" {
		words, exact = append(words, "revision", revision), true
	}
	if built["vcs.modified"] == "true" {
		words, exact = append(words, "with changes"), false
	}
	return strings.Join(words, " "), exact
}
