package profile

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// pingHosts are those that answer in a text: several where they are asked in turn with the same numbers (oping, noping), or
// answer to one address (broadcast). Answers of one are read. Pings one after the other are another thing: they are joined.
type pingHosts struct {
	names, addresses []string
	called           map[string]string // addresses' names in headings
	asked            string            // the address in the latest heading
	pick             string            // the one that is wanted, by its name, its address or its number; "" for the first of a turn
	first            int               // the first one of the open ping, −1 before it is known
	turn             bool              // the open ping asks several
	turns            bool              // some ping did
	skip             bool              // the sums that follow are another host's
}

// addressOf returns the address in a line, in brackets or not.
func addressOf(line string) string {
	return addressIn(strings.NewReplacer("(", " ", ")", " ").Replace(line))
}

// of returns which host an address is, −1 for none.
func (h *pingHosts) of(address string) int {
	i := slices.Index(h.addresses, address)
	if i >= 0 || address == "" || len(h.names) == maxHosts {
		return i
	}
	name := cmp.Or(h.called[address], address)
	h.names, h.addresses = append(h.names, name), append(h.addresses, address)
	return len(h.names) - 1
}

// wanted says whether a host is the one whose answers are read.
func (h *pingHosts) wanted(i int) bool {
	if h.pick == "" {
		return i == h.first
	}
	return h.names[i] == h.pick || h.addresses[i] == h.pick || !slices.Contains(h.names, h.pick) && strconv.Itoa(i+1) == h.pick
}

// heading takes the heading of a ping; another says that no packet stands between it and the one above.
func (h *pingHosts) heading(line string, another bool) {
	before, address := h.asked, addressOf(line)
	if h.asked = address; address != "" && len(h.called) < maxHosts {
		name, _, _ := strings.Cut(strings.TrimPrefix(line, "PING "), "(")
		h.called[address] = strings.TrimSpace(name)
	}
	if another = another && before != "" && address != ""; !another {
		h.turn, h.first = false, -1
		return
	}
	if !h.turn {
		h.turn, h.turns, h.first = true, true, h.of(before)
	}
	h.of(address)
}

// leavesOut says whether a line with a packet's number is of another host than the wanted one. An answer to a packet that is
// answered already is one of those where it comes from elsewhere.
func (h *pingHosts) leavesOut(p *pingLine, line string, again bool) bool {
	if !h.turn && h.pick == "" && h.first >= 0 && !again {
		return false
	}
	address := addressOf(line)
	if p.kind == pingSilence && !slices.Contains(h.addresses, address) {
		return false // a router's
	}
	i := h.of(address)
	switch {
	case i < 0:
		return false
	case h.first < 0:
		h.first = i
	case again && i != h.first:
		h.turn, h.turns = true, true
	}
	return (h.turn || h.pick != "") && !h.wanted(i)
}

// sums notes whose the sums below a rule are.
func (h *pingHosts) sums(rule string) {
	words := strings.Fields(rule)
	h.skip = false
	if len(words) > 1 && (h.turn || h.pick != "") {
		i := max(slices.Index(h.names, words[1]), slices.Index(h.addresses, words[1]))
		h.skip = i >= 0 && !h.wanted(i)
	}
}

// choice says which host was read, or why none was.
func (h *pingHosts) choice() (others Note, err error) {
	if h.pick == "" && !h.turns {
		return Note{}, nil
	}
	pick := h.pick
	if i := slices.Index(h.addresses, pick); i >= 0 {
		pick = h.names[i]
	} else if pick == "" {
		pick = h.names[max(0, h.first)]
	}
	if len(h.names) == 0 || len(h.names) == 1 && pick != h.names[0] {
		return others, fmt.Errorf("it has only one measurement, so there is nothing to choose by %.60q", pick)
	}
	_, others, err = choose(h.names, "hosts", func(name string) string { return name }, pick)
	return others, err
}
