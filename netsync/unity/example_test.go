package unity_test

import (
	"fmt"
	"time"

	"driftlab/netsync/unity"
)

// SampleProvider is the text's example of a user's own provider: server time runs at a constant
// rate, and predicted time 100 ms ahead of it. It is no recommendation.
type SampleProvider struct{}

func (SampleProvider) AdvanceTime(t unity.Times, delta time.Duration) (unity.Times, bool) {
	t.Server = t.Server.Add(delta)
	t.Predicted = t.Server.Add(100 * time.Millisecond)
	return t, true
}

func (SampleProvider) InitializeClient(t unity.Times) unity.Times {
	t.Predicted = t.Server.Add(100 * time.Millisecond)
	return t
}

func ExampleProvider() {
	system, err := unity.NewNetworkTimeSystem(60, SampleProvider{})
	if err != nil {
		panic(err)
	}
	system.InitializeClient(600)
	for frame := range 3 {
		ticks, _ := system.Advance(25 * time.Millisecond)
		for predicted, server := range ticks.All() {
			fmt.Printf("frame %d: predicted tick %d, server tick %d\n", frame, predicted.Tick(), server.Tick())
		}
	}
	fmt.Println(system.Times().Predicted.Sub(system.Times().Server))
	// Output:
	// frame 0: predicted tick 607, server tick 601
	// frame 1: predicted tick 608, server tick 602
	// frame 1: predicted tick 609, server tick 603
	// frame 2: predicted tick 610, server tick 604
	// 100ms
}
