// Package netsync learns a server's clock from what a client sends and receives.
//
// It knows stamps, clocks and statistics. It knows no socket, no engine and no game, imports the
// standard library only, and never reads a clock: every call is given "now". Any game can use it.
//
// A client holds one [Estimator] for each algorithm it runs. [Algorithms] lists them all.
package netsync
