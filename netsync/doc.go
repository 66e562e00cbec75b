// Package netsync learns a server's clock from what a client sends and receives.
//
// It defines the kinds of time, the messages that the two halves of a clock exchange, and the interface of a clock. It has
// no sockets, no engine and no game, and it never reads a clock: every call is given "now". Any game can use it. Beside the
// standard library it imports only the arithmetic of this module's netsync/internal/arith.
//
// The clocks themselves are in packages that import this one: clocks (published texts, and Midline), unity and engines. Each
// clock is an [Estimator]; registry lists them all by name. Package insight has what a clock shows people about itself.
//
// # Usage
//
// A client holds one [Estimator] for each clock that it runs. The package's example is a complete program.
//
//	algorithm, err := registry.Lookup("sntp") // or clocks.NewSNTP(clocks.DefaultSNTP())
//	clock, err := algorithm.New()
//	probes, next := clock.Wake(now, nil) // send these, and call Wake again at next
//	// when the answer to probe p arrives, with the host's stamps:
//	clock.Observe(netsync.Event{Kind: netsync.Answer, Seq: p.Seq, T1: p.T1, T2: received, T3: sent, T4: now})
//	server, ok := clock.ServerTime(now) // what the server's clock reads now
package netsync
