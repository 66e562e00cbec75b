package scenario

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"driftlab/internal/param"
	"driftlab/netsim"
)

// minAveraging is the shortest averaging time of an Allan deviation: a clock's wander has a step a second.
const minAveraging = time.Second

// parseAllan reads a wander that is written as an Allan deviation and its averaging time, such as
// 10ppb@1h, and returns it in ppb per √hour; ok is false for what is none.
func parseAllan(text string) (perRootHour int64, ok bool, err error) {
	deviation, averaging, ok := strings.Cut(text, "@")
	if !ok {
		return 0, false, nil
	}
	averaging = strings.TrimSpace(averaging)
	exact, err := param.ExactDuration(averaging)
	if err != nil {
		return 0, true, fmt.Errorf("%q has no averaging time with its unit, such as 10ppb@1h (range %v..%v)", shortened(text), minAveraging, MaxDuration)
	}
	if !param.Within(exact, int64(minAveraging), int64(MaxDuration)) {
		return 0, true, fmt.Errorf("averaging time: %s is outside %v..%v", averaging, minAveraging, MaxDuration)
	}
	tau, _ := time.ParseDuration(averaging)
	most := netsim.AllanDeviation(netsim.MaxWander, tau)
	span := fmt.Sprintf("0ppb..%dppb at %v", int64(most), tau)
	deviation = strings.TrimSpace(deviation)
	digits, scale := strings.TrimSuffix(deviation, "ppb"), 1.0
	if digits == deviation {
		digits, scale = strings.TrimSuffix(deviation, "ppm"), 1000
	}
	ppb, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if err != nil || digits == deviation {
		return 0, true, fmt.Errorf("%q is not an Allan deviation in ppb or ppm, such as 10ppb@1h (range %s)", shortened(text), span)
	}
	if ppb *= scale; !(ppb >= 0 && ppb <= most) { // so written, it refuses NaN
		return 0, true, fmt.Errorf("%s is outside %s", oneLine(shortened(text)), span)
	}
	return netsim.WanderFromAllan(ppb, tau), true, nil
}
