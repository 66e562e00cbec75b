package scenario_test

import (
	"os"

	"driftlab/internal/files"
)

// systemSays returns why this system cannot open a file, in its own words.
func systemSays(path string) string {
	_, err := os.Open(path)
	return files.Reason(err).Error()
}
