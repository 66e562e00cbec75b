package profile

import (
	"bytes"
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// maxHops bounds the hops of a route.
const maxHops = 256

// A hop is one line of mtr: a router, or at the end the host.
type hop struct {
	number, sent          int
	host                  string
	loss                  float64 // %
	best, avg, worst, dev float64 // ms; dev is negative where it is not given
}

// number is a number that some versions of mtr put into quotes.
type number float64

func (n *number) UnmarshalJSON(data []byte) error {
	f, err := strconv.ParseFloat(string(bytes.Trim(data, `" `)), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		return fmt.Errorf("%.40s is not a number", data)
	}
	*n = number(f)
	return nil
}

// readMTRJSON reads what mtr --json writes.
func readMTRJSON(in *stream) (*measurement, error) {
	s := newJSONStream(in.name, in)
	var hops []hop
	target := ""
	err := s.object(func(key string) (bool, error) {
		if key != "report" {
			return false, nil
		}
		return true, s.object(func(key string) (bool, error) {
			switch key {
			case "mtr":
				var about struct {
					Dst string `json:"dst"`
				}
				err := s.value("mtr", &about)
				target = about.Dst
				return true, err
			case "hubs":
				return true, s.list(func() error {
					h, err := mtrHub(s, len(hops)+1)
					hops = append(hops, h)
					return err
				})
			}
			return false, nil
		})
	})
	if err == nil {
		err = s.end()
	}
	if err != nil {
		return nil, err
	}
	return routeEnd(in.name, "mtr", target, hops)
}

// mtrHub reads one element of hubs.
func mtrHub(s *jsonStream, n int) (hop, error) {
	type figures struct {
		Host  string `json:"host"`
		Loss  number `json:"Loss%"`
		Sent  number `json:"Snt"`
		Best  number `json:"Best"`
		Avg   number `json:"Avg"`
		Worst number `json:"Wrst"`
		Dev   number `json:"StDev"`
	}
	hub := figures{Loss: missing, Sent: missing, Best: missing, Avg: missing, Worst: missing, Dev: missing}
	if n > maxHops {
		return hop{}, s.fault("more than %d hops are outside 1..%d", maxHops, maxHops)
	}
	if err := s.value("hubs", &hub); err != nil {
		return hop{}, err
	}
	h := hop{n, int(min(hub.Sent, maxCount)), hub.Host, float64(hub.Loss), float64(hub.Best), float64(hub.Avg), float64(hub.Worst), float64(hub.Dev)}
	if err := h.check(); err != nil {
		return h, s.faultAt("hop %d: %s", n, err)
	}
	return h, nil
}

// missing stands for a figure that is not there: no figure of mtr's is negative.
const missing = -1

// maxCount bounds how many packets a summary tells of.
const maxCount = 1_000_000_000

// check says what a hop cannot be.
func (h *hop) check() error {
	for _, v := range []struct {
		name     string
		f        float64
		from, to float64
	}{{"Loss%", h.loss, 0, 100}, {"Snt", float64(h.sent), 0, maxCount}, {"Best", h.best, 0, maxSpan}, {"Avg", h.avg, 0, maxSpan}, {"Wrst", h.worst, 0, maxSpan}} {
		if v.f == missing {
			return fmt.Errorf("%s is missing", v.name)
		}
		if !(v.f >= v.from && v.f <= v.to) {
			return fmt.Errorf("%s: %v is outside %v..%v", v.name, v.f, v.from, v.to)
		}
	}
	return nil
}

// routeEnd finds what a report says about a route's end.
func routeEnd(name, program, target string, hops []hop) (*measurement, error) {
	if len(hops) == 0 {
		return nil, fmt.Errorf("%q: there is no line of a hop: its number, its host and figures as the heading has them", name)
	}
	last := len(hops) - 1
	for last >= 0 && (hops[last].loss >= 100 || hops[last].sent == 0) {
		last--
	}
	if last < 0 {
		return nil, fmt.Errorf("%q: none of %d hops answered, so there is no delay", name, len(hops))
	}
	h := hops[last]
	target = cmp.Or(target, h.host)
	ms := func(f float64) time.Duration { return time.Duration(f * float64(time.Millisecond)) }
	s := summary{title: fmt.Sprintf("measured by %s to %.60s", program, target), sent: h.sent,
		min: ms(h.best), avg: max(ms(h.avg), ms(h.best)), max: max(ms(h.worst), ms(h.avg)), dev: ms(h.dev)}
	s.lost = int(math.Round(float64(h.sent) * h.loss / 100))
	if last < len(hops)-1 {
		s.notes = append(s.notes, said("The end of the route didn't answer: the link ends at the last hop that did, %d of %d (%.60s).", h.number, len(hops), h.host))
	}
	return s.measurement(name)
}

var (
	mtrHeading    = regexp.MustCompile(`^(?:HOST: |Host\s).*Loss%`) // of a report, of the screen
	mtrHop        = regexp.MustCompile(`^([0-9]+)\.(\|--|\s)\s*(.*)$`)
	mtrFigure     = regexp.MustCompile(`^-?[0-9]+(?:\.[0-9]+)?%?$`)
	winMTRHeading = regexp.MustCompile(`^\|\s+Host\s+-\s+%\s+\| Sent \| Recv \| Best \| Avrg \| Wrst \| Last \|`)
	winMTRHop     = regexp.MustCompile(`^\|\s*(.*?)\s+-\s+([0-9]+) \|\s*([0-9]+) \|\s*([0-9]+) \|\s*([0-9]+) \|\s*([0-9]+) \|\s*([0-9]+) \|\s*([0-9]+) \|$`)
	mtrCSV        = regexp.MustCompile(`^Mtr_Version,`)
)

var mtrKey = knowsJSON(`"(?:mtr|hubs)"\s*:`)

// knowsMTR says how a text shows that it is mtr's or WinMTR's.
func knowsMTR(head []byte) Note {
	if startsJSON(head) {
		return mtrKey(head)
	}
	return byLine(head, mtrText)
}

// mtrText says whether a line is the heading of a report.
func mtrText(line string) bool {
	return mtrHeading.MatchString(line) || winMTRHeading.MatchString(line) || mtrCSV.MatchString(line)
}

// readMTR reads mtr's JSON, its reports and WinMTR's.
func readMTR(s *stream, _ Part) (*measurement, error) {
	if startsJSON(s.head()) {
		return readMTRJSON(s)
	}
	return readMTRText(s)
}

// readMTRText reads the reports of mtr (--report, --csv) and WinMTR. Of several reports in a text it takes the last.
func readMTRText(s *stream) (*measurement, error) {
	in := s.lines()
	var hops []hop
	var columns []string
	program, reports := "mtr", 0
	for in.next() {
		line := strings.TrimSpace(in.text)
		var h hop
		var is bool
		var err error
		switch {
		case mtrHeading.MatchString(line):
			columns = strings.Fields(line[strings.Index(line, "Loss%"):])
			hops, program, reports = nil, "mtr", reports+1
		case winMTRHeading.MatchString(line):
			hops, program, reports = nil, "WinMTR", reports+1
		case mtrCSV.MatchString(line):
			columns = strings.Split(strings.Trim(line, ","), ",")
			hops, program, reports = nil, "mtr --csv", reports+1
		case program == "WinMTR":
			h, is, err = winMTRLine(line)
		case program == "mtr --csv":
			h, is, err = mtrRow(columns, strings.Split(line, ","))
		default:
			h, is, err = mtrLine(columns, line)
		}
		if err == nil && is {
			err = h.check()
		}
		if err == nil && len(hops) == maxHops {
			err = fmt.Errorf("more than %d hops are outside 1..%d", maxHops, maxHops)
		}
		if err != nil {
			return nil, in.fault("%s", err)
		}
		if is {
			hops = append(hops, h)
		}
	}
	if in.err != nil {
		return nil, in.err
	}
	m, err := routeEnd(s.name, strings.TrimSuffix(program, " --csv"), "", hops)
	if err == nil && reports > 1 {
		m.note("%d reports follow each other: the last one counts.", reports)
	}
	return m, err
}

// mtrLine reads a line of a report or of the screen: a number, what the options want of the host, in words, and at the end
// the figures of the columns. On the screen a hop that has not answered has none.
func mtrLine(columns []string, line string) (h hop, is bool, err error) {
	found := mtrHop.FindStringSubmatch(line)
	if found == nil || len(columns) == 0 {
		return h, false, nil
	}
	number, _ := strconv.Atoi(found[1])
	fields := strings.Fields(found[3])
	cut := max(0, len(fields)-len(columns))
	noFigure := func(field string) bool { return !mtrFigure.MatchString(field) }
	switch {
	case found[2] != "|--" && (cut == 0 || slices.ContainsFunc(fields[cut:], noFigure)):
		return hop{number: number, host: found[3], loss: 100}, true, nil
	case cut == 0:
		return h, false, fmt.Errorf("a hop's %d fields are outside %d and above", len(fields), len(columns)+1)
	}
	h, is, err = mtrRow(columns, fields[cut:])
	h.number, h.host = number, strings.Join(fields[:cut], " ")
	return h, is, err
}

// mtrRow reads the columns of a hop by their names.
func mtrRow(columns, values []string) (h hop, is bool, err error) {
	h = hop{loss: missing, dev: missing, best: missing, avg: missing, worst: missing, sent: missing}
	if len(values) < len(columns) {
		return h, false, nil // an empty line, or MPLS below a hop
	}
	for i, c := range columns {
		text := strings.TrimSuffix(strings.TrimSpace(values[i]), "%")
		if c == "Ip" {
			h.host = text
			continue
		}
		to := map[string]*float64{"Loss%": &h.loss, "Best": &h.best, "Avg": &h.avg, "Wrst": &h.worst, "StDev": &h.dev}[c]
		if to == nil && c != "Snt" && c != "Hop" {
			continue
		}
		f, bad := strconv.ParseFloat(text, 64)
		if bad != nil || math.IsNaN(f) {
			return h, false, fmt.Errorf("%s: %.20q is not a number", c, text)
		}
		switch c {
		case "Snt":
			h.sent = int(min(f, maxCount))
		case "Hop":
			h.number = int(min(f, maxCount))
		default:
			*to = f
		}
	}
	if min(h.loss, h.best, h.avg, h.worst, float64(h.sent)) < 0 {
		return h, false, fmt.Errorf("a column is missing (needed: Loss%%, Snt, Avg, Best, Wrst)")
	}
	return h, true, nil
}

// winMTRLine reads a line of WinMTR's table, whose times are whole milliseconds.
func winMTRLine(line string) (h hop, is bool, err error) {
	found := winMTRHop.FindStringSubmatch(line)
	if found == nil {
		return h, false, nil
	}
	var n [7]float64
	for i := range n {
		if n[i], err = strconv.ParseFloat(found[2+i], 64); err != nil {
			return h, false, err
		}
	}
	h = hop{host: found[1], loss: n[0], sent: int(min(n[1], maxCount)), best: n[3], avg: n[4], worst: n[5], dev: -1}
	if received := n[2]; n[1] > 0 { // its percentage is rounded
		h.loss = max(0, 100*(1-received/n[1]))
	}
	return h, true, nil
}
