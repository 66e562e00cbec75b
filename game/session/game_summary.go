package session

import (
	"math"
	"time"

	"driftlab/game"
	"driftlab/game/observe"
)

// HostSummary is the host's part of a [Summary].
type HostSummary struct {
	Riding RidingSummary `json:"riding"`
}

// GameSummary is what became of the game on one client. Riding, projectiles, others and the metres of
// corrections are of what it showed after the [Warmup], all else of the whole run.
type GameSummary struct {
	Riding      RidingSummary      `json:"riding"`
	Projectiles ProjectileSummary  `json:"projectiles"`
	Others      OthersSummary      `json:"others"`
	Corrections CorrectionSummary  `json:"corrections"`
	Hits        HitSummary         `json:"hits"`
	Inputs      InputSummary       `json:"inputs"`
	Time        TimeSummary        `json:"time"`
	Buffers     BufferSummary      `json:"buffers"`
	Traffic     []KindSummary      `json:"traffic"`
	Rejected    []RejectionSummary `json:"rejected"`
	Score       *ScoreSummary      `json:"score,omitempty"` // nil where the arena's goal is not played for
	Bulk        *BulkSummary       `json:"bulk,omitempty"`  // nil where nothing is uploaded beside the game at the end
}

// BulkSummary is how a client's bulk upload fared. The rate of what it sent is that of the kind "bulk" in the traffic.
type BulkSummary struct {
	Sent  uint64 `json:"sent"` // datagrams
	Acked uint64 `json:"acknowledged"`
	Lost  uint64 `json:"lost"`

	// At the end of the run: as the upload measures them.
	WindowBytes int     `json:"window_bytes"`
	QueueingMS  float64 `json:"queueing_ms"`
	RTTMS       float64 `json:"rtt_ms"`
}

// ScoreSummary is what the client's player has reached of a goal: "rings" of the bell, "pips" taken, "batons" brought, or
// ms "alone" on the lift.
type ScoreSummary struct {
	Goal  string `json:"goal"`
	Saw   int64  `json:"as_you_saw"` // on the client's own screen
	Ruled int64  `json:"as_ruled"`   // by the host
	Felt  uint64 `json:"felt"`       // disputes: its hits on whom was half a body out of the way on its own screen
}

// RidingSummary is how riders were aligned with their platforms on one screen; nil for none.
type RidingSummary struct {
	Own   *AlignmentSummary `json:"own"`
	NPC   *AlignmentSummary `json:"npc"`
	Host  *AlignmentSummary `json:"host"`
	Other *AlignmentSummary `json:"other"`
}

// AlignmentSummary has absolute values.
type AlignmentSummary struct {
	MeanMS  float64 `json:"mean_ms"`
	WorstMS float64 `json:"worst_ms"`
	MeanM   float64 `json:"mean_m"`
	WorstM  float64 `json:"worst_m"`
}

// OffSummary is how far off its place something was shown: the bias is signed, all else absolute.
type OffSummary struct {
	BiasM  float64 `json:"bias_m"`
	MeanM  float64 `json:"mean_m"`
	WorstM float64 `json:"worst_m"`
}

// ProjectileSummary is how far ahead of the host's now projectiles were shown along their flight, in each
// mode, and what that cost; nil for one that was not in use.
type ProjectileSummary struct {
	Timestamped *ShotSummary `json:"timestamped"`
	Naive       *ShotSummary `json:"naive"`
	PerFrame    *ShotSummary `json:"per_frame"`
	Predicted   *ShotSummary `json:"predicted"`
}

// ShotSummary is a mode's metres, how long projectiles take for the bias, and the bytes a second that the host meanwhile
// sent of what happens and of projectiles' places.
type ShotSummary struct {
	OffSummary
	BiasMS    float64 `json:"bias_ms"` // by their speed
	BytesPerS float64 `json:"bytes_per_s"`
}

// OthersSummary is how far from the host's now the other players were shown, in each way to show them;
// nil for one that was not in use.
type OthersSummary struct {
	Interpolated        *DistanceSummary `json:"interpolated"`
	DeadReckoned        *DistanceSummary `json:"dead_reckoned"`
	DeadReckonedNaively *DistanceSummary `json:"dead_reckoned_naively"`
	SecondOrder         *DistanceSummary `json:"second_order"`
	SecondOrderNaively  *DistanceSummary `json:"second_order_naively"`
}

// DistanceSummary is of distances.
type DistanceSummary struct {
	MeanM  float64 `json:"mean_m"`
	WorstM float64 `json:"worst_m"`
}

// CorrectionSummary counts how often the host's state differed from the prediction, and how often the
// clock jumped so far that the prediction restarted.
type CorrectionSummary struct {
	Count    uint64           `json:"count"`
	Resets   uint64           `json:"resets"`
	Distance *DistanceSummary `json:"distance"`
}

// HitSummary counts the verdicts on the client's hits.
type HitSummary struct {
	Agreed  uint64 `json:"agreed"`
	Refused uint64 `json:"refused"`
	Unseen  uint64 `json:"unseen"`
}

// InputSummary counts how the client's inputs met the host's ticks.
type InputSummary struct {
	OnTime  uint64 `json:"on_time"`
	Early   uint64 `json:"early"`
	Late    uint64 `json:"late"`
	Missing uint64 `json:"missing"`
}

// TimeSummary is what the client's game went by at the end, and how steadily its two times ran.
type TimeSummary struct {
	Provider string   `json:"provider"`
	OffPace  *float64 `json:"off_pace_share"`    // of the frames: a time ran more than 2 % fast or slow
	WorstMS  float64  `json:"worst_off_pace_ms"` // in a frame
	Resets   uint64   `json:"hard_corrections"`
	Stopped  uint64   `json:"providers_stopped"`
}

// BufferSummary is how the client's buffers are at the end, and how often that of the others ran empty.
type BufferSummary struct {
	Adaptive     bool     `json:"adaptive"`
	ClientMS     float64  `json:"client_ms"`
	ServerMS     float64  `json:"server_ms"`
	StarvedShare *float64 `json:"starved_share"` // of the frames
}

// KindSummary is what was sent of one kind of datagram, in bytes of payload a second of the run.
type KindSummary struct {
	Kind     string  `json:"kind"`
	UpRate   float64 `json:"up_bytes_per_s"`
	DownRate float64 `json:"down_bytes_per_s"`
}

// RejectionSummary is how many datagrams were dropped for one reason.
type RejectionSummary struct {
	Reason string `json:"reason"`
	Host   uint64 `json:"host"`   // from this client
	Client uint64 `json:"client"` // from the host
}

func (n *clientNode) gameSummary() GameSummary {
	s := n.session
	m := s.Screen(n.id).Measures()
	g := GameSummary{
		Riding: ridingSummary(m.Riding),
		Projectiles: ProjectileSummary{
			Timestamped: shotSummary(m, game.TimestampedShots, s.level.ShotSpeed),
			Naive:       shotSummary(m, game.NaiveShots, s.level.ShotSpeed),
			PerFrame:    shotSummary(m, game.FramedShots, s.level.ShotSpeed),
			Predicted:   shotSummary(m, game.PredictedShots, s.level.ShotSpeed),
		},
		Others: OthersSummary{
			Interpolated:        distanceSummary(m.Others[game.Interpolated]),
			DeadReckoned:        distanceSummary(m.Others[game.DeadReckoned]),
			DeadReckonedNaively: distanceSummary(m.Others[game.DeadReckonedNaively]),
			SecondOrder:         distanceSummary(m.Others[game.SecondOrder]),
			SecondOrderNaively:  distanceSummary(m.Others[game.SecondOrderNaively]),
		},
		Corrections: CorrectionSummary{Distance: distanceSummary(m.Corrections)},
		Time:        timeSummary(n.client.Time()),
		Buffers:     bufferSummary(n.client.Buffers()),
		Traffic:     trafficSummary(n.client.Outbox.Sent[0], s.host.host.Outbox.Sent[n.id], time.Duration(s.Now())),
		Rejected:    rejectionSummary(s.host.host.Rejected(n.id), n.client.Rejected()),
	}
	if score := s.Score(n.id); score.Goal != game.NoGoal {
		g.Score = &ScoreSummary{score.Goal.String(), score.Saw, score.Ruled, s.host.host.Stats(n.id).Hits.Felt}
	}
	if b, ok := n.client.BulkState(); ok {
		g.Bulk = &BulkSummary{b.Sent, b.Acked, b.Lost, b.Window, milliseconds(float64(b.Queueing)), milliseconds(float64(b.RTT))}
	}
	g.Corrections.Count, g.Corrections.Resets = n.client.Corrections()
	hits, inputs := s.host.host.Stats(n.id).Hits, s.host.host.Stats(n.id).Inputs
	g.Hits = HitSummary{Agreed: hits.Agreed, Refused: hits.Refused, Unseen: hits.Unseen}
	g.Inputs = InputSummary{OnTime: inputs.OnTime, Early: inputs.Early, Late: inputs.Late, Missing: inputs.Missing}
	return g
}

func timeSummary(t game.TimeState) TimeSummary {
	s := TimeSummary{Provider: t.Provider, WorstMS: milliseconds(float64(t.Pace.Worst)), Resets: t.Pace.Resets, Stopped: t.Faults}
	if t.Pace.Frames > 0 {
		share := float64(t.Pace.Off) / float64(t.Pace.Frames)
		s.OffPace = &share
	}
	return s
}

func ridingSummary(of [observe.RiderClasses]observe.Alignment) RidingSummary {
	one := func(a observe.Alignment) *AlignmentSummary {
		if a.Time.Count == 0 {
			return nil
		}
		return &AlignmentSummary{
			MeanMS: milliseconds(float64(a.Time.Mean())), WorstMS: milliseconds(float64(a.Time.Worst)),
			MeanM: metres(a.Distance.Mean()), WorstM: metres(a.Distance.Worst),
		}
	}
	return RidingSummary{Own: one(of[observe.OwnPlayer]), NPC: one(of[observe.NPC]), Host: one(of[observe.HostPlayer]), Other: one(of[observe.OtherPlayer])}
}

func shotSummary(m *observe.ScreenMeasures, mode game.ShotMode, speed game.Speed) *ShotSummary {
	s, sent := m.Shots[mode], m.ShotsSent[mode]
	if s.Count == 0 {
		return nil
	}
	out := &ShotSummary{OffSummary: OffSummary{BiasM: metres(s.Bias()), MeanM: metres(s.Mean()), WorstM: metres(s.Worst)}}
	out.BiasMS = math.Round(out.BiasM/(float64(speed)/float64(game.MetreASecond))*1e6) / 1e3
	if sent.Over > 0 { // it is that of the client, and not that of the others' shots beside its own
		out.BytesPerS = math.Round(float64(sent.Bytes)/sent.Over.Seconds()*10) / 10
	}
	return out
}

func distanceSummary(s observe.Spread) *DistanceSummary {
	if s.Count == 0 {
		return nil
	}
	return &DistanceSummary{MeanM: metres(s.Mean()), WorstM: metres(s.Worst)}
}

func bufferSummary(b game.BufferState) BufferSummary {
	out := BufferSummary{Adaptive: b.Adaptive, ClientMS: milliseconds(float64(b.Client)), ServerMS: milliseconds(float64(b.Server))}
	if b.Frames > 0 {
		share := math.Round(float64(b.Starved)/float64(b.Frames)*1e6) / 1e6
		out.StarvedShare = &share
	}
	return out
}

func trafficSummary(up, down game.SentTraffic, run time.Duration) []KindSummary {
	rates := []KindSummary{}
	rate := func(bytes uint64) float64 { return math.Round(float64(bytes)/run.Seconds()*10) / 10 }
	for kind, name := range game.KindNames {
		if up[kind].Datagrams+down[kind].Datagrams > 0 {
			rates = append(rates, KindSummary{name, rate(up[kind].Bytes), rate(down[kind].Bytes)})
		}
	}
	return rates
}

// clocksOver stands for the datagrams of clocks that came after their join was over.
const clocksOver = "clock of an old join"

func rejectionSummary(host, client game.Rejections) []RejectionSummary {
	counts := []RejectionSummary{}
	for reason, name := range game.ReasonNames {
		if h, c := host.Counts[reason], client.Counts[reason]; h+c > 0 {
			counts = append(counts, RejectionSummary{name, h, c})
		}
	}
	if host.Clocks+client.Clocks > 0 {
		counts = append(counts, RejectionSummary{clocksOver, host.Clocks, client.Clocks})
	}
	return counts
}

// metres turns micrometres into metres.
func metres(micrometres int64) float64 { return game.Length(micrometres).Metres() }
