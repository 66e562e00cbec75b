package encode

import (
	"crypto/sha256"
	"fmt"
	"os"
	"regexp"
	"testing"
)

func TestWhatIsEmbeddedHasTheChecksumsOfItsPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/sources.md")
	check(t, err)
	rows := regexp.MustCompile("`([A-Za-z0-9/.-]+\\.(?:gz|ttf))`.*`([0-9a-f]{64})`").FindAllSubmatch(page, -1)
	if len(rows) != 2 {
		t.Fatalf("%d rows", len(rows))
	}
	for _, row := range rows {
		content, err := os.ReadFile("../../../" + string(row[1]))
		check(t, err)
		if sum := fmt.Sprintf("%x", sha256.Sum256(content)); sum != string(row[2]) {
			t.Errorf("%s has %s, and its page says %s", row[1], sum, row[2])
		}
	}
}
