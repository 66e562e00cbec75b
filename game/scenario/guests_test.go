package scenario

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"strings"
	"testing"

	"driftlab/netsync/guest"
)

const says = `says = '{"driftlab":1,"name":"RTT/2 in Python","hears":["answers"]}'`

func withTables(text string) (*Scenario, error) {
	return Parse("log", "format = 3\nclients = 1\nduration = \"1s\"\n"+text+"\n")
}

func TestALogsGuestsAreReadInTheirOrderAndWrittenAgain(t *testing.T) {
	t.Parallel()
	sc, err := withTables("[guest.zebra]\n" + says + "\n[guest.ant]\n" + says + "\n[set]\nclient.algorithm = \"zebra\"")
	if err != nil {
		t.Fatal(err)
	}
	if len(sc.Guests) != 2 || sc.Guests[0].Name != "zebra" || sc.Guests[1].Name != "ant" || sc.Guests[0].Says.Hears != guest.Answers || sc.Guests[0].Program != nil {
		t.Errorf("%+v", sc.Guests)
	}
	all := sc.Algorithms()
	if n := len(all); all[n-2].Name != "zebra" || all[n-2].ID != 38 || all[n-1].ID != 40 || all[n-1].Title != "RTT/2 in Python" {
		t.Errorf("%+v", all[n-2:])
	}
	text := sc.Text()
	again, err := Parse("log", text)
	if err != nil || again.Text() != text {
		t.Errorf("%v\n%s", err, text)
	}
}

func TestGuestsThatAreNoneAreRefusedInOneLine(t *testing.T) {
	t.Parallel()
	many := ""
	for _, name := range []string{"a", "b", "c", "d", "e"} {
		many += "[guest." + name + "]\n" + says + "\n"
	}
	for text, want := range map[string]string{
		"guest = 1":                 "guest: 1 is not a table",
		"[guest]\nmine = 1":         "line 5: mine: 1 is not a table",
		"[guest.mine]":              "line 4: says: it is not a line of the protocol",
		"[guest.mine]\nsays = '{}'": "line 5: says: driftlab: the version is missing",
		"[guest.Mine]\n" + says:     `line 4: guest "Mine": a name has 1..24 small letters`,
		"[guest.rtt2]\n" + says:     `guest "rtt2": the name is taken`,
		"[clock.mine]\nalgorithm = \"slot\"\n[guest.mine]\n" + says:    `guest "mine": the name is taken`,
		"[guest.mine]\n" + says + "\nprogram = \"true\"":               `unknown key "guest.mine.program" (allowed: says, answers)`,
		"[guest.mine]\n" + says + "\nanswers = \"!\"":                  "answers: they are not base64",
		"[guest.mine]\n" + says + "\nanswers = \"AAAA\"":               "answers: they cannot be unpacked",
		"[guest.mine]\n" + says + "\n[set]\nclient.algorithm = \"my\"": `client.algorithm: "my" is unknown`,
		many: "guests: 5 is outside 0..4",
	} {
		if _, err := withTables(text); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
}

func TestTheAnswersOfAllGuestsOfALogAreBoundedTogether(t *testing.T) {
	t.Parallel()
	var packed bytes.Buffer
	w, err := flate.NewWriter(&packed, flate.BestSpeed)
	if err != nil {
		t.Fatal(err)
	}
	w.Write(make([]byte, guest.MaxTape*2/3))
	w.Close()
	table := says + "\nanswers = \"" + base64.RawStdEncoding.EncodeToString(packed.Bytes()) + "\"\n"
	if _, err := withTables("[guest.a]\n" + table); err != nil {
		t.Error(err)
	}
	if _, err := withTables("[guest.a]\n" + table + "[guest.b]\n" + table); err == nil || !strings.Contains(err.Error(), "answers: they unpack to more than 5592406 bytes") {
		t.Error(err)
	}
}
