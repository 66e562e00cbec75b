// Package clocks has the clocks of published texts and their peers, one file each, and Midline: both halves of each, with
// their constants and the constants' ranges.
//
// They are estimators of package netsync: state machines that take the time as an argument. Package registry lists them beside those of
// engines.
package clocks
