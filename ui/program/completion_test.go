//go:build unix

package program

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// shells say how to ask each shell for the completions of lines, which are its arguments: after each answer comes ///, and
// driftlab is the program.
var shells = map[string]string{
	"bash": `eval "$(driftlab completion bash)"
		for line; do
			COMP_LINE=$line COMP_POINT=${#line} _driftlab
			printf '%s\n' "${COMPREPLY[@]}" ///
		done`,
	// zsh only completes in its line editor, so the test replaces the parts that show candidates.
	"zsh": `compdef() { : }
		compset() { : }
		_files() { print -r -- FILES }
		_describe() { local -a all=("${(@P)3}"); print -rl -- ${${all%:*}//\\:/:} }
		eval "$(driftlab completion zsh)"
		for line; do
			words=("${(@s: :)line}") CURRENT=$#words PREFIX=$words[-1]
			_driftlab
			print ///
		done`,
	"fish": `driftlab completion fish | source
		for line in $argv
			complete -C $line | string replace -r '\t.*' ''
			echo ///
		end`,
}

// ask returns a shell's completions for some lines, with a file notes.toml in the working folder.
func ask(t *testing.T, shell string, lines []string) (answers [][]string) {
	t.Helper()
	dir := t.TempDir()
	self, err := os.Executable()
	check(t, err)
	check(t, os.Symlink(self, filepath.Join(dir, "driftlab")))
	filetest.Write(t, filepath.Join(dir, "notes.toml"), "")
	args := []string{"-c", shells[shell], "-"}
	if shell == "fish" { // its arguments start at once
		args = args[:2]
	}
	cmd := exec.Command(shell, append(args, lines...)...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), asProgram+"=1", "HOME="+dir, "PATH="+dir+":"+os.Getenv("PATH"))
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", shell, err, out)
	}
	for part := range strings.SplitSeq(string(out), "///\n") {
		answers = append(answers, strings.Fields(part))
	}
	if answers = answers[:len(answers)-1]; len(answers) != len(lines) {
		t.Fatalf("%s: %d answers to %d lines: %s", shell, len(answers), len(lines), out)
	}
	return answers
}

func TestShellsCompleteCommandsFlagsKeysAndTheirChoices(t *testing.T) {
	tests := []struct {
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
	}
	var lines []string
	for _, test := range tests {
		lines = append(lines, test.line)
	}
	for shell := range shells {
		t.Run(shell, func(t *testing.T) {
			if _, err := exec.LookPath(shell); err != nil {
				t.Skip(err)
			}
			for i, got := range ask(t, shell, lines) {
				want := asIn(shell, lines[i], tests[i].want)
				slices.Sort(got)
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Errorf("%q: %q, want %q", lines[i], got, want)
				}
			}
		})
	}
}

// asIn returns a shell's completions for a line.
func asIn(shell, line string, all []string) (want []string) {
	files := strings.HasSuffix(all[0], "notes.toml")
	switch {
	case shell == "zsh" && files:
		return []string{"FILES"}
	case shell == "bash" && files:
		return nil // readline lists them
	case shell == "bash": // it completes from the last = on
		at := strings.LastIndexAny(line[strings.LastIndex(line, " ")+1:], "=:") + 1
		for _, w := range all {
			want = append(want, w[at:])
		}
		return want
	}
	return slices.Clone(all)
}
