// Package netsync learns a server's clock from what a client sends and receives.
//
// It knows stamps, clocks and statistics. It knows no socket, no engine and no game, and never reads a clock: every call is
// given "now". Any game can use it. Beside the standard library it imports this module's packages param, which says what a
// clock's constants are, and internal/choice, which suggests names.
//
// # Usage
//
// A client holds one [Estimator] for each algorithm that it runs; [Algorithms] lists them all. README.md has the whole program.
//
//	algorithm, err := netsync.Lookup("sntp")
//	clock, err := algorithm.New()
//	probes, next := clock.Wake(now, nil) // send these, and call Wake again at next
//	// when the answer to probe p arrives, with the host's stamps:
//	clock.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: received, T3: sent, T4: now})
//	server, ok := clock.ServerTime(now) // what the server's clock reads now
package netsync
