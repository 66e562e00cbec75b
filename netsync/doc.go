// Package netsync learns a server's clock from what a client sends and receives.
//
// It knows times, what the two halves of a clock tell each other, and what a clock is. It knows no socket, no engine and no game, and
// never reads a clock: every call is given "now". Any game can use it. Beside the standard library it imports nothing but the
// arithmetic of this module's netsync/internal/arith.
//
// The clocks lie in packages beside it, which import it: clocks (published texts, and Midline), unity and engines. Each clock is an
// [Estimator]; registry lists them all by their names. What a clock shows of itself for people to look at is in insight.
//
// # Usage
//
// A client holds one [Estimator] for each clock that it runs. The package's example is a whole program of this.
//
//	algorithm, err := registry.Lookup("sntp") // or clocks.NewSNTP(clocks.DefaultSNTP())
//	clock, err := algorithm.New()
//	probes, next := clock.Wake(now, nil) // send these, and call Wake again at next
//	// when the answer to probe p arrives, with the host's stamps:
//	clock.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: received, T3: sent, T4: now})
//	server, ok := clock.ServerTime(now) // what the server's clock reads now
package netsync
