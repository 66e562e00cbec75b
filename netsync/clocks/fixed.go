package clocks

import "math/bits"

// q16 is 1 in fixed-point numbers with 16 fractional bits.
const q16 = 1 << 16

// mulDiv returns a·b/c, rounded towards 0, for c > 0; a result that no int64 can hold becomes the largest or smallest one.
func mulDiv(a, b, c int64) int64 {
	negative := a < 0 != (b < 0)
	hi, lo := bits.Mul64(magnitude(a), magnitude(b))
	q := uint64(1<<63 - 1)
	if hi < uint64(c) {
		if v, _ := bits.Div64(hi, lo, uint64(c)); v < q {
			q = v
		}
	}
	if negative {
		return -int64(q)
	}
	return int64(q)
}

// mulShift returns a·b/2^n, rounded down, for 1 ≤ n ≤ 63. The result has to fit.
func mulShift(a, b int64, n uint) int64 {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	h := int64(hi)
	if a < 0 {
		h -= b
	}
	if b < 0 {
		h -= a
	}
	return h<<(64-n) | int64(lo>>n)
}

func magnitude(a int64) uint64 {
	if a < 0 {
		return -uint64(a)
	}
	return uint64(a)
}

// squareRoot returns the root of v ≥ 0, rounded down (Newton).
func squareRoot(v int64) int64 {
	if v < 2 {
		return max(v, 0)
	}
	x := int64(1) << ((bits.Len64(uint64(v)) + 1) / 2)
	for {
		next := (x + v/x) / 2
		if next >= x {
			return x
		}
		x = next
	}
}

// power2 is 2^(k/32), log1 is ln(1 + k/32), both in q16.
var (
	power2 = [33]int64{65536, 66971, 68438, 69936, 71468, 73032, 74632, 76266, 77936, 79642, 81386, 83169, 84990, 86851,
		88752, 90696, 92682, 94711, 96785, 98905, 101070, 103283, 105545, 107856, 110218, 112631, 115098, 117618, 120194,
		122825, 125515, 128263, 131072}
	log1 = [33]int64{0, 2017, 3973, 5873, 7719, 9515, 11262, 12965, 14624, 16242, 17821, 19364, 20870, 22343, 23783, 25193,
		26573, 27924, 29248, 30546, 31818, 33067, 34292, 35494, 36675, 37835, 38975, 40095, 41196, 42280, 43345, 44394,
		45426}
)

// expNegative returns e^−x for x ≥ 0, both in q16, to 1 part in 10 000.
func expNegative(x int64) int64 {
	const log2e = 94548
	if x >= 16*q16 {
		return 0
	}
	z := -(x * log2e >> 16) // the power of 2
	whole, part := z>>16, z&(q16-1)
	k, rest := part>>11, part&(1<<11-1)
	return (power2[k] + (power2[k+1]-power2[k])*rest>>11) >> uint(-whole)
}

// logarithm returns ln v in q16 for v ≥ 1, to 0.0002.
func logarithm(v uint64) int64 {
	const ln2 = 45426
	n := bits.Len64(v) - 1
	part := int64(v << (63 - n) << 1 >> 48) // the bits after the leading 1, in q16
	k, rest := part>>11, part&(1<<11-1)
	return int64(n)*ln2 + log1[k] + (log1[k+1]-log1[k])*rest>>11
}
