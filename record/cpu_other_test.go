//go:build !unix

package record

import "time"

func processorTime() time.Duration { return 0 }
