/* midline.h: the clock Midline of Driftlab, version 1 of its wire format (docs/wire.md).
 *
 * Machines that send each other datagrams keep the time of one of them, the host. In exactly one C or C++ file of your program:
 *
 *     #define MIDLINE_IMPLEMENTATION
 *     #include "midline.h"
 *
 * and everywhere else only the second line. It needs C11 or C++17, stdint.h and stddef.h, allocates nothing, reads no clock, sends
 * nothing and has no global state. All times are in nanoseconds of one machine's own clock, which should not be set
 * (CLOCK_MONOTONIC or the like), within ±2^62. Calls for the same structure must not overlap.
 *
 * It computes with integers alone, the same as Driftlab's Midline in Go does to the bit; a test holds that. Apache License 2.0, see
 * LICENSE. */
#ifndef MIDLINE_H
#define MIDLINE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The most that a head takes, in bytes. */
#define MIDLINE_MAX_HEAD 48

/* Why bytes are no head. They change nothing then. */
enum {
	MIDLINE_SHORT = -1,   /* they end too soon */
	MIDLINE_VERSION = -2, /* they are of another version than 1 */
	MIDLINE_BLOCKS = -3,  /* they have blocks that do not go together, or that this sender never sends */
	MIDLINE_RANGE = -4    /* a clock's reading is beyond ±2^62 */
};

typedef struct midline_config {
	int64_t wander_ppb;   /* how far the client's rate may walk at random in a second: 1 to 10,000, 30 is usual */
	int64_t asymmetry_ns; /* how much longer one way may take than the other, for the stated uncertainty: 0 to 10 s, 0 is unknown */
	int shows_line;       /* 0: the shown time runs faster or slower to get right, and never goes back; 1: it jumps with each fit */
	int back_slews;       /* 0: a clock more than a second ahead, as after the host has restarted, is set back at once; 1: it runs at half speed */
	int64_t grain_ns;     /* of a midline_client: by how much its clock moves at once, as 1 ms where it counts milliseconds: 0 to 4 s */
	int rounds_either;    /* 0: a reading is the last whole grain, and half a grain is added; 1: the last or the next at random, as in browsers */
} midline_config;

/* What has happened to a client's clock last. */
typedef enum midline_event {
	MIDLINE_JOINING,      /* the host's time is not known yet */
	MIDLINE_SYNCHRONISED, /* it became known, or the host was heard again after it had been lost */
	MIDLINE_STEPPED,      /* the time was set, by step */
	MIDLINE_OTHER_HOST,   /* another host has answered, or the same one after a restart; and when the time was set to that host's */
	MIDLINE_LOST,         /* the host has not been heard for five seconds: the time keeps running, and is less and less sure */
	MIDLINE_SET_BACK,     /* the client's own clock was set back: the time is not known until it is measured again */
	MIDLINE_IN_DOUBT      /* an answer contradicted what was measured, or a clock was set by more than a second: not known until another answer */
} midline_event;

/* What a client knows of the host's time. */
typedef struct midline_reading {
	int64_t time;        /* what the host's clock reads now */
	int known;           /* 0: time and the three below say nothing */
	int64_t uncertainty; /* how far time may be off, either way: the sum of */
	int64_t unknowable;  /* what no clock can know, half of the round trip or of asymmetry_ns where that is stated, and */
	int64_t unsettled;   /* what is not known yet, beside half of the difference of both empty one-way delays */
	midline_event event; /* the latest, */
	int64_t since;       /* when that was, by the client's clock, */
	int64_t step;        /* and by how much the time was set then; > 0 is forward */
	uint32_t host;       /* the number of the host that has answered */
} midline_reading;

/* How far a client has come. */
typedef enum midline_state {
	MIDLINE_STATE_JOINING,  /* the host's time is not known yet, or not any more: the event says why */
	MIDLINE_STATE_SETTLING, /* it became known or was set within ten seconds: it may still be set forward by little */
	MIDLINE_STATE_STEADY,
	MIDLINE_STATE_LOST      /* the host has not been heard for five seconds */
} midline_state;

/* What a client has measured and counted, to be logged; docs/production.md says what it tells. While it is joining, offset, rate_ppb, age and
 * aside are 0. A clock alone counts no sent and refused ones, and is never lost. */
typedef struct midline_status {
	midline_state state;
	int64_t offset;                     /* the host's time less the client's clock */
	int64_t rate_ppb;                   /* by how much the host's clock runs faster than the client's */
	int64_t age;                        /* for how long both have been measured, since the start or since a clock was set */
	int aside;                          /* how many of the 384 fastest datagrams that are remembered do not count now, as in a queue */
	int synchronised;
	int measured;          /* 0: the three below say nothing */
	int64_t up, down, rtt; /* least one-way delays to the host and from it, least round trip */
	int known;             /* 0: the three below say nothing; they are as in a reading */
	int64_t uncertainty, unknowable, unsettled;
	uint64_t used, rejected, steps;     /* datagrams; reports and answers that were of no use; times the clock was set */
	uint64_t sent, refused;             /* heads that were written; datagrams that are not of this format */
	int64_t last_step;
} midline_status;

/* ---- What follows is the structures' own: no program reads or writes it. ---- */

enum { MDL_POINTS = 192, MDL_PHASES = 16, MDL_SEGMENTS = 64, MDL_ASKS = 64, MDL_WANDERS = 3, MDL_KEPT = 8 };

typedef struct mdl_packet { /* the fastest datagram of a bucket */
	uint32_t delta;     /* receive - send time in units of 500 ns, modulo 2^28 */
	uint32_t stamp;     /* its send stamp, 24 bits */
	int64_t at;         /* when it was received */
	uint32_t span;      /* how long before that it may have come, in units of 500 ns */
} mdl_packet;

typedef struct mdl_phased { /* finds the lower edge of a floor that is read once a frame */
	int64_t period, other;
	uint32_t base, met[2];
	int of, swept, others;
	int64_t since;
	struct { uint32_t least; int32_t n; } phase[MDL_PHASES];
} mdl_phased;

typedef struct mdl_bucket { /* the fastest datagrams of one way since it was begun */
	int32_t n;
	mdl_packet least[MDL_KEPT];
	int kept;
	int64_t sum;
	int known;
	int64_t past[2];
	uint32_t floor;
	int64_t fall, rise, wide;
	int32_t above;
	int64_t since;
	mdl_packet run;
	int32_t of, seen;
	int64_t excess;
	int32_t lows;
	mdl_packet low;
	mdl_phased frames;
	int64_t gap;
	int edged;
} mdl_bucket;

typedef struct mdl_point { /* the fastest datagram of a bucket at the client: at local time x, in us, with the delay y, in parts */
	int64_t x, y, span, gap;
	uint8_t many, skipped, moved, judged, edged, framed;
} mdl_point;

typedef struct mdl_way { /* what a client knows of one direction */
	int64_t sign; /* +1 up, -1 down */
	mdl_point points[MDL_POINTS];
	int first, n;
	int64_t level, high, since;
	int64_t frame; /* the shortest span of any point, in parts, 0 where none had any */
	int high_for, pending, fell;
} mdl_way;

typedef struct mdl_fitted {
	int64_t middle, slope, width, square, floors, sway, means[2], window, under, over, points;
} mdl_fitted;

typedef struct mdl_line { /* the host's clock is middle parts ahead at local time at, in us */
	int64_t at;
	mdl_fitted f;
} mdl_line;

typedef struct mdl_cloud { /* the points of one way in a fit, newest first, and the lower side of their convex hull */
	int n, size, at;
	int64_t x[MDL_POINTS], y[MDL_POINTS], over[MDL_POINTS];
	uint8_t many[MDL_POINTS], hull[MDL_POINTS];
	int64_t grain; /* the density at the floor is not taken to be more than with such a mean */
	int64_t mean, middle, weight, below, near_floor;
} mdl_cloud;

typedef struct mdl_swaying {
	int64_t least[2][MDL_SEGMENTS], at[2][MDL_SEGMENTS];
	int whole;
} mdl_swaying;

typedef struct mdl_pairing {
	int n;
	int64_t at[MDL_SEGMENTS], sum[MDL_SEGMENTS], middle[MDL_SEGMENTS], sorted[MDL_SEGMENTS];
	int64_t trusted; /* what trust was last */
} mdl_pairing;

typedef struct mdl_edging { int64_t upper_x, upper_y, lower_x, lower_y; int known; } mdl_edging;

typedef struct mdl_framed_way {
	mdl_edging edges[MDL_POINTS];
	int n;
	int64_t length, begun, span, weight, middle, slope;
} mdl_framed_way;

typedef struct mdl_framing { mdl_framed_way ways[2]; int64_t since, due; int last; } mdl_framing;

typedef struct mdl_core { /* the estimator without stamps and messages */
	midline_config cfg;
	mdl_way ways[2];
	mdl_line line;
	int known, any;
	int64_t begun, half[2];
	mdl_line steady; /* by which both ways' newest points were where they had to be last */
	int64_t steady_spread[2];
	int steady_known; /* it is of the path and the clock that there are now */
	mdl_line foretold; /* of the wander */
	int foretells, wanders;
	int64_t wandered[MDL_WANDERS];
	mdl_swaying swaying;
	mdl_pairing pairing;
	mdl_cloud clouds[2];
	int64_t scratch[MDL_POINTS];
	int framed; /* frames is in use */
	mdl_framing frames;
} mdl_core;

typedef struct mdl_slewed { int64_t from, behind; int hurry; } mdl_slewed;

/* ---- A client: three calls a game, 48 kB ---- */

/* The clock alone, for a program that has a wire format of its own. */
typedef struct midline_clock {
	mdl_core core;
	mdl_bucket own;
	int asked;
	int64_t last, sent[MDL_ASKS];
	uint16_t seq;
	uint64_t open;
	int asking, anchored, doubtful, slewing, began;
	int denied; /* the latest answer said otherwise than the line */
	int64_t unsure, coarse, woken, seen, cut_at;
	int64_t first, doubt; /* what both ways took together once the line was known, in parts; by how much it has followed a path since, in ns */
	mdl_slewed shown;
	mdl_line line;
	int64_t base;
	midline_status status;
} midline_clock;

typedef struct midline_client {
	midline_clock clock;
	int64_t grain, half; /* and what of it is added to the clock's readings */
	int begun, started, answered, known;
	int64_t since, heard, woken;
	uint64_t steps, sent, refused;
	midline_reading last;
} midline_client;

/* Begins a client that knows nothing yet. cfg may be NULL for what is recommended. Returns 0, or -1 where a number of cfg is out of range. */
int midline_client_init(midline_client *c, const midline_config *cfg);

/* Writes the bytes that go before what a datagram to the host has, sent at now, and returns how many they are. A game that has nothing
 * to send sends them alone when its clock reads *due, at the latest. due may be NULL. Not every datagram needs them: docs/wire.md says
 * how few are enough. */
size_t midline_client_packet(midline_client *c, int64_t now, uint8_t head[MIDLINE_MAX_HEAD], int64_t *due);

/* Takes a datagram of the host's that was read at now and had come up to before ns earlier: 0 where now is the instant of its arrival,
 * and where a game reads its socket once a frame how long ago it had looked last. Returns how many bytes the head takes, behind which
 * the game's own begin, or a negative number that says why it is none. */
int midline_client_received(midline_client *c, const void *data, size_t size, int64_t now, int64_t before);

/* Tells what is known when the client's clock reads now. */
midline_reading midline_client_now(const midline_client *c, int64_t now);

/* Tells when a reading's uncertainty will be more than width ns, if nothing more is heard of the host: *at is now where it is already, or where the time is not
 * known. Returns 0 where that will not be within a year. */
int midline_client_void(const midline_client *c, int64_t now, int64_t width, int64_t *at);

/* Tells what is to be logged when the client's clock reads now. */
midline_status midline_client_status(const midline_client *c, int64_t now);

/* ---- A host: one structure for each client, 632 bytes ---- */

typedef struct midline_peer {
	mdl_bucket bucket;
	int begun, early, changes;
	int64_t start, reported, told, next;
	uint32_t span;
	int asked;
	uint16_t number;
	int64_t t1, came;
} midline_peer;

/* Begins the host's half for a client that has been heard for the first time. */
void midline_peer_init(midline_peer *p);

/* Takes a datagram of the client's, as midline_client_received does. A question is answered by the next packet to that client, which
 * should be sent soon. */
int midline_peer_received(midline_peer *p, const void *data, size_t size, int64_t now, int64_t before);

/* Writes the bytes that go before what a datagram to the client has, sent at now, and returns how many they are. A game that has nothing
 * to send sends them alone, one datagram for each that has come. host is a random number that the host draws when it starts. */
size_t midline_peer_packet(midline_peer *p, uint32_t host, int64_t now, uint8_t head[MIDLINE_MAX_HEAD]);

/* ---- The same without the wire format ---- */

/* Begins a clock, as midline_client_init does. */
int midline_clock_init(midline_clock *m, const midline_config *cfg);

/* Says at now whether to ask the host for its clock, with the question's number; *due is when to call it again. Calling it early is harmless. */
int midline_clock_wake(midline_clock *m, int64_t now, uint16_t *number, int64_t *due);

/* Takes the 24-bit stamp of a datagram of the host's. */
void midline_clock_datagram(midline_clock *m, uint32_t stamp, int64_t now, int64_t before);

/* Takes what the host's half has reported: 48 bits, and 32 more or 0. */
void midline_clock_told(midline_clock *m, uint64_t floor, uint32_t span, int64_t now);

/* Says whether an answer is to one of the latest questions, for the first time. */
int midline_clock_answers(const midline_clock *m, uint16_t number, int64_t t1);

/* Takes the answer to a question: t1 the client sent it, t2 the host received it, t3 the host answered, t4 the client received that. */
void midline_clock_answer(midline_clock *m, uint16_t number, int64_t t1, int64_t t2, int64_t t3, int64_t t4);

/* Forgets what was measured, as when another host answers. The clock keeps running until enough is measured again. */
void midline_clock_forget(midline_clock *m, int64_t now);

/* Returns what the host's clock reads when the client's reads now, and in *known, which may be NULL, whether that says something. */
int64_t midline_clock_time(const midline_clock *m, int64_t now, int *known);

midline_status midline_clock_status(const midline_clock *m, int64_t now);

/* Takes the 24-bit stamp of a client's datagram. */
void midline_peer_datagram(midline_peer *p, uint32_t stamp, int64_t now, int64_t before);

/* Says at now whether to report to the client, and what: 48 bits, and 32 more or 0. */
int midline_peer_due(midline_peer *p, int64_t now, uint64_t *floor, uint32_t *span);

/* Returns the send stamp of a clock that reads now: units of 8 us modulo 2^24. */
uint32_t midline_stamp(int64_t now);

#ifdef __cplusplus
}
#endif
#endif /* MIDLINE_H */

#if defined(MIDLINE_IMPLEMENTATION) && !defined(MIDLINE_IMPLEMENTED)
#define MIDLINE_IMPLEMENTED

/* Numbers. Units: x in us; y, floors and middles in parts of 2^-10 us; slopes in 2^-40; squares in (2^-7 us)^2; densities at a floor in
 * 2^-32 a part; log-likelihoods in 2^-32, or 2^-16 (Q16). Signed numbers shift right with their sign here, as with every compiler of
 * today. Sums that what comes from outside could make too large are taken modulo 2^64. */

typedef char mdl_shifts_keep_the_sign[(-1 >> 1) == -1 ? 1 : -1];

enum { MDL_Q16 = 1 << 16, MDL_PART_BITS = 10, MDL_SLOPE_BITS = 40, MDL_SQUARE_BITS = 3, MDL_MICRO = 1 << 10 };

static const int64_t MDL_MS = 1000000, MDL_SECOND = 1000000000; /* ns */
static const int64_t MDL_PPM = ((int64_t)1 << 40) / 1000000;    /* of a slope */
static const int64_t MDL_LEAST = INT64_MIN, MDL_MOST = INT64_MAX;

static int64_t mdl_add(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t mdl_sub(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static int64_t mdl_mul(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static int64_t mdl_min(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t mdl_max(int64_t a, int64_t b) { return a > b ? a : b; }
static int64_t mdl_abs(int64_t a) { return a < 0 ? mdl_sub(0, a) : a; }
static int64_t mdl_clamp(int64_t v, int64_t lo, int64_t hi) { return mdl_min(mdl_max(v, lo), hi); }

static void mdl_zero(void *at, size_t size) {
	unsigned char *b = (unsigned char *)at;
	while (size-- > 0) *b++ = 0;
}

/* Reads the low bits of v as a two's complement number. */
static int64_t mdl_signed(uint64_t v, int bits) { return (int64_t)(v << (64 - bits)) >> (64 - bits); }

/* Returns by how much one delta of 28 bits is greater than another. */
static int64_t mdl_apart(uint32_t a, uint32_t b) { return mdl_signed(a - b, 28); }

/* Returns the number nearest to pivot with the low 37 bits of v. */
static int64_t mdl_expand(int64_t pivot, uint64_t v) { return mdl_add(pivot, mdl_signed(v - (uint64_t)pivot, 37)); }

/* Returns v / unit, rounded down. */
static int64_t mdl_units(int64_t v, int64_t unit) { return v / unit - (v % unit < 0); }

/* Multiplies to 128 bits by four products of 32. */
static void mdl_product(uint64_t a, uint64_t b, uint64_t *hi, uint64_t *lo) {
	uint64_t a0 = a & 0xffffffffu, a1 = a >> 32, b0 = b & 0xffffffffu, b1 = b >> 32;
	uint64_t middle = a1 * b0 + (a0 * b0 >> 32), more = a0 * b1 + (middle & 0xffffffffu);
	*hi = a1 * b1 + (middle >> 32) + (more >> 32);
	*lo = a * b;
}

static int mdl_length(uint64_t v) { /* in bits */
	int n = 0, k;
	for (k = 32; k > 0; k /= 2) {
		if (v >> k) {
			v >>= k;
			n += k;
		}
	}
	return n + (v != 0);
}

/* Divides two digits of 32 bits and a third by two, the greater being so large that its highest bit is 1 (Knuth, 4.3.1, algorithm D). */
static uint64_t mdl_digit(uint64_t over, uint64_t next, uint64_t by) {
	uint64_t high = by >> 32, low = by & 0xffffffffu, q = over / high, rest = over - q * high;
	while (q >> 32 || q * low > (rest << 32) + next) {
		q--;
		rest += high;
		if (rest >> 32) break;
	}
	return q;
}

/* Divides hi and lo by c, which is greater than hi and below 2^63. */
static uint64_t mdl_quotient(uint64_t hi, uint64_t lo, uint64_t c) {
	int shift = 64 - mdl_length(c);
	uint64_t by = c << shift, over = hi << shift | lo >> (64 - shift), first, second;
	if (hi == 0) return lo / c;
	lo <<= shift;
	first = mdl_digit(over, lo >> 32, by);
	over = (over << 32) + (lo >> 32) - first * by;
	second = mdl_digit(over, lo & 0xffffffffu, by);
	return (first << 32) + second;
}

/* Returns a*b/c, rounded towards 0, for c > 0; what no int64_t can hold becomes the largest or smallest one. */
static int64_t mdl_mul_div(int64_t a, int64_t b, int64_t c) {
	uint64_t hi, lo, q = (uint64_t)MDL_MOST, v;
	mdl_product((uint64_t)mdl_abs(a), (uint64_t)mdl_abs(b), &hi, &lo);
	if (hi < (uint64_t)c) {
		v = mdl_quotient(hi, lo, (uint64_t)c);
		if (v < q) q = v;
	}
	return (a < 0) != (b < 0) ? -(int64_t)q : (int64_t)q;
}

/* Returns a*b/2^n, rounded down, for 1 <= n <= 63. */
static int64_t mdl_mul_shift(int64_t a, int64_t b, int n) {
	uint64_t hi, lo;
	mdl_product((uint64_t)a, (uint64_t)b, &hi, &lo);
	if (a < 0) hi -= (uint64_t)b;
	if (b < 0) hi -= (uint64_t)a;
	return (int64_t)(hi << (64 - n) | lo >> n);
}

/* Returns the square root, rounded down (Newton). */
static int64_t mdl_root(int64_t v) {
	int64_t x, next;
	if (v < 2) return mdl_max(v, 0);
	for (x = (int64_t)1 << ((mdl_length((uint64_t)v) + 1) / 2);; x = next) {
		next = (x + v / x) / 2;
		if (next >= x) return x;
	}
}

/* 2^(k/32) and ln(1 + k/32), in Q16. */
static const int32_t mdl_power2[33] = {65536, 66971, 68438, 69936, 71468, 73032, 74632, 76266, 77936, 79642, 81386, 83169, 84990,
	86851, 88752, 90696, 92682, 94711, 96785, 98905, 101070, 103283, 105545, 107856, 110218, 112631, 115098, 117618, 120194, 122825,
	125515, 128263, 131072};
static const int32_t mdl_log1[33] = {0, 2017, 3973, 5873, 7719, 9515, 11262, 12965, 14624, 16242, 17821, 19364, 20870, 22343, 23783,
	25193, 26573, 27924, 29248, 30546, 31818, 33067, 34292, 35494, 36675, 37835, 38975, 40095, 41196, 42280, 43345, 44394, 45426};

static int64_t mdl_between(const int32_t *table, int64_t part) {
	int64_t k = part >> 11, rest = part & 2047;
	return table[k] + ((table[k + 1] - table[k]) * rest >> 11);
}

/* Returns e^-x for x >= 0, both in Q16. */
static int64_t mdl_exp_negative(int64_t x) {
	int64_t z;
	if (x < 0 || x >= 16 * MDL_Q16) return 0;
	z = -(x * 94548 >> 16); /* the power of 2: log2 e is 94548 */
	return mdl_between(mdl_power2, z & (MDL_Q16 - 1)) >> -(z >> 16);
}

/* Returns ln v in Q16 for v >= 1. */
static int64_t mdl_logarithm(uint64_t v) {
	int n = mdl_length(v) - 1;
	return (int64_t)n * 45426 + mdl_between(mdl_log1, (int64_t)(v << (63 - n) << 1 >> 48));
}

/* Returns the square of a length, of which more than 65 ms count as so many. */
static int64_t mdl_squared(int64_t parts) {
	const int64_t most = 1 << 23, v = mdl_clamp(parts >> MDL_SQUARE_BITS, -most, most);
	return v * v;
}

/* The root of such a square, in parts. */
static int64_t mdl_unsquared(int64_t square) { return mdl_root(square) << MDL_SQUARE_BITS; }

/* Returns s*x in parts. */
static int64_t mdl_slope(int64_t s, int64_t x) { return mdl_mul(s, x) >> (MDL_SLOPE_BITS - MDL_PART_BITS); }

/* Returns parts in ns. */
static int64_t mdl_ns(int64_t parts) { return mdl_mul_shift(parts, 1000, MDL_PART_BITS); }

static int64_t mdl_micros(int64_t ns) { return mdl_units(ns, 1000); }

static void mdl_sort(int64_t *v, int n) { /* Shell's */
	static const int gaps[] = {57, 23, 10, 4, 1};
	size_t g;
	int i, j;
	for (g = 0; g < sizeof gaps / sizeof *gaps; g++) {
		for (i = gaps[g]; i < n; i++) {
			const int64_t one = v[i];
			for (j = i; j >= gaps[g] && v[j - gaps[g]] > one; j -= gaps[g]) v[j] = v[j - gaps[g]];
			v[j] = one;
		}
	}
}

/* Returns the k-th least of v, from 0 on, and puts v out of order (Hoare's selection). */
static int64_t mdl_quantile(int64_t *v, int n, int k) {
	while (n > 8) {
		const int64_t first = v[0], mid = v[n / 2], last = v[n - 1];
		const int64_t pivot = mdl_max(mdl_min(first, mid), mdl_min(mdl_max(first, mid), last));
		int i = 0, j = n - 1;
		while (i <= j) {
			while (v[i] < pivot) i++;
			while (v[j] > pivot) j--;
			if (i <= j) {
				const int64_t one = v[i];
				v[i++] = v[j];
				v[j--] = one;
			}
		}
		if (k <= j) {
			n = j + 1;
		} else if (k >= i) {
			v += i;
			n -= i;
			k -= i;
		} else {
			return v[k];
		}
	}
	mdl_sort(v, n);
	return v[k];
}

/* Returns the mean of what lies above a floor, of which it changes the order. It goes by the lower third, as slow ones are others': a
 * third of an exponential distribution is below 0.405 of its mean. */
static int64_t mdl_mean_over(int64_t *v, int n) { return mdl_max(2 * MDL_MICRO, mdl_quantile(v, n, (n - 1) / 3) * 1000 / 405); }

/* Returns by how much a line over a window may be wrong at its end as the rate wanders, in parts: 0.3 rho W^1.5, and beyond an hour in proportion. */
static int64_t mdl_bias_of(int64_t wander, int64_t micros) {
	const int64_t hour = (int64_t)3600 * 1000000, walks = mdl_min(micros, hour);
	const int64_t by = wander * (walks * mdl_root(walks) / 1000000) / 1000 * 3 * MDL_MICRO / 10000;
	return mdl_min(mdl_mul_div(by, mdl_max(micros, hour), hour), (int64_t)1 << 52);
}

/* Buckets: the fastest datagram of one way, at both ends. A change of the floor is seen at once. */

typedef enum mdl_change { MDL_SAME, MDL_FELL, MDL_ROSE } mdl_change;

enum {
	MDL_CHANGE = 4000,         /* a fall or a rise of the floor by more, 2 ms in units of 500 ns, is told at once, */
	MDL_RISE_EXCESSES = 8,     /* a rise by so many mean excesses more, */
	MDL_RISE_PACKETS = 6,      /* by datagrams that are above in a row, */
	MDL_UNKNOWN_RISE = 1 << 26, /* and not before there have been two buckets */
	MDL_LOW_RECORD = 24,       /* what is so far below the floor has overtaken, as long as it stays alone, as records go, */
	MDL_LOW_AFTER = 32,        /* after so many datagrams; */
	MDL_LOW_PACKETS = 12,      /* so many in a row are no overtakers, */
	MDL_MOST_OVERTAKEN = 500000, /* nor is what is so far below, 250 ms */
	MDL_MOST_ALONE = 4,        /* of a bucket so many have overtaken at most, */
	MDL_ALONE_LEAST = 600,     /* which are below all others by this, 300 us, and by so many times what these are apart */
	MDL_ALONE_TIMES = 20,
	MDL_EXCESS_OVER = 16,      /* datagrams that the mean is of, by decay */
	MDL_SPAN_DECAY = 256,
	MDL_PHASE_LEAST = 32,      /* datagrams of one phase, of which the fastest met no delay to speak of */
	MDL_SWEEP_OF = 128,        /* of twice so many datagrams, or of the latest of twice 3.5 s if these are twice so many, */
	MDL_SWEEP_LEAST = 64,
	MDL_STILL_PHASES = 8,      /* those that are sent at no more phases than these stand still */
	MDL_FRAMES_ALIKE = 16,     /* spans that differ by such a part are frames of one rate, */
	MDL_FRAMES_OTHER = 8,      /* and after so many others it is another rate; where such a part of some */
	MDL_FRAMES_VARY = 3,       /* MDL_SWEEP_LEAST spans are others, no phase stands still */
	MDL_MANY = 8               /* datagrams in a bucket */
};

static mdl_packet mdl_packet_of(uint32_t stamp, int64_t at, int64_t before) {
	mdl_packet p;
	p.delta = ((uint32_t)mdl_units(at, 500) - (stamp << 4)) & ((1u << 28) - 1);
	p.stamp = stamp;
	p.at = at;
	p.span = before > 0 ? (uint32_t)((mdl_min(before, MDL_SECOND) + 499) / 500) : 0;
	return p;
}

/* Takes the phase of a datagram, and sees whether they are sent at all phases. */
static void mdl_phased_meet(mdl_phased *f, int phase, int64_t at) {
	uint32_t met;
	int phases = 0;
	f->met[0] |= 1u << phase;
	f->of++;
	if (f->of < MDL_SWEEP_OF && (f->of < MDL_SWEEP_LEAST || mdl_sub(at, f->since) <= 3500 * MDL_MS)) return;
	for (met = f->met[0] | f->met[1]; met; met &= met - 1) phases++;
	f->swept = phases > MDL_STILL_PHASES;
	f->met[1] = f->met[0];
	f->met[0] = 0;
	f->of = 0;
	f->since = at;
}

/* Returns how much less a delay may be than its span allows for: nothing unless the phases stand still. */
static uint32_t mdl_phased_wait(const mdl_phased *f, uint32_t span) { return f->swept || f->others > MDL_Q16 / MDL_FRAMES_VARY ? 0 : span; }

/* Takes a datagram that came within a span. A frame is divided into phases, in each of which datagrams come at about the same time. */
static void mdl_phased_add(mdl_phased *f, uint32_t delta, int64_t span, int64_t at) {
	const int64_t d = mdl_abs(span - f->period);
	int64_t in;
	uint32_t least;
	f->others -= f->others / MDL_SWEEP_LEAST;
	if (d > f->period / MDL_FRAMES_ALIKE) {
		const int others = f->others += MDL_Q16 / MDL_SWEEP_LEAST;
		if (++f->other < MDL_FRAMES_OTHER && f->period > 0) return; /* a hitch */
		mdl_zero(f, sizeof *f);
		f->others = others;
		f->since = at;
		f->period = span;
		f->base = delta - (uint32_t)(span / MDL_PHASES / 2); /* so that it is amid a phase */
	}
	f->other = 0;
	in = mdl_apart(delta, f->base);
	in -= mdl_units(in, f->period) * f->period;
	in = in * MDL_PHASES / f->period;
	mdl_phased_meet(f, (int)in, at);
	least = (delta - (uint32_t)span) & ((1u << 28) - 1);
	if (f->phase[in].n == 0 || mdl_apart(least, f->phase[in].least) < 0) f->phase[in].least = least;
	f->phase[in].n++;
}

/* Says by how much the floor's lower edge is below a datagram's upper one, if it is known by now, and then measures anew. */
static int mdl_phased_edge(mdl_phased *f, uint32_t delta, int64_t *gap) {
	int i, known = 0;
	for (i = 0; i < MDL_PHASES; i++) {
		int64_t d;
		if (f->phase[i].n < MDL_PHASE_LEAST) continue;
		d = mdl_apart(delta, f->phase[i].least);
		if (!known || d < *gap) *gap = d;
		known = 1;
		f->phase[i].n = 0;
	}
	return known;
}

/* Keeps the fastest in order. */
static void mdl_bucket_keep(mdl_bucket *b, const mdl_packet *p) {
	int i = b->kept;
	b->n++;
	if (i < MDL_KEPT) {
		b->kept++;
	} else if (mdl_apart(p->delta, b->least[--i].delta) >= 0) {
		return;
	}
	for (; i > 0 && mdl_apart(p->delta, b->least[i - 1].delta) < 0; i--) b->least[i] = b->least[i - 1];
	b->least[i] = *p;
}

/* Has a datagram be the only one that the bucket keeps, as the fastest of n. */
static void mdl_bucket_only(mdl_bucket *b, mdl_packet p, int32_t n) {
	b->least[0] = p;
	b->kept = 1;
	b->n = n;
}

/* Takes a datagram that is far below the floor. If all others follow it there, it is the floor that has fallen. */
static mdl_change mdl_bucket_overtook(mdl_bucket *b, const mdl_packet *p) {
	if (b->lows == 0 || mdl_apart(p->delta, b->low.delta) < 0) b->low = *p;
	if (++b->lows < MDL_LOW_PACKETS) return MDL_SAME;
	mdl_bucket_only(b, b->low, b->lows);
	b->lows = b->seen = 0;
	b->excess = 0;
	return MDL_FELL;
}

/* Returns the fastest datagram that has not overtaken. Where the phases of frames stand still, what comes a frame earlier than others
 * has not. */
static mdl_packet mdl_bucket_fastest(const mdl_bucket *b) {
	const int last = b->kept - 1;
	int k;
	for (k = last - MDL_MOST_ALONE + 1 < MDL_MOST_ALONE ? last - MDL_MOST_ALONE + 1 : MDL_MOST_ALONE; k > 0; k--) {
		const int64_t others = mdl_apart(b->least[last].delta, b->least[k].delta);
		if (mdl_apart(b->least[k].delta, b->least[k - 1].delta) > MDL_ALONE_LEAST + b->wide + MDL_ALONE_TIMES * others / (last - k)) return b->least[k];
	}
	return b->least[0];
}

/* Returns by how much below the floor a datagram has overtaken. */
static int64_t mdl_bucket_deep(const mdl_bucket *b) {
	const int64_t of = b->of, means = mdl_min(mdl_max(MDL_LOW_RECORD, of), MDL_RISE_EXCESSES * of);
	return MDL_CHANGE + b->excess / MDL_EXCESS_OVER * means / of;
}

/* Says whether a datagram belongs to a run of those that have overtaken though it is not as far below the floor, by the jitter of their path.
 * Where a run takes longer than a bucket, it may as well be the floor's own. */
static int mdl_bucket_shallow(const mdl_bucket *b, int64_t over) {
	return b->lows > 0 && b->of >= MDL_LOW_PACKETS && over < b->fall - b->wide;
}

static mdl_change mdl_bucket_above(mdl_bucket *b, const mdl_packet *p) {
	if (b->above == 0) {
		b->above = 1;
		b->since = p->at;
		b->run = *p;
		return MDL_SAME;
	}
	if (mdl_apart(p->delta, b->run.delta) < 0) b->run = *p;
	return ++b->above >= MDL_RISE_PACKETS && mdl_sub(p->at, b->since) >= 150 * MDL_MS ? MDL_ROSE : MDL_SAME;
}

static mdl_change mdl_bucket_add(mdl_bucket *b, const mdl_packet *p) {
	int64_t over;
	if (p->span > 0) {
		mdl_phased_add(&b->frames, p->delta, p->span, p->at);
		b->wide = mdl_max(mdl_phased_wait(&b->frames, p->span), b->wide - b->wide / MDL_SPAN_DECAY);
	}
	if (b->known == 0) {
		mdl_bucket_keep(b, p);
		return MDL_SAME;
	}
	over = mdl_apart(p->delta, b->floor);
	if (b->seen == MDL_LOW_AFTER && over > -MDL_MOST_OVERTAKEN && (over < -mdl_bucket_deep(b) - b->wide || mdl_bucket_shallow(b, over))) {
		return mdl_bucket_overtook(b, p);
	}
	b->lows = 0;
	if (b->seen < MDL_LOW_AFTER) b->seen++;
	b->excess += mdl_clamp(over, 0, b->rise) - b->excess / MDL_EXCESS_OVER; /* where few come, half of them are below the floor */
	mdl_bucket_keep(b, p);
	b->sum += mdl_min(over, b->rise); /* what is above may be another floor's */
	if (over > b->rise + b->wide) return mdl_bucket_above(b, p);
	b->above = 0;
	return over < b->fall - b->wide ? MDL_FELL : MDL_SAME;
}

/* Begins the bucket anew with the datagrams since the floor has changed. */
static void mdl_bucket_cut(mdl_bucket *b, mdl_change c) {
	if (c == MDL_ROSE) {
		mdl_bucket_only(b, b->run, b->above);
	} else {
		mdl_bucket_only(b, b->least[0], 1);
	}
	b->sum = 0;
}

/* Returns the fastest datagram, and how many there were, and begins the next bucket. */
static mdl_packet mdl_bucket_take(mdl_bucket *b, int32_t *n) {
	mdl_packet p = mdl_bucket_fastest(b);
	int64_t moved, mean, drift = 0, low = 0;
	b->edged = 0;
	*n = b->n;
	p.span = mdl_phased_wait(&b->frames, p.span);
	if (p.span > 0) b->edged = mdl_phased_edge(&b->frames, p.delta, &b->gap);
	moved = b->known == 0 ? 0 : mdl_apart(p.delta, b->floor);
	mean = mdl_max(0, b->sum / b->n - moved);
	b->past[1] = b->past[0] - moved; /* both floors are now counted from the latest */
	b->past[0] = 0;
	if (b->known < 2) b->known++;
	if (b->known == 2) {
		drift = mdl_abs(b->past[1]);
		low = mdl_min(0, b->past[1]);
	}
	b->floor = (uint32_t)((uint64_t)(p.delta + low) & ((1u << 28) - 1));
	b->past[0] = -low;
	b->past[1] -= low;
	b->fall = -MDL_CHANGE - mdl_min(drift, MDL_CHANGE);
	b->rise = MDL_CHANGE + MDL_RISE_EXCESSES * mean;
	if (b->known == 1) b->rise = MDL_UNKNOWN_RISE;
	b->of = b->n;
	b->n = b->kept = b->above = 0;
	b->sum = 0;
	return p;
}

/* The points of both ways at the client. */

static const int64_t MDL_LONGEST = 300000000;            /* us for which points are kept */
static const int64_t MDL_FRAME_GRAINS = 8;               /* so many parts of a frame are told apart where phases go round */
static const int64_t MDL_LONGEST_DELAY = (int64_t)1 << 33; /* parts from a way's newest point: no delay differs by more */

static mdl_point *mdl_at(mdl_way *w, int i) { return &w->points[(w->first + i) % MDL_POINTS]; } /* from the oldest on */
static mdl_point *mdl_newest(mdl_way *w) { return mdl_at(w, w->n - 1); }

/* Returns how finely the way's floor can be seen, in parts. Where datagrams leave at phases that go round slowly, the fastest lie on a line that
 * is as sharp as stamps are, and tells of the phases alone. */
static int64_t mdl_grain(mdl_way *w) { return w->n > 0 && mdl_newest(w)->span > 0 ? w->frame : w->frame / MDL_FRAME_GRAINS; }

static void mdl_drop(mdl_way *w, int k) {
	w->first = (w->first + k) % MDL_POINTS;
	w->n -= k;
}

/* Returns y as it was measured, of a point of the path that is in use. */
static int64_t mdl_raw(const mdl_way *w, const mdl_point *p) { return mdl_add(p->y, w->level); }

static int64_t mdl_offset_at(const mdl_line *l, int64_t x) { return mdl_add(l->f.middle, mdl_slope(l->f.slope, x - l->at)); }

static int64_t mdl_deviation(const mdl_fitted *f) { return mdl_unsquared(f->square); }

/* Returns by how much a point took longer than its way's floor; nothing where it may have come at the floor, within its span. */
static int64_t mdl_residual_of(const mdl_line *l, int64_t sign, const mdl_point *p) {
	const int64_t over = mdl_sub(mdl_sub(p->y, mdl_mul(sign, mdl_offset_at(l, p->x))), l->f.width / 2);
	return mdl_sub(over, mdl_clamp(over, 0, p->span));
}

static int64_t mdl_residual(mdl_core *m, int way, const mdl_point *p) { return mdl_residual_of(&m->line, m->ways[way].sign, p); }

/* The same by the steady line. */
static int64_t mdl_off(mdl_core *m, int way, const mdl_point *p) { return mdl_residual_of(&m->steady, m->ways[way].sign, p); }

static void mdl_core_init(mdl_core *m, const midline_config *cfg) {
	mdl_zero(m, sizeof *m);
	m->cfg = *cfg;
	m->ways[0].sign = 1;
	m->ways[1].sign = -1;
}

static void mdl_core_add(mdl_core *m, int way, const mdl_point *point) {
	mdl_way *w = &m->ways[way];
	mdl_point p = *point;
	if (!m->any) {
		m->any = 1;
		m->begun = p.x;
	}
	p.y -= w->level;
	if (p.span > 0 && (w->frame == 0 || p.span < w->frame)) w->frame = p.span;
	if (w->n == MDL_POINTS) mdl_drop(w, 1);
	*mdl_at(w, w->n) = p;
	w->n++;
}

/* Has what is left of the points begin at local time x, and be as it came: nothing is known of paths and frames. */
static void mdl_afresh(mdl_core *m, int64_t x) {
	int i, j;
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		for (j = 0; j < w->n; j++) {
			mdl_point *p = mdl_at(w, j);
			p->y = mdl_raw(w, p);
			p->skipped = p->moved = p->framed = 0;
		}
		w->level = 0;
		w->high_for = w->pending = 0;
	}
	m->begun = x;
	m->steady_known = 0;
	m->foretells = m->wanders = m->framed = 0;
}

/* Forgets the points before local time x but the newest, and the line. */
static void mdl_since(mdl_core *m, int64_t x) {
	int i;
	for (i = 0; i < 2; i++) {
		while (m->ways[i].n > 1 && mdl_at(&m->ways[i], 0)->x < x) mdl_drop(&m->ways[i], 1);
	}
	m->known = 0;
	mdl_afresh(m, x);
}

/* How far the rate walks in a second, from by how much the line has left what it foretold, in ppb. */

static const int64_t MDL_WANDER_SPAN = 24000000; /* us, after which a line is compared with the one that it was then */

static void mdl_wander_see(mdl_core *m) {
	const mdl_line *now = &m->line, *past = &m->foretold;
	const int64_t tau = now->at - past->at;
	if (m->foretells && tau < MDL_WANDER_SPAN) return;
	if (m->foretells && tau < 2 * MDL_WANDER_SPAN) {
		const int64_t missed = mdl_sub(now->f.middle, mdl_offset_at(past, now->at));
		/* What it foretold is as uncertain as the line was, and its slope: that is not wander. */
		const int64_t times = 1 + 2 * tau / mdl_max(past->f.window, 1);
		const int64_t before = mdl_mul(times * times, past->f.square - past->f.sway);
		const int64_t chance = mdl_add(now->f.square - now->f.sway, before);
		const int64_t left = mdl_unsquared(mdl_max(0, mdl_sub(mdl_squared(missed), chance)));
		/* A rate that walks by rho takes a clock off by rho tau^1.5/sqrt 3 in the mean square. */
		m->wandered[m->wanders % MDL_WANDERS] = 1000 * left * 52 / 100 / mdl_max(mdl_bias_of(1000, tau), 1);
		m->wanders++;
	}
	m->foretold = *now;
	m->foretells = 1;
}

/* Returns by how much a line over a window may be wrong at its end: by the wander that is stated, or the middle one of those seen. */
static int64_t mdl_bias(const mdl_core *m, int64_t micros) {
	int64_t sorted[MDL_WANDERS], wander = 1000;
	int i;
	if (m->wanders >= MDL_WANDERS) {
		for (i = 0; i < MDL_WANDERS; i++) sorted[i] = m->wandered[i];
		mdl_sort(sorted, MDL_WANDERS);
		wander = sorted[MDL_WANDERS / 2] * 3 / 2;
	}
	return mdl_bias_of(mdl_max(m->cfg.wander_ppb, wander), micros);
}

/* Fits. In a fit a way's delays are counted upwards from its floor, up and down alike: the ceiling of the downward points is the floor of
 * the same points upside down. */

enum {
	MDL_PRIOR_POWER = 4, /* how firmly it is believed that a quartz is off by 0 +- 100 ppm */
	MDL_FIT_ROUNDS = 3,
	MDL_FIT_SLOPES = 49,
	MDL_FIT_DEPTH = 6,   /* how many nats below its peak the likelihood is followed */
	MDL_RANK = 6         /* the density at the floor stands on so many least delays */
};

/* Says whether b is on the line from a to p, which is older than b, or above it. */
static int mdl_above(const mdl_cloud *c, int a, int b, int p) {
	return (c->y[b] - c->y[a]) * (c->x[a] - c->x[p]) >= (c->y[p] - c->y[a]) * (c->x[a] - c->x[b]); /* below 2^63, by the longest delay */
}

/* Takes a point that is older than all before it. */
static void mdl_cloud_add(mdl_cloud *c, int64_t x, int64_t y, int many) {
	const int i = c->n++;
	c->x[i] = x;
	c->y[i] = y;
	c->many[i] = (uint8_t)many;
	while (c->size > 0) {
		const int last = c->hull[c->size - 1];
		if (c->size == 1) {
			if (c->x[last] != x || c->y[last] <= y) break;
		} else if (!mdl_above(c, c->hull[c->size - 2], last, i)) {
			break;
		}
		c->size--;
	}
	if (c->size == 1 && c->x[c->hull[0]] == x) {
		c->at = 0;
		return; /* and above it */
	}
	c->hull[c->size++] = (uint8_t)i;
	if (c->at > c->size - 1) c->at = c->size - 1; /* what was lowest may be of the hull no longer */
}

static int64_t mdl_value(const mdl_cloud *c, int vertex, int64_t s) { return c->y[c->hull[vertex]] - mdl_slope(s, c->x[c->hull[vertex]]); }

/* Returns the least y - s*x. Slopes that are near each other are fast one after the other. */
static int64_t mdl_floor(mdl_cloud *c, int64_t s) {
	int64_t best = mdl_value(c, c->at, s), v;
	while (c->at + 1 < c->size && (v = mdl_value(c, c->at + 1, s)) <= best) {
		best = v;
		c->at++;
	}
	while (c->at > 0 && (v = mdl_value(c, c->at - 1, s)) <= best) {
		best = v;
		c->at--;
	}
	return best;
}

/* Works out by how much the points are above the floor of slope s. */
static void mdl_level(mdl_cloud *c, int64_t s) {
	const int64_t floor = mdl_floor(c, s);
	int i;
	for (i = 0; i < c->n; i++) c->over[i] = c->y[i] - mdl_slope(s, c->x[i]) - floor;
}

/* Keeps the least values in order. */
static int mdl_keep_least(int64_t *least, int found, int64_t v) {
	int i;
	if (found == MDL_RANK) {
		if (v >= least[MDL_RANK - 1]) return found;
		found--;
	}
	for (i = found; i > 0 && least[i - 1] > v; i--) least[i] = least[i - 1];
	least[i] = v;
	return found + 1;
}

/* Looks at how the points lie above the floor of slope s: their mean, how dense they are at the floor, and by how much the path's own
 * delay is less than the least of them. */
static void mdl_density(mdl_cloud *c, int64_t s, int64_t *scratch) {
	int64_t least[MDL_RANK] = {0, 0, 0, 0, 0, 0};
	int i, found = 0;
	mdl_level(c, s);
	for (i = 0; i < c->n; i++) scratch[i] = c->over[i];
	c->mean = mdl_mean_over(scratch, c->n);
	c->near_floor = c->middle = 0;
	for (i = 0; i < c->n; i++) {
		if (c->over[i] <= 4 * c->mean) {
			c->near_floor++;
			c->middle += c->x[i];
		}
		found = mdl_keep_least(least, found, c->over[i]);
	}
	c->middle /= c->near_floor;
	c->weight = (c->near_floor << 32) / mdl_max(c->mean, c->grain);
	c->below = c->mean / c->near_floor;
	for (i = 2; i < found; i++) c->below = mdl_min(c->below, least[i] / i); /* a queue's points do not count */
	if (found > 2 && least[found - 1] > 0) c->weight = mdl_min(c->weight, ((int64_t)(2 * found - 3) << 31) / least[found - 1]);
	c->weight = mdl_max(c->weight, 1);
}

static int64_t mdl_prior_slope(void) { return 100 * MDL_PPM; }

/* Says whether the likelihood rises with the slope at s. Its derivative by the floors is that of y - s*x of the points that they rest on. */
static int mdl_rising(mdl_core *m, int64_t s) {
	mdl_cloud *up = &m->clouds[0], *down = &m->clouds[1];
	const int64_t belief = mdl_prior_slope();
	int64_t gain;
	mdl_floor(up, s);
	mdl_floor(down, -s);
	gain = up->weight * (up->middle - up->x[up->hull[up->at]]) - down->weight * (down->middle - down->x[down->hull[down->at]]);
	return gain > MDL_PRIOR_POWER * mdl_mul_div(s, (int64_t)1 << 62, (belief * belief + s * s) / 2);
}

/* Returns the slope of the greatest likelihood, within 2000 ppm. */
static int64_t mdl_best(mdl_core *m) {
	int64_t lo = -2000 * MDL_PPM, hi = 2000 * MDL_PPM;
	while (hi - lo > 256) { /* 10^-4 ppm over the longest window is less than 0.1 us */
		const int64_t mid = (lo + hi) / 2;
		if (mdl_rising(m, mid)) {
			lo = mid;
		} else {
			hi = mid;
		}
	}
	return (lo + hi) / 2;
}

/* Returns how unlikely a slope is before anything is known, as a logarithm in Q16. */
static int64_t mdl_believed(int64_t s) { return mdl_logarithm((uint64_t)(mdl_prior_slope() * mdl_prior_slope() + s * s)); }

/* Where the likelihood is greatest. */
typedef struct mdl_peak { int64_t slope, up, down, prior; } mdl_peak;

/* Returns by how much the likelihood of a slope is less than that of the peak, and where the floors are. */
static int64_t mdl_likelihood(mdl_core *m, int64_t s, const mdl_peak *peak, int64_t *up, int64_t *down) {
	mdl_cloud *a = &m->clouds[0], *b = &m->clouds[1];
	int64_t ga, gb;
	*up = mdl_floor(a, s);
	*down = mdl_floor(b, -s);
	ga = *up + mdl_slope(s, a->middle) - peak->up;
	gb = *down + mdl_slope(-s, b->middle) - peak->down;
	return mdl_sub(mdl_sub(MDL_PRIOR_POWER * (mdl_believed(s) - peak->prior) * MDL_Q16, mdl_mul(a->weight, ga)), mdl_mul(b->weight, gb));
}

static int mdl_inside(mdl_core *m, const mdl_peak *top, int64_t away) {
	int64_t up, down;
	return mdl_likelihood(m, top->slope + away, top, &up, &down) < (int64_t)MDL_FIT_DEPTH << 32;
}

/* Returns how far the slope goes from the peak until the likelihood has fallen by so many nats; not beyond 488 ppm. */
static int64_t mdl_edge(mdl_core *m, const mdl_peak *top, int direction) {
	int64_t d = 1024, lo, hi;
	int k;
	while (d < (1 << 29) && mdl_inside(m, top, direction * d)) d *= 2;
	lo = d / 2;
	hi = d;
	for (k = 0; k < 8; k++) {
		const int64_t mid = (lo + hi) / 2;
		if (mdl_inside(m, top, direction * mid)) {
			lo = mid;
		} else {
			hi = mid;
		}
	}
	return hi;
}

/* Says whether the clouds have about the same spread: from two fifths to five halves. */
static int mdl_alike(const mdl_core *m) {
	const int64_t up = m->clouds[0].mean, down = m->clouds[1].mean;
	return mdl_max(up, down) * 2 <= mdl_min(up, down) * 5;
}

/* Takes the means over the likelihood. */
static void mdl_posterior(mdl_core *m, int64_t s, mdl_fitted *r) {
	mdl_cloud *a = &m->clouds[0], *b = &m->clouds[1];
	mdl_peak top = {0, 0, 0, 0};
	int64_t weights[MDL_FIT_SLOPES], middles[MDL_FIT_SLOPES], up0, down0, up = 0, down = 0, below, range, mean;
	int64_t sum = 0, middle = 0, slopes = 0, width = 0, square = 0;
	int k;
	top.slope = s;
	mdl_likelihood(m, s, &top, &up0, &down0);
	top.up = up0 + mdl_slope(s, a->middle);
	top.down = down0 + mdl_slope(-s, b->middle);
	top.prior = mdl_believed(s);
	below = mdl_edge(m, &top, -1);
	range = below + mdl_edge(m, &top, 1);
	for (k = 0; k < MDL_FIT_SLOPES; k++) {
		const int64_t q = s - below + range * k / (MDL_FIT_SLOPES - 1);
		const int64_t p = mdl_exp_negative(mdl_max(mdl_likelihood(m, q, &top, &up, &down), 0) >> 16);
		const int64_t d = ((up - up0) - (down - down0)) / 2;
		weights[k] = p;
		middles[k] = d;
		sum += p;
		middle += p * d;
		slopes += p * ((q - s) >> 4);
		width += p * ((up - up0) + (down - down0));
	}
	sum = mdl_max(sum, 1); /* the peak alone, where it is narrower than the slopes lie apart */
	mean = middle / sum;
	for (k = 0; k < MDL_FIT_SLOPES; k++) square += weights[k] * mdl_squared(middles[k] - mean) >> 10;
	/* Each floor is below the least of its points. Where the clouds are alike it is as much for both, and its own chance would be all
	 * that it adds. */
	up = mdl_alike(m) ? 0 : a->below;
	down = mdl_alike(m) ? 0 : b->below;
	r->middle = (up0 - down0) / 2 + mean - (up - down) / 2;
	r->slope = s + slopes / sum * 16;
	r->width = up0 + down0 + width / sum - up - down;
	r->floors = (mdl_squared(((int64_t)1 << 32) / a->weight) + mdl_squared(((int64_t)1 << 32) / b->weight)) / 4;
	r->square = mdl_mul_div(square, 1 << 10, sum) + r->floors;
}

/* The middles of both clouds tell something too, where the clouds are alike. */

enum {
	MDL_CENTRE_REACH = 6,   /* most points being within so many means of the floor, */
	MDL_CENTRE_SHARE = 80,  /* which is so many per cent, */
	MDL_CENTRE_POINTS = 3   /* but so many points */
};

typedef struct mdl_centred { int64_t n, x, y, sxx, sxy, rest; } mdl_centred; /* what least squares find; x in 16 us */

static int mdl_within(const mdl_cloud *c, int i) { return c->many[i] && c->over[i] <= MDL_CENTRE_REACH * c->mean; }

/* Takes the sums of a cloud. Returns 0 where its middle tells nothing. */
static int mdl_centred_sums(mdl_centred *t, const mdl_cloud *c) {
	int64_t many = 0;
	int i;
	mdl_zero(t, sizeof *t);
	for (i = 0; i < c->n; i++) {
		many += c->many[i];
		if (mdl_within(c, i)) {
			t->n++;
			t->x += c->x[i] >> 4;
			t->y += c->over[i];
		}
	}
	if (t->n < MDL_CENTRE_POINTS || t->n * 100 < many * MDL_CENTRE_SHARE) return 0;
	t->x /= t->n;
	t->y /= t->n;
	for (i = 0; i < c->n; i++) {
		if (mdl_within(c, i)) {
			const int64_t dx = (c->x[i] >> 4) - t->x;
			t->sxx += dx * dx;
			t->sxy += dx * (c->over[i] - t->y);
		}
	}
	return 1;
}

/* Turns rest into the variance of a point about the line. */
static void mdl_centred_left(mdl_centred *t, const mdl_cloud *c, int64_t more) {
	int64_t sum = 0;
	int i;
	for (i = 0; i < c->n; i++) {
		if (mdl_within(c, i)) sum += mdl_squared(c->over[i] - t->y - mdl_slope(more, ((c->x[i] >> 4) - t->x) * 16));
	}
	t->rest = sum * 2 / (2 * t->n - 3);
}

/* Mends a fit by parallel lines through what is near each floor, by least squares. It weighs them by their variance and by how far they
 * are from what the floors say, since the middles of clouds of unlike shapes are wrong, and floors are not. */
static void mdl_centre(mdl_core *m, int64_t s, mdl_fitted *r) {
	mdl_centred c[2];
	int64_t ends[2], all, more, mean, spread, own, d, floors, unlike, w;
	int i;
	if (!mdl_alike(m) || mdl_max(m->clouds[0].mean, m->clouds[1].mean) > (int64_t)100000 * MDL_MICRO) return;
	for (i = 0; i < 2; i++) {
		mdl_level(&m->clouds[i], s * (1 - 2 * i));
		if (!mdl_centred_sums(&c[i], &m->clouds[i])) return;
	}
	all = c[0].sxx + c[1].sxx;
	if (all <= 0) return;
	/* By how much the middle rises more than s; a part per 16 us is 2^26. */
	more = mdl_mul_div(c[0].sxy - c[1].sxy, 1 << (MDL_SLOPE_BITS - MDL_PART_BITS - 4), all);
	for (i = 0; i < 2; i++) {
		mdl_centred_left(&c[i], &m->clouds[i], mdl_mul(more, 1 - 2 * i));
		ends[i] = c[i].y - mdl_slope(mdl_mul(more, 1 - 2 * i), c[i].x * 16) + mdl_floor(&m->clouds[i], s * (1 - 2 * i));
	}
	mean = (c[0].x + c[1].x) / 2;
	/* The variance of the middle at the end of the fit: of both means, and of the slope over the way from their middle. */
	spread = mdl_mul_div(c[0].rest, c[0].sxx, all) + mdl_mul_div(c[1].rest, c[1].sxx, all);
	own = (c[0].rest / c[0].n + c[1].rest / c[1].n) / 4 + mdl_min(mdl_mul_div(mean * mean, spread, all), (int64_t)1 << 60);
	d = (ends[0] - ends[1]) / 2 - r->middle;
	floors = 4 * r->square;
	unlike = 4 * mdl_max(0, mdl_squared(d) - 2 * floors);
	w = mdl_mul_div(floors, MDL_Q16, mdl_max(floors + own + unlike, 1));
	r->middle += d * w / MDL_Q16;
	r->slope += mdl_mul(more, w) / MDL_Q16;
	r->square = mdl_mul_div(mdl_mul_div(r->square, MDL_Q16 - w, MDL_Q16), MDL_Q16 - w, MDL_Q16) +
		mdl_mul_div(mdl_mul_div(own + unlike, w, MDL_Q16), w, MDL_Q16);
}

static void mdl_fit(mdl_core *m, int64_t s, mdl_fitted *r) {
	int k;
	mdl_zero(r, sizeof *r);
	for (k = 0; k < MDL_FIT_ROUNDS; k++) {
		mdl_density(&m->clouds[0], s, m->scratch);
		mdl_density(&m->clouds[1], -s, m->scratch);
		s = mdl_best(m);
	}
	mdl_posterior(m, s, r);
	r->means[0] = m->clouds[0].mean;
	r->means[1] = m->clouds[1].mean;
	mdl_centre(m, s, r);
}

/* Sways: how far each way's floor moves by itself, by the least delays of segments of the latest time. What the clock does lifts one floor
 * and lowers the other, and their sum stays. So what the sum does is the paths' doing, and their difference has as much of it. */

static const int64_t MDL_SEGMENT = 4000000; /* us */
static const int64_t MDL_NO_LEAST = (int64_t)1 << 62;

static int mdl_sway_both(const mdl_swaying *w, int k) { return w->least[0][k] != MDL_NO_LEAST && w->least[1][k] != MDL_NO_LEAST; }

/* Takes the floors to the middles of their segments. Where the rate was another than the line's both ways' floors change meanwhile, and
 * those of different moments have a sum that is no path's doing. */
static void mdl_sway_level(mdl_swaying *w) {
	int64_t middles[MDL_SEGMENTS];
	const int64_t most = mdl_slope(mdl_prior_slope(), MDL_SEGMENT);
	int of[MDL_SEGMENTS], n = 0, i;
	for (i = 0; i < w->whole; i++) {
		if (mdl_sway_both(w, i)) {
			middles[n] = (w->least[0][i] - w->least[1][i]) / 2;
			of[n++] = i;
		}
	}
	for (i = 0; n > 1 && i < n; i++) {
		const int newer = i > 0 ? i - 1 : 0, older = i < n - 1 ? i + 1 : n - 1, k = of[i];
		const int64_t rise = mdl_clamp((middles[older] - middles[newer]) / (of[older] - of[newer]), -most, most); /* into the past */
		w->least[0][k] -= rise * w->at[0][k] / MDL_SEGMENT;
		w->least[1][k] += rise * w->at[1][k] / MDL_SEGMENT;
	}
}

/* Takes the points at local time now, above a line of slope s. */
static void mdl_sway_see(mdl_core *m, int64_t now, int64_t s) {
	mdl_swaying *w = &m->swaying;
	int i, k;
	w->whole = MDL_SEGMENTS;
	for (i = 0; i < 2; i++) {
		mdl_way *way = &m->ways[i];
		const int64_t reference = mdl_newest(way)->y;
		w->whole = (int)mdl_min(w->whole, (now - mdl_at(way, 0)->x) / MDL_SEGMENT);
		for (k = 0; k < MDL_SEGMENTS; k++) w->least[i][k] = MDL_NO_LEAST;
		for (k = 0; k < way->n; k++) {
			const mdl_point *p = mdl_at(way, k);
			const int64_t age = now - p->x, segment = age / MDL_SEGMENT, y = p->y - reference + mdl_slope(way->sign * s, age);
			if (p->skipped || segment < 0 || segment >= MDL_SEGMENTS) continue; /* the line stands on others */
			if (y < w->least[i][segment]) {
				w->least[i][segment] = y;
				w->at[i][segment] = age - segment * MDL_SEGMENT - MDL_SEGMENT / 2;
			}
		}
	}
	mdl_sway_level(w);
}

/* Returns the variance of the middle between the floors of windows so long, as far as the paths move it, or -1 where there are not two
 * such windows. */
static int64_t mdl_sway_square(const mdl_swaying *w, int64_t micros) {
	const int width = (int)(micros / MDL_SEGMENT);
	int64_t sums[MDL_SEGMENTS], mean = 0, square = 0;
	int n = 0, j, k;
	for (k = 0; k + width <= w->whole; k += width) {
		int64_t sum = MDL_NO_LEAST;
		for (j = k; j < k + width; j++) {
			if (mdl_sway_both(w, j)) sum = mdl_min(sum, w->least[0][j] + w->least[1][j]);
		}
		if (sum != MDL_NO_LEAST) {
			sums[n++] = sum;
			mean += sum;
		}
	}
	if (n < 2) return -1;
	mean /= n;
	for (k = 0; k < n; k++) square += mdl_squared(sums[k] - mean);
	return square / (n - 1) / 4;
}

/* Returns how far a single way's floor moves from a segment to another, by the middle half of what is known. */
static int64_t mdl_sway_deviation(const mdl_swaying *w) {
	int64_t sums[MDL_SEGMENTS];
	int n = 0, k;
	for (k = 0; k < w->whole; k++) {
		if (mdl_sway_both(w, k)) sums[n++] = w->least[0][k] + w->least[1][k];
	}
	if (n < 4) return 0;
	mdl_sort(sums, n);
	return (sums[3 * n / 4] - sums[n / 4]) * 52 / 100;
}

/* Pairs: the floors of both ways in the same segment. If both ways together took e longer than the least that they ever took, the middle
 * of the pair is wrong by e/2 at most, and anything up to that is as likely: its variance is e^2/12. A line by least squares through the
 * middles, weighed by that, follows the moments at which both ways were fast. */

enum {
	MDL_PAIRS_LEAST = 5,   /* segments that a line stands on */
	MDL_PAIRS_BASE = 10,   /* what the least sum may be too high by: such a part of the middle sum's excess, */
	MDL_PAIRS_RANK = 16,   /* and up to that of the rank of such a part */
	MDL_PAIRS_ALIKE = 4,   /* so many segments that follow each other say the same */
	MDL_PAIRS_MOST = 70,   /* per cent that pairs may have in the line */
	MDL_PAIRS_CLEAR = 2,   /* deviations of chance, and another one, until a sway is certain */
	MDL_PAIRS_SCALE = 20,
	MDL_PAIR_TIME = 16     /* in units of 1/16 of a segment's half */
};

static int64_t mdl_pair_micros(void) { return MDL_SEGMENT / 2 / MDL_PAIR_TIME; }

/* Cuts a length in 2^-7 us to 65 ms. */
static int64_t mdl_pair_cut(int64_t v) { return mdl_clamp(v, -(1 << 23), 1 << 23); }

static int mdl_pairs_take(mdl_pairing *p, const mdl_swaying *w) {
	int64_t least = MDL_MOST;
	int k;
	p->n = 0;
	for (k = 0; k < w->whole; k++) {
		if (!mdl_sway_both(w, k)) continue;
		p->at[p->n] = k;
		p->sum[p->n] = w->least[0][k] + w->least[1][k];
		p->middle[p->n] = (w->least[0][k] - w->least[1][k]) / 2;
		least = mdl_min(least, p->sum[p->n]);
		p->n++;
	}
	if (p->n < MDL_PAIRS_LEAST) return 0;
	for (k = 0; k < p->n; k++) {
		p->sum[k] -= least;
		p->middle[k] = mdl_clamp(p->middle[k], -MDL_LONGEST_DELAY, MDL_LONGEST_DELAY) >> MDL_SQUARE_BITS;
		p->sorted[k] = p->sum[k];
	}
	mdl_sort(p->sorted, p->n);
	return 1;
}

/* Returns in Q16 how certain it is that sums which follow each other are alike, as those of a sway are and those of chance are not. */
static int64_t mdl_pairs_trust(const mdl_pairing *p) {
	const int64_t most = p->sorted[p->n / 2] + 2 * (p->sorted[3 * p->n / 4] - p->sorted[p->n / 4]);
	int64_t mean = 0, square = 0, product = 0, follow = 0, last = 0, r;
	int k;
	for (k = 0; k < p->n; k++) mean += mdl_min(p->sum[k], most);
	mean /= p->n;
	for (k = 0; k < p->n; k++) {
		const int64_t d = mdl_clamp(mdl_min(p->sum[k], most) - mean, -(1 << 26), 1 << 26) >> MDL_SQUARE_BITS;
		square += d * d;
		if (k > 0 && p->at[k] == p->at[k - 1] + 1) {
			product += d * last;
			follow++;
		}
		last = d;
	}
	if (follow < 3 || square == 0) return 0;
	/* The correlation, which chance makes -1/n in the mean, by its own chance of 1/sqrt n. */
	r = mdl_mul_div(product * p->n, MDL_Q16, square * follow) + MDL_Q16 / p->n;
	return mdl_clamp((r * mdl_root(follow << 16) >> 8) - MDL_PAIRS_CLEAR * MDL_Q16, 0, MDL_Q16);
}

/* What a pair is old, in MDL_PAIR_TIME. */
static int64_t mdl_pair_age(const mdl_pairing *p, int k) { return (2 * p->at[k] + 1) * MDL_PAIR_TIME; }

/* Returns the sum of the weighed squares that a line leaves: a pair's is unit/12 in the mean, or the rate has not been one. */
static int64_t mdl_pairs_left(const mdl_pairing *p, const int64_t *weights, int64_t mean, int64_t age, int64_t back) {
	int64_t sum = 0;
	int k;
	for (k = 0; k < p->n; k++) {
		const int64_t d = mdl_pair_cut(p->middle[k] - mean - (mdl_mul(back, mdl_pair_age(p, k) - age) >> 16));
		sum += mdl_mul_div(weights[k], d * d, 1 << MDL_PAIRS_SCALE);
	}
	return sum;
}

/* Returns by how much the middle, at the segments' end, is above a line of slope s that the pairs are counted from, how much more it
 * rises, and the variance of the middle. */
static int64_t mdl_pairs_line(const mdl_pairing *p, int64_t s, int64_t *more, int64_t *square) {
	const int rank = 1 + p->n / MDL_PAIRS_RANK < p->n - 1 ? 1 + p->n / MDL_PAIRS_RANK : p->n - 1;
	const int64_t base = p->sorted[rank] + p->sorted[p->n / 2] / MDL_PAIRS_BASE + 2 * MDL_MICRO, unit = mdl_squared(base);
	/* A quartz that is off by 100 ppm, and one of no skew at all, which would fall by s. */
	const int64_t skew = mdl_slope(mdl_prior_slope(), mdl_pair_micros()) >> MDL_SQUARE_BITS;
	const int64_t prior = mdl_mul_div(unit, 1 << MDL_PAIRS_SCALE, 12 / MDL_PAIRS_ALIKE * skew * skew);
	const int64_t still = mdl_mul(mdl_slope(s, mdl_pair_micros()), 1 << (16 - MDL_SQUARE_BITS));
	int64_t weights[MDL_SEGMENTS], sum = 0, age = 0, mean = 0, sxx = 0, sxy = 0, all, back, one, left, most;
	int k;
	for (k = 0; k < p->n; k++) {
		weights[k] = mdl_mul_div(unit, 1 << MDL_PAIRS_SCALE, mdl_squared(p->sum[k] + base));
		sum += weights[k];
		age += weights[k] * mdl_pair_age(p, k);
		mean += weights[k] * p->middle[k];
	}
	age /= sum;
	mean /= sum;
	for (k = 0; k < p->n; k++) {
		const int64_t t = mdl_pair_age(p, k) - age;
		sxx += weights[k] * t * t;
		sxy += weights[k] * t * mdl_pair_cut(p->middle[k] - mean);
	}
	all = sxx + prior;
	back = mdl_add(mdl_mul_div(sxy, MDL_Q16, all), mdl_mul_div(prior, still, all)); /* into the past */
	*more = mdl_sub(0, mdl_mul_div(back, 1 << (MDL_SLOPE_BITS - MDL_PART_BITS), mdl_pair_micros() << (16 - MDL_SQUARE_BITS)));
	one = mdl_mul_div(unit, 1 << MDL_PAIRS_SCALE, 12 / MDL_PAIRS_ALIKE * sum);
	left = mdl_pairs_left(p, weights, mean, age, back);
	most = p->n * unit / 12;
	if (left > most) one = mdl_mul_div(one, left, most);
	*square = mdl_add(one, mdl_mul_div(one, mdl_mul_div(age * age << 10, sum, all), 1 << 10));
	return mean * (1 << MDL_SQUARE_BITS) - (mdl_mul(back, age) >> (16 - MDL_SQUARE_BITS));
}

/* Mends a line by the pairs, as far as there is a sway. A line that stands on single points under a sway is wrong by more than it knows,
 * by twice its deviation. */
static void mdl_pairs(mdl_core *m, int64_t s, mdl_fitted *r, int64_t reference) {
	int64_t middle, more, square, own, w;
	m->pairing.trusted = mdl_pairs_take(&m->pairing, &m->swaying) ? mdl_pairs_trust(&m->pairing) : 0;
	if (m->pairing.trusted == 0) return;
	middle = mdl_pairs_line(&m->pairing, s, &more, &square);
	square = mdl_add(square, 4 * mdl_squared(mdl_bias_of(m->cfg.wander_ppb, m->swaying.whole * MDL_SEGMENT)));
	own = 4 * r->square;
	w = mdl_min(mdl_mul_div(own, MDL_Q16, mdl_max(mdl_add(own, square), 1)), MDL_PAIRS_MOST * MDL_Q16 / 100) * m->pairing.trusted >> 16;
	r->middle += mdl_mul_div(middle + reference - r->middle, w, MDL_Q16);
	r->slope += mdl_mul_div(mdl_sub(mdl_add(s, more), r->slope), w, MDL_Q16);
}

/* Windows: the line is fitted in ever longer ones, as long as what a shorter one says does not refute it. That is taken which is to be the
 * least wrong: by its own variance, and by how far the rate may have wandered meanwhile. */

enum {
	MDL_WINDOWS = 13,        /* 4*sqrt(2)^k s long */
	MDL_LEAST_POINTS = 10,   /* one of fewer is passed over, unless it has all there are */
	MDL_REFUTE_BY = 3,       /* a longer window is refuted that is so many deviations of a shorter one */
	MDL_REFUTE_MORE = 2 * MDL_MICRO, /* and so much more away, */
	MDL_REFUTE_POINTS = 20   /* and as many times more as the cube of these says where there are fewer */
};

static const int64_t mdl_windows_micros[MDL_WINDOWS] = {4000000, 5656854, 8000000, 11313708, 16000000, 22627417, 32000000, 45254834, 64000000,
	90509668, 128000000, 181019336, 256000000};

static int mdl_refuted(const mdl_fitted *shorter, int n, const mdl_fitted *one) {
	int i;
	for (i = 0; i < n; i++) {
		const int64_t few = mdl_min(shorter[i].points, MDL_REFUTE_POINTS);
		const int64_t cube = (int64_t)MDL_REFUTE_POINTS * MDL_REFUTE_POINTS * MDL_REFUTE_POINTS;
		const int64_t most = MDL_REFUTE_BY * mdl_deviation(&shorter[i]) * cube / (few * few * few) + MDL_REFUTE_MORE;
		if (mdl_abs(shorter[i].middle - one->middle) > most) return 1;
	}
	return 0;
}

/* Takes into a cloud what is in a window and not in it yet. Returns whether that is all there is. */
static int mdl_extend(mdl_core *m, int i, int *taken, int64_t now, int64_t span, int64_t reference) {
	mdl_way *w = &m->ways[i];
	for (; *taken < w->n; ++*taken) {
		const mdl_point *p = mdl_at(w, w->n - 1 - *taken);
		if (p->skipped) continue;
		if (p->x < now - span) return 0;
		mdl_cloud_add(&m->clouds[i], p->x - now, mdl_clamp(p->y - reference, -MDL_LONGEST_DELAY, MDL_LONGEST_DELAY), p->many);
	}
	return 1;
}

/* Fits the line of a window. */
static void mdl_window(mdl_core *m, int64_t s, int64_t span, const int64_t *reference, int64_t *sway, mdl_fitted *one) {
	const mdl_cloud *up = &m->clouds[0], *down = &m->clouds[1];
	int64_t more;
	mdl_fit(m, s, one);
	one->middle += (reference[0] - reference[1]) / 2;
	one->width += reference[0] + reference[1];
	one->points = mdl_min(up->n, down->n);
	one->window = mdl_min(span, -mdl_min(up->x[up->n - 1], down->x[down->n - 1]));
	more = mdl_sway_square(&m->swaying, span);
	*sway = more < 0 ? *sway / 2 : mdl_max(0, more - 2 * one->floors); /* longer windows are less moved by it */
	one->sway = *sway;
	one->square += *sway;
}

static void mdl_windows(mdl_core *m, int64_t now) {
	const int64_t s = m->line.f.slope, reference[2] = {mdl_newest(&m->ways[0])->y, mdl_newest(&m->ways[1])->y};
	mdl_cloud *up = &m->clouds[0], *down = &m->clouds[1];
	mdl_fitted accepted[MDL_WINDOWS], best;
	int64_t least = 0, sway = 0;
	int taken[2] = {0, 0}, n = 0, k;
	mdl_zero(&best, sizeof best);
	mdl_sway_see(m, now, s);
	up->n = up->size = up->at = down->n = down->size = down->at = 0;
	up->grain = mdl_grain(&m->ways[0]);
	down->grain = mdl_grain(&m->ways[1]);
	for (k = 0; k < MDL_WINDOWS; k++) {
		const int64_t span = mdl_windows_micros[k];
		mdl_fitted *one = &accepted[n];
		int64_t bias, cost;
		int all = mdl_extend(m, 0, &taken[0], now, span, reference[0]);
		all = mdl_extend(m, 1, &taken[1], now, span, reference[1]) && all;
		if (up->n == 0 || down->n == 0 || (!all && mdl_min(up->n, down->n) < MDL_LEAST_POINTS)) continue;
		mdl_window(m, s, span, reference, &sway, one);
		if (mdl_refuted(accepted, n, one)) break;
		bias = mdl_squared(mdl_bias_of(m->cfg.wander_ppb, span));
		cost = one->square + bias;
		if (n == 0 || cost <= least || bias < one->square) {
			best = *one;
			least = cost;
		}
		n++;
		if (all) break;
	}
	if (n == 0) return;
	mdl_pairs(m, s, &best, (reference[0] - reference[1]) / 2);
	m->line.at = now;
	m->line.f = best;
	m->known = 1;
	mdl_wander_see(m);
}

/* Paths. One that changes moves the floor of one way and not the other's; a clock that is set moves both by as much, one up and one down.
 * So each can be told from the other, and a path's change is no reason to move the clock. */

enum {
	MDL_PATH_LEAST = 1000 * MDL_MICRO, /* what is above the floor by less is no other path */
	MDL_LOWER_LEAST = 300 * MDL_MICRO, /* nor what is so little below it, where each point draws the line along at once */
	MDL_PATH_MEANS = 4,
	MDL_PATH_SIGMAS = 3,
	MDL_STEP_FRESH = 2200000,   /* us: how old points may be that show that the clock was set */
	MDL_SPREAD_GROWTH = 8,      /* by such a part of itself the steady line's spread may grow with each look */
	MDL_STEP_ALIKE = 16,        /* by such a part may both differ more, since what comes early is the fastest of few */
	MDL_YOUNGEST = 20000000,    /* of a line that can tell another path */
	MDL_FIRST_POINTS = 3000000, /* of one that a single datagram may have overtaken: nothing is above its floor yet */
	MDL_NEWBORN = 10000000,     /* of one that any lower point mends */
	MDL_GROWN = 60000000,       /* of one that a lower floor does not mend, */
	MDL_QUEUE_GAPS = 3,         /* if that stays for so many gaps */
	MDL_HIGH_LEAST = 6000000,   /* points that are above for so long, and so many gaps, may be of another path */
	MDL_HIGH_GAPS = 6,
	MDL_PENDING_LEAST = 30000000, /* which is believed after so long, and so many gaps, */
	MDL_PENDING_GAPS = 8,
	MDL_PENDING_MOST = 240000000,
	MDL_AGREE_LEAST = 500 * MDL_MICRO, /* if all quarters agree by this, or so many means: a queue that grows or drains does not */
	MDL_AGREE_MEANS = 6,
	MDL_MOST_LONELY = 3,
	MDL_LONELY_PART = 16,       /* or such a part of all, of many, */
	MDL_SCATTERED_PART = 3,     /* or such a part if they are scattered */
	MDL_FEW_POINTS = 6,
	MDL_LONELY_LEAST = 1000 * MDL_MICRO,
	MDL_LONELY_TIMES = 4
};

/* Returns what is above the spread of a way, */
static int64_t mdl_threshold_of(mdl_core *m, int i, const mdl_line *l, int64_t spread) {
	const int64_t sigma = mdl_max(mdl_deviation(&l->f), mdl_sway_deviation(&m->swaying));
	return mdl_max(MDL_PATH_LEAST, MDL_PATH_MEANS * spread) + MDL_PATH_SIGMAS * sigma + mdl_newest(&m->ways[i])->span;
}

static int64_t mdl_threshold(mdl_core *m, int i) { return mdl_threshold_of(m, i, &m->line, m->line.f.means[i]); }

/* and what is below it. */
static int64_t mdl_depth(mdl_core *m, int i) {
	const int64_t sigma = mdl_max(mdl_deviation(&m->line.f), mdl_sway_deviation(&m->swaying));
	const int64_t least = mdl_min(m->line.f.means[i] / 2, m->half[i]) + MDL_PATH_SIGMAS * sigma;
	return mdl_max(MDL_LOWER_LEAST, least) + mdl_newest(&m->ways[i])->span;
}

/* Forgets what was before the clock was set. */
static void mdl_stepped(mdl_core *m, int64_t now) {
	int i, k;
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		const int64_t last = mdl_off(m, i, mdl_newest(w));
		for (k = w->n - 1; k > 0; k--) {
			const mdl_point *p = mdl_at(w, k - 1);
			if (p->skipped || mdl_abs(mdl_sub(mdl_off(m, i, p), last)) >= mdl_abs(last) / 4) break;
		}
		mdl_drop(w, k);
	}
	mdl_afresh(m, now);
}

/* Finds whether the fastest points of a way are so far below all others that they have overtaken, and their buckets have not seen it: few
 * that are old enough, as when they came and the floor was not known yet, or many that are scattered. A path's own are not. */
static void mdl_lonely(mdl_core *m, int i) {
	mdl_way *w = &m->ways[i];
	int64_t *all = m->scratch;
	int n = 0, runs = 0, newer = MDL_FEW_POINTS, k, j; /* runs of the lonely, and how many others are newer than these */
	for (j = 0; j < w->n; j++) {
		if (!mdl_at(w, j)->skipped) all[n++] = mdl_residual(m, i, mdl_at(w, j));
	}
	m->half[i] = MDL_MOST;
	if (n <= MDL_FEW_POINTS) return;
	mdl_sort(all, n);
	m->half[i] = all[n / 2] - all[n / 6];
	for (k = n / MDL_SCATTERED_PART; k > 0; k--) {
		const int others = n - k;
		if (all[k] - all[k - 1] > MDL_LONELY_LEAST + MDL_LONELY_TIMES * (all[k + others / 2] - all[k + others / 6])) break;
	}
	if (k == 0) return;
	for (j = 0; j < w->n; j++) {
		if (mdl_at(w, j)->skipped) continue;
		if (mdl_residual(m, i, mdl_at(w, j)) >= all[k]) {
			newer++;
			continue;
		}
		if (newer > 0) runs++;
		newer = 0;
	}
	if (!(k <= mdl_max(mdl_min(MDL_MOST_LONELY, n / 8 + 1), n / MDL_LONELY_PART) && newer >= MDL_FEW_POINTS) &&
		!(k >= MDL_MOST_LONELY && 2 * runs > k)) return;
	for (j = 0; j < w->n; j++) {
		mdl_point *p = mdl_at(w, j);
		if (!p->skipped && mdl_residual(m, i, p) < all[k]) p->skipped = 1;
	}
}

/* Returns the time between two of the latest points. */
static int64_t mdl_gap(mdl_way *w) { return w->n < 4 ? 2000000 : (mdl_newest(w)->x - mdl_at(w, w->n - 4)->x) / 3; }

/* Has the first path be in use again. */
static void mdl_back(mdl_way *w) {
	mdl_point *newest = mdl_newest(w);
	int j;
	for (j = 0; j < w->n; j++) mdl_at(w, j)->skipped |= mdl_at(w, j)->moved;
	newest->y += w->level;
	newest->skipped = 0;
	w->level = 0;
	w->pending = w->high_for = 0;
}

/* Takes what is below the floor for the path's own: before, there was a queue. */
static void mdl_resume(mdl_way *w) {
	int j;
	for (j = 0; j < w->n; j++) {
		if (mdl_at(w, j)->x >= w->since) mdl_at(w, j)->skipped = 0;
	}
	w->pending = 0;
}

/* Has another path be in use, if what is pending is long enough and of one piece. */
static void mdl_decide(mdl_core *m, int i, int64_t now) {
	mdl_way *w = &m->ways[i];
	int64_t least[4] = {MDL_NO_LEAST, MDL_NO_LEAST, MDL_NO_LEAST, MDL_NO_LEAST}, by, apart, alike, most;
	int64_t first = MDL_NO_LEAST; /* came as the path changed, and may stand anywhere between */
	int j;
	/* A young line had joined in a queue, and so had one whose floors have swayed all the time. */
	if (w->fell && (now - m->begun < MDL_GROWN || m->pairing.trusted == MDL_Q16) && now - w->since >= MDL_QUEUE_GAPS * mdl_gap(w)) {
		mdl_resume(w);
		return;
	}
	if (now - w->since < mdl_max(MDL_PENDING_LEAST, MDL_PENDING_GAPS * mdl_gap(w))) return;
	for (j = 0; j < w->n; j++) {
		const mdl_point *p = mdl_at(w, j);
		if (p->x == w->since) {
			first = mdl_residual(m, i, p);
		} else if (p->x > w->since) {
			const int64_t k = mdl_min((p->x - w->since) * 4 / (now - w->since), 3);
			least[k] = mdl_min(least[k], mdl_residual(m, i, p));
		}
	}
	by = mdl_min(mdl_min(least[0], least[1]), mdl_min(least[2], least[3]));
	apart = mdl_sub(mdl_max(mdl_max(least[0], least[1]), mdl_max(least[2], least[3])), by);
	alike = mdl_max(MDL_AGREE_LEAST, MDL_AGREE_MEANS * m->line.f.means[i]);
	if (apart > alike && now - w->since < MDL_PENDING_MOST) return;
	if (mdl_sub(by, first) <= alike) by = mdl_min(by, first);
	if (mdl_newest(w)->span > 0 && w->level != 0 && (w->level < 0) == (by < 0)) {
		mdl_stepped(m, now); /* a second one with the same sign is no route */
		return;
	}
	w->level = mdl_add(w->level, by);
	most = mdl_threshold(m, i);
	for (j = 0; j < w->n; j++) {
		mdl_point *p = mdl_at(w, j);
		if (p->x < w->since) continue;
		p->y -= by;
		p->skipped = mdl_abs(mdl_residual(m, i, p)) > most;
		p->moved = 1;
	}
	m->steady_known = 0;
	w->high_for = w->pending = 0;
}

/* Judges a point that is above the floor by more than it spreads, or below it. Returns whether something may be decided. */
static int mdl_path_left(mdl_core *m, int i, mdl_point *p, int64_t over, int64_t most, int64_t age) {
	mdl_way *w = &m->ways[i];
	if (over > 0) {
		if (!w->high_for) {
			w->high_for = 1;
			w->high = p->x;
		}
		p->skipped = 1;
		if (!w->pending && p->x - w->high >= mdl_max(MDL_HIGH_LEAST, MDL_HIGH_GAPS * mdl_gap(w))) {
			w->pending = 1;
			w->fell = 0;
			w->since = w->high;
		}
		return 1;
	}
	if (w->level != 0 && mdl_abs(over + w->level) < most + mdl_abs(w->level) * 3 / 10) {
		mdl_back(w);
		return 0;
	}
	w->high_for = 0;
	if (age < MDL_NEWBORN) return 0;
	p->skipped = 1;
	if (!w->pending || !w->fell) {
		w->pending = w->fell = 1;
		w->since = p->x;
	}
	return 1;
}

/* Judges the newest point of a way. */
static void mdl_path(mdl_core *m, int i, int64_t most) {
	mdl_way *w = &m->ways[i];
	mdl_point *p = mdl_newest(w);
	int64_t over, deep, sum;
	int near, clock;
	if (p->judged) return;
	p->judged = 1;
	over = mdl_residual(m, i, p);
	deep = mdl_min(most, mdl_depth(m, i));
	/* Where the floor may have fallen, it is so until a point is above it. */
	near = over <= most && -over <= deep && !(w->pending && w->fell && over < 0);
	/* What the clock does lifts the one floor and lowers the other: what both together do not show is no path's doing. */
	sum = mdl_off(m, i, p);
	if (!m->ways[1 - i].high_for) sum = mdl_add(sum, mdl_off(m, 1 - i, mdl_newest(&m->ways[1 - i]))); /* a queue says nothing of the clock */
	clock = (over > 0 && sum <= most) || (over < 0 && -sum <= deep);
	if (near || clock || (over > 0 && p->x - m->begun < MDL_FIRST_POINTS)) {
		w->high_for = w->pending = 0;
		return;
	}
	if (mdl_path_left(m, i, p, over, most, p->x - m->begun) && w->pending) mdl_decide(m, i, p->x);
}

static const int64_t MDL_HARD_FOR = 10000000;   /* us for which a point bounds the offset, */
static const int64_t MDL_BOUND_FOR = 120000000; /* and for which a line that was known before doesn't leave these bounds */

/* Says whether those newest points of a way that are below the steady line's floor, the latest of them by off, are below all that came before
 * them: the end of a queue leads back to where the way has been. */
static int mdl_fell_as_never(mdl_core *m, int i, int64_t off) {
	mdl_way *w = &m->ways[i];
	const mdl_point *last = mdl_newest(w);
	int k = w->n - 1, any = 0;
	while (k >= 0 && mdl_off(m, i, mdl_at(w, k)) < off / 2) k--;
	for (; k >= 0 && last->x - mdl_at(w, k)->x <= MDL_BOUND_FOR; k--) {
		const mdl_point *p = mdl_at(w, k);
		const int64_t age = last->x - p->x;
		any = 1;
		if (mdl_sub(mdl_sub(last->y, p->y), mdl_slope(w->sign * m->line.f.slope, age)) > off / 2 + mdl_slope(200 * MDL_PPM, age)) return 0;
	}
	return any;
}

/* Says whether both ways' newest points are off the steady line by as much, one up and one down, where the latter's way had never been; where
 * neither is the line is steady. A clock whose rate steps takes one way below its floor and the other above, and the line after it. */
static int mdl_clock_set(mdl_core *m, int64_t now) {
	int64_t most[2], off[2], sum;
	int beyond = 1, within = 1, alike, i;
	for (i = 0; i < 2; i++) {
		const mdl_point *p = mdl_newest(&m->ways[i]);
		int out;
		off[i] = mdl_off(m, i, p);
		most[i] = mdl_threshold_of(m, i, &m->steady, m->steady_spread[i]);
		out = mdl_abs(off[i]) > most[i];
		beyond = beyond && out && now - p->x < MDL_STEP_FRESH;
		within = within && !out;
	}
	sum = mdl_abs(mdl_add(off[0], off[1]));
	alike = beyond && sum < mdl_add(most[0] + most[1], mdl_abs(off[0]) / MDL_STEP_ALIKE);
	if (alike && ((off[0] < 0 && off[1] > 0 && mdl_fell_as_never(m, 0, off[0])) || (off[0] > 0 && off[1] < 0 && mdl_fell_as_never(m, 1, off[1])))) return 1;
	if (within) m->steady = m->line;
	for (i = 0; i < 2; i++) { /* a line that fits badly is not to widen it */
		m->steady_spread[i] = mdl_min(m->line.f.means[i], m->steady_spread[i] + m->steady_spread[i] / MDL_SPREAD_GROWTH);
	}
	return 0;
}

/* Looks whether a path has changed, or the clock was set. */
static int mdl_paths(mdl_core *m, int64_t now) {
	int i;
	if (!m->steady_known || now - m->begun < MDL_YOUNGEST) {
		m->steady_known = 1;
		m->steady = m->line;
		for (i = 0; i < 2; i++) m->steady_spread[i] = m->line.f.means[i];
	}
	if (mdl_clock_set(m, now)) {
		mdl_stepped(m, now);
		return 1;
	}
	for (i = 0; i < 2; i++) {
		mdl_lonely(m, i);
		mdl_path(m, i, mdl_threshold(m, i));
	}
	return 0;
}

/* Frames. Where datagrams are stamped once a frame, the floors of both ways move between their two edges as the phases of both machines'
 * frames do, slowly: 20 ppm take 14 min for a frame of 60 Hz. When a phase passes the edge of a frame, both edges meet and the floor is known
 * at that moment to some microseconds, and two such moments tell the rate. So the frames' line stands on the edges of hours, of which few
 * are kept: per way and stretch of time the least upper edge and the greatest lower one. Of a slope it is clear between which heights a
 * floor lies: above all lower edges and below all upper ones. How much room it has there is how likely the slope is. A lower edge is too
 * high by chance now and then; each stretch that leaves no room costs some nats. */

enum {
	MDL_FRAMED_WINDOWS = 12,   /* at most, each twice as long as the one before */
	MDL_FRAMED_ROUNDS = 12,    /* in which the slope is narrowed down */
	MDL_FRAMED_LEAST = 20 * MDL_MICRO, /* no lower edge is known better, */
	MDL_FRAMED_MOST = 300 * MDL_MICRO, /* and few are worse */
	MDL_FRAMED_NATS = 2,
	MDL_FRAMED_ROOM = 55,      /* 48, of which a middle's variance has the squares of both frames where it may be anywhere, and 15 % */
	MDL_FRAMED_LATEST = 4,     /* so many stretches after each other that leave no room, by such a part of a frame, are no chance */
	MDL_FRAMED_OFF = 4,
	MDL_FRAMED_PART = 32,      /* the next fit is after such a part of what there is, 16 s at most */
	MDL_FRAMED_SLOPES = 17,
	MDL_FRAMED_DEPTH = 7,      /* nats below the peak */
	MDL_FRAMED_RARE = MDL_Q16 / 1000, /* what is less likely than such a part of the peak is not */
	MDL_FRAMED_STEPS = 6       /* bits that x is coarser by */
};

static const int64_t MDL_FRAMED_FIRST = 8000000;   /* us of the first stretches; they double when there are too many, */
static const int64_t MDL_FRAMED_LAST = 128000000;  /* up to this, and then the older half of them is forgotten */
static const int64_t MDL_FRAMED_AFTER = 32000000;  /* us for which points have had spans */
static const int64_t MDL_FRAMED_WINDOW = 64000000; /* of the shortest window */

/* Returns s*x in parts, for an x of days. */
static int64_t mdl_framed_slope(int64_t s, int64_t x) {
	return mdl_mul(s, x >> MDL_FRAMED_STEPS) >> (MDL_SLOPE_BITS - MDL_PART_BITS - MDL_FRAMED_STEPS);
}

/* Keeps the tighter edges of two stretches. */
static void mdl_edging_take(mdl_edging *e, const mdl_edging *f, int64_t s) {
	if (f->upper_y - mdl_slope(s, f->upper_x - e->upper_x) < e->upper_y) {
		e->upper_x = f->upper_x;
		e->upper_y = f->upper_y;
	}
	if (f->known && (!e->known || f->lower_y - mdl_slope(s, f->lower_x - e->lower_x) > e->lower_y)) {
		e->lower_x = f->lower_x;
		e->lower_y = f->lower_y;
		e->known = 1;
	}
}

/* Makes room for as many stretches as there are. */
static void mdl_framed_thin(mdl_framed_way *w, int64_t s) {
	int i;
	w->n /= 2;
	if (w->length >= MDL_FRAMED_LAST) {
		for (i = 0; i < w->n; i++) w->edges[i] = w->edges[w->n + i];
		return;
	}
	w->length *= 2;
	for (i = 0; i < w->n; i++) {
		w->edges[i] = w->edges[2 * i];
		mdl_edging_take(&w->edges[i], &w->edges[2 * i + 1], s);
	}
}

/* Takes a point; s is how much the line is taken to rise, in the way's own sense. */
static void mdl_framed_add(mdl_framed_way *w, const mdl_point *p, int64_t s) {
	mdl_edging e;
	e.upper_x = e.lower_x = p->x;
	e.upper_y = p->y;
	e.lower_y = p->y - p->gap;
	e.known = p->edged;
	if (w->n > 0 && p->x - w->begun < w->length) {
		mdl_edging_take(&w->edges[w->n - 1], &e, s);
		return;
	}
	if (w->n == MDL_POINTS) mdl_framed_thin(w, s);
	w->edges[w->n++] = e;
	w->begun = p->x;
}

/* Has the frames' line take what is new at local time now, and says whether it is the one to go by: whether the latest points of one way or
 * the other have had spans for long enough. A host says so before it knows at which phases datagrams are sent. */
static int mdl_frame(mdl_core *m, int64_t now) {
	mdl_framing *f = &m->frames;
	int i, j;
	if (!m->framed) {
		if (mdl_newest(&m->ways[0])->span == 0 && mdl_newest(&m->ways[1])->span == 0) return 0;
		mdl_zero(f, sizeof *f);
		f->ways[0].length = f->ways[1].length = MDL_FRAMED_FIRST;
		f->since = now;
		m->framed = 1;
	}
	for (i = 0; i < 2; i++) f->ways[i].span = mdl_newest(&m->ways[i])->span;
	if (f->ways[0].span == 0 && f->ways[1].span == 0) f->since = now;
	if (now - f->since < MDL_FRAMED_AFTER) return 0; /* and of the first points it is not known yet which have overtaken */
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		for (j = 0; j < w->n; j++) {
			mdl_point *p = mdl_at(w, j);
			if (!p->framed && !p->skipped) mdl_framed_add(&f->ways[i], p, w->sign * m->line.f.slope);
			p->framed = 1;
		}
	}
	return 1;
}

/* Returns the first edges that are in a window, the latest at least. */
static int mdl_framed_oldest(const mdl_framed_way *w, int64_t from) {
	int i = w->n - 1;
	while (i > 0 && w->edges[i - 1].upper_x >= from) i--;
	return i;
}

static int64_t mdl_upper(const mdl_edging *e, int64_t s, int64_t now) { return mdl_sub(e->upper_y, mdl_framed_slope(s, e->upper_x - now)); }
static int64_t mdl_lower(const mdl_edging *e, int64_t s, int64_t now) { return mdl_sub(e->lower_y, mdl_framed_slope(s, e->lower_x - now)); }

/* Returns the least upper edge of a window for a slope. */
static int64_t mdl_framed_most(const mdl_framed_way *w, int first, int64_t s, int64_t now) {
	int64_t most = MDL_MOST;
	for (; first < w->n; first++) most = mdl_min(most, mdl_upper(&w->edges[first], s, now));
	return most;
}

/* Returns the logarithm of the room that a floor of slope s has between its edges, where it is above the reference, and its variance. */
static int64_t mdl_framed_room(const mdl_framed_way *w, int64_t s, int64_t now, int64_t from, int64_t reference, int64_t *floor, int64_t *square) {
	const int first = mdl_framed_oldest(w, from);
	const int64_t most = mdl_sub(mdl_framed_most(w, first, s, now), reference), worst = (int64_t)MDL_FRAMED_MOST * MDL_FRAMED_MOST;
	int64_t least = MDL_LEAST, room, n = 1, sum = MDL_FRAMED_LEAST, mean, cut;
	int i;
	for (i = first; i < w->n; i++) {
		if (w->edges[i].known) least = mdl_max(least, mdl_sub(mdl_lower(&w->edges[i], s, now), reference));
	}
	if (least == MDL_LEAST) least = mdl_sub(most, w->span);
	room = mdl_sub(most, least);
	if (room >= MDL_FRAMED_LEAST) {
		const int64_t all = room + MDL_FRAMED_LEAST;
		*floor = most - (mdl_mul_div(room, room, 2 * all) + mdl_mul_div(MDL_FRAMED_LEAST, all, all));
		*square = mdl_squared(room) / 12 + mdl_squared(MDL_FRAMED_LEAST);
		return mdl_logarithm((uint64_t)all);
	}
	for (i = first; i < w->n; i++) {
		const int64_t over = mdl_sub(mdl_sub(mdl_lower(&w->edges[i], s, now), reference), most);
		if (!w->edges[i].known || over <= -MDL_FRAMED_LEAST) continue;
		n++;
		sum = mdl_add(sum, mdl_max(over, 0));
	}
	mean = sum / n;
	cut = mdl_min(mean, 1 << 30);
	*floor = most - mean;
	*square = mdl_squared(mean);
	return mdl_logarithm((uint64_t)mdl_max(mean, 1)) - MDL_FRAMED_NATS * (n - 1) * MDL_Q16 -
		2 * (mdl_logarithm((uint64_t)(worst + cut * cut)) - mdl_logarithm((uint64_t)worst));
}

/* Looks at how the points of a way that are stamped when they come lie above their floor, and returns their mean. */
static int64_t mdl_framed_density(mdl_framed_way *w, int64_t now, int64_t from, int64_t *scratch) {
	const int first = mdl_framed_oldest(w, from);
	const int64_t least = mdl_framed_most(w, first, w->slope, now);
	int64_t mean, near_floor = 0, middle = 0;
	int i;
	if (w->span > 0) return 2 * MDL_MICRO;
	for (i = first; i < w->n; i++) scratch[i - first] = mdl_sub(mdl_upper(&w->edges[i], w->slope, now), least);
	mean = mdl_mean_over(scratch, w->n - first);
	for (i = first; i < w->n; i++) {
		if (mdl_sub(mdl_upper(&w->edges[i], w->slope, now), least) > 4 * mean) continue;
		near_floor++;
		middle += w->edges[i].upper_x - now;
	}
	w->weight = mdl_max((near_floor << 32) / mean, 1);
	w->middle = middle / near_floor;
	return mean;
}

/* Returns the logarithm of how likely a floor's slope is where its points are stamped when they come, where it is, and its variance. */
static int64_t mdl_framed_sharp(const mdl_framed_way *w, int64_t s, int64_t now, int64_t from, int64_t reference, int64_t *floor, int64_t *square) {
	const int64_t least = mdl_sub(mdl_framed_most(w, mdl_framed_oldest(w, from), s, now), reference), below = ((int64_t)1 << 32) / w->weight;
	*floor = least - below;
	*square = mdl_squared(below);
	return mdl_mul_shift(w->weight, mdl_add(least, mdl_framed_slope(s, w->middle)), 16);
}

/* Returns how likely a slope is, in nats of Q16, where it has the floors, above the references, and the variance of their middle. */
static int64_t mdl_framed_at(const mdl_framing *f, int64_t s, int64_t now, int64_t from, const int64_t *reference, int64_t *floors, int64_t *square) {
	int64_t likely = MDL_PRIOR_POWER * (mdl_believed(0) - mdl_believed(s)), own;
	int i;
	*square = 0;
	for (i = 0; i < 2; i++) {
		const mdl_framed_way *w = &f->ways[i];
		const int64_t q = s * (1 - 2 * i);
		likely = mdl_add(likely, w->span == 0 ? mdl_framed_sharp(w, q, now, from, reference[i], &floors[i], &own)
						      : mdl_framed_room(w, q, now, from, reference[i], &floors[i], &own));
		*square += own / 4;
	}
	return likely;
}

/* Takes the means over the slopes of a range. */
static void mdl_framed_posterior(const mdl_framing *f, int64_t lo, int64_t hi, int64_t now, int64_t from, const int64_t *reference, mdl_fitted *r) {
	enum { SLOPES = 2 * MDL_FRAMED_SLOPES - 1 };
	int64_t likely[SLOPES], squares[SLOPES], middles[SLOPES], floors[2], best = MDL_LEAST, sum = 0, middle = 0, width = 0, slopes = 0, square = 0;
	int64_t widths[SLOPES];
	int k;
	for (k = 0; k < SLOPES; k++) {
		likely[k] = mdl_framed_at(f, lo + (hi - lo) * k / (SLOPES - 1), now, from, reference, floors, &squares[k]);
		middles[k] = mdl_sub(floors[0], floors[1]) / 2;
		widths[k] = mdl_add(floors[0], floors[1]);
		best = mdl_max(best, likely[k]);
	}
	for (k = 0; k < SLOPES; k++) {
		const int64_t p = mdl_exp_negative(mdl_sub(best, likely[k]));
		likely[k] = p;
		sum += p;
		middle = mdl_add(middle, mdl_mul(p, middles[k]));
		width = mdl_add(width, mdl_mul(p, widths[k]));
		slopes += p * ((hi - lo) * k / (SLOPES - 1) >> 4);
	}
	r->middle = middle / sum;
	r->width = width / sum;
	r->slope = lo + slopes / sum * 16;
	for (k = 0; k < SLOPES; k++) {
		const int64_t d = mdl_sub(middles[k], r->middle);
		if (likely[k] > MDL_FRAMED_RARE) {
			const int64_t room = 2 * mdl_unsquared(squares[k]);
			r->under = mdl_max(r->under, mdl_sub(room, d));
			r->over = mdl_max(r->over, mdl_add(room, d));
		}
		square += likely[k] * ((mdl_squared(d) + squares[k]) >> 10);
	}
	r->square = mdl_mul_div(square, 1 << 10, sum);
}

/* Finds the line in a window, within 600 ppm. */
static void mdl_framed_fit(mdl_framing *f, int64_t now, int64_t from, const int64_t *reference, int64_t *scratch, mdl_fitted *r) {
	int64_t lo = -600 * MDL_PPM, hi = 600 * MDL_PPM, floors[2], square;
	int round, i, k;
	mdl_zero(r, sizeof *r);
	r->points = MDL_REFUTE_POINTS;
	r->window = MDL_FRAMED_WINDOW;
	for (i = 0; i < 2; i++) r->means[i] = mdl_framed_density(&f->ways[i], now, from, scratch);
	for (round = 0; round < MDL_FRAMED_ROUNDS; round++) {
		int64_t likely[MDL_FRAMED_SLOPES];
		const int64_t wide = hi - lo;
		int best = 0, first, last;
		for (k = 0; k < MDL_FRAMED_SLOPES; k++) {
			likely[k] = mdl_framed_at(f, lo + wide * k / (MDL_FRAMED_SLOPES - 1), now, from, reference, floors, &square);
			if (likely[k] > likely[best]) best = k;
		}
		for (first = best; first > 0 && likely[first] > mdl_sub(likely[best], MDL_FRAMED_DEPTH * MDL_Q16);) first--;
		for (last = best; last < MDL_FRAMED_SLOPES - 1 && likely[last] > mdl_sub(likely[best], MDL_FRAMED_DEPTH * MDL_Q16);) last++;
		hi = lo + wide * last / (MDL_FRAMED_SLOPES - 1);
		lo = lo + wide * first / (MDL_FRAMED_SLOPES - 1);
		if (hi - lo > wide / 2 || hi - lo < 1024) break;
	}
	mdl_framed_posterior(f, lo, hi, now, from, reference, r);
}

/* Says whether a line of a slope has lower edges above upper ones in so many stretches of a window, or in all of the latest, that it is no
 * chance: a path has changed, or the rate. */
static int mdl_framed_contradicted(const mdl_framing *f, int64_t s, int64_t now, int64_t from) {
	int i, j;
	for (i = 0; i < 2; i++) {
		const mdl_framed_way *w = &f->ways[i];
		const int first = mdl_framed_oldest(w, from), n = w->n - first;
		const int64_t q = s * (1 - 2 * i), most = mdl_framed_most(w, first, q, now);
		int all = 0, latest = 0;
		if (w->span == 0) continue;
		for (j = first; j < w->n; j++) {
			if (!w->edges[j].known) continue;
			if (mdl_sub(mdl_lower(&w->edges[j], q, now), most) > w->span / MDL_FRAMED_OFF) {
				all++;
				latest++;
			} else {
				latest = 0;
			}
		}
		if ((latest >= MDL_FRAMED_LATEST && latest < n) || all > MDL_FRAMED_LATEST + n / 4) return 1;
	}
	return 0;
}

/* Says whether a line is outside what a shorter window has room for. */
static int mdl_framed_apart(const mdl_fitted *shorter, int n, const mdl_fitted *one) {
	int i;
	for (i = 0; i < n; i++) {
		const int64_t d = mdl_sub(one->middle, shorter[i].middle);
		if (d > mdl_add(shorter[i].over, MDL_FRAMED_MOST) || mdl_sub(0, d) > mdl_add(shorter[i].under, MDL_FRAMED_MOST)) return 1;
	}
	return 0;
}

/* Fits lines in ever longer windows, as long as a shorter one has room for them and the edges do not contradict each other, and returns
 * the longest one's. */
static mdl_fitted mdl_framed_windows(mdl_framing *f, int64_t now, int64_t begun, const int64_t *reference, int64_t *scratch) {
	mdl_fitted accepted[MDL_FRAMED_WINDOWS];
	int n = 0, k;
	for (k = f->last > 2 ? f->last - 2 : 0; k < MDL_FRAMED_WINDOWS; k++) {
		const int64_t from = now - MDL_FRAMED_WINDOW * ((int64_t)1 << k);
		mdl_fitted *one = &accepted[n];
		int refuted;
		mdl_framed_fit(f, now, from, reference, scratch, one);
		refuted = mdl_framed_apart(accepted, n, one) || mdl_framed_contradicted(f, one->slope, now, from);
		if (refuted && n == 0 && k > 0) {
			k = k > 2 ? k - 3 : -1; /* something has changed since then */
			continue;
		}
		if (refuted && n > 0) break;
		n++;
		f->last = k;
		if (begun >= from) break;
	}
	return accepted[n - 1];
}

/* Fits the frames' line at local time now, if it is time for that. Says whether that is the one to go by: not where both ends have frames, and
 * the edges leave all of these as room. Its middle is as good as any other place. */
static int mdl_framed_line(mdl_core *m, int64_t now) {
	mdl_framing *f = &m->frames;
	int64_t reference[2], begun;
	mdl_fitted best;
	int i;
	if (f->ways[0].n == 0 || f->ways[1].n == 0 || (m->known && now < f->due)) return 1;
	begun = mdl_min(f->ways[0].edges[0].upper_x, f->ways[1].edges[0].upper_x);
	for (i = 0; i < 2; i++) {
		f->ways[i].slope = m->ways[i].sign * m->line.f.slope;
		reference[i] = f->ways[i].edges[f->ways[i].n - 1].upper_y;
	}
	best = mdl_framed_windows(f, now, begun, reference, m->scratch);
	if (f->ways[0].span > 0 && f->ways[1].span > 0 &&
		mdl_mul(best.square, MDL_FRAMED_ROOM) > mdl_squared(f->ways[0].span) + mdl_squared(f->ways[1].span)) {
		return 0;
	}
	f->due = now + mdl_min((now - begun) / MDL_FRAMED_PART, 16000000);
	best.middle += (reference[0] - reference[1]) / 2;
	best.width += reference[0] + reference[1];
	m->line.at = now;
	m->line.f = best;
	m->known = 1;
	return 1;
}

/* The line. */

/* Returns what the offset is between at local time at, in us, whatever the paths do, if the rate is within 200 ppm of the line's: each point of
 * the latest so many us bounds it from one side. */
static void mdl_bounds(mdl_core *m, int64_t at, int64_t latest, int64_t *least, int64_t *most) {
	int64_t bound[2] = {(int64_t)1 << 50, (int64_t)1 << 50};
	int i, k;
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		for (k = w->n - 1; k >= 0; k--) {
			const mdl_point *p = mdl_at(w, k);
			const int64_t age = at - p->x;
			if (age > latest && k < w->n - 1) break;
			if (p->skipped && !(w->pending && w->fell && p->x >= w->since) && mdl_residual(m, i, p) < 0) continue; /* it has overtaken */
			bound[i] = mdl_min(bound[i], mdl_add(mdl_raw(w, p), mdl_slope(w->sign * m->line.f.slope + 200 * MDL_PPM, age)));
		}
	}
	*least = -bound[1];
	*most = bound[0];
}

/* Returns by how much the latest points of both ways say that the middle is elsewhere, beyond chance: where the rate has just stepped, the
 * line still stands on points of before. The least of some waits is such a part of their mean. */
static int64_t mdl_missed(mdl_core *m) {
	enum { LATEST = 3 };
	int64_t least[2] = {INT64_MAX, INT64_MAX}, chance = 0;
	int i, k;
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		for (k = w->n < LATEST ? 0 : w->n - LATEST; k < w->n; k++) {
			const mdl_point *p = mdl_at(w, k);
			if (!p->skipped) least[i] = mdl_min(least[i], mdl_residual(m, i, p));
		}
		if (least[i] == INT64_MAX) return 0;
		chance += mdl_min(m->line.f.means[i], m->steady_spread[i]) / (2 * LATEST);
	}
	return mdl_max(mdl_sub(mdl_abs(mdl_sub(least[0], least[1]) / 2), chance), 0);
}

/* Works out the line anew at local time now, in us. Returns whether the clock has stepped. */
static int mdl_core_solve(mdl_core *m, int64_t now) {
	int64_t least, most, low, high, by;
	const int was = m->known;
	const mdl_line before = m->line;
	int stepped = 0, out, i;
	for (i = 0; i < 2; i++) {
		mdl_way *w = &m->ways[i];
		while (w->n > 0 && mdl_at(w, 0)->x < now - MDL_LONGEST) mdl_drop(w, 1);
		if (w->n == 0) return 0;
	}
	if (m->known) stepped = mdl_paths(m, now);
	if (!mdl_frame(m, now) || !mdl_framed_line(m, now)) {
		mdl_windows(m, now);
		m->line.f.under = (mdl_newest(&m->ways[0])->span + mdl_newest(&m->ways[1])->span) / 2;
		by = mdl_missed(m);
		if (by > 0) m->line.f.under = mdl_max(m->line.f.under, mdl_add(4 * mdl_deviation(&m->line.f), by));
		m->line.f.over = m->line.f.under;
	}
	mdl_bounds(m, m->line.at, MDL_HARD_FOR, &least, &most);
	if (m->known && least <= most) m->line.f.middle = mdl_clamp(m->line.f.middle, least, most);
	mdl_bounds(m, m->line.at, MDL_BOUND_FOR, &low, &high);
	/* Where no path allows any line, a clock was set, and both ways are about to show it; what is out of the bounds of long is a queue. */
	out = m->line.f.middle < low || m->line.f.middle > high;
	if (was && !stepped && (least > most || (low <= high && out))) m->line = before;
	return stepped;
}

/* What is shown runs faster or slower than the line to approach it: gently while it is near, and never backwards. */

/* Returns how far the clock is still behind the line. */
static int64_t mdl_slewed_left(const mdl_slewed *s, int64_t now) {
	static const int64_t legs[4][2] = {{100000000, 500000}, {20000000, 50000}, {5000000, 5000}, {0, 500}}; /* down to ns, at us a second */
	int64_t away = mdl_abs(s->behind), passed = mdl_sub(now, s->from);
	int i;
	if (away == 0 || passed <= 0) return s->behind;
	for (i = 0; i < 4; i++) {
		const int64_t down = legs[i][0], rate = s->hurry ? legs[0][1] : legs[i][1];
		int64_t takes;
		if (away <= down) continue;
		takes = mdl_mul_div(away - down, 1000000, rate);
		if (passed < takes) {
			away -= mdl_mul_div(passed, rate, 1000000);
			break;
		}
		away = down;
		passed -= takes;
	}
	return s->behind < 0 ? mdl_sub(0, away) : away;
}

/* Starts the clock's approach from a distance behind the line. If that is too far behind, the clock is set forward at once; for a young
 * clock the limit is lower. If it is too far ahead, it is set back where that is allowed. Returns whether it was set. */
static int mdl_slewed_set(mdl_slewed *s, int64_t now, int64_t behind, int young, int back) {
	const int64_t a_little = MDL_MS / 2, most = young ? a_little : 100 * MDL_MS;
	s->from = now;
	s->behind = behind;
	s->hurry = young && behind < -a_little;
	if (behind <= most && !(back && behind < -MDL_SECOND)) return 0;
	s->behind = 0;
	return 1;
}

/* The clock. */

static const int64_t MDL_TURN = (int64_t)1 << 27; /* us until a stamp turns over */

static int64_t mdl_clock_offset(const midline_clock *m, int64_t now) {
	const mdl_line *l = &m->line;
	const int64_t middle = mdl_ns(l->f.middle), rise = mdl_mul_shift(l->f.slope, mdl_sub(now, mdl_mul(l->at, 1000)), MDL_SLOPE_BITS);
	return mdl_sub(mdl_add(m->base, mdl_add(middle, rise)), mdl_slewed_left(&m->shown, now));
}

int64_t midline_clock_time(const midline_clock *m, int64_t now, int *known) {
	if (known) *known = m->status.synchronised;
	return mdl_add(now, mdl_clock_offset(m, now));
}

/* Returns the two parts of how far the shown clock may be off: half of what the ways may differ by; and deviations of the line's middle and its points' spread, how
 * far the rate may have wandered within the line's window and since, what the clock has still to go, and where the floors have moved the line, as a queue that ends
 * does and a route that changes, how far that was. */
static int64_t mdl_clock_interval(const midline_clock *m, int64_t now, int64_t *unsettled) {
	const mdl_fitted *f = &m->line.f;
	const int64_t sigma = mdl_deviation(f), age = mdl_max(0, now / 1000 - m->line.at), four = mdl_max(4 * sigma, mdl_max(f->under, f->over));
	int64_t ways = m->core.cfg.asymmetry_ns, doubt = m->doubt, parts, rest;
	int i;
	if (ways == 0) ways = mdl_max(0, mdl_ns(f->width)); /* false stamps can make it seem less */
	for (i = 0; i < 2; i++) ways = mdl_add(ways, mdl_max(0, mdl_sub(0, mdl_ns(m->core.ways[i].level))));
	parts = mdl_add(four, mdl_bias(&m->core, f->window)) + 10 * MDL_MICRO;
	parts = mdl_add(mdl_add(parts, mdl_min(mdl_mul_div(8 * sigma, age, mdl_max(f->window, 1)), (int64_t)1 << 60)), mdl_bias(&m->core, age));
	rest = mdl_add(mdl_ns(parts), mdl_abs(mdl_slewed_left(&m->shown, now)));
	rest = mdl_add(rest, mdl_add(rest / 2, mdl_ns(mdl_max(f->means[0], f->means[1])) / 10));
	if (m->first != 0) doubt = mdl_max(doubt, mdl_abs(mdl_ns(mdl_sub(f->width, m->first))) / 2);
	*unsettled = mdl_max(rest, mdl_add(rest / 2, doubt));
	return ways / 2;
}

midline_status midline_clock_status(const midline_clock *m, int64_t now) {
	const int64_t up = m->core.ways[0].level, down = m->core.ways[1].level, width = m->line.f.width;
	midline_status s = m->status;
	int i, k;
	if (!m->core.known) return s;
	s.measured = 1;
	s.rtt = mdl_ns(mdl_add(mdl_add(width, up), down));
	s.up = mdl_ns(mdl_add(width / 2, up));
	s.down = mdl_ns(mdl_add(width / 2, down));
	if (!m->anchored || m->denied || now < mdl_sub(m->seen, MDL_SECOND)) return s; /* a clock was set, and an answer has to say how far */
	s.known = 1;
	s.unknowable = mdl_clock_interval(m, now, &s.unsettled);
	s.uncertainty = mdl_add(s.unknowable, s.unsettled);
	s.state = mdl_sub(now, m->unsure) < 10 * MDL_SECOND ? MIDLINE_STATE_SETTLING : MIDLINE_STATE_STEADY;
	s.offset = mdl_clock_offset(m, now);
	s.rate_ppb = mdl_mul_shift(m->line.f.slope, MDL_SECOND, MDL_SLOPE_BITS);
	s.age = mdl_mul(mdl_max(mdl_micros(now) - m->core.begun, 0), 1000);
	for (i = 0; i < 2; i++) {
		const mdl_way *w = &m->core.ways[i];
		for (k = 0; k < w->n; k++) s.aside += w->points[(w->first + k) % MDL_POINTS].skipped;
	}
	return s;
}

/* Forgets all points. The host's frames are what they were, and it may have told their spans already. */
static void mdl_clock_begin(midline_clock *m, int64_t slope) {
	const midline_config cfg = m->core.cfg;
	const int64_t frame = m->core.ways[0].frame;
	mdl_core_init(&m->core, &cfg);
	m->core.line.f.slope = slope;
	m->core.ways[0].frame = frame;
	mdl_zero(&m->own, sizeof m->own);
	m->denied = 0;
}

int midline_clock_init(midline_clock *m, const midline_config *cfg) {
	midline_config c;
	mdl_zero(m, sizeof *m);
	mdl_zero(&c, sizeof c);
	c.wander_ppb = 30;
	if (cfg) c = *cfg;
	if (c.wander_ppb < 1 || c.wander_ppb > 10000 || c.asymmetry_ns < 0 || c.asymmetry_ns > 10 * MDL_SECOND) return -1;
	if (c.grain_ns < 0 || c.grain_ns > 4 * MDL_SECOND) return -1;
	mdl_core_init(&m->core, &c);
	m->asking = 1;
	return 0;
}

static void mdl_clock_restart(midline_clock *m, int64_t now) {
	mdl_clock_begin(m, m->core.line.f.slope);
	m->slewing = m->status.synchronised;
	m->asking = 1;
	m->anchored = 0;
	m->unsure = now;
}

void midline_clock_forget(midline_clock *m, int64_t now) {
	mdl_clock_restart(m, now);
	m->core.ways[0].frame = m->first = m->doubt = 0;
}

/* Deals with a client's clock that was set back: what was before it is of no use, and what is shown goes on from where it was. */
static void mdl_clock_set_back(midline_clock *m, int64_t now) {
	const int64_t slope = m->core.line.f.slope;
	int known;
	const int64_t at = midline_clock_time(m, m->seen, &known);
	mdl_clock_begin(m, slope);
	m->open = 0; /* what is asked is by the clock of before */
	m->asking = m->doubtful = 1;
	m->anchored = 0;
	m->unsure = m->cut_at = m->woken = m->seen = now;
	if (!known) return;
	mdl_zero(&m->line, sizeof m->line);
	m->line.at = now / 1000;
	m->line.f.slope = slope;
	m->base = 0;
	mdl_zero(&m->shown, sizeof m->shown);
	m->shown.from = now;
	m->base = mdl_sub(mdl_sub(at, now), mdl_clock_offset(m, now)); /* what is in the line has been rounded */
}

/* Looks out for a clock that was set back. A datagram's time is that of its arrival, and it may have waited a second to be read. */
static void mdl_clock_notice(midline_clock *m, int64_t now) {
	if (!m->began) {
		m->began = 1;
		m->unsure = m->seen = m->woken = now;
	}
	if (now < mdl_sub(m->seen, MDL_SECOND)) mdl_clock_set_back(m, now);
	m->seen = mdl_max(now, m->seen);
}

/* Notes that a floor has fallen, as no queue makes it: a clock may have been set, or is being slewed. */
static void mdl_clock_fell(midline_clock *m, int64_t now) {
	m->asking = 1;
	if (m->slewing) m->unsure = now;
}

/* Returns the turns of the stamps that are nearest to what the answer said. */
static int64_t mdl_clock_turns(midline_clock *m) {
	const int64_t middle = m->core.line.f.middle / MDL_MICRO;
	int64_t turns;
	if (!m->anchored) return m->base;
	turns = mdl_sub(m->coarse, mdl_sub(middle, MDL_TURN / 2)) >> 27;
	m->coarse = mdl_add(middle, turns * MDL_TURN);
	return mdl_mul(turns * MDL_TURN, 1000);
}

static void mdl_clock_note(midline_clock *m, int64_t step, int known) {
	if (step == 0) return;
	m->status.steps++;
	if (known) m->status.last_step = step;
}

/* Says how the clock that showed before goes on. */
static void mdl_clock_settle(midline_clock *m, int64_t now, int64_t before, int known) {
	int64_t step;
	if (!m->anchored) return;
	m->status.synchronised = 1;
	mdl_zero(&m->shown, sizeof m->shown);
	if (m->core.cfg.shows_line || !known) {
		m->shown.from = now;
		mdl_clock_note(m, mdl_sub(midline_clock_time(m, now, NULL), before), known);
		return;
	}
	step = mdl_sub(midline_clock_time(m, now, NULL), before);
	if (mdl_slewed_set(&m->shown, now, step, mdl_sub(now, m->unsure) < 10 * MDL_SECOND, !m->core.cfg.back_slews)) mdl_clock_note(m, step, known);
}

/* Has the line be fitted anew, and the shown clock follow it. */
static void mdl_clock_solve(midline_clock *m, int64_t now) {
	int64_t before, off, told;
	int known, stepped;
	const int sure = m->core.known && m->anchored;
	if (m->core.ways[0].n == 0 || m->core.ways[1].n == 0) return;
	before = midline_clock_time(m, now, &known);
	mdl_clock_interval(m, now, &told);
	if (m->slewing && m->anchored && mdl_sub(now, m->unsure) > MDL_SECOND) {
		/* After the last sign of a clock that was set, what was before is forgotten: its system may have slewed it for seconds. */
		mdl_since(&m->core, mdl_micros(m->unsure));
		m->slewing = 0;
	}
	stepped = mdl_core_solve(&m->core, mdl_micros(now));
	if (!m->core.known) return;
	off = mdl_abs(mdl_ns(mdl_sub(m->core.line.f.middle, mdl_offset_at(&m->line, m->core.line.at))));
	if (m->status.synchronised && off > MDL_SECOND) { /* farther than is believed to be less than a turn before an answer has said so */
		stepped = 1;
		m->anchored = 0;
	}
	/* A line that leaves what was told of it by more than 4 ms has followed a path. */
	if (sure && !stepped && off > mdl_max(told, 4 * MDL_MS)) m->doubt = mdl_max(m->doubt, off);
	if (m->first == 0 && m->core.line.at - m->core.begun >= 3000000) m->first = m->core.line.f.width;
	if (stepped) {
		m->slewing = m->slewing || (m->status.synchronised && off > 20 * MDL_MS);
		m->asking = 1;
		m->unsure = now;
	}
	if (m->status.synchronised && !m->anchored) return; /* the clock keeps running until the answer says by how many turns it was set */
	m->line = m->core.line;
	m->base = mdl_clock_turns(m);
	mdl_clock_settle(m, now, before, known);
}

/* Takes the own bucket's fastest datagram. */
static void mdl_clock_flush(midline_clock *m) {
	mdl_way *up = &m->core.ways[0], *down = &m->core.ways[1];
	int64_t pivot = 0;
	mdl_packet taken;
	mdl_point p;
	int32_t n;
	if (m->own.n == 0) return;
	taken = mdl_bucket_take(&m->own, &n);
	if (down->n > 0) {
		pivot = mdl_raw(down, mdl_newest(down));
	} else if (up->n > 0) {
		pivot = mdl_sub((int64_t)33 * (1 << 20) * MDL_MICRO, mdl_newest(up)->y); /* both delays together are -34 to 100 s */
	}
	mdl_zero(&p, sizeof p);
	p.x = mdl_micros(taken.at);
	p.y = mdl_expand(pivot, (uint64_t)taken.delta * MDL_MICRO / 2);
	p.span = (int64_t)taken.span * MDL_MICRO / 2;
	p.gap = m->own.gap * MDL_MICRO / 2;
	p.many = n >= MDL_MANY;
	p.edged = (uint8_t)m->own.edged;
	mdl_core_add(&m->core, 1, &p);
}

void midline_clock_datagram(midline_clock *m, uint32_t stamp, int64_t now, int64_t before) {
	const mdl_packet p = mdl_packet_of(stamp & 0xffffffu, now, before);
	mdl_change change;
	mdl_clock_notice(m, now);
	m->status.used++;
	change = mdl_bucket_add(&m->own, &p);
	if (change == MDL_SAME || mdl_sub(now, m->cut_at) < 500 * MDL_MS) return;
	m->cut_at = now;
	if (change == MDL_FELL) mdl_clock_fell(m, now);
	mdl_bucket_cut(&m->own, change);
	mdl_clock_flush(m);
	mdl_clock_solve(m, now);
}

/* Bits of a report beside the delta above them and the upper half of the stamp below. */
enum { MDL_REPORT_MANY = 1 << 16, MDL_REPORT_OVERTOOK = 1 << 17, MDL_REPORT_EARLY = 1 << 19, MDL_GAP_ZERO = 1 << 13, MDL_GAP_MOST = (1 << 16) - 1 };

/* Returns when the client sent the datagram of a report, in us of its own clock, to the middle of 2.048 ms. */
static int64_t mdl_sent_at(uint64_t floor, int64_t now) {
	const int64_t at = mdl_units(now, 2048000), age = (int64_t)(((uint64_t)at - floor) & 0xffff);
	return (at - age) * 2048 + 1024;
}

void midline_clock_told(midline_clock *m, uint64_t floor, uint32_t span, int64_t now) {
	mdl_way *w = &m->core.ways[0];
	const int early = (floor & MDL_REPORT_EARLY) != 0;
	int64_t pivot = 0;
	mdl_point p;
	mdl_clock_notice(m, now);
	mdl_zero(&p, sizeof p);
	p.x = mdl_sent_at(floor, now);
	if (floor & MDL_REPORT_OVERTOOK) return; /* it tells nothing of the path that the others take */
	if (m->own.n == 0 && m->core.ways[1].n == 0) { /* before the first datagram of the host's */
		m->status.rejected++;
		return;
	}
	if ((m->doubtful && !early) || now / 1000 - p.x > 60000000 || (w->n > 0 && p.x < mdl_newest(w)->x)) { /* of a datagram that is too old */
		m->status.rejected++;
		m->doubtful = 0;
		return;
	}
	m->doubtful = 0;
	if (w->n > 0) pivot = mdl_raw(w, mdl_newest(w));
	p.y = mdl_expand(pivot, ((floor >> 20) & ((1u << 28) - 1)) * MDL_MICRO / 2);
	if (early && p.y < pivot) mdl_clock_fell(m, now);
	p.many = (floor & MDL_REPORT_MANY) != 0;
	p.span = (int64_t)(span >> 16) * 4 * MDL_MICRO;
	p.gap = ((int64_t)(span & MDL_GAP_MOST) - MDL_GAP_ZERO) * 4 * MDL_MICRO;
	p.edged = (span & MDL_GAP_MOST) != 0;
	mdl_core_add(&m->core, 0, &p);
	mdl_clock_flush(m);
	mdl_clock_solve(m, now);
}

int midline_clock_answers(const midline_clock *m, uint16_t number, int64_t t1) {
	const uint16_t age = (uint16_t)(m->seq - number);
	return age < MDL_ASKS && (m->open >> age & 1) && m->sent[number % MDL_ASKS] == t1;
}

/* Compares the line with an answer: the host's clock was below T2 when the question left, and above T3 when the answer came. A line that
 * says otherwise rests on stamps that are not true, or on a clock that was set since. The floors are about to show the latter, and lose no points
 * by it: so the points are forgotten only if the next answer says the same. */
static void mdl_clock_check(midline_clock *m, int64_t t1, int64_t t2, int64_t t3, int64_t t4) {
	int known;
	const int64_t before = midline_clock_time(m, t4, &known), base = mdl_clock_turns(m);
	const int64_t asked = mdl_add(base, mdl_ns(mdl_offset_at(&m->core.line, mdl_micros(t1))));
	const int64_t came = mdl_add(base, mdl_ns(mdl_offset_at(&m->core.line, mdl_micros(t4))));
	if (mdl_sub(asked, mdl_sub(t2, t1)) > MDL_MS || mdl_sub(mdl_sub(t3, t4), came) > MDL_MS) {
		if (m->denied) {
			mdl_clock_restart(m, t4);
		} else {
			m->denied = m->asking = 1;
		}
		return;
	}
	m->denied = 0;
	m->line = m->core.line;
	m->base = base;
	mdl_clock_settle(m, t4, before, known);
}

void midline_clock_answer(midline_clock *m, uint16_t number, int64_t t1, int64_t t2, int64_t t3, int64_t t4) {
	const int64_t rtt = mdl_sub(mdl_sub(t4, t1), mdl_sub(t3, t2));
	const int ours = midline_clock_answers(m, number, t1);
	if (ours) m->open &= ~((uint64_t)1 << (uint16_t)(m->seq - number));
	if (!ours || rtt < 0 || rtt > 66 * MDL_SECOND) {
		m->status.rejected++;
		return;
	}
	m->asking = 0;
	m->anchored = 1;
	m->coarse = mdl_add(mdl_sub(t2, t1), mdl_sub(t3, t4)) / 2 / 1000;
	if (m->core.known) mdl_clock_check(m, t1, t2, t3, t4);
}

int midline_clock_wake(midline_clock *m, int64_t now, uint16_t *number, int64_t *due) {
	int64_t every;
	int asks;
	if (m->began && now < m->woken) mdl_clock_set_back(m, now);
	mdl_clock_notice(m, now);
	m->woken = now;
	every = m->asking ? MDL_SECOND : 30 * MDL_SECOND;
	asks = !m->asked || now < m->last || mdl_sub(now, m->last) >= every;
	if (asks) {
		m->asking = m->asked = 1;
		every = MDL_SECOND;
		m->last = now;
		m->seq++;
		m->sent[m->seq % MDL_ASKS] = now;
		m->open = m->open << 1 | 1;
		*number = m->seq;
	}
	*due = mdl_add(m->last, every);
	return asks;
}

/* The host's half. */

void midline_peer_init(midline_peer *p) { mdl_zero(p, sizeof *p); }

void midline_peer_datagram(midline_peer *p, uint32_t stamp, int64_t now, int64_t before) {
	const mdl_packet packet = mdl_packet_of(stamp & 0xffffffu, now, before);
	const mdl_change change = mdl_bucket_add(&p->bucket, &packet);
	const int64_t waited = mdl_sub(now, p->told), pause = (change == MDL_ROSE ? 2000 : 500) * MDL_MS;
	if (change == MDL_SAME || p->early || (p->changes && waited >= 0 && waited < pause)) return;
	mdl_bucket_cut(&p->bucket, change);
	p->early = p->changes = 1;
	p->told = p->next = now;
}

/* Returns v in units of 4 us, rounded up. */
static int64_t mdl_span_units(int64_t v) { return mdl_units(v + 7, 8); }

static uint32_t mdl_span_of(const mdl_packet *p, const mdl_bucket *b) {
	const int64_t gap = mdl_span_units(b->gap) + MDL_GAP_ZERO;
	uint32_t span;
	if (p->span == 0) return 0;
	span = (uint32_t)mdl_min(mdl_span_units(p->span), MDL_GAP_MOST) << 16;
	return b->edged && gap > 0 && gap <= MDL_GAP_MOST ? span | (uint32_t)gap : span;
}

int midline_peer_due(midline_peer *p, int64_t now, uint64_t *floor, uint32_t *span) {
	const int early = p->early;
	int64_t age;
	mdl_packet packet;
	int32_t n;
	if (p->bucket.n == 0) return 0;
	if (!p->begun || now < p->reported) { /* or the clock was set back */
		p->begun = 1;
		p->start = p->next = now;
	}
	if (now < p->next) return 0;
	p->early = 0;
	p->reported = now;
	age = mdl_sub(now, p->start);
	p->next = mdl_add(now, age >= 20 * MDL_SECOND ? 2 * MDL_SECOND : mdl_clamp(age, 30 * MDL_MS, 500 * MDL_MS));
	packet = mdl_bucket_take(&p->bucket, &n);
	p->span = mdl_span_of(&packet, &p->bucket);
	*span = p->span;
	*floor = (uint64_t)packet.delta << 20 | packet.stamp >> 8;
	if (n >= MDL_MANY) *floor |= MDL_REPORT_MANY;
	if (early) *floor |= MDL_REPORT_EARLY;
	return 1;
}

/* The wire format: docs/wire.md. */

enum { MDL_QUESTION = 1, MDL_ANSWER = 2, MDL_FLOOR = 4, MDL_SPAN = 8 };

typedef struct mdl_head {
	int blocks;
	uint32_t stamp, host, span;
	uint16_t number;
	int64_t t1, t2, t3;
	uint64_t floor;
} mdl_head;

uint32_t midline_stamp(int64_t now) {
	return (uint32_t)mdl_units(now, 8000) & 0xffffffu;
}

static uint8_t *mdl_put(uint8_t *at, uint64_t v, int bytes) {
	while (bytes-- > 0) *at++ = (uint8_t)(v >> (8 * bytes));
	return at;
}

static size_t mdl_head_write(const mdl_head *h, uint8_t *to) {
	uint8_t *at = mdl_put(to, (uint64_t)(1 << 4 | h->blocks), 1);
	at = mdl_put(at, h->stamp, 3);
	if (h->blocks & (MDL_QUESTION | MDL_ANSWER)) {
		at = mdl_put(at, h->number, 2);
		at = mdl_put(at, (uint64_t)h->t1, 8);
	}
	if (h->blocks & MDL_ANSWER) {
		at = mdl_put(at, (uint64_t)h->t2, 8);
		at = mdl_put(at, (uint64_t)h->t3, 8);
		at = mdl_put(at, h->host, 4);
	}
	if (h->blocks & MDL_FLOOR) at = mdl_put(at, h->floor, 6);
	if (h->blocks & MDL_SPAN) at = mdl_put(at, h->span, 4);
	return (size_t)(at - to);
}

typedef struct mdl_reader { const uint8_t *at; size_t left; int error; } mdl_reader;

/* Reads so many bytes, the most significant first; nothing after the first error. */
static uint64_t mdl_get(mdl_reader *r, size_t bytes) {
	uint64_t v = 0;
	if (!r->error && r->left < bytes) r->error = MIDLINE_SHORT;
	if (r->error) return 0;
	r->left -= bytes;
	while (bytes-- > 0) v = v << 8 | *r->at++;
	return v;
}

static int64_t mdl_get_clock(mdl_reader *r) {
	const int64_t v = (int64_t)mdl_get(r, 8), most = (int64_t)1 << 62;
	if (!r->error && (v < -most || v > most)) r->error = MIDLINE_RANGE;
	return v;
}

/* Reads a head that has blocks of these alone. Returns its size, or why it is none. */
static int mdl_head_read(mdl_head *h, const void *data, size_t size, int allowed) {
	mdl_reader r;
	int first;
	r.at = (const uint8_t *)data;
	r.left = size;
	r.error = 0;
	mdl_zero(h, sizeof *h);
	first = (int)mdl_get(&r, 1);
	if (!r.error && first >> 4 != 1) return MIDLINE_VERSION;
	h->blocks = first & 15;
	if ((h->blocks & MDL_QUESTION) && h->blocks != MDL_QUESTION) return MIDLINE_BLOCKS;
	if ((h->blocks & MDL_SPAN) && !(h->blocks & MDL_FLOOR)) return MIDLINE_BLOCKS;
	h->stamp = (uint32_t)mdl_get(&r, 3);
	if (h->blocks & (MDL_QUESTION | MDL_ANSWER)) {
		h->number = (uint16_t)mdl_get(&r, 2);
		h->t1 = mdl_get_clock(&r);
	}
	if (h->blocks & MDL_ANSWER) {
		h->t2 = mdl_get_clock(&r);
		h->t3 = mdl_get_clock(&r);
		h->host = (uint32_t)mdl_get(&r, 4);
	}
	if (h->blocks & MDL_FLOOR) h->floor = mdl_get(&r, 6);
	if (h->blocks & MDL_SPAN) h->span = (uint32_t)mdl_get(&r, 4);
	if (r.error) return r.error;
	return h->blocks & ~allowed ? MIDLINE_BLOCKS : (int)(size - r.left);
}

int midline_peer_received(midline_peer *p, const void *data, size_t size, int64_t now, int64_t before) {
	mdl_head h;
	const int head = mdl_head_read(&h, data, size, MDL_QUESTION);
	if (head < 0) return head;
	midline_peer_datagram(p, h.stamp, now, before);
	if (h.blocks & MDL_QUESTION) {
		p->asked = 1;
		p->number = h.number;
		p->t1 = h.t1;
		p->came = now;
	}
	return head;
}

size_t midline_peer_packet(midline_peer *p, uint32_t host, int64_t now, uint8_t head[MIDLINE_MAX_HEAD]) {
	mdl_head h;
	mdl_zero(&h, sizeof h);
	h.stamp = midline_stamp(now);
	if (p->asked) {
		p->asked = 0;
		h.blocks = MDL_ANSWER;
		h.number = p->number;
		h.t1 = p->t1;
		h.t2 = p->came;
		h.t3 = now;
		h.host = host;
	}
	if (midline_peer_due(p, now, &h.floor, &h.span)) h.blocks |= h.span ? MDL_FLOOR | MDL_SPAN : MDL_FLOOR;
	return mdl_head_write(&h, head);
}

/* The client. */

int midline_client_init(midline_client *c, const midline_config *cfg) {
	mdl_zero(c, sizeof *c);
	if (midline_clock_init(&c->clock, cfg)) return -1;
	c->grain = cfg ? cfg->grain_ns : 0;
	c->half = cfg && !cfg->rounds_either ? c->grain / 2 : 0;
	return 0;
}

/* Looks what has become of the clock. back says that where it is not known any more, the client's clock was set back. */
static void mdl_client_note(midline_client *c, int64_t now, int back, int lost) {
	const midline_status s = midline_clock_status(&c->clock, now);
	const int was = c->known, same = s.steps == c->steps, other = c->last.event == MIDLINE_OTHER_HOST;
	c->known = s.known;
	if (!s.known) {
		if (!was || (other && c->last.since == now)) return;
		c->last.event = back ? MIDLINE_SET_BACK : MIDLINE_IN_DOUBT;
		c->last.since = now;
		c->last.step = 0;
		return;
	}
	if (c->last.event == MIDLINE_JOINING || ((lost || (!was && !other)) && same)) {
		c->last.event = MIDLINE_SYNCHRONISED;
		c->last.step = 0;
	} else if (same) {
		return;
	} else {
		if (!other || mdl_sub(now, c->last.since) > 5 * MDL_SECOND) {
			c->last.event = MIDLINE_STEPPED;
			c->last.step = 0;
		}
		c->last.step = mdl_add(c->last.step, s.last_step);
	}
	c->steps = s.steps;
	c->last.since = now;
}

size_t midline_client_packet(midline_client *c, int64_t now, uint8_t head[MIDLINE_MAX_HEAD], int64_t *due) {
	int64_t silent, wake;
	mdl_head h;
	now = mdl_add(now, c->half);
	mdl_zero(&h, sizeof h);
	c->sent++;
	if (!c->begun) {
		c->begun = 1;
		c->since = now;
	}
	h.stamp = midline_stamp(now);
	if (midline_clock_wake(&c->clock, now, &h.number, &wake)) {
		h.blocks = MDL_QUESTION;
		h.t1 = now;
	}
	c->woken = now;
	mdl_client_note(c, now, 1, 0);
	silent = mdl_add(now, mdl_sub(now, c->since) < 5 * MDL_SECOND ? 100 * MDL_MS : MDL_SECOND);
	if (due) *due = mdl_sub(mdl_min(wake, silent), c->half);
	return mdl_head_write(&h, head);
}

/* Looks whether an answer is of another host than the ones before. */
static void mdl_client_other_host(midline_client *c, uint32_t host, int64_t now) {
	const int other = c->answered && host != c->last.host;
	c->answered = 1;
	c->last.host = host;
	if (!other) return;
	midline_clock_forget(&c->clock, now);
	c->last.event = MIDLINE_OTHER_HOST;
	c->last.since = now;
	c->last.step = 0;
}

int midline_client_received(midline_client *c, const void *data, size_t size, int64_t now, int64_t before) {
	mdl_head h;
	const int head = mdl_head_read(&h, data, size, MDL_ANSWER | MDL_FLOOR | MDL_SPAN);
	int lost;
	if (head < 0) {
		c->refused++;
		return head;
	}
	now = mdl_add(now, c->half);
	lost = c->started && mdl_sub(now, c->heard) > 5 * MDL_SECOND;
	c->started = 1;
	c->heard = now;
	midline_clock_datagram(&c->clock, h.stamp, now, before);
	if (h.blocks & MDL_FLOOR) midline_clock_told(&c->clock, h.floor, h.span, now);
	if ((h.blocks & MDL_ANSWER) && midline_clock_answers(&c->clock, h.number, h.t1)) {
		mdl_client_other_host(c, h.host, now);
		midline_clock_answer(&c->clock, h.number, h.t1, h.t2, h.t3, now);
	}
	mdl_client_note(c, now, c->begun && mdl_sub(now, c->woken) < -MDL_SECOND, lost);
	return head;
}

midline_reading midline_client_now(const midline_client *c, int64_t now) {
	const int64_t at = mdl_add(now, c->half);
	const midline_status s = midline_clock_status(&c->clock, at);
	midline_reading r = c->last;
	r.time = midline_clock_time(&c->clock, at, NULL);
	r.known = s.known; /* where a clock was set nothing is until an answer has come */
	if (s.known) {
		r.unknowable = s.unknowable;
		r.unsettled = mdl_add(s.unsettled, c->grain);
		r.uncertainty = mdl_add(r.unknowable, r.unsettled);
		if (mdl_sub(at, c->heard) > 5 * MDL_SECOND) {
			r.event = MIDLINE_LOST;
			r.since = mdl_add(c->heard, 5 * MDL_SECOND);
			r.step = 0;
		}
	}
	if (r.event != MIDLINE_JOINING) r.since = mdl_sub(r.since, c->half);
	return r;
}

static int mdl_client_wide(const midline_client *c, int64_t now, int64_t width) {
	const midline_reading r = midline_client_now(c, now);
	return !r.known || r.uncertainty > width;
}

int midline_client_void(const midline_client *c, int64_t now, int64_t width, int64_t *at) {
	int64_t within = 0, beyond = (int64_t)1 << 55; /* 417 days */
	*at = now;
	if (mdl_client_wide(c, now, width)) return 1;
	if (!mdl_client_wide(c, mdl_add(now, beyond), width)) return 0;
	while (beyond - within > 1) { /* it becomes narrower while the clock approaches the line, and then wider and wider */
		const int64_t middle = (within + beyond) / 2;
		if (mdl_client_wide(c, mdl_add(now, middle), width)) beyond = middle;
		else within = middle;
	}
	*at = mdl_add(now, beyond);
	return 1;
}

midline_status midline_client_status(const midline_client *c, int64_t now) {
	const int64_t at = mdl_add(now, c->half);
	midline_status s = midline_clock_status(&c->clock, at);
	if (s.known) {
		s.unsettled = mdl_add(s.unsettled, c->grain);
		s.uncertainty = mdl_add(s.uncertainty, c->grain);
		s.offset = mdl_add(s.offset, c->half);
		if (mdl_sub(at, c->heard) > 5 * MDL_SECOND) s.state = MIDLINE_STATE_LOST;
	}
	s.sent = c->sent;
	s.refused = c->refused;
	return s;
}

#endif /* MIDLINE_IMPLEMENTATION */
