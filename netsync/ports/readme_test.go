//go:build !js

package ports

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// The page of each port has a program over UDP, then how to start it, then what it prints.
func programOf(t *testing.T, folder, language string) (text, prints string) {
	t.Helper()
	page := read(t, folder+"/README.md")
	found := regexp.MustCompile("(?s)```" + language + "\n(.*?)```\n\n    [^\n]*\n\n    ([^\n]*\n)").FindStringSubmatch(page)
	if found == nil {
		t.Fatal("the page has no program, command and output")
	}
	if lines := strings.Count(page, "\n"); lines > 90 {
		t.Errorf("the page has %d lines: one screen, with its program, is 90 at most", lines)
	}
	return found[1], found[2]
}

func TestTheProgramOfThePageOfCPrintsWhatItSays(t *testing.T) {
	t.Parallel()
	text, want := programOf(t, "c", "c")
	if runtime.GOOS == "windows" {
		t.Skip("the program has POSIX's sockets: it is not run on Windows")
	}
	dir := written(t, map[string]string{"udp.c": text})
	out, err := exec.Command(gcc.build(t, filepath.Join(dir, "udp.c"), "-I", "c")).CombinedOutput()
	if err != nil || string(out) != want {
		t.Errorf("it prints %q, %v", out, err)
	}
}

func TestTheProgramOfThePageOfCSharpPrintsWhatItSays(t *testing.T) {
	t.Parallel()
	text, want := programOf(t, "csharp", "cs")
	program := csharp(t, filepath.Join(written(t, map[string]string{"udp.cs": text}), "udp.cs"))
	out, err := exec.Command(program[0], program[1:]...).CombinedOutput()
	if err != nil || string(out) != want {
		t.Errorf("it prints %q, %v", out, err)
	}
}

func TestTheProgramOfThePageOfTypeScriptPrintsWhatItSays(t *testing.T) {
	t.Parallel()
	text, want := programOf(t, "typescript", "js")
	program := typescript(t, "talk.mjs") // for its folder
	file := filepath.Join(filepath.Dir(program[1]), "udp.js")
	filetest.Write(t, file, text)
	out, err := exec.Command("node", file).CombinedOutput()
	if err != nil || string(out) != want {
		t.Errorf("it prints %q, %v", out, err)
	}
}

// What includes it twice, and in several files, has one clock; and it needs two headers.
func TestTheHeaderIncludesTwoHeadersAndNoOther(t *testing.T) {
	t.Parallel()
	text := read(t, "c/midline.h")
	if got := regexp.MustCompile(`(?m)^#include .*$`).FindAllString(text, -1); strings.Join(got, " ") != "#include <stddef.h> #include <stdint.h>" {
		t.Errorf("it includes %q", got)
	}
	dir := written(t, map[string]string{
		"two.c": "#define MIDLINE_IMPLEMENTATION\n#include \"midline.h\"\n#include \"midline.h\"\nextern int other(void);\n" +
			"int main(void) { return other() != 48; }\n",
		"other.c": "#include \"midline.h\"\nint other(void) { return MIDLINE_MAX_HEAD; }\n",
	})
	if err := exec.Command(gcc.build(t, filepath.Join(dir, "two.c"), "-I", "c", filepath.Join(dir, "other.c"))).Run(); err != nil {
		t.Error(err)
	}
}

func TestTheHeaderNeedsNothingOfALibraryButToFillMemory(t *testing.T) {
	t.Parallel()
	dir := written(t, map[string]string{"one.c": "#define MIDLINE_IMPLEMENTATION\n#include \"midline.h\"\n"})
	object := gcc.build(t, filepath.Join(dir, "one.c"), "-I", "c", "-c")
	out, err := exec.Command("nm", "-u", object).Output()
	if err != nil {
		t.Skip("there is no nm here: what the header needs is not listed")
	}
	for _, name := range strings.Fields(strings.ReplaceAll(string(out), " U ", " ")) {
		if !slices.Contains([]string{"memset", "memcpy", "memmove"}, name) { // which compilers call by themselves
			t.Errorf("it needs %s", name)
		}
	}
}
