package main

import (
	"os/exec"
	"slices"
	"testing"

	"driftlab/internal/files/filetest"
)

func all(t *testing.T) []mutant {
	t.Helper()
	header := filetest.Read(t, "../../netsync/ports/c/midline.h")
	return mutants(string(header))
}

func TestEachReasonIsOfALineThatIsThere(t *testing.T) {
	known, err := readReasons("reasons.txt")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for _, m := range all(t) {
		lines[m.changed()] = true
	}
	for line, why := range known {
		if !lines[line] {
			t.Errorf("no change makes this line any more, of which is said %q: %s", why, line)
		}
	}
	if len(known) < 10 || len(lines) < 250 {
		t.Errorf("%d reasons, %d changes", len(known), len(lines))
	}
}

func TestAChangeIsFoundAndOneWithAReasonIsNot(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("cc"); err != nil {
		t.Skip("there is no C compiler")
	}
	known, err := readReasons("reasons.txt")
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRig("../../netsync/ports/c", "wifi")
	if err != nil {
		t.Fatal(err)
	}
	defer r.close()
	for line, found := range map[string]bool{"MDL_PRIOR_POWER = (4) + 1,": true, "MIDLINE_SHORT = (-1) + 1,": false} {
		ms := all(t)
		i := slices.IndexFunc(ms, func(m mutant) bool { return m.changed() == line })
		if i < 0 {
			t.Fatalf("there is no line %s", line)
		}
		where, err := r.try(&ms[i], false)
		if err != nil || (where != "") != found || (known[line] == "") != found {
			t.Errorf("%s is found on %q, %v; its reason is %q", line, where, err, known[line])
		}
	}
}

func TestAChangeIsOneStepOrOneComparison(t *testing.T) {
	header := "enum { MDL_A = 1 << 3, MDL_B = 2 }; /* a < b, °C < °F */\nstatic const int64_t MDL_C = 5;\nif (a->b <= c << 2 && d < e) f();\n"
	var got []string
	for _, m := range mutants(header) {
		got = append(got, m.changed())
	}
	if want := []string{"enum { MDL_A = (1 << 3) + 1, MDL_B = 2 };", "enum { MDL_A = 1 << 3, MDL_B = (2) + 1 };", "static const int64_t MDL_C = (5) + 1;",
		"if (a->b < c << 2 && d < e) f();", "if (a->b <= c << 2 && d <= e) f();"}; !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
