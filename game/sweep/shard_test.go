package sweep

import (
	"strings"
	"testing"
)

func TestEveryCellIsInExactlyOneShard(t *testing.T) {
	t.Parallel()
	for _, of := range []int{1, 2, 3, 16, 40} {
		const cells = 37
		total := 0
		for number := 1; number <= of; number++ {
			s, size := Shard{number, of}, 0
			for i := range cells {
				if s.Has(i) {
					size++
				}
			}
			if got := s.size(cells); got != size {
				t.Errorf("shard %v says that it has %d cells, and has %d", s, got, size)
			}
			total += size
		}
		if total != cells {
			t.Errorf("%d shards have %d cells, want %d", of, total, cells)
		}
	}
}

func TestShardsAreReadFromTheCommandLine(t *testing.T) {
	t.Parallel()
	if s, err := ParseShard("3/16"); err != nil || s != (Shard{3, 16}) || s.String() != "3/16" {
		t.Errorf("3/16 is %v, %v", s, err)
	}
	for text, want := range map[string]string{
		"3": "is not NUMBER/OF", "a/b": "is not NUMBER/OF", "0/4": "0 is outside 1..4", "5/4": "5 is outside 1..4",
		"1/0": "0 shards is outside 1..100000", "1/1000000": "is outside 1..100000", "": "is not NUMBER/OF",
	} {
		if _, err := ParseShard(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func TestShardsArePickedUpFromAClustersEnvironment(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, env string
		shards    int
		want      string // the shard and its source, or a part of the error
	}{
		{"none", "", 0, "1/1 "},
		{"kubernetes", "JOB_COMPLETION_INDEX=2 JOB_COMPLETIONS=16", 0, "3/16 JOB_COMPLETION_INDEX"},
		{"kubernetes with the number given", "JOB_COMPLETION_INDEX=0", 4, "1/4 JOB_COMPLETION_INDEX"},
		{"kubernetes without a number", "JOB_COMPLETION_INDEX=0", 0, "JOB_COMPLETION_INDEX=0: give the total"},
		{"kubernetes beyond", "JOB_COMPLETION_INDEX=4", 4, "4 is outside 0..3"},
		{"kubernetes without sense", "JOB_COMPLETION_INDEX=x", 4, `"x" is not a number`},
		{"slurm from 1", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=16", 0, "3/16 SLURM_ARRAY_TASK_ID"},
		{"slurm from 0", "SLURM_ARRAY_TASK_ID=3 SLURM_ARRAY_TASK_MIN=0 SLURM_ARRAY_TASK_COUNT=16", 0, "4/16 SLURM_ARRAY_TASK_ID"},
		{"slurm in steps", "SLURM_ARRAY_TASK_ID=9 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=4 SLURM_ARRAY_TASK_STEP=4", 0, "3/4 SLURM_ARRAY_TASK_ID"},
		{"slurm with gaps", "SLURM_ARRAY_TASK_ID=17 SLURM_ARRAY_TASK_MIN=1 SLURM_ARRAY_TASK_COUNT=3", 0, "the array has gaps"},
		{"one task again", "SLURM_ARRAY_TASK_ID=5 SLURM_ARRAY_TASK_MIN=5 SLURM_ARRAY_TASK_COUNT=1", 16, "6/16 SLURM_ARRAY_TASK_ID"},
		{"slurm beyond", "SLURM_ARRAY_TASK_ID=16", 16, "16 is outside 0..15"},
		{"slurm without its number", "SLURM_ARRAY_TASK_ID=16 SLURM_ARRAY_TASK_MIN=0", 0, "SLURM_ARRAY_TASK_COUNT"},
	} {
		env := func(name string) string {
			for field := range strings.FieldsSeq(c.env) {
				if value, ok := strings.CutPrefix(field, name+"="); ok {
					return value
				}
			}
			return ""
		}
		s, source, err := ClusterShard(c.shards, env)
		if got := s.String() + " " + source; err == nil && got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.name, err, c.want)
		}
	}
}
