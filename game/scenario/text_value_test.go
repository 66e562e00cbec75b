package scenario_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"driftlab/game/scenario"
	"driftlab/game/scenario/scenariotest"
	"driftlab/internal/files"
	"driftlab/internal/files/filetest"
)

func TestBadFilesAreRefusedByFileLineAndRange(t *testing.T) {
	t.Parallel()
	huge := filepath.Join(t.TempDir(), "huge")
	filetest.Write(t, huge, "")
	check(t, os.Truncate(huge, scenario.MaxDataFile+1))
	for _, test := range []struct{ name, key, text, want string }{
		{"empty trace", "trace", "", `"x": opportunities: 0 is outside 1..4000000`},
		{"unsorted trace", "trace", "5\n3\n", `"x", line 2: time: 3 ms is outside 5..3600000`},
		{"negative trace", "trace", "-5\n", `"x", line 1: time: -5 ms is outside 0..3600000`},
		{"trace without end", "trace", "0\n", `"x", line 1: last time: 0 ms is outside 1..3600000`},
		{"trace of words", "trace", "2\n4\nsoon\n", `"x", line 3: time: "soon" is not a number of up to three decimals in 4..3600000`},
		{"binary trace", "trace", "1\x00\xff\n", `"x": it is not a text file`},
		{"gigantic trace", "trace", "1\n99999999999999999999\n", `"x", line 2: time: 99999999999999999999 ms is outside 1..3600000`},
		{"empty table", "table", "# none\n", `"x": entries: 0 is outside 2..`},
		{"table beyond its range", "table", "1 2\n3 40000\n", `"x", line 2: entry: 40000 is outside -32768..32767`},
		{"table of words", "table", "1 two\n", `"x", line 1: entry: "two" is not a whole number in -32768..32767`},
		{"empty recording", "recording", "t_ms,delay_ms\n", `"x": rows: 0 is outside 1..1000000`},
		{"recording without a header", "recording", "0,5\n", `"x", line 1: header: "0,5" is not t_ms,delay_ms or t_ms,up_ms,down_ms`},
		{"truncated recording", "recording", "t_ms,up_ms,down_ms\n0,5\n", `"x", line 2: fields: 2 is not 3`},
		{"unsorted recording", "recording", "t_ms,delay_ms\n5,1\n4,1\n", `"x", line 3: t_ms: 4 is outside 5.000001..2592000000`},
		{"negative delay", "recording", "t_ms,delay_ms\n0,-5\n", `"x", line 2: delay_ms: -5 is outside 0..30000`},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := scenariotest.Files(t, map[string]string{"x": test.text, "own.toml": "format = 3\n[[event]]\nat = '1s'\n[event.set]\nlink.down." + test.key + " = 'x'\n"})
			path := filepath.Join(dir, "own.toml")
			_, err := scenario.Load(path)
			want := fmt.Sprintf("scenario %q, line 5: link.down.%s: ", path, test.key)
			if err == nil || !strings.HasPrefix(err.Error(), want+test.want) || strings.Contains(err.Error(), "\n") {
				t.Errorf("got  %v\nwant %s%s", err, want, test.want)
			}
		})
	}
	for text, want := range map[string]string{
		"nowhere":                    `link.up.trace: "nowhere": ` + systemSays("nowhere"),
		filepath.Dir(huge):           `: not a file`,
		huge:                         `: 67108865 bytes is outside 0..67108864`,
		"a\nb":                       `control characters`,
		"\xff":                       `a path must be UTF-8`,
		filepath.Join(huge, "below"): `: ` + systemSays(filepath.Join(huge, "below")),
	} {
		if _, err := scenario.ParseAssignment("link.trace", text); err == nil || !strings.Contains(err.Error(), want) || !strings.HasPrefix(err.Error(), "link.up.trace: ") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
}

func TestWrongChecksumsAreRefusedByTheirLine(t *testing.T) {
	t.Parallel()
	dir := scenariotest.Files(t, map[string]string{"a.trace": scenariotest.SteadyTrace})
	for text, want := range map[string]string{
		"[files]\n\"a.trace\" = 5\n":                                          `line 3: files: "a.trace": 5 is not a text such as "sha256:…"`,
		"[files]\na.trace = 'sha256:0'\n":                                     `line 3: files: no setting names ".*a.trace"`,
		"[files]\na.trace = 'sha256:0'\n[set]\nlink.up.trace = './a.trace'\n": `line 5: link.up.trace: ".*a.trace" has changed: it is no longer sha256:0$`,
		"files = 3\n": `line 2: files: 3 is not a table`,
	} {
		path := filepath.Join(dir, "own.toml")
		check(t, files.Write(files.Disk{}, path, "format = 3\n"+text))
		if _, err := scenario.Load(path); err == nil || !regexp.MustCompile(want).MatchString(err.Error()) {
			t.Errorf("got %v\nwant %s", err, want)
		}
	}
}
