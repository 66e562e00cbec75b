package scenario

import (
	"fmt"
	"maps"
	"slices"
)

// A fileCheck is what a scenario file says of the content of another file that its settings name.
type fileCheck struct {
	checksum string
	key      string // of its line
	used     bool
}

// fileChecks reads the table of files: their paths and checksums.
func (t *table) fileChecks() map[string]*fileCheck {
	checks := map[string]*fileCheck{}
	v, ok := t.values["files"]
	values, isTable := v.(map[string]any)
	if ok && !isTable {
		t.fail("files", "%s is not a table", shown(v))
	}
	flat := map[string]any{} // a path that is not quoted is a key with dots
	flatten("", values, flat)
	if len(flat) > maxNamed {
		t.fail("files", "%d is outside 0..%d", len(flat), maxNamed)
		return checks
	}
	for _, path := range slices.Sorted(maps.Keys(flat)) {
		key := "files." + path
		sum, ok := flat[path].(string)
		if !ok {
			t.fault(key, fmt.Errorf("files: %q: %s is not a text such as \"sha256:…\"", path, shown(flat[path])))
		}
		abs, err := absolute(t.parser.shelf.folder, path)
		if err != nil {
			t.fault(key, fmt.Errorf("files: %q: %w", path, err))
		}
		checks[abs] = &fileCheck{checksum: sum, key: key}
	}
	return checks
}

// shortSum is a checksum as an error shows it.
func shortSum(sum string) string {
	const most = len("sha256:") + 8
	if len(sum) > most {
		return fmt.Sprintf("%.*s…", most, sum)
	}
	return sum
}
