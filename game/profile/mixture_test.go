package profile

import (
	"fmt"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"
)

// mixable are texts of all readers, by their formats' names with what follows a space left out.
func mixable(t *testing.T) map[string]string {
	t.Helper()
	all := map[string]string{"irtt-text": irttText, "mtr": mtrReport, "mtr of Windows": winMTR, "table": lensIRTT}
	for name, file := range map[string]string{"fping": "fping-loop.txt", "fping in rows": "fping-rows.txt", "ping": "ping-linux.txt",
		"ping of macOS": "ping-macos.txt", "ping of Windows": "ping-windows.txt", "irtt": "irtt-lossy.json", "iperf3": "iperf3-up.json", "mtr --json": "mtr.json"} {
		data := filetest.Read(t, sample(file))
		all[name] = string(data)
	}
	return all
}

// cutInALine is about two thirds of a text, up to the middle of a line.
func cutInALine(text string) string {
	at := strings.LastIndexByte(text[:len(text)*2/3], '\n') + 1
	line, _, _ := strings.Cut(text[at:], "\n")
	return text[:at+len(line)/2]
}

// counts are what was measured, in short.
func counts(p *Profile) string {
	return fmt.Sprintf("%d back, %d lost, %v", len(p.Samples), len(p.Losses), p.Up.Loss)
}

func TestTwoProgramsInOneFileAreNeverMixedInSilence(t *testing.T) {
	t.Parallel()
	all := mixable(t)
	kind := func(name string) string { k, _, _ := strings.Cut(name, " "); return k }
	figures := func(name string) bool { return kind(name) == "table" } // rows that could be of anything
	for a, whole := range all {
		cut := cutInALine(whole)
		first, errFirst := Read("f", strings.NewReader(cut), Part{})
		if errFirst != nil && strings.Contains(errFirst.Error(), "\n") {
			t.Errorf("%s, cut: %v", a, errFirst)
		}
		for b, other := range all {
			second, _ := Read("f", strings.NewReader(other), Part{})
			for _, between := range []string{"\n", ""} {
				p, err := Read("f", strings.NewReader(cut+between+other), Part{})
				checkRead(t, p, err)
				if err != nil || kind(a) == kind(b) { // those of one program are joined, and have their own tests
					continue
				}
				taken, left := first, b
				if errFirst != nil || p.Known.Format != "" && first.Title != p.Title {
					taken, left = second, a
				}
				if taken == nil || counts(p) != counts(taken) && (between == "\n" || left == b && !figures(a)) {
					t.Errorf("%s, %q, then %s: %s; by itself %v has %s", a, between, b, counts(p), p.Known, counts(taken))
				}
				if said := p.Known.String() + p.Notes.Join(" "); !figures(left) && errFirst == nil && !strings.Contains(said, "left out") {
					t.Errorf("%s, %q, then %s: nothing says that %s is left out: %s", a, between, b, left, said)
				}
			}
		}
	}
}

func TestWhatFollowsWindowsPingIsNotTakenForLosses(t *testing.T) {
	t.Parallel()
	data := filetest.Read(t, sample("iperf3-up.json"))
	ping := "\r\nPinging game.example [192.0.2.20] with 32 bytes of data:\r\nReply from 192.0.2.20: bytes=32 time=41ms TTL=55\r\nReply from 192.0.2.20: bytes=32 time=43ms TTL=55\r\n"
	p := readText(t, ping+string(data))
	if want := "Line 5 is of JSON: such lines are left out; put them in a file of their own."; len(p.Samples) != 2 || len(p.Losses) != 0 || !strings.Contains(p.Notes.Join(" "), want) {
		t.Errorf("%s, %s", counts(p), p.Notes.Join(" "))
	}
}

func TestWhereNothingCameBackTheLineIsTold(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ text, want string }{
		{"PING x (192.0.2.1) 56(84) bytes of data.\nno answer yet for icmp_seq=1\nno answer yet for icmp_seq=2\n", `"f", line 3: none of 2 packets came back, so there is no delay`},
		{"192.0.2.1 : [0], timed out (NaN avg, 100% loss)\n192.0.2.1 : [1], timed out (NaN avg, 100% loss)\n", `"f", line 2: none of 2 packets came back, so there is no delay`},
	} {
		if _, err := Read("f", strings.NewReader(test.text), Part{}); err == nil || err.Error() != test.want {
			t.Errorf("got %v, want %s", err, test.want)
		}
	}
}
