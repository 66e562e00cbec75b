package layout

// choose gives each item the form in which it has room in rows of a width, and returns how many have none. Said has the line say how
// many are gone.
func (l *Line) choose(w float32, rows int, said bool) (out int) {
	for i := range l.items {
		p := &l.items[i]
		f := &l.forms[p.first]
		p.use, p.waits = gone, i == l.more && said || i != l.more && (f.to > f.from || f.lead+f.tail > 0)
	}
	for shorter, more := 0, l.alike; more; shorter++ {
		more = l.shorten(shorter, func(p *placed) bool { return p.waits })
		if _, used := l.flow(Rect{W: w}, rows, false); used <= rows {
			return 0
		}
	}
	for i := range l.items {
		l.items[i].use = gone
	}
	for {
		next := gone
		for i := range l.items {
			if p := &l.items[i]; p.waits && (next == gone || p.rank > l.items[next].rank) {
				next = i
			}
		}
		if next == gone {
			return out
		}
		out += l.rank(l.items[next].rank, w, rows)
	}
}

// rank gives as many of the first items of a rank as have room their forms: the longest that has room for all of these. It returns how
// many have none.
func (l *Line) rank(rank int, w float32, rows int) (out int) {
	of := func(p *placed) bool { return p.rank == rank && (p.waits || p.use != gone) }
	first := 0
	if l.alike {
		first = maxItems
	}
	for i := range l.items {
		if p := &l.items[i]; of(p) {
			p.waits, p.use = false, p.first
		}
	}
	for last := len(l.items) - 1; last >= 0; last-- {
		if !of(&l.items[last]) {
			continue
		}
		for shorter, more := first, true; more; shorter++ {
			more = l.shorten(shorter, of)
			if _, used := l.flow(Rect{W: w}, rows, false); used <= rows {
				return out
			}
		}
		if l.cut(&l.items[last], w, rows) {
			return out
		}
		if last != l.more {
			out++
		}
	}
	return out
}

// shorten gives some items their forms, so much shorter than in full, or the shortest where all are. It reports whether they can be
// shorter still.
func (l *Line) shorten(by int, of func(p *placed) bool) (more bool) {
	for i := range l.items {
		if p := &l.items[i]; of(p) {
			p.use = min(p.first+by, p.end-1)
			more = more || p.use < p.end-1
		}
	}
	return more
}

// cut has an item be as much of its shortest form as has room beside the others, if that is enough. Else it is gone.
func (l *Line) cut(p *placed, w float32, rows int) bool {
	f, room := l.forms[p.use], w
	p.use = gone
	if used, _ := l.flow(Rect{W: w}, rows, false); used > 0 && rows == 1 {
		room -= used + l.gap
	}
	if p.cut <= 0 || room < p.cut {
		return false
	}
	from := len(l.buf)
	l.buf = Cut(l.buf, l.fonts, l.buf[f.from:f.to], f.class, room-f.lead-f.tail)
	f.span, f.as, f.w = span{from, len(l.buf)}, "", -1
	p.use = len(l.forms)
	l.forms = append(l.forms, f)
	if _, used := l.flow(Rect{W: w}, rows, false); used > rows {
		p.use = gone
	}
	return p.use != gone
}

// flow puts the items that are there behind each other, in rows of which the first is at r, and returns how wide that is. Put has them
// note their places. It returns how many rows they need too, which may be more than there are.
func (l *Line) flow(r Rect, rows int, put bool) (wide float32, used int) {
	x := float32(0)
	for i := range l.items {
		p := &l.items[i]
		if p.at = (Rect{}); p.use == gone {
			continue
		}
		f := &l.forms[p.use]
		if f.w < 0 {
			f.text = l.fonts.MeasureBytes(l.buf[f.from:f.to], f.class)
			f.w = f.lead + max(f.text, l.fonts.Measure(f.as, f.class)) + f.tail
		}
		w := f.w
		if x > 0 && x+l.gap+w <= r.W+hair {
			x += l.gap
		} else {
			x, used = 0, used+1
		}
		if used > rows || w > r.W+hair {
			return wide, rows + 1
		}
		p.at = Rect{r.X + x, r.Y + float32(used-1)*r.H, w, r.H}
		x += w
		wide = max(wide, x)
	}
	for i := l.right; put && i < len(l.items); i++ {
		if at := &l.items[i].at; at.W > 0 && at.Y == r.Y+float32(used-1)*r.H {
			at.X += r.W - x
			wide = r.W
		}
	}
	return wide, used
}
