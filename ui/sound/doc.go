// Package sound makes what a session sounds like: cues become samples. It has no device and no state, and works in
// integers, so that the same cues give the same bytes on every machine.
package sound
