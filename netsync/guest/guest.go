package guest

import (
	"errors"

	"driftlab/netsync"
	"driftlab/netsync/registry"
)

// A Guest is a clock of a session whose code is elsewhere. Its program answers what it is told, or else a tape does, of a session
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
