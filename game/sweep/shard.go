package sweep

import (
	"fmt"
	"strconv"
	"strings"
)

// MaxShards is the largest number of shards.
const MaxShards = 100_000

// A Shard is one machine's part of a grid: the cells whose number leaves Number − 1 when divided by
// Of. Neighbours go to different shards, so all take about equally long.
type Shard struct {
	Number int // 1..Of
	Of     int // 1 is the whole grid
}

// Whole is the only shard of a grid that is not shared out.
var Whole = Shard{1, 1}

// Has says whether a cell belongs to the shard.
func (s Shard) Has(cell int) bool { return cell%s.Of == s.Number-1 }

// size returns how many of all cells belong to the shard.
func (s Shard) size(cells int) int { return (cells - s.Number + s.Of) / s.Of }

// String writes the shard as ParseShard reads it.
func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// ParseShard reads NUMBER/OF, such as 3/16.
func ParseShard(text string) (Shard, error) {
	number, of, ok := strings.Cut(text, "/")
	n, err1 := strconv.Atoi(number)
	k, err2 := strconv.Atoi(of)
	if !ok || err1 != nil || err2 != nil {
		return Shard{}, fmt.Errorf("%q is not NUMBER/OF, such as 3/16", text)
	}
	if k < 1 || k > MaxShards {
		return Shard{}, fmt.Errorf("%s: %d shards is outside 1..%d", text, k, MaxShards)
	}
	if n < 1 || n > k {
		return Shard{}, fmt.Errorf("%s: %d is outside 1..%d", text, n, k)
	}
	return Shard{n, k}, nil
}

// ClusterShard returns the shard that a cluster's scheduler has given this process by environment
// variables, and which variable that was; "" if there is none. shards is how many there are in all,
// 0 for as many as the scheduler says.
func ClusterShard(shards int, env func(string) string) (s Shard, source string, err error) {
	switch {
	case env("JOB_COMPLETION_INDEX") != "":
		source = "JOB_COMPLETION_INDEX"
		s, err = kubernetesShard(shards, env)
	case env("SLURM_ARRAY_TASK_ID") != "":
		source = "SLURM_ARRAY_TASK_ID"
		s, err = slurmShard(shards, env)
	default:
		return Whole, "", nil
	}
	if err != nil {
		return Shard{}, source, fmt.Errorf("%s=%s: %w; -shard 1/1 runs the whole grid", source, env(source), err)
	}
	return s, source, nil
}

// kubernetesShard reads an indexed job: its pods are numbered from 0, and their environment does not
// say how many there are.
func kubernetesShard(shards int, env func(string) string) (Shard, error) {
	index, err := number("JOB_COMPLETION_INDEX", env)
	if err != nil {
		return Shard{}, err
	}
	if shards == 0 {
		if env("JOB_COMPLETIONS") == "" {
			return Shard{}, fmt.Errorf("give the total with -shards or JOB_COMPLETIONS")
		}
		if shards, err = number("JOB_COMPLETIONS", env); err != nil {
			return Shard{}, err
		}
	}
	return nth(index, shards)
}

// slurmShard reads a job array. With a number of shards given, tasks are numbered from 0, so that
// some can be submitted again alone; otherwise the array as it stands is the whole.
func slurmShard(shards int, env func(string) string) (Shard, error) {
	id, err := number("SLURM_ARRAY_TASK_ID", env)
	if err != nil || shards > 0 {
		if err == nil {
			return nth(id, shards)
		}
		return Shard{}, err
	}
	first, err := number("SLURM_ARRAY_TASK_MIN", env)
	if err != nil {
		return Shard{}, err
	}
	count, err := number("SLURM_ARRAY_TASK_COUNT", env)
	if err != nil {
		return Shard{}, err
	}
	step := 1
	if env("SLURM_ARRAY_TASK_STEP") != "" {
		if step, err = number("SLURM_ARRAY_TASK_STEP", env); err != nil {
			return Shard{}, err
		}
	}
	if step < 1 || id < first || (id-first)%step != 0 || (id-first)/step >= count {
		return Shard{}, fmt.Errorf("the array has gaps; submit 0-N and give -shards, or use -shard")
	}
	return nth((id-first)/step, count)
}

func number(name string, env func(string) string) (int, error) {
	n, err := strconv.Atoi(env(name))
	if err != nil || n < 0 {
		return 0, fmt.Errorf("%s: %q is not a number ≥ 0", name, env(name))
	}
	return n, nil
}

func nth(index, of int) (Shard, error) {
	if of < 1 || of > MaxShards {
		return Shard{}, fmt.Errorf("%d shards is outside 1..%d", of, MaxShards)
	}
	if index >= of {
		return Shard{}, fmt.Errorf("%d is outside 0..%d", index, of-1)
	}
	return Shard{index + 1, of}, nil
}
