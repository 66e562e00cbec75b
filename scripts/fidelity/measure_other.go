//go:build !linux

package main

import (
	"errors"
	"io"
)

func measure(io.Writer) error { return errors.New("netem is a part of Linux: measure runs there only") }
