package clocktest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// VectorFiles returns the peers' vectors in a folder, such as "unity/ngo", whose names match a pattern. The folder is under
// DRIFTLAB_VECTORS if that is set, else in a checkout beside the repository. If it is missing, the test is skipped, but
// fails where CI is true.
func VectorFiles(t *testing.T, dir, pattern string) []string {
	t.Helper()
	root := VectorRoot()
	files, err := filepath.Glob(filepath.Join(root, filepath.FromSlash(dir), pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		if os.Getenv("CI") == "true" {
			t.Fatalf("no %s in %s/%s: set DRIFTLAB_VECTORS", pattern, root, dir)
		}
		t.Skipf("no %s in %s/%s", pattern, root, dir)
	}
	return files
}

// ReadVector decodes one of the files of [VectorFiles].
func ReadVector(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

// Operation returns the operation of a row of vectors. One that its reader does not know is an error, since it would be
// taken for another.
func Operation(op string, known ...string) (string, error) {
	if !slices.Contains(known, op) {
		return "", fmt.Errorf("the operation %q is unknown (allowed: %s)", op, strings.Join(known, ", "))
	}
	return op, nil
}

// VectorRoot is the folder of all vectors, whether it is there or not.
func VectorRoot() string {
	if root := os.Getenv("DRIFTLAB_VECTORS"); root != "" {
		return root
	}
	return filepath.Join("..", "..", "..", "shared", "vectors")
}

// OwnVectors writes files, whose keys are their paths among the vectors, and makes the readers find only those.
func OwnVectors(t *testing.T, all map[string]string) {
	t.Helper()
	root := t.TempDir()
	for name, text := range all {
		path := filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("DRIFTLAB_VECTORS", root)
	t.Setenv("CI", "") // a missing file is skipped
}
