package game

import (
	"time"

	"driftlab/netsync/registry"
)

// ClientConfig says how a client is made.
type ClientConfig struct {
	ID      int // 1..MaxPlayers−1
	Seed    uint64
	Rate    int // ticks a second, as the host's
	Level   *Level
	Driving string // name of the algorithm that drives the game
	Buffers Buffers
	Time    TimeSettings
	Live    bool                 // the bot goes by what the client shows, as a [Brain] does, and not by time alone
	Unseen  bool                 // nobody draws what it shows: it keeps no poses
	Clocks  []registry.Algorithm // that run; nil stands for the published ones
	Guests  registry.Source      // of those of them that come from elsewhere; may be nil
	Crowds  *Crowds              // that it shares with other clients of the program; nil for none

	InputRate int           // inputs a second, MinSendRate..Rate; 0 stands for Rate
	Timeout   time.Duration // the host's silence after which the client joins anew, MinTimeout..MaxTimeout; 0 stands for DefaultTimeout
}

// Buffers are the waits that make up for jitter, in ticks (MLAPI, "Buffering").
type Buffers struct {
	Client float64 // others' states are shown so much later; default 1
	Server float64 // own inputs are sent so much earlier; default 2

	// Adaptive buffers begin as the above and then become as long as they have to be.
	Adaptive bool
	Late     int // the share of late ticks that adaptive ones aim at, per mille, 1..500; 0 stands for DefaultLate
}

// DefaultBuffers are the text's: one tick where the client receives, two where the server does.
func DefaultBuffers() Buffers { return Buffers{Client: 1, Server: 2} }
