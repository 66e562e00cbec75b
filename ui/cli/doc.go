// Package cli turns the command line into sessions: the flags that the window and the headless run
// share, the run itself, and the table of keys.
package cli
