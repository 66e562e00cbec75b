// Package session is one running experiment: a scenario that runs, the engine with its host and clients, the
// truth beside them, and the log of all that a person changed.
//
// It alone knows both true time and what the machines believe. A scenario and its log give the same
// bytes again, however often and wherever they are replayed.
package session
