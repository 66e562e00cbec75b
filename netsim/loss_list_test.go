package netsim

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

func TestALossListIsReadInAnyOrder(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"3":                                   "3",
		"3,7,10-12":                           "3,7,10-12",
		" 10 - 12 ,\t7, 3 ":                   "3,7,10-12",
		"5,4,6,1":                             "1,4-6",
		"1-10,3-4,8-20,22":                    "1-20,22",
		"1-3,4-6":                             "1-6",
		"7-7":                                 "7",
		"1,1,1":                               "1",
		"0002":                                "2",
		"":                                    "",
		"  ":                                  "",
		fmt.Sprint("2-", int64(MaxListed)):    fmt.Sprint("2-", int64(MaxListed)),
		fmt.Sprint(int64(MaxListed), ",1-99"): fmt.Sprint("1-99,", int64(MaxListed)),
	} {
		list, err := ParseLossList(text)
		check(t, err)
		if list.String() != want || (list == nil) != (want == "") {
			t.Errorf("%q is read as %q, want %q", text, list, want)
		}
	}
}

func TestALossListThatMakesNoSenseIsRefused(t *testing.T) {
	t.Parallel()
	const allowed = " (allowed: numbers and ranges such as 3,7,10-12)"
	for text, want := range map[string]string{
		"0":                                 `loss list: "0" is not a number in 1..1000000000000` + allowed,
		"3,x":                               `loss list: "x" is not a number in 1..1000000000000` + allowed,
		"3,,4":                              `loss list: "" is not a number in 1..1000000000000` + allowed,
		"-3":                                `loss list: "-3" is not a number in 1..1000000000000` + allowed,
		"3-":                                `loss list: "3-" is not a number in 1..1000000000000` + allowed,
		"1-2-3":                             `loss list: "1-2-3" is not a number in 1..1000000000000` + allowed,
		"+4":                                `loss list: "+4" is not a number in 1..1000000000000` + allowed,
		"1.5":                               `loss list: "1.5" is not a number in 1..1000000000000` + allowed,
		"1000000000001":                     `loss list: "1000000000001" is not a number in 1..1000000000000` + allowed,
		"12-10":                             `loss list: "12-10" ends before it begins` + allowed,
		strings.Repeat("1,", 9999) + "\x00": `loss list: "\x00" is not a number in 1..1000000000000` + allowed,
		strings.Repeat("1,", 10_000):        "loss list: 10001 entries are outside 1..10000",
		strings.Repeat("9", 50):             `loss list: "` + strings.Repeat("9", 40) + `…" is not a number in 1..1000000000000` + allowed,
	} {
		if list, err := ParseLossList(text); list != nil || err == nil || err.Error() != want {
			t.Errorf("%.30q: the error is %v, want %s", text, err, want)
		}
	}
}

func TestExactlyTheListedAreLost(t *testing.T) {
	t.Parallel()
	list, err := ParseLossList("3,7,10-12")
	check(t, err)
	var lost []int
	l := mustLink(t, 1, 1, Settings{LossList: list})
	for n := 1; n <= 20; n++ {
		p := l.pass(0, 0, 0)
		if p.cause != NotLost {
			lost = append(lost, n)
			if p.cause != Listed {
				t.Errorf("datagram %d is lost by %q", n, p.cause)
			}
		}
	}
	if want := []int{3, 7, 10, 11, 12}; !slices.Equal(lost, want) {
		t.Errorf("lost are %v, want %v", lost, want)
	}
}

func TestAListHoldsWhatItWasMadeOf(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		var entries []string
		listed := map[uint64]bool{}
		for range rapid.IntRange(1, 30).Draw(t, "entries") {
			first := rapid.Uint64Range(1, 200).Draw(t, "first")
			last := first + rapid.Uint64Range(0, 9).Draw(t, "more")
			for n := first; n <= last; n++ {
				listed[n] = true
			}
			entries = append(entries, fmt.Sprintf("%d-%d", first, last))
		}
		list, err := ParseLossList(strings.Join(entries, ","))
		if err != nil {
			t.Fatal(err)
		}
		for n := range uint64(220) {
			if list.has(n) != listed[n] {
				t.Fatalf("%s from %v: number %d", list, entries, n)
			}
		}
	})
}

func FuzzParseLossList(f *testing.F) {
	for _, text := range []string{"3,7,10-12", "", "0", "12-10", "1-", "-", ",", "1,1", "1-1000000000000", "18446744073709551616", "\xff"} {
		f.Add(text)
	}
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		list, err := ParseLossList(text)
		if err != nil {
			if msg := err.Error(); list != nil || !strings.HasPrefix(msg, "loss list: ") || strings.Contains(msg, "\n") || len(msg) > 300 {
				t.Errorf("the error is %q", msg)
			}
			return
		}
		again, err := ParseLossList(list.String())
		if err != nil || again.String() != list.String() {
			t.Errorf("%q is written as %q, which is read as %q, %v", text, list, again, err)
		}
	})
}
