package netsim

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"driftlab/internal/testkit"
)

func mustTable(t testing.TB, name, text string) *Table {
	t.Helper()
	table, err := ReadTable(name, strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// drawTable returns a table of any entries.
func drawTable(t *rapid.T) *Table {
	entries := rapid.SliceOfN(rapid.Int16(), MinTableEntries, 50).Draw(t, "entries")
	table, err := ReadTable("drawn.dist", strings.NewReader(strings.Trim(fmt.Sprint(entries), "[]")))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestTablesAreReadAsTcReadsThem(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "lab/mine.dist", "\ufeff# a comment 1 2 3\r\n-8192 0\t+4096 # the rest is skipped 5\n\n 0x10 010 -0x10\n")
	if want := []int16{-8192, 0, 4096, 16, 8, -16}; !slices.Equal(table.entries, want) {
		t.Errorf("got %v, want %v", table.entries, want)
	}
	if table.Name() != "mine.dist" || table.Min() != -8192 || table.Len() != 6 {
		t.Errorf("it is %s with %d entries from %d on", table.Name(), table.Len(), table.Min())
	}
}

// entry returns the numbers that pick a table's i-th entry.
func entry(i int) [4]uint64 { return [4]uint64{uint64(i) << 32} }

func TestTheLeastEntryIsTheBaseDelayAndZeroIsTheMean(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "t", "4096 -8192 0 -4096 32767")
	for i, want := range []time.Duration{15e6, 0, 10e6, 5e6, 49_998_779} {
		if got := table.Delay(10*time.Millisecond, entry(i)); got != want {
			t.Errorf("entry %d adds %d, want %d", table.entries[i], got, want)
		}
	}
}

func TestATableWithoutNegativeEntriesAddsItsEntriesTimesTheJitter(t *testing.T) {
	t.Parallel()
	table := mustTable(t, "t", "8192 0 16384 4096")
	for i, want := range []time.Duration{10e6, 0, 20e6, 5e6} {
		if got := table.Delay(10*time.Millisecond, entry(i)); got != want {
			t.Errorf("entry %d adds %d, want %d", table.entries[i], got, want)
		}
	}
	if got := mustTable(t, "t", "0 0").Delay(time.Second, entry(7)); got != 0 {
		t.Errorf("a table of 0 adds %v", got)
	}
}

// kernelDelay is netem's tabledist, but for its random number.
func kernelDelay(delay, sigma time.Duration, entry int64) time.Duration {
	x := int64(sigma) % 8192 * entry
	if x >= 0 {
		x += 8192 / 2
	} else {
		x -= 8192 / 2
	}
	return time.Duration(x/8192+int64(sigma)/8192*entry) + delay
}

func TestTablesDelayAsNetemDoes(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		base := time.Duration(rapid.Int64Range(0, int64(MaxDelay)).Draw(t, "base"))
		jitter := time.Duration(rapid.Int64Range(0, int64(MaxJitter)).Draw(t, "jitter"))
		delay, sigma := table.Netem(base, jitter)
		number := rapid.Uint32().Draw(t, "number")
		got := base + table.Delay(jitter, [4]uint64{uint64(number) << 32})
		want := kernelDelay(delay, sigma, int64(table.entries[number%uint32(table.Len())]))
		// σ is whole nanoseconds there, and an entry may be 4 of them.
		if (got - want).Abs() > 4 {
			t.Fatalf("%v on %v became %v ± %v: %v, want %v", jitter, base, delay, sigma, got, want)
		}
		back, mean := table.FromNetem(delay, sigma)
		if (back-base).Abs() > 5 || (mean-jitter).Abs() > 5 {
			t.Fatalf("%v on %v came back as %v on %v", jitter, base, mean, back)
		}
	})
}

func TestTablesAreDrawnAsTheyAre(t *testing.T) {
	t.Parallel()
	var text strings.Builder
	for i := range 1000 {
		fmt.Fprintln(&text, i*i/40-5000)
	}
	testDrawn(t, mustTable(t, "synthetic", text.String()))
}

func TestTheTablesOfIproute2AreDrawnAsTheyAre(t *testing.T) {
	t.Parallel()
	for _, path := range iproute2Tables(t) {
		table := readTableFile(t, path)
		testDrawn(t, table)
	}
}

// testDrawn compares what is drawn from a table with its entries: at each delay the share of the
// draws up to it with the share of the entries.
func testDrawn(t *testing.T, table *Table) {
	const mean = 50 * time.Millisecond
	entries := make([]time.Duration, table.Len())
	var sum float64
	for i := range entries {
		entries[i] = table.Delay(mean, entry(i))
		sum += float64(entries[i])
	}
	slices.Sort(entries)
	if entries[0] != 0 {
		t.Errorf("%s: the least is %v", table.Name(), entries[0])
	}
	ds := draws(table, mean)
	share := func(ds []time.Duration, d time.Duration) float64 {
		i, _ := slices.BinarySearch(ds, d+1)
		return float64(i) / float64(len(ds))
	}
	var distance, drawn float64
	for _, d := range entries {
		distance = max(distance, math.Abs(share(ds, d)-share(entries, d)))
	}
	for _, d := range ds {
		drawn += float64(d)
	}
	if distance > farthest {
		t.Errorf("%s: the greatest distance from the entries is %v", table.Name(), distance)
	}
	want, got := sum/float64(len(entries)), drawn/float64(len(ds))
	if math.Abs(got/want-1) > 0.02 {
		t.Errorf("%s: the mean is %v, want %v", table.Name(), got, want)
	}
	t.Logf("%s: distance %.5f of %.5f; the mean is %.4f of the jitter", table.Name(), distance, farthest, got/float64(mean))
}

// iproute2Tables returns the tables that this computer has, or skips the test.
func iproute2Tables(t *testing.T) []string {
	var paths []string
	for _, folder := range []string{"/usr/lib/tc", "/usr/lib/x86_64-linux-gnu/tc", "/usr/share/tc"} {
		found, _ := filepath.Glob(folder + "/*.dist")
		paths = append(paths, found...)
	}
	if len(paths) == 0 {
		t.Skip("there is no iproute2 here")
	}
	return paths
}

func readTableFile(t *testing.T, path string) *Table {
	f, err := os.Open(path)
	check(t, err)
	defer f.Close()
	table, err := ReadTable(path, f)
	check(t, err)
	return table
}

func TestParetoIsTheTableThatIproute2CallsPareto(t *testing.T) {
	t.Parallel()
	for _, path := range iproute2Tables(t) {
		if filepath.Base(path) != "pareto.dist" {
			continue
		}
		table := readTableFile(t, path)
		const mean = 5_461_333 // ns, so a microsecond is a unit of the table
		for i, want := range table.entries {
			// The table falls off from 1 to 0 as Pareto's own numbers do.
			r := 1 - float64(i)/float64(table.Len())
			got := float64((Pareto{}).Delay(mean, [4]uint64{uint64(r*(1<<52)-1) << 12}))/1000 - mean/1000.
			if want < math.MaxInt16 && math.Abs(got-float64(want)) > 1 {
				t.Errorf("entry %d is %v, want %d", i, got, want)
			}
		}
	}
}

func TestTablesThatAreNoneAreRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ text, want string }{
		{"", `"t.dist": entries: 0 is outside 2..16384`},
		{"7 # alone\n", `"t.dist": entries: 1 is outside 2..16384`},
		{"# nothing\n\n", `"t.dist": entries: 0 is outside 2..16384`},
		{"1 2\n3 32768\n", `"t.dist", line 2: entry: 32768 is outside -32768..32767`},
		{"-32769", `"t.dist", line 1: entry: -32769 is outside -32768..32767`},
		{strings.Repeat("9", 100), `"t.dist", line 1: entry: 9999999999999999999999999999999999999999… is outside -32768..32767`},
		{"# x\n1.5", `"t.dist", line 2: entry: 1.5 is not a whole number in -32768..32767`},
		{"NaN", `"t.dist", line 1: entry: "NaN" is not a whole number in -32768..32767`},
		{"1\n2\n-Inf", `"t.dist", line 3: entry: "-Inf" is not a whole number in -32768..32767`},
		{"1 -", `"t.dist", line 1: entry: - is not a whole number in -32768..32767`},
		{"1,2", `"t.dist", line 1: entry: "1,2" is not a whole number in -32768..32767`},
		{"1\x002", `"t.dist": it is not a text file`},
		{"\xff\xfe1\n", `"t.dist": it is not a text file`},
		{strings.Repeat("1\n", 16385), `"t.dist", line 16385: entries: 16385 is outside 2..16384`},
		{strings.Repeat("#", MaxTableBytes+1), `"t.dist": it is longer than 1048576 bytes`},
	} {
		if _, err := ReadTable("t.dist", strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("the error is %v, want %s", err, c.want)
		}
	}
}

func FuzzReadTable(f *testing.F) {
	f.Add("# comment\n-8192 0 8192\n")
	f.Add("")
	f.Add("0x7fff 077 -1")
	f.Add("1.5 NaN\n")
	testkit.FuzzDamaged(f, func(t testing.TB, text string) {
		table, err := ReadTable("a\nname", strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") || len(err.Error()) > 300 {
				t.Errorf("the error is %q", err)
			}
			return
		}
		for i := range table.Len() {
			if d := table.Delay(MaxJitter, entry(i)); d < 0 || d > 65535*MaxJitter {
				t.Errorf("entry %d gives %v", i, d)
			}
		}
	})
}
