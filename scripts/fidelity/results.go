package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// results are the summaries of all cases, on one side of the comparison.
type results struct {
	Where string // what made them: the first line of the file, after "# "
	Cases []result
}

// A result is the summary of one case.
type result struct {
	Name string
	summary
}

// columns are the fields of a summary before its percentiles, p0_us to p100_us.
var columns = []string{"case", "sent", "lost", "duplicates", "late", "overtaking",
	"bursts", "burst_mean", "burst_sd", "correlation", "send_late_us"}

// header returns the names of all columns.
func header() []string {
	names := append([]string(nil), columns...)
	for i := range (summary{}).Delay {
		names = append(names, fmt.Sprintf("p%d_us", i))
	}
	return names
}

// write writes the results as CSV.
func (r results) write(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "#", r.Where); err != nil {
		return err
	}
	out := csv.NewWriter(w)
	out.Write(header())
	for _, c := range r.Cases {
		line := []string{c.Name}
		for _, n := range []int{c.Sent, c.Lost, c.Duplicates, c.Late, c.Overtaking, c.Bursts} {
			line = append(line, strconv.Itoa(n))
		}
		for _, x := range []float64{c.BurstMean, c.BurstSD, c.Correlation} {
			line = append(line, strconv.FormatFloat(x, 'f', 4, 64))
		}
		line = append(line, micros(c.SendLate))
		for _, d := range c.Delay {
			line = append(line, micros(d))
		}
		out.Write(line)
	}
	out.Flush()
	return out.Error()
}

func micros(d time.Duration) string {
	return strconv.FormatInt(d.Round(time.Microsecond).Microseconds(), 10)
}

// readResults reads what write wrote. name is the file's.
func readResults(name string, r io.Reader) (results, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return results{}, err
	}
	where, rest, _ := strings.Cut(string(text), "\n")
	all := results{Where: strings.TrimPrefix(where, "# ")}
	lines, err := csv.NewReader(strings.NewReader(rest)).ReadAll()
	if err != nil {
		return results{}, fmt.Errorf("%q: %w", name, err)
	}
	if len(lines) == 0 || strings.Join(lines[0], ",") != strings.Join(header(), ",") {
		return results{}, fmt.Errorf("%q: the columns are not those that fidelity measure writes", name)
	}
	for i, line := range lines[1:] {
		c, err := parseResult(line)
		if err != nil {
			return results{}, fmt.Errorf("%q, line %d: %w", name, i+3, err)
		}
		all.Cases = append(all.Cases, c)
	}
	return all, nil
}

// parseResult reads one line of numbers.
func parseResult(line []string) (result, error) {
	c := result{Name: line[0]}
	values := make([]float64, len(line))
	for i, text := range line[1:] {
		x, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return c, err
		}
		values[i+1] = x
	}
	for i, n := range []*int{&c.Sent, &c.Lost, &c.Duplicates, &c.Late, &c.Overtaking, &c.Bursts} {
		*n = int(values[i+1])
	}
	c.BurstMean, c.BurstSD, c.Correlation = values[7], values[8], values[9]
	c.SendLate = time.Duration(values[10]) * time.Microsecond
	for i := range c.Delay {
		c.Delay[i] = time.Duration(values[len(columns)+i]) * time.Microsecond
	}
	return c, nil
}

// find returns the result of a case.
func (r results) find(name string) (summary, error) {
	for _, c := range r.Cases {
		if c.Name == name {
			return c.summary, nil
		}
	}
	return summary{}, fmt.Errorf("there is no result of case %q: make all of them anew with scripts/fidelity.sh", name)
}
