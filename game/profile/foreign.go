package profile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"driftlab/internal/texts"
)

// A foreign is what a file may be that is not read: what shows it, and what to do instead.
type foreign struct {
	shows  interface{ Match(head []byte) bool }
	name   string
	advice string
}

// prefixes are the first bytes of files that are no text. A regular expression knows runes, and no byte above 0x7f.
type prefixes []string

// Match says whether a file begins with one of them.
func (p prefixes) Match(head []byte) bool {
	return slices.ContainsFunc(p, func(prefix string) bool { return bytes.HasPrefix(head, []byte(prefix)) })
}

// foreigners are files that people have and that are not read, by their first bytes or lines.
var foreigners = []foreign{
	{prefixes{"\xd4\xc3\xb2\xa1", "\xa1\xb2\xc3\xd4", "\x4d\x3c\xb2\xa1", "\x0a\x0d\x0d\x0a"}, "a capture of packets (pcap)", "it has no round trips; measure with ping or irtt"},
	{prefixes{"PK\x03\x04"}, "a zip archive", "unpack it first"},
	{prefixes{"\xfd7zXZ", "\x28\xb5\x2f\xfd", "BZh", "7z\xbc\xaf", "\x04\x22\x4d\x18"}, "packed by something other than gzip", "unpack it first"},
	{prefixes{"%PDF", "\x89PNG", "\xff\xd8\xff", "GIF8"}, "a picture or a page", "copy the text itself into a file"},
	{regexp.MustCompile(`(?im)\A\s*(?:<!doctype html|<html)`), "a web page", "save the measurement itself"},
	{regexp.MustCompile(`(?m)^<MTR `), "mtr's XML", "use mtr --json or mtr --report"},
	{regexp.MustCompile(`(?m)\Ax [0-9]+ [0-9]+\n[hdpx] [0-9]+ `), "mtr's raw output", "use mtr --json or mtr --report"},
	{regexp.MustCompile(`(?m)^\[ *(?:ID|[0-9]+)\] +(?:Interval|local )`), "the text of iperf", "use iperf3 -u -J"},
	{regexp.MustCompile(`(?m)^traceroute (?:to|6)|^Tracing route|^\s*1\s+(?:<?[0-9]+ ms\s+){2,3}`), "a route that traceroute has found", "measure with ping or mtr --json"},
	{regexp.MustCompile(`(?m)^\S+ is (?:alive|unreachable)\b`), "what fping prints of each host's first answer", "use fping -l or fping -C"},
	{regexp.MustCompile(`(?m)^Source +Destination +IPV4Address |^Ping +Source +Address +Latency`), "the table of PowerShell's Test-Connection", "use ping itself: ping -t HOST > ping.txt"},
	{regexp.MustCompile(`(?m)\A(?:\s*(?:#.*)?\n)*[0-9.]+[ \t]+[0-9.]+(?:[ \t]+[0-9]+)*\r?\n`), "numbers without a heading, as Pensieve's and CellReplay's traces", endedReader + ": delays are read below a heading such as time_ms,delay_ms"},
	{regexp.MustCompile(`(?m)^MIGRATED (?:TCP|UDP|OMNI)|^(?:Local|Recv) +(?:Remote|Send) `), "netperf's output", "measure with irtt or ping"},
}

// endedReader begins the advice on what has had a reader.
const endedReader = "it was until " + texts.LastBuild

// likePing are those that a ping's reader would take for its own.
var likePing = []foreign{
	{regexp.MustCompile(`(?m)^(?:Starting )?Nping |^(?:RCVD|SENT) \(`), "nping's output", "measure with ping or irtt"},
	{regexp.MustCompile(`(?m)^Sending [0-9]+, [0-9]+-byte ICMP Echos `), "what Cisco's ping prints", "it has no single round trips; measure with ping or irtt"},
	{regexp.MustCompile(`(?m)^--- (?:tw|ow)ping statistics `), "the summary of twping or owping", "it has no single round trips; measure with ping or irtt"},
	{regexp.MustCompile(`(?m)^HPING `), "hping3's text", endedReader + ": measure with ping, fping or irtt"},
	{regexp.MustCompile(`(?m)^PsPing v[0-9]`), "psping's text", endedReader + ": measure with ping or irtt"},
	{regexp.MustCompile(`(?m)^\s*SEQ +HOST +SIZE +TTL +TIME`), "the table of MikroTik's ping", endedReader + ": measure with ping or irtt from a machine behind it"},
	{regexp.MustCompile(`(?m)^Probing \S+:[0-9]+/tcp`), "tcping's output", "measure with ping or irtt"},
}

// foreignJSONs are JSONs that are known by some of their keys, and not read.
var foreignJSONs = []foreign{
	{regexp.MustCompile(`"round_trip_ms_(?:avg|min)"\s*:`), "jc's JSON of a ping", "its text is read, as ping has printed it"},
	{regexp.MustCompile(`"(?:resp|vSum|intSum)"\s*:\s*\{\s*"host"`), "fping's JSON", "its text is read: fping without -J"},
	{regexp.MustCompile(`"msm_id"\s*:`), "a measurement of RIPE Atlas", "measure with ping, irtt or fping"},
	{regexp.MustCompile(`"_source"\s*:\s*\{\s*"layers"`), "tshark's JSON of packets", "it has no round trips; measure with ping or irtt"},
	{regexp.MustCompile(`"traceEvents"\s*:`), "a trace of Chrome or Perfetto", "measure with ping or irtt"},
	{regexp.MustCompile(`"(?:raw_values|x_values|DATA_FILENAME|FLENT_VERSION)"\s*:`), "a data file of flent", endedReader + ": measure with irtt or fping, which flent itself calls"},
	{regexp.MustCompile(`"log"\s*:\s*\{[^}]*"creator"`), "a browser's HAR", "measure with ping or irtt"},
	{regexp.MustCompile(`"download"\s*:[^$]*"upload"\s*:`), "a speed test's result", "its few pings are not in it; measure with ping or irtt"},
}

// jsonKey is a key of a JSON, at whatever level.
var jsonKey = regexp.MustCompile(`"([^"\\]{1,40})"\s*:`)

// startsJSON says whether a text begins as JSON does.
func startsJSON(head []byte) bool {
	head = bytes.TrimSpace(head)
	return bytes.HasPrefix(head, []byte("{")) || listStart.Match(head)
}

// listStart is how a list of JSON begins; [ ID] and [1795687200.1] are other programs'.
var listStart = regexp.MustCompile(`^\[\s*(?:[{\[\]"]|-?[0-9.]+\s*,)`)

// ErrNotRead is in the error of a file that is known, and of no use here.
var ErrNotRead = errors.New("which is not read")

// ErrUnknown is in the error of a text of which nothing is known.
var ErrUnknown = errors.New("it is neither a scenario nor a measurement that is known")

// foreignIn returns what a text is that is known and not read, nil for any other.
func foreignIn(head []byte) *foreign {
	known := slices.Concat(foreigners, likePing)
	if startsJSON(head) {
		known = foreignJSONs
	}
	for i := range known {
		if known[i].shows.Match(head) {
			return &known[i]
		}
	}
	return nil
}

// unknown says what a file is that is not read, or what it is not.
func unknown(name string, head []byte) error {
	if f := foreignIn(head); f != nil {
		return fmt.Errorf("%q: it is %s, %w: %s", name, f.name, ErrNotRead, f.advice)
	}
	if startsJSON(head) {
		// A JSON is named by its first keys.
		var keys []string
		for _, found := range jsonKey.FindAllSubmatch(head, 100) {
			if key := string(found[1]); !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
		what := "without a key"
		if len(keys) > 0 {
			what = "with the keys " + some(keys)
		}
		return fmt.Errorf("%q: it is JSON %s, of an unknown program (known are irtt, iperf3 -u and mtr)", name, what)
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return fmt.Errorf("%q: it is not text: %w", name, ErrUnknown)
	}
	names := texts.Names(formats(), func(f format) string { return f.name })
	return fmt.Errorf("%q: %w (allowed: %s; irtt:FILE and so on forces one)", name, ErrUnknown, strings.Join(names, ", "))
}
