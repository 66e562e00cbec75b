// Package guest has somebody's program be a clock: the protocol that it speaks (docs/judge.md), the two halves of a clock that
// ask it, and its part in a session, asked or played back. It starts no program, and knows no session and no truth: what it
// tells a program is what a client of a game could know.
package guest
