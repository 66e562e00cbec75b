//go:build !unix

package encode

import "time"

func processorTime() time.Duration { return 0 }
