// Package clocktest is the test kit for clocks: a host that answers over trips of any length, scripts that say what happens,
// the peers' vectors, and checks that every estimator must pass.
package clocktest
