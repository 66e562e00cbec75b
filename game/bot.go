package game

import (
	"time"

	"driftlab/netsync"
)

// Bot returns what the bot of a player holds down at a world time. It is a function of the
// session's seed, the player and the time alone, so that two runs meet the same behaviour whatever
// the network does.
func Bot(seed uint64, player int, w netsync.World) Buttons {
	const (
		walk = 700 * time.Millisecond
		shot = 1000 * time.Millisecond
	)
	var held Buttons
	stride := hash(seed, uint64(player), 1, uint64(time.Duration(w)/walk))
	switch stride % 5 {
	case 0, 1:
		held |= Left
	case 2, 3:
		held |= Right
	}
	if stride>>8%3 == 0 && time.Duration(w)%walk < 100*time.Millisecond {
		held |= Jump
	}
	// The players fire in turn, so that single shots can be told apart.
	phase := time.Duration(w) + time.Duration(player)*shot*2/5
	if phase%shot < 100*time.Millisecond {
		held |= Fire
	}
	return held
}

// hash mixes numbers with splitmix64's finaliser (Steele, Lea and Flood, OOPSLA 2014).
func hash(parts ...uint64) uint64 {
	h := uint64(0)
	for _, p := range parts {
		h += p + 0x9e3779b97f4a7c15
		h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
		h = (h ^ h>>27) * 0x94d049bb133111eb
		h ^= h >> 31
	}
	return h
}
