//go:build !js

package ports

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"driftlab/internal/files/filetest"
)

// A compiler compiles a C file that includes midline.h, and warns of nothing there.
type compiler struct {
	name  string
	flags []string
}

var strict = []string{"-Wall", "-Wextra", "-Werror", "-pedantic", "-O1"}

var (
	gcc = compiler{"gcc", append([]string{"-std=c11"}, strict...)}
	gpp = compiler{"g++", append([]string{"-std=c++17", "-x", "c++"}, strict...)}
	// sanitised ends at the first thing whose behaviour C leaves open, and the first byte that is not the program's.
	sanitised = compiler{"gcc", append([]string{"-std=c11", "-g", "-fsanitize=undefined,address", "-fno-sanitize-recover=all"}, strict...)}
)

// build compiles a file and returns the program; without the compiler the test is skipped.
func (c compiler) build(t testing.TB, file string, more ...string) string {
	t.Helper()
	if _, err := exec.LookPath(c.name); err != nil {
		t.Skipf("there is no %s here: %s is not compiled", c.name, file)
	}
	program := filepath.Join(t.TempDir(), "port")
	args := append(append(slices.Clone(c.flags), "-o", program, file), more...)
	if out, err := exec.Command(c.name, args...).CombinedOutput(); err != nil {
		t.Fatalf("%s %s: %v\n%s", c.name, strings.Join(args, " "), err, out)
	}
	return program
}

// csharp compiles a program in C# with Midline.cs, and returns what runs it. With -checked a sum that overflows ends it, unless it may.
func csharp(t testing.TB, file string, more ...string) []string {
	t.Helper()
	for _, tool := range []string{"mcs", "mono"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here: %s is not compiled", tool, file)
		}
	}
	program := filepath.Join(t.TempDir(), "port.exe")
	args := append([]string{"-langversion:7", "-warn:4", "-warnaserror", "-optimize", "-out:" + program, file, "csharp/Midline.cs"}, more...)
	if out, err := exec.Command("mcs", args...).CombinedOutput(); err != nil {
		t.Fatalf("mcs %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return []string{"mono", program}
}

// module is the module in TypeScript as JavaScript, compiled once for all tests.
var module = sync.OnceValues(func() (text []byte, err error) {
	dir, err := os.MkdirTemp("", "driftlab-ports-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	args := []string{"--strict", "--noUnusedLocals", "--noUnusedParameters", "--target", "es2022", "--module", "es2022", "--outDir", dir, "typescript/midline.ts"}
	if out, err := exec.Command("tsc", args...).CombinedOutput(); err != nil {
		return nil, fmt.Errorf("tsc: %w\n%s", err, out)
	}
	return os.ReadFile(filepath.Join(dir, "midline.js"))
})

// typescript puts the module in TypeScript into a folder with a program beside it, and returns what runs the program.
func typescript(t testing.TB, program string) []string {
	t.Helper()
	for _, tool := range []string{"node", "tsc"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("there is no %s here: typescript/midline.ts is not compiled", tool)
		}
	}
	text, err := module()
	if err != nil {
		t.Fatal(err)
	}
	dir := written(t, map[string]string{"package.json": `{"type":"module"}`, "midline.js": string(text), program: read(t, "typescript/"+program)})
	return []string{"node", filepath.Join(dir, program)}
}

// written writes texts into files of a folder of their own, and returns the folder.
func written(t testing.TB, texts map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range texts {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	return dir
}

// read returns the text of a file of this folder or another.
func read(t testing.TB, file string) string {
	t.Helper()
	text := filetest.Read(t, file)
	return string(text)
}
