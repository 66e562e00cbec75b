// Package conformance says whether a program is the clock that it is a port of: both are told the same events, and where they
// first reply differently it finds the fewest events that show it. The same events with a clock's replies, as files, are vectors
// for those whose tests can start no process.
package conformance
