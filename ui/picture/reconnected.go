package picture

import (
	"time"

	"driftlab/game/scenario"
	"driftlab/game/session"
	"driftlab/ui/words"
)

// ReconnectTold is how long a film says that clients join again, where no caption says why their worlds go blank.
const ReconnectTold = 2 * time.Second

// Reconnected says who has just joined again as the scenario has it, "" for nobody.
func Reconnected(lang *words.Language, s *session.Session) string {
	now, events := s.Now(), s.Scenario().Events
	for i := len(events) - 1; i >= 0; i-- {
		switch ev := &events[i]; {
		case ev.At > now:
		case now.Sub(ev.At) >= ReconnectTold:
			return ""
		case ev.Rejoin == scenario.AllClients:
			return capital(lang.T("event.rejoin-all")) + "."
		case ev.Rejoin > 0:
			return capital(lang.F("event.rejoin", ev.Rejoin)) + "."
		}
	}
	return ""
}
