//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shells say how each is asked what it makes of a line: $1 is the line, and driftlab is the program.
var shells = map[string]string{
	"bash": `eval "$(driftlab completion bash)"
		COMP_LINE=$1 COMP_POINT=${#1} _driftlab
		printf '%s\n' "${COMPREPLY[@]}"`,
	// zsh completes in its line editor alone, so its parts that show candidates are stood in for.
	"zsh": `compdef() { : }
		compset() { : }
		_files() { print -r -- FILES }
		_describe() { local -a all=("${(@P)3}"); print -rl -- ${${all%:*}//\\:/:} }
		eval "$(driftlab completion zsh)"
		words=("${(@s: :)1}") CURRENT=$#words PREFIX=$words[-1]
		_driftlab`,
	"fish": `driftlab completion fish | source
		complete -C $argv[1] | string replace -r '\t.*' ''
		true`,
}

// ask returns what a shell makes of a line, with a file notes.toml in the working folder.
func ask(t *testing.T, shell, line string) []string {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(dir, "driftlab")); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "notes.toml"), nil, 0o666); err != nil {
		t.Fatal(err)
	}
	args := []string{"-c", shells[shell], "-", line}
	if shell == "fish" {
		args = []string{"-c", shells[shell], line}
	}
	cmd := exec.Command(shell, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asProgram+"=1", "HOME="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	return strings.Fields(string(out))
}

func TestShellsCompleteCommandsFlagsKeysAndTheirChoices(t *testing.T) {
	for shell := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(err)
			}
			for _, test := range []struct {
				line string
				want []string
			}{
				{"driftlab le", []string{"lessons"}},
				{"driftlab completion ", []string{"bash", "zsh", "fish"}},
				{"driftlab run -sc", []string{"-scenario"}},
				{"driftlab run -carrier ", []string{"vnet", "direct"}},
				{"driftlab run -scenario fir", []string{"first"}},
				{"driftlab run -set link.dupl", []string{"link.duplicate="}},
				{"driftlab run -set client2.algorithm=sl", []string{"client2.algorithm=slot"}},
				{"driftlab sweep -vary link.preset=3g,cab", []string{"link.preset=3g,cable"}},
				{"driftlab run -replay no", []string{"notes.toml"}},
				{"driftlab -set link.up.trace=no", []string{"link.up.trace=notes.toml"}},
			} {
				want, files := test.want, strings.HasSuffix(test.want[0], "notes.toml")
				switch {
				case shell == "zsh" && files:
					want = []string{"FILES"}
				case shell == "bash" && files:
					want = []string{} // readline lists them
				case shell == "bash": // it completes from the last = on
					at := strings.LastIndexAny(test.line[strings.LastIndex(test.line, " ")+1:], "=:") + 1
					want = []string{}
					for _, w := range test.want {
						want = append(want, w[at:])
					}
				}
				got := ask(t, shell, test.line)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%q: %q, want %q", test.line, got, want)
				}
			}
		})
	}
}
