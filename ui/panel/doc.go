// Package panel is what a panel of the window or of a film is given: a [World], which is a session as it was read last,
// the [View] of it, where it is drawn, and what the pointer is on. It knows no panel, and nothing of who holds them.
package panel
