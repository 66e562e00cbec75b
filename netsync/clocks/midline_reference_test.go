package clocks

import (
	"math"
	"slices"
)

// A refPoint is the fastest datagram of a bucket: at local time x, in µs, with y, θ + delay upwards and θ − delay downwards.
type refPoint struct {
	x, y    float64
	many    bool // the fastest of eight or more
	skipped bool
}

// A refLine is what a fit has found.
type refLine struct {
	theta, s, variance, h float64 // at x = at
	floors                float64 // of the variance
	m, w                  [2]float64
	at                    float64
	window                float64
	points                float64
}

// A reference is the estimator of [Midline] in floating point.
type reference struct {
	ways  [2][]refPoint
	slope float64 // of the line before
	rho   float64 // ppm/√s
	line  refLine
	tried []refLine
}

func (r *reference) selected(way int, from float64) (all []refPoint, whole bool) {
	whole = true
	for _, p := range r.ways[way] {
		if p.skipped {
			continue
		}
		if p.x < from {
			whole = false
			continue
		}
		all = append(all, p)
	}
	return all, whole
}

func (r *reference) windows(now float64) {
	var accepted []refLine
	var best refLine
	var bestCost, sway float64
	for k := 0; k <= 12; k++ {
		W := 4e6 * math.Pow(2, float64(k)/2)
		f, wf := r.selected(0, now-W)
		b, wb := r.selected(1, now-W)
		if len(f) == 0 || len(b) == 0 {
			continue
		}
		if !(wf && wb) && (min(len(f), len(b)) < 10) {
			continue
		}
		one := r.fit(f, b, now)
		one.points = float64(min(len(f), len(b)))
		one.window = math.Min(W, now-math.Min(f[0].x, b[0].x))
		if v, ok := r.sway(W, now); ok {
			sway = math.Max(0, v-2*one.floors)
		} else {
			sway /= 2
		}
		one.variance += sway
		r.tried = append(r.tried, one)
		if slices.ContainsFunc(accepted, func(q refLine) bool {
			return math.Abs(q.theta-one.theta) > 3*math.Sqrt(q.variance)*math.Pow(20/math.Min(q.points, 20), 3)+2
		}) {
			break
		}
		bias := 0.3 * r.rho * math.Pow(W/1e6, 1.5)
		cost := one.variance + bias*bias
		if len(accepted) == 0 || cost <= bestCost || bias*bias < one.variance {
			best, bestCost = one, cost
		}
		accepted = append(accepted, one)
		if wf && wb {
			break
		}
	}
	if len(accepted) > 0 {
		r.line = best
		r.pairs(now)
	}
}

// segments returns the least of each way in segments of 4 s, and how many of these are older than no point.
func (r *reference) segments(now float64) (least [2]map[int]float64, whole int) {
	least = [2]map[int]float64{{}, {}}
	at := [2]map[int]float64{{}, {}}
	oldest := math.Inf(-1)
	for i, ps := range r.ways {
		sign := 1 - 2*float64(i)
		oldest = math.Max(oldest, ps[0].x)
		for _, p := range ps {
			k, y := int((now-p.x)/4e6), sign*(p.y-r.slope*(p.x-now))
			if was, ok := least[i][k]; !p.skipped && (!ok || y < was) {
				least[i][k], at[i][k] = y, now-p.x-4e6*(float64(k)+.5)
			}
		}
	}
	whole = min(64, int((now-oldest)/4e6))
	var of []int
	var middles []float64
	for k := range whole {
		if up, any := least[0][k]; any {
			if down, both := least[1][k]; both {
				of, middles = append(of, k), append(middles, (up-down)/2)
			}
		}
	}
	for i, k := range of {
		if newer, older := max(i-1, 0), min(i+1, len(of)-1); older > newer {
			rise := (middles[older] - middles[newer]) / (4e6 * float64(of[older]-of[newer]))
			rise = min(max(rise, -100e-6), 100e-6)
			least[0][k] -= rise * at[0][k]
			least[1][k] += rise * at[1][k]
		}
	}
	return least, whole
}

// pairs mends the line by the floors of both ways in the same segments.
func (r *reference) pairs(now float64) {
	least, whole := r.segments(now)
	var at, sum, mid []float64
	for k := range whole {
		if up, any := least[0][k]; any {
			if down, both := least[1][k]; both {
				at, sum, mid = append(at, 4e6*(float64(k)+.5)), append(sum, up+down), append(mid, (up-down)/2)
			}
		}
	}
	n := len(sum)
	if n < 5 {
		return
	}
	sorted := slices.Clone(sum)
	slices.Sort(sorted)
	low := sorted[0]
	most := sorted[n/2] + 2*(sorted[3*n/4]-sorted[n/4])
	mean, square, product, follow, last := 0., 0., 0., 0., 0.
	for _, v := range sum {
		mean += min(v, most) / float64(n)
	}
	for k, v := range sum {
		d := min(v, most) - mean
		square += d * d
		if k > 0 && at[k] < at[k-1]+5e6 {
			product += d * last
			follow++
		}
		last = d
	}
	if follow < 3 || square == 0 {
		return
	}
	trust := min(max((product*float64(n)/(square*follow)+1/float64(n))*math.Sqrt(follow)-2, 0), 1)
	if trust == 0 {
		return
	}
	base := sorted[min(n-1, 1+n/16)] - low + (sorted[n/2]-low)/10 + 2
	var ws, age, middle, sxx, sxy float64
	weight := func(k int) float64 { return 12 / ((sum[k] - low + base) * (sum[k] - low + base)) / 4 }
	for k := range sum {
		ws += weight(k)
		age += weight(k) * at[k]
		middle += weight(k) * mid[k]
	}
	age, middle = age/ws, middle/ws
	for k := range sum {
		sxx += weight(k) * (at[k] - age) * (at[k] - age)
		sxy += weight(k) * (at[k] - age) * (mid[k] - middle)
	}
	prior := 1 / (100e-6 * 100e-6)
	back := (sxy + prior*r.slope) / (sxx + prior)
	bias := 2 * 0.3 * r.rho * math.Pow(float64(whole)*4, 1.5)
	left := 0.
	for k := range sum {
		d := mid[k] - middle - back*(at[k]-age)
		left += weight(k) * 4 / 12 * d * d
	}
	v := (1/ws+age*age/(sxx+prior))*max(1, left*12/float64(n)) + bias*bias
	w := min(4*r.line.variance/(4*r.line.variance+v), .7) * trust
	r.line.theta += w * (middle - back*age - r.line.theta)
	r.line.s += w * (r.slope - back - r.line.s)
}

// sway returns the variance of the middle of windows of W, by that of the sums of what both ways take at least in segments of 4 s.
func (r *reference) sway(W, now float64) (v float64, ok bool) {
	least, whole := r.segments(now)
	var sums []float64
	long := int(W / 4e6)
	for k := 0; k+long <= whole; k += long {
		sum := math.Inf(1)
		for j := k; j < k+long; j++ {
			up, any := least[0][j]
			if down, both := least[1][j]; any && both {
				sum = math.Min(sum, up+down)
			}
		}
		if !math.IsInf(sum, 1) {
			sums = append(sums, sum)
		}
	}
	if len(sums) < 2 {
		return 0, false
	}
	mean := 0.0
	for _, sum := range sums {
		mean += sum / float64(len(sums))
	}
	for _, sum := range sums {
		v += (sum - mean) * (sum - mean) / float64(len(sums)-1) / 4
	}
	return v, true
}

func floorOf(points []refPoint, sign, s, now float64) float64 {
	c := math.Inf(1)
	for _, p := range points {
		c = math.Min(c, sign*(p.y-s*(p.x-now)))
	}
	return sign * c
}

func (r *reference) fit(f, b []refPoint, now float64) refLine {
	s := r.slope
	l := refLine{at: now}
	pts := [2][]refPoint{f, b}
	var sx, below [2]float64
	H := func(s float64) float64 {
		cf, cb := floorOf(f, 1, s, now), floorOf(b, -1, s, now)
		return l.w[0]*(cf+s*sx[0]) - l.w[1]*(cb+s*sx[1]) - 4*math.Log(1+(s/100e-6)*(s/100e-6))
	}
	for range 3 {
		for i, ps := range pts {
			sign := 1 - 2*float64(i)
			c := floorOf(ps, sign, s, now)
			res := make([]float64, len(ps))
			for j, p := range ps {
				res[j] = sign * (p.y - s*(p.x-now) - c)
			}
			sorted := slices.Clone(res)
			slices.Sort(sorted)
			m := math.Max(2, sorted[(len(sorted)-1)/3]/0.405)
			near, mean := 0, 0.0
			for j, p := range ps {
				if res[j] <= 4*m {
					near++
					mean += p.x - now
				}
			}
			sx[i] = mean / float64(near)
			w := float64(near) / m
			if last := min(len(sorted), 6) - 1; last > 1 && sorted[last] > 0 {
				w = math.Min(w, (float64(last)-.5)/sorted[last])
			}
			below[i] = m / float64(near)
			for k := 2; k < min(6, len(sorted)); k++ {
				below[i] = min(below[i], sorted[k]/float64(k))
			}
			l.m[i], l.w[i] = m, w
		}
		// The best slope, by golden section.
		lo, hi := -2000e-6, 2000e-6
		for range 60 {
			a, c := lo+(hi-lo)*0.382, lo+(hi-lo)*0.618
			if H(a) < H(c) {
				lo = a
			} else {
				hi = c
			}
		}
		s = (lo + hi) / 2
	}
	top := H(s)
	edge := func(dir float64) float64 {
		d := math.Pow(2, -30)
		for H(s+dir*d) > top-6 && d < math.Pow(2, -11) {
			d *= 2
		}
		lo, hi := d/2, d
		for range 8 {
			mid := (lo + hi) / 2
			if H(s+dir*mid) > top-6 {
				lo = mid
			} else {
				hi = mid
			}
		}
		return hi
	}
	down, up := edge(-1), edge(1)
	var sum, ts, ss, hs, tt float64
	for k := range 49 {
		q := s - down + (down+up)*float64(k)/48
		p := math.Exp(H(q) - top)
		cf, cb := floorOf(f, 1, q, now), floorOf(b, -1, q, now)
		th := (cf + cb) / 2
		sum += p
		ts += p * th
		ss += p * q
		hs += p * (cf - cb)
		tt += p * th * th
	}
	l.theta, l.s, l.h = ts/sum, ss/sum, hs/sum
	l.floors = (1/(l.w[0]*l.w[0]) + 1/(l.w[1]*l.w[1])) / 4
	l.variance = math.Max(0, tt/sum-l.theta*l.theta) + l.floors
	if !l.alike() {
		l.theta -= (below[0] - below[1]) / 2
		l.h -= below[0] + below[1]
	}
	l.centre(pts, s, now)
	return l
}

func (l *refLine) alike() bool {
	ratio := l.m[0] / l.m[1]
	return ratio <= 2.5 && ratio >= 1/2.5
}

func (l *refLine) centre(pts [2][]refPoint, s, now float64) {
	if !l.alike() {
		return
	}
	var n, mx, my, sxx, sxy [2]float64
	for i, ps := range pts {
		sign := 1 - 2*float64(i)
		c := floorOf(ps, sign, s, now)
		in, few := []refPoint{}, 0
		for _, p := range ps {
			if !p.many {
				few++
				continue
			}
			if sign*(p.y-s*(p.x-now)-c) <= 6*l.m[i] {
				in = append(in, p)
			}
		}
		if float64(len(in)) < 0.8*float64(len(ps)-few) || len(in) < 3 {
			return
		}
		n[i] = float64(len(in))
		for _, p := range in {
			mx[i] += (p.x - now) / n[i]
			my[i] += p.y / n[i]
		}
		for _, p := range in {
			dx := p.x - now - mx[i]
			sxx[i] += dx * dx
			sxy[i] += dx * (p.y - my[i])
		}
	}
	SS := sxx[0] + sxx[1]
	if SS <= 0 {
		return
	}
	sc := (sxy[0] + sxy[1]) / SS
	var v [2]float64
	for i, ps := range pts {
		sign := 1 - 2*float64(i)
		c := floorOf(ps, sign, s, now)
		for _, p := range ps {
			if p.many && sign*(p.y-s*(p.x-now)-c) <= 6*l.m[i] {
				e := p.y - my[i] - sc*(p.x-now-mx[i])
				v[i] += e * e / (n[i] - 1.5)
			}
		}
	}
	thc := (my[0] - sc*mx[0] + my[1] - sc*mx[1]) / 2
	mbar := (mx[0] + mx[1]) / 2
	vC := (v[0]/n[0]+v[1]/n[1])/4 + mbar*mbar*(v[0]*sxx[0]+v[1]*sxx[1])/(SS*SS)
	d := thc - l.theta
	vE := 4 * l.variance
	b := 4 * math.Max(0, d*d-2*vE)
	w := vE / (vE + vC + b)
	l.theta += w * d
	l.s += w * (sc - l.s)
	l.variance = (1-w)*(1-w)*l.variance + w*w*(vC+b)
}
