// Package process starts somebody's program as a clock, bounds what it takes, and ends it. Only what the command line says is
// started: a test (internal/arch) holds that nothing which reads texts imports this package.
package process
