package profile

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"driftlab/internal/files/filetest"

	"pgregory.net/rapid"
)

// A toldText is a text of a program that has asked n times and lost some, line by line, and what it says of it at its end.
type toldText struct {
	name        string
	head, lines []string
	tail        string
}

// toldTexts are what programs print of packets; lost says which were.
func toldTexts(lost []bool) []toldText {
	n, gone := len(lost), 0
	texts := []toldText{
		{name: "ping", head: []string{"PING x (192.0.2.1) 56(84) bytes of data."}},
		{name: "macOS", head: []string{"PING x (192.0.2.1): 56 data bytes"}},
		{name: "Windows", head: []string{"Pinging 192.0.2.1 with 32 bytes of data:"}},
		{name: "fping"},
		{name: "irtt", head: []string{"[Connecting] connecting to 192.0.2.1"}},
		{name: "irtt's JSON"},
	}
	add := func(i int, line string) {
		if line != "" {
			texts[i].lines = append(texts[i].lines, line)
		}
	}
	for i, l := range lost {
		ms := float64(20 + i%7)
		if l {
			gone++
			add(0, []string{"", fmt.Sprintf("no answer yet for icmp_seq=%d", i+1)}[i%2])
			add(1, fmt.Sprintf("Request timeout for icmp_seq %d", i))
			add(2, "Request timed out.")
			add(3, fmt.Sprintf("192.0.2.1 : [%d], timed out (20 avg, 9%% loss)", i))
			add(5, fmt.Sprintf(`{"lost": "true%s", "timestamps": {"client": {"send": {"monotonic": %d}}}}`, []string{"", "_up", "_down"}[i%3], i*1000000))
			continue
		}
		add(0, fmt.Sprintf("64 bytes from 192.0.2.1: icmp_seq=%d ttl=57 time=%v ms", i+1, ms))
		add(1, fmt.Sprintf("64 bytes from 192.0.2.1: icmp_seq=%d ttl=57 time=%v ms", i, ms))
		add(2, fmt.Sprintf("Reply from 192.0.2.1: bytes=32 time=%vms TTL=57", ms))
		add(3, fmt.Sprintf("192.0.2.1 : [%d], 64 bytes, %v ms (20 avg, 9%% loss)", i, ms))
		add(4, fmt.Sprintf("seq=%d rtt=%vms rd=9ms sd=9ms ipdv=1ms", i, ms))
		add(5, fmt.Sprintf(`{"lost": "false", "timestamps": {"client": {"send": {"monotonic": %d}}}, "delay": {"rtt": %.0f, "send": %.0f, "receive": %.0f}}`, i*1000000, ms*1e6, ms/2*1e6, ms/2*1e6))
	}
	back := n - gone
	share := 100 * float64(gone) / float64(n)
	texts[0].tail = fmt.Sprintf("\n--- x ping statistics ---\n%d packets transmitted, %d received, %.6g%% packet loss, time %dms\n", n, back, share, 1000*(n-1))
	texts[1].tail = fmt.Sprintf("\n--- x ping statistics ---\n%d packets transmitted, %d packets received, %.1f%% packet loss\n", n, back, share)
	texts[2].tail = fmt.Sprintf("\nPing statistics for 192.0.2.1:\n    Packets: Sent = %d, Received = %d, Lost = %d (%.0f%% loss),\n", n, back, gone, share)
	texts[3].tail = fmt.Sprintf("\n192.0.2.1 : xmt/rcv/%%loss = %d/%d/%.0f%%, min/avg/max = 20.0/22.0/26.0\n", n, back, share)
	texts[4].tail = fmt.Sprintf("\n                RTT  20ms   22ms   22ms   26ms  2ms\n   packets sent/received: %d/%d (%.2f%% loss)\n", n, back, share)
	texts[5].head = []string{fmt.Sprintf(`{"stats": {"packets_sent": %d, "packets_received": %d}, "round_trips": [`, n, back)}
	texts[5].tail = "]}\n"
	return texts
}

// with returns the text with those of its lines that are kept.
func (text toldText) with(lines []string) string {
	between := "\n"
	if text.name == "irtt's JSON" {
		between = ",\n"
	}
	return strings.Join(append(slices.Clone(text.head), strings.Join(lines, between)), "\n") + "\n" + text.tail
}

func TestLinesThatAreLeftOutNeverRaiseTheLossAboveTheProgramsOwn(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		lost := rapid.SliceOfN(rapid.Bool(), 3, 60).Draw(t, "lost")
		if rapid.Bool().Draw(t, "mostly answered") {
			for i := range lost {
				lost[i] = lost[i] && i%4 == 0
			}
		}
		text := rapid.SampledFrom(toldTexts(lost)).Draw(t, "program")
		kept := slices.DeleteFunc(slices.Clone(text.lines), func(string) bool { return rapid.IntRange(0, 2).Draw(t, "left out") == 0 })
		if rapid.Bool().Draw(t, "the heading too") && text.name != "irtt's JSON" && text.name != "Windows" {
			text.head = nil
		}
		gone := 0
		for _, l := range lost {
			if l {
				gone++
			}
		}
		cut := text.with(kept)
		p, err := Read("f", strings.NewReader(cut), Part{})
		if err != nil {
			return // no answer is left
		}
		if got, most := thereAndBack(p), float64(gone)/float64(len(lost)); got > most+1e-4 {
			t.Fatalf("%s: %v are lost, by its own count %v:\n%s%q", text.name, got, most, cut, p.Notes)
		}
	})
}

func TestAllLinesOfATextHaveTheLossThatTheProgramCounts(t *testing.T) {
	t.Parallel()
	lost := make([]bool, 40)
	for _, i := range []int{3, 4, 11, 27, 39} {
		lost[i] = true
	}
	for _, text := range toldTexts(lost) {
		p := readText(t, text.with(text.lines))
		if got := thereAndBack(p); !near(got, 5.0/40, 1e-4) || strings.Contains(p.Notes.Join(" "), "summary") {
			t.Errorf("%s: %v are lost, it says %q", text.name, got, p.Notes)
		}
	}
}

func TestTheDifferenceToTheProgramsOwnCountIsSaid(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct{ text, note string }{
		"fping":   {mustRead(t, "case-text-cut-fping.txt"), "The summary has more answers (8) than the lines: they are not counted as lost."},
		"irtt":    {"[Connecting] connecting to x\nseq=0 rtt=5ms rd=2ms sd=3ms ipdv=n/a\n   packets sent/received: 9/9 (0.00% loss)\n", "The summary has more answers (8)"},
		"Windows": {"Pinging 192.0.2.1 with 32 bytes of data:\nReply from 192.0.2.1: bytes=32 time=20ms TTL=57\na remark\n\nPing statistics for 192.0.2.1:\n    Packets: Sent = 9, Received = 9, Lost = 0 (0% loss),\n", "Lines that the summary doesn't count as packets (1)"},
		"the end of a ping": {"64 bytes from 192.0.2.1: icmp_seq=9 ttl=57 time=20 ms\nno answer yet for icmp_seq=10\n\n--- x ping statistics ---\n10 packets transmitted, 9 received, 10% packet loss, time 9004ms\n",
			"The lines have only 2 of the 10 packets, and a larger share of losses: the summary's share counts (1 lost)."},
	} {
		p := readText(t, test.text)
		if notes := p.Notes.Join("\n"); !strings.Contains(notes, test.note) {
			t.Errorf("%s: it says %q", name, notes)
		}
	}
	if p := mustOpen(t, sample("case-text-cut-fping.txt")); thereAndBack(p) != 0 || len(p.Losses) != 0 {
		t.Errorf("%v are lost of 10 that came back", thereAndBack(p))
	}
}

// mustRead returns a sample as it stands.
func mustRead(t *testing.T, name string) string {
	t.Helper()
	return string(filetest.Read(t, sample(name)))
}

func TestACountThatIsCutOffIsNoLoss(t *testing.T) {
	t.Parallel()
	_, err := Read("f", strings.NewReader("a : xmt/rcv/%loss = 10/10/0%\n"), Part{})
	if err == nil || !strings.Contains(err.Error(), "line 1: the times") {
		t.Errorf("got %v", err)
	}
}
