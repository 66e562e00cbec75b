// Package scenario describes experiments: which settings there are, what they stand at, what happens when, and how all
// of it is written, read, shared and checked. It runs nothing; package session does.
package scenario
