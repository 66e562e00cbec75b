package guest

import (
	"bytes"
	"math/big"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"driftlab/netsync"
	"driftlab/netsync/unity"
)

func TestALineReadsWhatTheProtocolSays(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(-MaxNumber, MaxNumber)
		l := Line{n.Draw(t, "at"), n.Draw(t, "time"), rapid.Int64Range(-ppbRange, ppbRange).Draw(t, "ppb")}
		now := n.Draw(t, "now")
		passed := new(big.Int).Sub(big.NewInt(now), big.NewInt(l.At))
		passed.Mul(passed, big.NewInt(ppbRange+l.PPB))
		want := passed.Div(passed, big.NewInt(ppbRange)) // Euclid's, which rounds down for a positive divisor
		want.Add(want, big.NewInt(l.Time))
		if got := l.Read(now); !want.IsInt64() || got != want.Int64() {
			t.Fatalf("%+v at %d: %d, want %v", l, now, got, want)
		}
	})
}

func TestALineThatStandsStillAndOneTwiceAsFast(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ ppb, now, want int64 }{{-ppbRange, 1000, 7}, {ppbRange, 3, 13}, {1, 1, 8}, {-1, 1, 7}, {-1, -1, 6}, {1, -1, 5}} {
		if got := (Line{0, 7, c.ppb}).Read(c.now); got != c.want {
			t.Errorf("%d ppb at %d: %d, want %d", c.ppb, c.now, got, c.want)
		}
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	t.Parallel()
	hello := Hello{Host, 3, 1<<64 - 1, 30}
	if got, err := ParseHello(hello.Append(nil)); got != hello || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	welcome := Welcome{"a “clock”", netsync.BaseWorld, Answers | Reads | Games, true, true}
	if got, err := ParseWelcome(welcome.Append(nil)); got != welcome || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
	for _, ev := range []Event{
		{N: 1, Kind: Wake, Now: -5, Data: []byte{}},
		{N: 2, Kind: Answer, Seq: 65535, T1: 1, T2: -2, T3: 3, T4: 4, Before: 5, Data: []byte{}},
		{N: 3, Kind: Push, T3: 3, T4: 4, Value: 0, Stated: true, Data: []byte{}},
		{N: 4, Kind: Datagram, Stamp: 1<<24 - 1, T4: 9, Data: []byte{}},
		{N: 5, Kind: Report, Data: []byte{0, 255, 1}, T4: 9},
		{N: 6, Kind: Game, Game: unity.GameBasis{TickRate: 60_000, FrameRate: 144_000, ReceiveBuffer: 1, SendBuffer: 2, StartsOnTarget: true, Measures: true, RTT: 4, HasRTT: true}, Data: []byte{}},
	} {
		if got, err := ParseEvent(ev.Append(nil, Client)); !reflect.DeepEqual(got, ev) || err != nil {
			t.Errorf("%s: %+v, %v", ev.Append(nil, Client), got, err)
		}
	}
	up, down, off := int64(1), int64(2), int64(0)
	for _, r := range []Reply{
		{N: 1},
		{N: 2, HasWake: true, Wake: Never, HasClock: true},
		{N: 3, HasWake: true, Wake: AtOnce, HasClock: true, Clock: &Line{1, 2, -3}, Status: &Status{Up: &up, Down: &down, RTT: 3, Uncertainty: &off, Used: 4, Rejected: 5, Steps: 6}},
		{N: 4, Send: []Send{{Kind: SendAsk, Seq: 0}, {Kind: SendReport, Data: []byte{1, 2, 3}}, {Kind: SendPush, T3: 4, Value: 5, Stated: true}}},
	} {
		if got, err := ParseReply(r.Append(nil)); !reflect.DeepEqual(got, r) || err != nil {
			t.Errorf("%s: %+v, %v", r.Append(nil), got, err)
		}
	}
}

func TestABadFirstLineIsToldWithWhatIsAllowed(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`hello`:                        "hello (standard output is for replies: print anything else to standard error)",
		`{}`:                           "driftlab: the version is missing, it is 1",
		`{"driftlab":2,"name":"x"}`:    "driftlab: version 2 is not 1",
		`{"driftlab":1}`:               `name: "" is not 1 to 24 bytes of plain text`,
		`{"driftlab":1,"name":"a\nb"}`: "is not 1 to 24 bytes of plain text",
		`{"driftlab":1,"name":7}`:      "name: it is a number, and has to be text in quotation marks",
		`{"driftlab":1,"name":"x","base":"earth"}`:     `base: "earth" is unknown (allowed: real, world)`,
		`{"driftlab":1,"name":"x","hears":["answer"]}`: `hears: "answer" is unknown (`,
		`{"driftlab":1,"name":"x","hears":"answers"}`:  "hears: it is text in quotation marks, and has to be a list",
		`{"driftlab":1,"name":"x","host":1}`:           "host: it is a number, and has to be true or false",
		`{"driftlab":1,"name":"x","true_time":true}`:   `"true_time" is unknown (allowed: driftlab, name, base, hears, host, own_stamps)`,
		strings.Repeat("[", 4000):                      "it is not a line of the protocol",
	} {
		if _, err := ParseWelcome([]byte(line)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%.60s: %v, want %q", line, err, want)
		}
	}
}

func TestABadReplySaysWhichFieldIsWrongAndWhatItHasToBe(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]string{
		`rtt 328420`:                             "rtt 328420 (standard output is for replies: print anything else to standard error)",
		`7`:                                      "it is not a JSON object: 7 (standard output is for replies: print anything else to standard error)",
		`{"n":1,"send":[{"Ask":1}]}`:             `send: "Ask" is unknown (allowed: ask, report, push, value)`,
		`{"n":1,"CLOCK":{"at":1,"time":2}}`:      `"CLOCK" is unknown (allowed: n, send, wake, clock, status)`,
		`{"n":1,"cloc\u212a":{"at":1,"time":2}}`: `is unknown (allowed: n, send, wake, clock, status)`,
		`{"n":1,"clock":{"at":1,"Time":2}}`:      `clock: "Time" is unknown (allowed: at, time, ppb)`,
		`{"n":1,"status":{"uncertainity":2}}`:    `status: "uncertainity" is unknown (allowed: up, down, rtt, uncertainty, used, rejected, steps)`,
		`{"n":1}}`:                               "it is more than one value",
		` { "n" : 1 , "wake" : null , "x" : [ true ] } `: `"x" is unknown`,
		`{"n":1,"\"":1}`:                               `is unknown`,
		`{"n":1,"wake":1,"wake":2}`:                    `"wake" is there twice`,
		`{"n":1,"clock":{"at":1,"time":2,"time":3}}`:   `clock: "time" is there twice`,
		`{"n":1,"send":[{"ask":1},{"ask":2,"ask":3}]}`: `send: "ask" is there twice`,
		`{"n":1,"clock":{"at":1,"time":661028.0}}`:     "clock.time: 661028.0 is not a whole number within ±(2⁵³−1) (write it without a decimal point and without an exponent)",
		`{"n":1,"wake":1e9}`:                           "wake: 1e9 is not a whole number within ±(2⁵³−1) (write it without a decimal point and without an exponent)",
		`{"n":1,"wake":{"at":1}}`:                      `wake: {"at":1} is not a whole number within ±(2⁵³−1)`,
		`{"n":1,"clock":{"at":1,"time":"2"}}`:          "clock.time: it is text in quotation marks, and has to be a whole number within ±(2⁵³−1)",
		`{"n":1,"clock":661028}`:                       "clock: it is a number, and has to be an object",
		`{"n":1,"send":{"ask":1}}`:                     "send: it is an object, and has to be a list",
		`{"n":1,"send":[1]}`:                           "send: it is a number, and has to be an object",
		`{"n":1,"send":[{"ask":65536}]}`:               "send.ask: 65536 is not a whole number in 0..65535",
		`{"n":1,"status":{"used":9007199254740992}}`:   "status: 9007199254740992 of used, rejected or steps is outside 0..2⁵³−1",
	} {
		if _, err := ParseReply([]byte(line)); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: %v, want %q", line, err, want)
		}
	}
}

func TestWhiteSpaceAndAnyOrderAreRead(t *testing.T) {
	t.Parallel()
	line := " {\t\"clock\" : { \"time\":2 ,\"at\": 1 } , \"send\":[ {\"ask\":1}, { \"report\" : \"0A\" } ],\"wake\":null , \"status\":{}, \"n\":-1 }\r"
	if r, err := ParseReply([]byte(line)); err != nil || r.N != -1 || len(r.Send) != 2 || r.Clock == nil || *r.Clock != (Line{At: 1, Time: 2}) || r.Wake != Never {
		t.Errorf("%+v, %v", r, err)
	}
	if _, err := ParseWelcome([]byte(`{"name":"a \"}\" b","hears":["answers", "read"],"host":true,"driftlab":1}`)); err != nil {
		t.Error(err)
	}
}

func TestATimeToWakeAtThatIsADelayIsCalledOne(t *testing.T) {
	t.Parallel()
	for wake, want := range map[int64]bool{250_000_000: true, 7e9: false, 0: false, -1: false} {
		if says := strings.Contains(delayed(wake, 7e9), "no delay: now + "); says != want {
			t.Errorf("%d: %v", wake, says)
		}
	}
}

func TestTheMessageOfAReportHasItsBytes(t *testing.T) {
	t.Parallel()
	for length := 1; length <= MaxReport; length++ {
		data := make([]byte, length)
		for i := range data {
			data[i] = byte(0x81 + i)
		}
		if got := dataOf(reported(data)); !bytes.Equal(got, data) {
			t.Errorf("%x comes back as %x", data, got)
		}
	}
	note := netsync.Probe{Kind: netsync.Report, Note: "more than a number"}
	if sent := sendsOf([]netsync.Probe{note, {Kind: netsync.Report, Value: 0x818283}}); string(sent[0].Data) != note.Note || string(sent[1].Data) != "\x81\x82\x83" {
		t.Errorf("%q and %q are sent", sent[0].Data, sent[1].Data)
	}
}

func FuzzReply(f *testing.F) {
	for _, text := range []string{`{"n":1}`, `{"n":1,"wake":null,"clock":{"at":1,"time":2,"ppb":3}}`, `{"n":1,"send":[{"ask":1},{"report":"0011ff"},{"push":1,"value":2}]}`,
		`{"n":1,"status":{"up":1,"down":2,"uncertainty":3}}`, `{"n":1,"wake":1e3}`, `{"n":9223372036854775808}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, line []byte) {
		r, err := ParseReply(line)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		if again, err := ParseReply(r.Append(nil)); err != nil || !reflect.DeepEqual(again, r) {
			t.Fatalf("%s is read as %+v, and that as %+v, %v", line, r, again, err)
		}
		if r.Clock != nil {
			r.Clock.Read(MaxNumber)
			r.Clock.Read(-MaxNumber)
		}
	})
}

func FuzzWelcome(f *testing.F) {
	f.Add([]byte(`{"driftlab":1,"name":"x","base":"world","hears":["answers","read"],"host":true,"own_stamps":true}`))
	f.Fuzz(func(t *testing.T, line []byte) {
		w, err := ParseWelcome(line)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q", err)
			}
			return
		}
		if again, err := ParseWelcome(w.Append(nil)); err != nil || again != w {
			t.Fatalf("%s is read as %+v, and that as %+v, %v", line, w, again, err)
		}
	})
}
