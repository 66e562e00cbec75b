package midline

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"
)

// statusLine is a status as talks have it.
func (c *Client) statusLine(now Local) string {
	s := c.Status(now)
	return fmt.Sprintf("client status now=%d -> state=%q offset=%d rate=%d round-trip=%d age=%d aside=%d sent=%d received=%d refused=%d rejected=%d steps=%d", now,
		s.State, s.Offset, s.Rate, s.RoundTrip, s.Age, s.Aside, s.Sent, s.Received, s.Refused, s.Rejected, s.Steps)
}

func TestAStatusHasWhatALogNeeds(t *testing.T) {
	t.Parallel()
	k := newTalk()
	for _, now := range []Local{0, -1 << 63, 1<<63 - 1} {
		if s := k.client.Status(now); s != (Status{}) {
			t.Errorf("before anything came, at %d: %+v", now, s)
		}
	}
	state := func(want State) Status {
		t.Helper()
		s := k.client.Status(k.local())
		if s.State != want {
			t.Errorf("after %v: %v, want %v", k.now, s.State, want)
		}
		return s
	}
	k.run(t, 5*time.Second)
	state(StateSettling)
	if _, err := k.client.Received([]byte{0x20, 1, 2, 3}, k.local(), 0); err == nil {
		t.Error("another version is taken")
	}
	k.run(t, 55*time.Second)
	s := state(StateSteady)
	// The client's clock gains 40 ppm, so the host's runs slower; a minute of frames tells that to some ppm. 40 ms, up to 8 ms of jitter
	// and two frames of 5 ms are the round trip.
	offset := k.server().Sub(Server(k.local()))
	if (s.Offset-offset).Abs() > time.Millisecond || s.Rate < -50_000 || s.Rate > -20_000 || s.RoundTrip < 40*time.Millisecond || s.RoundTrip > 50*time.Millisecond {
		t.Errorf("an offset of %v, want %v: %+v", s.Offset, offset, s)
	}
	if s.Age < 59*time.Second || s.Age > 61*time.Second || s.Sent != 1200 || s.Received < 1190 || s.Refused != 1 || s.Aside != 0 {
		t.Errorf("%+v", s)
	}
	k.queue = 300 * time.Millisecond
	k.run(t, 5*time.Second)
	if s = state(StateSteady); s.Aside == 0 {
		t.Errorf("no point is set aside in a queue: %+v", s)
	}
	k.queue = 0

	k.mute = true
	k.run(t, 6*time.Second)
	if lost := state(StateLost); lost.Sent != s.Sent+120 || lost.Received > s.Received+1 {
		t.Errorf("nothing arrives: %+v, after %+v", lost, s)
	}
	k.mute = false
	k.run(t, 20*time.Second)
	state(StateSteady)
	k.ahead += 300 * time.Millisecond
	k.run(t, 3*time.Second)
	if set := state(StateSettling); set.Steps <= s.Steps || set.Age > 3*time.Second {
		t.Errorf("the host's clock was set: %+v", set)
	}
}

// What docs/production.md tells people to log can be read in each language, by the names that its table has.
func TestWhatThePageTellsToLogIsThere(t *testing.T) {
	t.Parallel()
	read := func(file string) string {
		text, err := os.ReadFile("../../" + file)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	_, table, _ := strings.Cut(read("docs/production.md"), "## What to log\n")
	table, _, _ = strings.Cut(table, "\n## ")
	languages := []struct{ text, begins, ends string }{
		{read("netsync/midline/config.go") + read("netsync/midline/client.go"), "type %s struct {", "\n}"},
		{read("netsync/ports/c/midline.h"), "typedef struct midline_%s {", "\n}"},
		{read("netsync/ports/csharp/Midline.cs"), "public struct %s {", "\n\t}"},
		{read("netsync/ports/typescript/midline.ts"), "export interface %s {", "\n}"},
	}
	comments := regexp.MustCompile(`//.*|/\*.*?\*/`)
	rows := 0
	for _, row := range regexp.MustCompile("(?m)^\\|(.*)\\| `(.*)` \\| `(.*)` \\| `(.*)` \\| `(.*)` \\|$").FindAllStringSubmatch(table, -1) {
		rows++
		for i, l := range languages {
			of, field, _ := strings.Cut(row[i+2], ".")
			_, is, _ := strings.Cut(l.text, fmt.Sprintf(l.begins, of))
			is, _, _ = strings.Cut(is, l.ends)
			if !regexp.MustCompile(`\b` + regexp.QuoteMeta(field) + `\b`).MatchString(comments.ReplaceAllString(is, "")) {
				t.Errorf("%s: there is no %s in %s", row[1], field, fmt.Sprintf(l.begins, of))
			}
		}
	}
	if rows != 17 {
		t.Errorf("the page has %d things to log, and 17 are to be read", rows)
	}
}
