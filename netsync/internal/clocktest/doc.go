// Package clocktest is what tests of clocks stand on: a host that answers over ways of any length, texts that say what is to happen, peers'
// vectors, and what must hold of every estimator.
package clocktest
