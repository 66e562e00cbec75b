package profile

import (
	"regexp"
	"time"
)

// A probeText is how a program prints one probe a line.
type probeText struct {
	kind     string         // the prefix that forces it
	program  string         // what people call it
	title    string         // what its text is
	hints    []string       // words of which a line of it has one: they are looked for before anything slower
	heading  *regexp.Regexp // a line that only it prints, beside answers and losses
	answer   *regexp.Regexp // an answer, with the groups below
	shape    *regexp.Regexp // what looks like an answer, and is one whose time cannot be read where answer does not match
	lost     *regexp.Regexp // a probe that it has given up; nil where it only leaves the number out
	again    *regexp.Regexp // an answer that came twice
	sent     *regexp.Regexp // its own count of probes, by which those are known that are missing at the end
	interval time.Duration  // its default interval
	from0    bool           // its probes are numbered from 0, and heading is printed before them
	begins   *regexp.Regexp // the heading of a run, where headings are repeated
	lasted   *regexp.Regexp // how long it sent, if it says so
	assumed  string         // the note if nothing says when it asked
}

// probeTexts are the programs that print one probe a line, and are not ping. The groups of their expressions are stamp (seconds
// since 1970), host, seq, rtt, up and down. Without seq probes are numbered as they come. A time without a unit is in ms.
var probeTexts = []probeText{
	{
		kind: "irtt-text", program: "irtt", title: "irtt's text", hints: []string{" rtt=", "[Connect"},
		heading: regexp.MustCompile(`^\[[^]]*\] \[(?:Connected|Connecting|WaitForPackets|NoTest|Drop)|^\[Connecting\] connecting to `), begins: regexp.MustCompile(`^\[Connecting\] `),
		answer: regexp.MustCompile(`^seq=(?P<seq>[0-9]+) rtt=(?P<rtt>\S+)(?: rd=(?P<down>\S+))?(?: sd=(?P<up>\S+))? ipdv=\S+`),
		shape:  regexp.MustCompile(`^seq=(?P<seq>[0-9]+) rtt=`),
		again:  regexp.MustCompile(`^DUP! seq=(?P<seq>[0-9]+)`),
		sent:   regexp.MustCompile(`packets sent/received: (?P<sent>[0-9]+)/[0-9]+(?: \((?P<loss>[0-9.]+)% loss\))?`),
		lasted: regexp.MustCompile(`duration: (?P<lasted>\S+) \(wait (?P<wait>[^)\s]+)\)`), from0: true, interval: time.Second,
		assumed: "irtt's text doesn't say when it asked: once a second is assumed, its default. Its JSON (irtt client -o FILE) says when.",
	},
	{
		kind: "fping", program: "fping", title: "fping's text", hints: []string{" : "},
		heading: regexp.MustCompile(`^\S+\s+: xmt/rcv/%(?:loss|return) = `),
		answer:  regexp.MustCompile(`^(?:\[(?P<stamp>[0-9]+\.[0-9]+)\] )?(?P<host>\S+)\s+: \[(?P<seq>[0-9]+)\], [0-9]+ bytes, (?P<rtt>-?[0-9.]+(?:e[-+]?[0-9]+)?) ms`),
		shape:   regexp.MustCompile(`^(?:\[(?P<stamp>[^]]*)\] )?(?P<host>\S+)\s+: \[(?P<seq>[0-9]+)\], [0-9]+ bytes`),
		lost:    regexp.MustCompile(`^(?:\[[^]]*\] )?(?P<host>\S+)\s+: \[(?P<seq>[0-9]+)\], timed out`),
		again:   regexp.MustCompile(`^(?P<host>\S+)\s+: duplicate for \[(?P<seq>[0-9]+)\]`),
		sent:    regexp.MustCompile(`^(?P<host>\S+)\s+: xmt/rcv/%(?:loss|return) = (?P<sent>[0-9]+)/(?P<received>[0-9]+)/[0-9]+%(?:.*min/avg/max = (?P<min>[0-9.e+]+)/(?P<avg>[0-9.e+]+)/(?P<max>[0-9.e+]+))?`), interval: time.Second,
		assumed: "Without timestamps (fping -D), one packet a second is assumed, which is what fping does without -p.",
	},
}
