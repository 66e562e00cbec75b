package session

import (
	"errors"
	"net/netip"
	"reflect"
	"slices"

	"driftlab/game"
	"driftlab/game/observe"
	"driftlab/game/scenario"
	"driftlab/internal/deepcopy"
	"driftlab/netsim"
	"driftlab/netsync/guest"
	"driftlab/netsync/registry"
)

// errGuests is that of a clone of a session with [Options].Guests. The scenario's can be copied.
var errGuests = errors.New("a session with guests cannot be copied")

// Clone returns a session that goes on exactly as s does, and how many bytes it takes: the same bytes
// follow for as long as both get the same events. Neither changes the other. The clone owns a carrier of
// its own, and tells a recorder of its own what happens from now on.
func (s *Session) Clone(opt Options) (clone *Session, bytes int, err error) {
	if len(s.guests) > 0 {
		opt.Carrier.Close()
		return nil, 0, errGuests
	}
	s.cast.Share()
	clone, bytes = deepcopy.Copy(copier, s)
	return moved(clone, bytes, opt)
}

// moved has a clone that is copied be one of its own.
func moved(clone *Session, bytes int, opt Options) (*Session, int, error) {
	if err := clone.move(opt); err != nil {
		return nil, 0, err
	}
	return clone, bytes, nil
}

// A Copying makes a clone in pieces, for those who have little time at once. Until it is done the session must stand still.
type Copying struct{ *deepcopy.Copying[Session] }

// StartClone begins a clone. It has to be gone on with until it is done, or else to be stopped.
func (s *Session) StartClone() *Copying {
	s.cast.Share()
	return &Copying{deepcopy.Begin(copier, s)}
}

// Clone returns the clone, once all is copied, as [Session.Clone] does.
func (c *Copying) Clone(opt Options) (clone *Session, bytes int, err error) {
	clone, bytes = c.Copied()
	return moved(clone, bytes, opt)
}

// Move has the session go on over another carrier, and with another recorder; it closes the carrier
// that it had.
func (s *Session) Move(opt Options) error {
	if err := s.engine.Close(); err != nil {
		opt.Carrier.Close()
		return err
	}
	return s.move(opt)
}

func (s *Session) move(opt Options) error {
	s.recorder, s.stop = opt.Recorder, opt.Stop
	if err := s.engine.Move(opt.Carrier); err != nil {
		opt.Carrier.Close()
		return err
	}
	return nil
}

// keptTypes are what a session and its clones share: what never changes, and, until Clone has replaced
// them, the ways out of the session.
var keptTypes = append(slices.Concat(scenario.KeptTypes, guest.KeptTypes), []reflect.Type{
	reflect.TypeFor[*game.Level](),
	reflect.TypeFor[*registry.Algorithm](),
	reflect.TypeFor[[]registry.Algorithm](),
	reflect.TypeFor[*netsim.Table](),
	reflect.TypeFor[*netsim.Trace](),
	reflect.TypeFor[*netsim.Recording](),
	reflect.TypeFor[*netsim.LossList](),
	reflect.TypeFor[netip.AddrPort](),
	reflect.TypeFor[error](),
	reflect.TypeFor[netsim.Carrier](),
	reflect.TypeFor[observe.Recorder](),
}...)

// copier copies sessions.
var copier = deepcopy.New(keptTypes...)
