package guest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"driftlab/internal/texts"
	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// Version is the protocol's version, which both sides state in their first line.
const Version = 1

// MaxLine is how long a line of a program may be, in bytes, with its end.
const MaxLine = 4096

// MaxNumber is the greatest magnitude of a number in the protocol: all up to it are exact in a double as well.
const MaxNumber = 1<<53 - 1

// A Role says which half of a clock a process is.
type Role uint8

// The roles. The host's half states no time.
const (
	Client Role = iota
	Host
)

var roleNames = [...]string{"client", "host"}

// String returns the role as the protocol has it.
func (r Role) String() string { return roleNames[r] }

// A Hello is the first line that a program reads.
type Hello struct {
	Role     Role
	Client   int    // whose clock it is, from 1 on
	Seed     uint64 // of the session's luck, for a clock that draws numbers of its own
	TickRate int    // of the game, in Hz
}

// Append writes the hello as a line.
func (h Hello) Append(b []byte) []byte {
	return fmt.Appendf(b, "{\"driftlab\":%d,\"role\":%q,\"client\":%d,\"seed\":%d,\"tick_rate\":%d}\n", Version, h.Role, h.Client, h.Seed, h.TickRate)
}

// ParseHello reads the first line, as a program in Go does.
func ParseHello(line []byte) (h Hello, err error) {
	var read struct {
		Driftlab int    `json:"driftlab"`
		Role     string `json:"role"`
		Client   int    `json:"client"`
		Seed     uint64 `json:"seed"`
		TickRate int    `json:"tick_rate"`
	}
	if err := json.Unmarshal(line, &read); err != nil {
		return h, fmt.Errorf("the first line: %w", err)
	}
	if read.Driftlab != Version {
		return h, fmt.Errorf("driftlab: version %d is not %d", read.Driftlab, Version)
	}
	role := slices.Index(roleNames[:], read.Role)
	if role < 0 {
		return h, fmt.Errorf("role: %q is unknown (%s)", read.Role, texts.Allowed(read.Role, roleNames[:]))
	}
	return Hello{Role(role), read.Client, read.Seed, read.TickRate}, nil
}

// A Hearing is the set of events that a program wants to get, beside wake and reset, which every program gets.
type Hearing uint8

// The events that a program can ask for.
const (
	Answers Hearing = 1 << iota
	Pushes
	Datagrams
	Reports
	Reads      // one a tick, for a clock that is no straight line
	Piggybacks // a datagram of the game leaves now
	Games      // what the game goes by, whenever that changes
)

var hearingNames = []string{"answers", "pushes", "datagrams", "reports", "read", "piggyback", "game"}

// has says whether all of some events are in the set.
func (h Hearing) has(all Hearing) bool { return h&all == all }

// names lists the set as the protocol has it.
func (h Hearing) names() []string {
	names := []string{}
	for i, name := range hearingNames {
		if h>>i&1 == 1 {
			names = append(names, name)
		}
	}
	return names
}

// A Welcome is the first line that a program writes.
type Welcome struct {
	Name      string // what tables call it
	Base      netsync.Base
	Hears     Hearing
	HasHost   bool // it is the clock's half on the host too
	OwnStamps bool // its own datagrams carry a send stamp as well
}

// algorithm returns the entry of the registry that the program is, but for what runs it.
func (w Welcome) algorithm() registry.Algorithm {
	return registry.Algorithm{ID: registry.GuestID, Name: w.Name, Short: w.Name, Title: w.Name, Help: "A program of yours.", Base: w.Base, Group: registry.Guests}
}

// Again reports a program that was started once more and says otherwise of itself.
func (w Welcome) Again(says Welcome) error {
	if says == w {
		return nil
	}
	return &Fault{What: fmt.Sprintf("it says %s of itself, and has said %s", trimmed(says), trimmed(w)), AtStart: true}
}

func trimmed(w Welcome) string { text := w.Append(nil); return string(text[:len(text)-1]) }

const maxName = 24

var baseNames = []string{netsync.BaseReal: "real", netsync.BaseWorld: "world"}

type welcomeLine struct {
	Driftlab  *int     `json:"driftlab"`
	Name      string   `json:"name"`
	Base      string   `json:"base,omitempty"`
	Hears     []string `json:"hears"`
	Host      bool     `json:"host,omitempty"`
	OwnStamps bool     `json:"own_stamps,omitempty"`
}

// Append writes the welcome as a line.
func (w Welcome) Append(b []byte) []byte {
	version := Version
	text, err := json.Marshal(welcomeLine{&version, w.Name, baseNames[w.Base], w.Hears.names(), w.HasHost, w.OwnStamps})
	if err != nil {
		panic(err) // of a struct of texts
	}
	return append(append(b, text...), '\n')
}

// ParseWelcome reads a program's first line. The error says which field is wrong and what is allowed.
func ParseWelcome(line []byte) (w Welcome, err error) {
	var read welcomeLine
	if err := decode(line, &read, welcomeShape, ""); err != nil {
		return w, err
	}
	switch {
	case read.Driftlab == nil:
		return w, fmt.Errorf("driftlab: the version is missing, it is %d", Version)
	case *read.Driftlab != Version:
		return w, fmt.Errorf("driftlab: version %d is not %d", *read.Driftlab, Version)
	case read.Name == "" || len(read.Name) > maxName || texts.Line(read.Name) != read.Name:
		return w, fmt.Errorf("name: %s is not 1 to %d bytes of plain text", strconv.Quote(read.Name), maxName)
	}
	w = Welcome{Name: read.Name, HasHost: read.Host, OwnStamps: read.OwnStamps}
	if read.Base != "" {
		i := slices.Index(baseNames, read.Base)
		if i < 0 {
			return w, fmt.Errorf("base: %q is unknown (%s)", texts.Line(read.Base), texts.Allowed(read.Base, baseNames))
		}
		w.Base = netsync.Base(i)
	}
	for _, name := range read.Hears {
		i := slices.Index(hearingNames, name)
		if i < 0 {
			return w, fmt.Errorf("hears: %q is unknown (%s)", texts.Line(name), texts.Allowed(name, hearingNames))
		}
		w.Hears |= 1 << i
	}
	return w, nil
}

// A Guest is a clock of a session whose code is elsewhere. Its program answers events, or else a tape does, of a session
// in which that program was asked.
type Guest struct {
	Name    string  // in settings, files and tables
	Says    Welcome // what its program has said of itself
	Answers *Tape   // nil for none
	Program Starter // nil for a guest that is played back: only a command line names a program
}

// A Starter starts the halves of a program.
type Starter interface {
	// Start starts one half and returns what it says of itself. Its error is a [*Fault].
	Start(Hello) (Running, Welcome, error)
}

// A Running is one half of a program that has been started. End has to be called.
type Running interface {
	Exchanger
	End()
}

// Introduce starts the program to hear what it says of itself now, and ends it again: each client's half is a process of its own.
func (g *Guest) Introduce(hello Hello) error {
	first, says, err := g.Program.Start(hello)
	if err != nil {
		return err
	}
	first.End()
	g.Says = says
	return nil
}

// errNoPart is that of a clock that is made outside a session.
var errNoPart = errors.New("a guest's clock runs only in a session")

// Algorithm returns the entry of the registry that number i of a session's guests is, from 0 on. Its halves come from the
// session's [Cast].
func (g *Guest) Algorithm(i int) registry.Algorithm {
	foreign := registry.Foreign{Stamped: g.Says.Hears.has(Datagrams), OwnStamps: g.Says.OwnStamps, Cast: true,
		New: func() (netsync.Estimator, error) { return nil, errNoPart }}
	if g.Says.HasHost {
		foreign.Half = func(netsync.Server) (netsync.Half, error) { return nil, errNoPart }
	}
	return registry.Algorithm{ID: registry.GuestNumber(i), Name: g.Name, Short: g.Name, Title: g.Says.Name,
		Help: "A program of yours.", Base: g.Says.Base, Group: registry.Guests}.Foreign(foreign)
}
