package deepcopy

import (
	"reflect"
	"testing"
)

type node struct {
	name  string
	next  *node
	ring  []int
	rows  [][]byte
	table map[string]*node
	any   any
	fixed *constant
	act   func() int
	grid  [2][]int
}

type constant struct{ value int }

func TestACopyIsEqualAndSharesNothingThatCanChange(t *testing.T) {
	shared := &constant{7}
	a := &node{name: "a", ring: make([]int, 2, 8), rows: [][]byte{{1, 2}, nil, {3}}, fixed: shared, act: func() int { return 3 }}
	b := &node{name: "b", next: a, fixed: shared}
	a.next, a.table, a.any, a.grid[1] = b, map[string]*node{"a": a, "b": b}, b, []int{5}
	a.ring[:8][7] = 9

	c, bytes := Copy(New(reflect.TypeFor[*constant]()), a)
	if c == a || c.next == b || c.next.next != c || c.table["a"] != c || c.any != any(c.next) {
		t.Fatal("pointers that met in the original do not meet in the copy")
	}
	if c.fixed != shared || c.act() != 3 {
		t.Error("what is kept was copied")
	}
	if cap(c.ring) != 8 || c.ring[:8][7] != 9 || len(c.ring) != 2 || c.rows[1] != nil {
		t.Errorf("ring %v of %d, rows %v", c.ring, cap(c.ring), c.rows)
	}
	a.ring[0], a.rows[0][0], a.grid[1][0], a.table["c"], a.next.name = 1, 9, 8, a, "z"
	if c.ring[0] != 0 || c.rows[0][0] != 1 || c.grid[1][0] != 5 || len(c.table) != 2 || c.next.name != "b" {
		t.Error("the copy changes with the original")
	}
	if least := 2 * int(reflect.TypeFor[node]().Size()); bytes < least || bytes > 2*least {
		t.Errorf("%d bytes, two nodes alone have %d", bytes, least)
	}
}

func TestTypesThatHoldEachOtherAreCopied(t *testing.T) {
	type tree struct {
		below *[2]tree
		twigs [3]struct {
			_    int
			from *tree
		}
	}
	a := &tree{below: &[2]tree{{}, {below: &[2]tree{}}}}
	a.below[1].below[0].twigs[2].from = a
	c, _ := Copy(New(), a)
	if inner := c.below[1].below; c.below == a.below || inner == a.below[1].below || inner[0].twigs[2].from != c || c.below[0].below != nil {
		t.Errorf("%+v", c)
	}
}

func TestAPointerToAStructIsNotOneToItsFirstField(t *testing.T) {
	type inner struct{ n int }
	type outer struct{ inner inner }
	o := &outer{inner{4}}
	both := &struct {
		a *outer
		b *inner
	}{o, &inner{5}}
	c, _ := Copy(New(), both)
	if c.a.inner.n != 4 || c.b.n != 5 || c.a == o {
		t.Errorf("%+v %+v", c.a, c.b)
	}
}

func TestWhatCannotBeCopiedPanics(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a channel was copied")
		}
	}()
	Copy(New(), &struct{ c chan int }{make(chan int)})
}

func TestACopyInPiecesIsTheSame(t *testing.T) {
	type row struct{ cells []int }
	rows := make([]*row, 100)
	for i := range rows {
		rows[i] = &row{make([]int, 100)}
		rows[i].cells[i] = i
	}
	rows[99] = rows[0] // two that meet
	all := &struct{ rows []*row }{rows}
	c := New()
	whole, bytes := Copy(c, all)
	k, pieces := Begin(c, all), 1
	for ; !k.Go(1000); pieces++ {
		if k.Last() < 1000 || k.Last() > 2000 {
			t.Fatalf("a piece of %d bytes", k.Last())
		}
	}
	copied, n := k.Copied()
	if n != bytes || !reflect.DeepEqual(copied, whole) || copied.rows[99] != copied.rows[0] || copied.rows[1] == all.rows[1] || all.rows[1] != rows[1] {
		t.Errorf("%d bytes of %d, in %d pieces", n, bytes, pieces)
	}
	if least := bytes / 2000; pieces < least {
		t.Errorf("%d pieces of %d bytes", pieces, bytes)
	}
	given := Begin(c, all)
	given.Go(1000)
	given.Stop()
	given.Stop()
	Begin(c, all).Stop()
}
