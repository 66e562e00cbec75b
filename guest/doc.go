// Package guest has somebody's program be a clock: the protocol that it speaks (docs/judge.md), the process with its bounds, and
// the two halves of a clock that ask it. It knows no session and no truth: what it tells a program is what a client of a game
// could know.
package guest
