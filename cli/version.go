package cli

import (
	"cmp"
	"flag"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
)

// Version says which driftlab this is: the module's version, the revision where it was built from a repository, and
// Go's version and the system that it was built for.
func Version(args []string, env Env) error {
	if err := parse(flag.NewFlagSet("version", flag.ContinueOnError), args, env, "driftlab version: which driftlab this is"); err != nil {
		return err
	}
	info, _ := debug.ReadBuildInfo()
	_, err := fmt.Fprintln(env.Out, version(info))
	return err
}

// version is the line of a build; info is nil where the program has none.
func version(info *debug.BuildInfo) string {
	module, built := "", map[string]string{}
	if info != nil {
		module = info.Main.Version
		for _, s := range info.Settings {
			built[s.Key] = s.Value
		}
	}
	words := []string{"driftlab", cmp.Or(module, "(devel)")}
	if revision := built["vcs.revision"]; revision != "" {
		words = append(words, "revision", revision)
		if built["vcs.modified"] == "true" {
			words = append(words, "with changes")
		}
	}
	return strings.Join(append(words, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH), " ")
}
