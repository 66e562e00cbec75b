// Package arch holds the walls between packages: its test compares what each imports with the table in
// docs/architecture.md, which is where the walls are written.
package arch
