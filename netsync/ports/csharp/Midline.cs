/* Midline.cs: the clock Midline of Driftlab, version 1 of its wire format (docs/wire.md). One file, C# 7, no dependency but System.
 *
 * Machines that send each other datagrams keep the time of one of them, the host. It reads no clock, sends nothing, has no state of its own
 * beside its objects, and allocates nothing after their construction. All times are in nanoseconds of one machine's own clock, which should
 * not be set (Stopwatch or the like), within ±2^62. Calls for the same object must not overlap.
 *
 * It computes with integers alone, the same as Driftlab's Midline in Go does to the bit; a test holds that. Apache License 2.0, see
 * LICENSE. */
using System;

namespace Midline {
	using static Ints;

	/// <summary>What has happened to a client's clock last.</summary>
	public enum Event {
		/// <summary>The host's time is not known yet.</summary>
		Joining,
		/// <summary>It became known, or the host was heard again after it had been lost.</summary>
		Synchronised,
		/// <summary>The time was set, by Step.</summary>
		Stepped,
		/// <summary>Another host has answered, or the same one after a restart; and when the time was set to that host's.</summary>
		OtherHost,
		/// <summary>The host has not been heard for five seconds: the time keeps running, and is less and less sure.</summary>
		Lost,
		/// <summary>The client's own clock was set back: the time is not known until it is measured again.</summary>
		SetBack,
		/// <summary>An answer contradicted what was measured, or a clock was set by more than a second: the time is not known until another answer.</summary>
		InDoubt
	}

	/// <summary>How a client's clock is to run. Config.Default is recommended.</summary>
	public struct Config {
		/// <summary>How far the client's rate may walk at random in a second: 1 to 10,000 ppb, 30 is usual.</summary>
		public long WanderPpb;
		/// <summary>How much longer one way may take than the other, for the stated uncertainty: 0 to 10 s in ns, 0 is unknown.</summary>
		public long AsymmetryNs;
		/// <summary>false: the shown time runs faster or slower to get right, and never goes back; true: it jumps with each fit.</summary>
		public bool ShowsLine;
		/// <summary>false: a clock more than a second ahead, as after the host has restarted, is set back at once; true: it runs at half
		/// speed.</summary>
		public bool BackSlews;
		/// <summary>Of a Client: by how many ns its clock moves at once, as 1 ms where it counts milliseconds: 0 to 4 s.</summary>
		public long GrainNs;
		/// <summary>false: a reading is the last whole grain, and half a grain is added; true: the last or the next at random, as in browsers.</summary>
		public bool RoundsEither;

		public static Config Default => new Config { WanderPpb = 30 };
	}

	/// <summary>What a client knows of the host's time.</summary>
	public struct Reading {
		/// <summary>What the host's clock reads now, in ns.</summary>
		public long Time;
		/// <summary>Whether Time and the three below say something.</summary>
		public bool Known;
		/// <summary>How far Time may be off, either way, in ns: the sum of the two below.</summary>
		public long Uncertainty;
		/// <summary>What no clock can know: half of the round trip, or of AsymmetryNs where that is stated.</summary>
		public long Unknowable;
		/// <summary>What is not known yet, beside half of the difference of both empty one-way delays.</summary>
		public long Unsettled;
		/// <summary>What has happened last.</summary>
		public Event Event;
		/// <summary>When that was, by the client's clock.</summary>
		public long Since;
		/// <summary>By how many ns the time was set then; more than 0 is forward.</summary>
		public long Step;
		/// <summary>The number of the host that has answered.</summary>
		public uint Host;
	}

	/// <summary>How far a client has come.</summary>
	public enum State {
		/// <summary>The host's time is not known yet, or not any more: the event says why.</summary>
		Joining,
		/// <summary>It became known or was set within ten seconds: it may still be set forward by little.</summary>
		Settling,
		/// <summary>From then on.</summary>
		Steady,
		/// <summary>The host has not been heard for five seconds.</summary>
		Lost
	}

	/// <summary>What a client has measured and counted, to be logged; docs/production.md says what it tells. Times are in ns. While it is joining,
	/// Offset, RatePpb, Age and Aside are 0. A Clock alone counts no sent and refused ones, and is never lost.</summary>
	public struct Status {
		public State State;
		/// <summary>The host's time less the client's clock.</summary>
		public long Offset;
		/// <summary>By how much the host's clock runs faster than the client's.</summary>
		public long RatePpb;
		/// <summary>For how long both have been measured, since the start or since a clock was set.</summary>
		public long Age;
		/// <summary>How many of the 384 fastest datagrams that are remembered do not count now, as in a queue.</summary>
		public int Aside;
		public bool Synchronised;
		/// <summary>false: the three below say nothing.</summary>
		public bool Measured;
		/// <summary>The least one-way delays to the host and from it, and the least round trip.</summary>
		public long Up, Down, Rtt;
		/// <summary>false: the three below say nothing. They are as in a Reading.</summary>
		public bool Known;
		public long Uncertainty, Unknowable, Unsettled;
		/// <summary>Datagrams; reports and answers that were of no use; times the clock was set.</summary>
		public long Used, Rejected, Steps;
		/// <summary>Heads that were written; datagrams that are not of this format.</summary>
		public long Sent, Refused;
		public long LastStep;
	}

	/// <summary>The arithmetic. Units: x in µs; y, floors and middles in parts of 2^-10 µs; slopes in 2^-40; squares in (2^-7 µs)²; densities
	/// at a floor in 2^-32 a part; log-likelihoods in 2^-32, or 2^-16 (Q16). Sums that what comes from outside could make too large are taken
	/// modulo 2^64, by Plus, Minus and Times; all others stay below, even where the file is compiled with -checked.</summary>
	internal static class Ints {
		internal const long Q16 = 1 << 16, Micro = 1 << 10, Ms = 1000000, Second = 1000000000; // parts, ns
		internal const long Ppm = (1L << 40) / 1000000;                                          // of a slope

		internal static long Plus(long a, long b) => unchecked(a + b);
		internal static long Minus(long a, long b) => unchecked(a - b);
		internal static long Times(long a, long b) => unchecked(a * b);
		internal static long Min(long a, long b) => a < b ? a : b;
		internal static long Max(long a, long b) => a > b ? a : b;
		internal static long Abs(long a) => a < 0 ? Minus(0, a) : a;
		internal static long Clamp(long v, long lo, long hi) => Min(Max(v, lo), hi);

		/// <summary>Reads the low bits of v as a two's complement number.</summary>
		static long Signed(long v, int bits) => v << (64 - bits) >> (64 - bits);

		/// <summary>Returns by how much one delta of 28 bits is greater than another.</summary>
		internal static long Apart(uint a, uint b) => Signed(unchecked(a - b), 28);

		/// <summary>Returns the number nearest to pivot with the low 37 bits of v.</summary>
		internal static long Expand(long pivot, long v) => Plus(pivot, Signed(Minus(v, pivot), 37));

		/// <summary>Returns v / unit, rounded down.</summary>
		internal static long Units(long v, long unit) => v / unit - (v % unit < 0 ? 1 : 0);
		internal static long Micros(long ns) => Units(ns, 1000);

		/// <summary>Multiplies to 128 bits by four products of 32, as C# has none before .NET 5.</summary>
		static ulong Product(ulong a, ulong b, out ulong lo) {
			ulong a0 = a & 0xffffffff, a1 = a >> 32, b0 = b & 0xffffffff, b1 = b >> 32;
			ulong middle = a1 * b0 + (a0 * b0 >> 32), more = a0 * b1 + (middle & 0xffffffff);
			lo = unchecked(a * b);
			return a1 * b1 + (middle >> 32) + (more >> 32);
		}

		static int Length(ulong v) { // in bits
			var n = 0;
			for (var k = 32; k > 0; k /= 2) {
				if (v >> k == 0) continue;
				v >>= k;
				n += k;
			}
			return n + (v != 0 ? 1 : 0);
		}

		/// <summary>Divides two digits of 32 bits and a third by two, the greater being so large that its highest bit is 1 (Knuth, 4.3.1,
		/// algorithm D).</summary>
		static ulong Digit(ulong over, ulong next, ulong by) {
			ulong high = by >> 32, low = by & 0xffffffff, q = over / high, rest = over - q * high;
			while (q >> 32 != 0 || q * low > (rest << 32) + next) {
				q--;
				rest += high;
				if (rest >> 32 != 0) break;
			}
			return q;
		}

		/// <summary>Divides hi and lo by c, which is greater than hi and below 2^63.</summary>
		static ulong Quotient(ulong hi, ulong lo, ulong c) {
			if (hi == 0) return lo / c;
			var shift = 64 - Length(c);
			ulong by = c << shift, over = hi << shift | lo >> (64 - shift);
			lo <<= shift;
			unchecked {
				var first = Digit(over, lo >> 32, by);
				over = (over << 32) + (lo >> 32) - first * by;
				return (first << 32) + Digit(over, lo & 0xffffffff, by);
			}
		}

		/// <summary>Returns a·b/c, rounded towards 0, for c > 0; what is beyond 64 bits becomes the largest or smallest number.</summary>
		internal static long MulDiv(long a, long b, long c) {
			unchecked {
				var hi = Product((ulong)Abs(a), (ulong)Abs(b), out var lo);
				var q = long.MaxValue;
				if (hi < (ulong)c) {
					var v = Quotient(hi, lo, (ulong)c);
					if (v < (ulong)q) q = (long)v;
				}
				return a < 0 != b < 0 ? -q : q;
			}
		}

		/// <summary>Returns a·b/2^n, rounded down, for 1 ≤ n ≤ 63.</summary>
		internal static long MulShift(long a, long b, int n) {
			unchecked {
				var hi = Product((ulong)a, (ulong)b, out var lo);
				if (a < 0) hi -= (ulong)b;
				if (b < 0) hi -= (ulong)a;
				return (long)(hi << (64 - n) | lo >> n);
			}
		}

		/// <summary>Returns the square root, rounded down (Newton).</summary>
		internal static long Root(long v) {
			if (v < 2) return Max(v, 0);
			for (var x = 1L << (Length((ulong)v) + 1) / 2;;) {
				var next = (x + v / x) / 2;
				if (next >= x) return x;
				x = next;
			}
		}

		// 2^(k/32) and ln(1 + k/32), in Q16.
		static readonly long[] Power2 = {65536, 66971, 68438, 69936, 71468, 73032, 74632, 76266, 77936, 79642, 81386, 83169, 84990, 86851, 88752,
			90696, 92682, 94711, 96785, 98905, 101070, 103283, 105545, 107856, 110218, 112631, 115098, 117618, 120194, 122825, 125515, 128263, 131072};
		static readonly long[] Log1 = {0, 2017, 3973, 5873, 7719, 9515, 11262, 12965, 14624, 16242, 17821, 19364, 20870, 22343, 23783, 25193, 26573,
			27924, 29248, 30546, 31818, 33067, 34292, 35494, 36675, 37835, 38975, 40095, 41196, 42280, 43345, 44394, 45426};

		static long Between(long[] table, long part) {
			long k = part >> 11, rest = part & 2047;
			return table[k] + ((table[k + 1] - table[k]) * rest >> 11);
		}

		/// <summary>Returns e^-x for x ≥ 0, both in Q16.</summary>
		internal static long ExpNegative(long x) {
			if (x < 0 || x >= 16 * Q16) return 0;
			var z = -(x * 94548 >> 16); // the power of 2: log2 e is 94548
			return Between(Power2, z & (Q16 - 1)) >> (int)-(z >> 16);
		}

		/// <summary>Returns ln v in Q16 for v ≥ 1.</summary>
		internal static long Logarithm(long v) {
			var n = Length((ulong)v) - 1;
			return n * 45426 + Between(Log1, (long)((ulong)v << (63 - n) << 1 >> 48));
		}

		/// <summary>Returns the square of a length, of which more than 65 ms count as so many.</summary>
		internal static long Squared(long parts) {
			var v = Cut(parts >> 3);
			return v * v;
		}

		/// <summary>The root of such a square, in parts.</summary>
		internal static long Unsquared(long square) => Root(square) << 3;

		/// <summary>Cuts a length in 2^-7 µs to 65 ms.</summary>
		internal static long Cut(long v) => Clamp(v, -(1 << 23), 1 << 23);

		/// <summary>Returns s·x in parts.</summary>
		internal static long Rise(long s, long x) => Times(s, x) >> 30;

		/// <summary>Returns parts in ns.</summary>
		internal static long Nanos(long parts) => MulShift(parts, 1000, 10);

		static readonly int[] Gaps = {57, 23, 10, 4, 1};

		/// <summary>Sorts n of v from an index on (Shell).</summary>
		internal static void Sort(long[] v, int at, int n) {
			foreach (var gap in Gaps) {
				for (var i = gap; i < n; i++) {
					var one = v[at + i];
					var j = i;
					for (; j >= gap && v[at + j - gap] > one; j -= gap) v[at + j] = v[at + j - gap];
					v[at + j] = one;
				}
			}
		}

		/// <summary>Returns the k-th least of the first n of v, from 0 on, and puts v out of order (Hoare's selection).</summary>
		static long Quantile(long[] v, int n, int k) {
			var at = 0;
			while (n > 8) {
				long first = v[at], mid = v[at + n / 2], last = v[at + n - 1], pivot = Max(Min(first, mid), Min(Max(first, mid), last));
				int i = 0, j = n - 1;
				while (i <= j) {
					while (v[at + i] < pivot) i++;
					while (v[at + j] > pivot) j--;
					if (i > j) break;
					var one = v[at + i];
					v[at + i++] = v[at + j];
					v[at + j--] = one;
				}
				if (k <= j) {
					n = j + 1;
				} else if (k >= i) {
					at += i;
					n -= i;
					k -= i;
				} else {
					return v[at + k];
				}
			}
			Sort(v, at, n);
			return v[at + k];
		}

		/// <summary>Returns the mean of what lies above a floor, of which it changes the order. It goes by the lower third, as slow ones are
		/// others': a third of an exponential distribution is below 0.405 of its mean.</summary>
		internal static long MeanOver(long[] v, int n) => Max(2 * Micro, Quantile(v, n, (n - 1) / 3) * 1000 / 405);

		/// <summary>Returns by how much a line over a window may be wrong at its end as the rate wanders, in parts: 0.3·ρ·W^1.5, and beyond an hour in proportion.</summary>
		internal static long BiasOf(long wander, long window) {
			long hour = 3600L * 1000000, w = Min(window, hour);
			return Min(MulDiv(wander * (w * Root(w) / 1000000) / 1000 * 3 * Micro / 10000, Max(window, hour), hour), 1L << 52);
		}
	}

	// Buckets: the fastest datagram of one way, at both ends. A change of the floor is seen at once.

	internal enum Change { Same, Fell, Rose }

	/// <summary>The fastest datagram of a bucket.</summary>
	internal struct Packet {
		internal uint Delta; // receive − send time in units of 500 ns, modulo 2^28
		internal uint Stamp; // its send stamp, 24 bits
		internal long At;    // when it was received
		internal long Span;  // how long before that it may have come, in units of 500 ns

		internal const uint Deltas = (1 << 28) - 1;

		internal Packet(uint stamp, long at, long before) {
			Delta = unchecked((uint)Units(at, 500) - (stamp << 4)) & Deltas;
			Stamp = stamp;
			At = at;
			Span = before > 0 ? (Min(before, Second) + 499) / 500 : 0;
		}
	}

	/// <summary>Finds the lower edge of a floor that is read once a frame. A frame is divided into phases, in each of which datagrams come at
	/// about the same time.</summary>
	internal sealed class Phased {
		const int Phases = 16;
		const int PhaseLeast = 32; // datagrams of one phase, of which the fastest met no delay to speak of
		const int SweepOf = 128;   // of twice so many datagrams, or of the latest of twice …
		const long SweepFor = 3500L * 1000000;
		const int SweepLeast = 64; // … if these are twice so many, …
		const int StillPhases = 8; // … those that are sent at no more phases than these stand still
		const int FramesAlike = 16; // spans that differ by such a part are frames of one rate,
		const int FramesOther = 8;  // and after so many others it is another rate
		const int FramesVary = 3;   // where such a part of some SweepLeast spans are others, no phase stands still

		long period, since;         // since: when the latest datagrams began
		uint first, met, metBefore; // a bit for each phase of the latest datagrams, and of those before them
		int other, of;              // spans of another rate in a row; how many datagrams are the latest
		int others;                 // such a part of the latest spans is of another rate, in Q16
		bool swept;                 // the datagrams are sent at all phases
		readonly uint[] least = new uint[Phases];
		readonly int[] n = new int[Phases];

		internal void Reset() {
			period = 0;
			first = met = metBefore = 0;
			other = of = 0;
			swept = false;
			for (var i = 0; i < Phases; i++) n[i] = 0;
		}

		/// <summary>Takes a datagram that came within a span, at a time in ns.</summary>
		internal void Add(uint delta, long span, long at) {
			others -= others / SweepLeast;
			if (Abs(span - period) > period / FramesAlike) {
				others += (int)Q16 / SweepLeast;
				if (++other < FramesOther && period > 0) return; // a hitch
				Reset();
				period = span;
				since = at;
				first = unchecked(delta - (uint)(span / Phases / 2)); // so that it is amid a phase
			}
			other = 0;
			var into = Apart(delta, first);
			into -= Units(into, period) * period;
			var k = (int)(into * Phases / period);
			Meet(k, at);
			var early = unchecked(delta - (uint)span) & Packet.Deltas;
			if (n[k] == 0 || Apart(early, least[k]) < 0) least[k] = early;
			n[k]++;
		}

		/// <summary>Takes the phase of a datagram, and sees whether they are sent at all phases.</summary>
		void Meet(int phase, long at) {
			met |= 1u << phase;
			if (++of < SweepOf && (of < SweepLeast || Minus(at, since) <= SweepFor)) return;
			var phases = 0;
			for (var left = met | metBefore; left != 0; left &= left - 1) phases++;
			swept = phases > StillPhases;
			metBefore = met;
			met = 0;
			of = 0;
			since = at;
		}

		/// <summary>Returns how much less a delay may be than its span allows for: nothing unless the phases stand still.</summary>
		internal long Wait(long span) => swept || others > Q16 / FramesVary ? 0 : span;

		/// <summary>Says by how much the floor's lower edge is below a datagram's upper one, if it is known by now, and then measures
		/// anew.</summary>
		internal bool Edge(uint delta, ref long gap) {
			var known = false;
			for (var i = 0; i < Phases; i++) {
				if (n[i] < PhaseLeast) continue;
				var d = Apart(delta, least[i]);
				if (!known || d < gap) gap = d;
				known = true;
				n[i] = 0;
			}
			return known;
		}
	}

	/// <summary>The fastest datagrams of one way since it was begun.</summary>
	internal sealed class Bucket {
		internal const int Many = 8; // datagrams in a bucket

		const int Kept = 8;                   // of a bucket so many of the fastest are kept
		const long FloorChange = 4000;        // a fall or a rise of the floor by more, 2 ms in units of 500 ns, is told at once,
		const long RiseExcesses = 8;          // a rise by so many mean excesses more,
		const int RisePackets = 6;            // by datagrams that are above in a row,
		const long UnknownRise = 1 << 26;     // and not before there have been two buckets
		const long LowRecord = 24;            // what is so far below the floor has overtaken, as long as it stays alone, as records go,
		const int LowAfter = 32;              // after so many datagrams;
		const int LowPackets = 12;            // so many in a row are no overtakers,
		const long MostOvertaken = 500000;    // nor is what is so far below, 250 ms
		const int MostAlone = 4;              // of a bucket so many have overtaken at most,
		const long AloneLeast = 600;          // which are below all others by this, 300 µs, and by so many times what these are apart
		const long AloneTimes = 20;
		const long ExcessOver = 16;           // datagrams that the mean is of, by decay
		const long SpanDecay = 256;

		internal int N;
		internal long Gap;
		internal bool Edged;
		readonly Packet[] least = new Packet[Kept];
		readonly Phased frames = new Phased();
		int kept, known, above, seen, lows;
		long sum, latest, before, fall, rise, wide, since, of, excess; // latest and before: the floors of the last two buckets, above floor
		uint floor;
		Packet run, low;

		internal void Reset() {
			N = kept = known = above = seen = lows = 0;
			Gap = sum = latest = before = fall = rise = wide = since = of = excess = 0;
			Edged = false;
			floor = 0;
			run = low = default(Packet);
			frames.Reset();
		}

		internal Change Add(Packet p) {
			if (p.Span > 0) {
				frames.Add(p.Delta, p.Span, p.At);
				wide = Max(frames.Wait(p.Span), wide - wide / SpanDecay);
			}
			if (known == 0) {
				Keep(p);
				return Change.Same;
			}
			var over = Apart(p.Delta, floor);
			if (seen == LowAfter && over > -MostOvertaken && (over < -Deep() - wide || Shallow(over))) return Overtook(p);
			lows = 0;
			if (seen < LowAfter) seen++;
			excess += Min(Max(over, 0), rise) - excess / ExcessOver; // where few come, half of them are below the floor
			Keep(p);
			sum += Min(over, rise); // what is above may be another floor's
			if (over > rise + wide) return Above(p);
			above = 0;
			return over < fall - wide ? Change.Fell : Change.Same;
		}

		/// <summary>Keeps the fastest in order.</summary>
		void Keep(Packet p) {
			var i = kept;
			N++;
			if (i < Kept) kept++;
			else if (Apart(p.Delta, least[--i].Delta) >= 0) return;
			for (; i > 0 && Apart(p.Delta, least[i - 1].Delta) < 0; i--) least[i] = least[i - 1];
			least[i] = p;
		}

		/// <summary>Has a datagram be the only one that the bucket keeps, as the fastest of n.</summary>
		void Only(Packet p, int n) {
			least[0] = p;
			kept = 1;
			N = n;
		}

		/// <summary>Takes a datagram that is far below the floor. If all others follow it there, it is the floor that has fallen.</summary>
		Change Overtook(Packet p) {
			if (lows == 0 || Apart(p.Delta, low.Delta) < 0) low = p;
			if (++lows < LowPackets) return Change.Same;
			Only(low, lows);
			lows = seen = 0;
			excess = 0;
			return Change.Fell;
		}

		/// <summary>Returns the fastest datagram that has not overtaken. Where the phases of frames stand still, what comes a frame earlier
		/// than others has not.</summary>
		Packet Fastest() {
			var last = kept - 1;
			for (var k = Math.Min(MostAlone, last - MostAlone + 1); k > 0; k--) {
				var others = AloneTimes * Apart(least[last].Delta, least[k].Delta);
				if (Apart(least[k].Delta, least[k - 1].Delta) > AloneLeast + wide + others / (last - k)) return least[k];
			}
			return least[0];
		}

		/// <summary>Returns by how much below the floor a datagram has overtaken.</summary>
		long Deep() {
			var means = Min(Max(LowRecord, of), RiseExcesses * of);
			return FloorChange + excess / ExcessOver * means / of;
		}

		/// <summary>Says whether a datagram belongs to a run of those that have overtaken though it is not as far below the floor, by the
		/// jitter of their path. Where a run takes longer than a bucket, it may as well be the floor's own.</summary>
		bool Shallow(long over) => lows > 0 && of >= LowPackets && over < fall - wide;

		Change Above(Packet p) {
			if (above == 0) {
				above = 1;
				since = p.At;
				run = p;
				return Change.Same;
			}
			if (Apart(p.Delta, run.Delta) < 0) run = p;
			return ++above >= RisePackets && Minus(p.At, since) >= 150 * Ms ? Change.Rose : Change.Same;
		}

		/// <summary>Begins the bucket anew with the datagrams since the floor has changed.</summary>
		internal void Begin(Change c) {
			if (c == Change.Rose) Only(run, above);
			else Only(least[0], 1);
			sum = 0;
		}

		/// <summary>Returns the fastest datagram, and how many there were, and begins the next bucket.</summary>
		internal Packet Take(out int n) {
			var p = Fastest();
			long drift = 0, lower = 0;
			n = N;
			p.Span = frames.Wait(p.Span);
			Edged = p.Span > 0 && frames.Edge(p.Delta, ref Gap);
			var moved = known == 0 ? 0 : Apart(p.Delta, floor);
			var mean = Max(0, sum / N - moved);
			before = latest - moved; // both floors are now counted from the latest
			latest = 0;
			if (known < 2) known++;
			if (known == 2) {
				drift = Abs(before);
				lower = Min(0, before);
			}
			floor = unchecked((uint)(p.Delta + lower)) & Packet.Deltas;
			latest = -lower;
			before -= lower;
			fall = -FloorChange - Min(drift, FloorChange);
			rise = known == 1 ? UnknownRise : FloorChange + RiseExcesses * mean;
			of = N;
			N = kept = above = 0;
			sum = 0;
			return p;
		}
	}

	// The points of both ways at the client.

	/// <summary>The fastest datagram of a bucket at the client: at local time x, in µs, with the delay y, in parts.</summary>
	internal struct Point {
		internal long X, Y, Span, Gap;
		internal bool Many, Skipped, Moved, Judged, Edged, Framed;
	}

	/// <summary>What a client knows of one direction.</summary>
	internal sealed class Way {
		internal const int Most = 192;                    // points
		internal const long Longest = 300000000;          // µs for which points are kept
		internal const long LongestDelay = 1L << 33;      // parts from a way's newest point: no delay differs by more
		const long FrameGrains = 8;                       // so many parts of a frame are told apart where phases go round

		internal readonly long Sign; // +1 up, −1 down
		internal int N;
		internal long Level, High, Since;
		internal long Frame; // the shortest span of any point, in parts, 0 where none had any
		internal bool HighFor, Pending, Fell;
		readonly Point[] points = new Point[Most];
		int first;

		internal Way(long sign) {
			Sign = sign;
		}

		internal int Aside() {
			var aside = 0;
			for (var i = 0; i < N; i++) aside += At(i).Skipped ? 1 : 0;
			return aside;
		}

		internal void Reset() {
			N = first = 0;
			Level = High = Since = Frame = 0;
			HighFor = Pending = Fell = false;
		}

		internal ref Point At(int i) => ref points[(first + i) % Most]; // from the oldest on
		internal ref Point Newest() => ref At(N - 1);

		internal void Drop(int k) {
			first = (first + k) % Most;
			N -= k;
		}

		internal void Add(Point p) {
			p.Y = Minus(p.Y, Level);
			if (p.Span > 0 && (Frame == 0 || p.Span < Frame)) Frame = p.Span;
			if (N == Most) Drop(1);
			At(N) = p;
			N++;
		}

		/// <summary>Returns y as it was measured, of a point of the path that is in use.</summary>
		internal long Raw(ref Point p) => Plus(p.Y, Level);

		/// <summary>Returns how finely the floor can be seen, in parts. Where datagrams leave at phases that go round slowly, the fastest lie on
		/// a line that is as sharp as stamps are, and tells of the phases alone.</summary>
		internal long Grain() => N > 0 && Newest().Span > 0 ? Frame : Frame / FrameGrains;

		/// <summary>Returns the time between two of the latest points.</summary>
		internal long Gap() => N < 4 ? 2000000 : (Newest().X - At(N - 4).X) / 3;

		/// <summary>Has the points be as they came: nothing is known of paths and frames.</summary>
		internal void Afresh() {
			for (var j = 0; j < N; j++) {
				ref var p = ref At(j);
				p.Y = Raw(ref p);
				p.Skipped = p.Moved = p.Framed = false;
			}
			Level = 0;
			HighFor = Pending = false;
		}

		/// <summary>Has the first path be in use again.</summary>
		internal void Back() {
			ref var newest = ref Newest();
			for (var j = 0; j < N; j++) At(j).Skipped |= At(j).Moved;
			newest.Y = Raw(ref newest);
			newest.Skipped = false;
			Level = 0;
			Pending = HighFor = false;
		}

		/// <summary>Takes what is below the floor for the path's own: before, there was a queue.</summary>
		internal void Resume() {
			for (var j = 0; j < N; j++) {
				if (At(j).X >= Since) At(j).Skipped = false;
			}
			Pending = false;
		}

		/// <summary>Has another path be in use since then, whose floor is so much higher. What is above that by more than most is not of it.</summary>
		internal void Move(long by, ref Line line, long most) {
			Level = Plus(Level, by);
			for (var j = 0; j < N; j++) {
				ref var p = ref At(j);
				if (p.X < Since) continue;
				p.Y = Minus(p.Y, by);
				p.Skipped = Abs(line.Residual(Sign, ref p)) > most;
				p.Moved = true;
			}
			HighFor = Pending = false;
		}
	}

	internal struct Fitted {
		internal long Middle, Slope, Width, Square, Floors, Sway, MeanUp, MeanDown, Window, Under, Over, Points;

		internal long Mean(int way) => way == 0 ? MeanUp : MeanDown;
		internal long Deviation() => Unsquared(Square);
	}

	/// <summary>The host's clock is F.Middle parts ahead at local time At, in µs.</summary>
	internal struct Line {
		internal long At;
		internal Fitted F;

		internal long OffsetAt(long x) => Plus(F.Middle, Rise(F.Slope, x - At));

		/// <summary>Returns by how much a point took longer than its way's floor; nothing where it may have come at the floor, within its
		/// span.</summary>
		internal long Residual(long sign, ref Point p) {
			var over = Minus(Minus(p.Y, Times(sign, OffsetAt(p.X))), F.Width / 2);
			return Minus(over, Clamp(over, 0, p.Span));
		}
	}

	// Fits. In a fit a way's delays are counted upwards from its floor, up and down alike: the ceiling of the downward points is the floor of
	// the same points upside down.

	/// <summary>The points of one way in a fit, newest first, and the lower side of their convex hull.</summary>
	internal sealed class Cloud {
		internal const int Rank = 6; // the density at the floor stands on so many least delays

		internal int N;
		internal readonly long[] X = new long[Way.Most], Y = new long[Way.Most], Over = new long[Way.Most];
		internal readonly bool[] Many = new bool[Way.Most];
		internal long Grain; // the density at the floor is not taken to be more than with such a mean
		internal long Mean, Middle, Weight, Below;
		readonly long[] sorted = new long[Way.Most], least = new long[Rank];
		readonly int[] hull = new int[Way.Most];
		int size, at;

		internal void Reset() => N = size = at = 0;

		/// <summary>Says whether b is on the line from a to p, which is older than b, or above it.</summary>
		bool IsAbove(int a, int b, int p) => (Y[b] - Y[a]) * (X[a] - X[p]) >= (Y[p] - Y[a]) * (X[a] - X[b]); // below 2^63, by the longest delay

		/// <summary>Takes a point that is older than all before it.</summary>
		internal void Add(long x, long y, bool many) {
			var i = N++;
			X[i] = x;
			Y[i] = y;
			Many[i] = many;
			while (size > 0) {
				var last = hull[size - 1];
				if (size == 1) {
					if (X[last] != x || Y[last] <= y) break;
				} else if (!IsAbove(hull[size - 2], last, i)) {
					break;
				}
				size--;
			}
			if (size == 1 && X[hull[0]] == x) {
				at = 0;
				return; // and above it
			}
			hull[size++] = i;
			at = Math.Min(at, size - 1); // what was lowest may be of the hull no longer
		}

		long Value(int vertex, long s) => Y[hull[vertex]] - Rise(s, X[hull[vertex]]);

		/// <summary>Returns the least y − s·x. Slopes that are near each other are fast one after the other.</summary>
		internal long Floor(long s) {
			long best = Value(at, s), v;
			while (at + 1 < size && (v = Value(at + 1, s)) <= best) {
				best = v;
				at++;
			}
			while (at > 0 && (v = Value(at - 1, s)) <= best) {
				best = v;
				at--;
			}
			return best;
		}

		/// <summary>The x of the point that the latest floor rests on.</summary>
		internal long Lowest() => X[hull[at]];

		/// <summary>Works out by how much the points are above the floor of slope s.</summary>
		internal void Level(long s) {
			var floor = Floor(s);
			for (var i = 0; i < N; i++) Over[i] = Y[i] - Rise(s, X[i]) - floor;
		}

		/// <summary>Keeps the least values in order.</summary>
		int KeepLeast(int found, long v) {
			if (found == Rank) {
				if (v >= least[Rank - 1]) return found;
				found--;
			}
			var i = found;
			for (; i > 0 && least[i - 1] > v; i--) least[i] = least[i - 1];
			least[i] = v;
			return found + 1;
		}

		/// <summary>Looks at how the points lie above the floor of slope s: their mean, how dense they are at the floor, and by how much the
		/// path's own delay is less than the least of them.</summary>
		internal void Density(long s) {
			var found = 0;
			long near = 0;
			Level(s);
			for (var i = 0; i < N; i++) sorted[i] = Over[i];
			Mean = MeanOver(sorted, N);
			Middle = 0;
			for (var i = 0; i < N; i++) {
				if (Over[i] <= 4 * Mean) {
					near++;
					Middle += X[i];
				}
				found = KeepLeast(found, Over[i]);
			}
			Middle /= near;
			Weight = (near << 32) / Max(Mean, Grain);
			Below = Mean / near;
			for (var i = 2; i < found; i++) Below = Min(Below, least[i] / i); // a queue's points do not count
			if (found > 2 && least[found - 1] > 0) Weight = Min(Weight, ((2L * found - 3) << 31) / least[found - 1]);
			Weight = Max(Weight, 1);
		}
	}

	/// <summary>What least squares find in a cloud; x in 16 µs. The middles of both clouds tell something too, where the clouds are
	/// alike.</summary>
	internal struct Centred {
		const int Reach = 6;      // most points being within so many means of the floor,
		const int Share = 80;     // which is so many per cent,
		const int LeastPoints = 3; // but so many points

		internal long N, X, Y, Sxx, Sxy, Rest;

		static bool Within(Cloud c, int i) => c.Many[i] && c.Over[i] <= Reach * c.Mean;

		/// <summary>Takes the sums of a cloud. Returns false where its middle tells nothing.</summary>
		internal bool Take(Cloud c) {
			long many = 0;
			this = default(Centred);
			for (var i = 0; i < c.N; i++) {
				if (c.Many[i]) many++;
				if (!Within(c, i)) continue;
				N++;
				X += c.X[i] >> 4;
				Y += c.Over[i];
			}
			if (N < LeastPoints || N * 100 < many * Share) return false;
			X /= N;
			Y /= N;
			for (var i = 0; i < c.N; i++) {
				if (!Within(c, i)) continue;
				var dx = (c.X[i] >> 4) - X;
				Sxx += dx * dx;
				Sxy += dx * (c.Over[i] - Y);
			}
			return true;
		}

		/// <summary>Works out the variance of a point about the line that rises more.</summary>
		internal void Left(Cloud c, long more) {
			long sum = 0;
			for (var i = 0; i < c.N; i++) {
				if (Within(c, i)) sum += Squared(c.Over[i] - Y - Rise(more, ((c.X[i] >> 4) - X) * 16));
			}
			Rest = sum * 2 / (2 * N - 3);
		}
	}

	/// <summary>Fits one line to both clouds.</summary>
	internal sealed class Fit {
		internal const int PriorPower = 4;           // how firmly it is believed that a quartz is off by 0 ± 100 ppm
		internal const long PriorSlope = 100 * Ppm;
		const int Rounds = 3, Slopes = 49;
		const long Depth = 6;                        // how many nats below its peak the likelihood is followed

		/// <summary>Where the likelihood is greatest.</summary>
		struct Peak {
			internal long Slope, Up, Down, Prior;
		}

		internal readonly Cloud Up = new Cloud(), Down = new Cloud();
		readonly long[] weights = new long[Slopes], middles = new long[Slopes];

		/// <summary>Returns how unlikely a slope is before anything is known, as a logarithm in Q16.</summary>
		internal static long Believed(long s) => Logarithm(PriorSlope * PriorSlope + s * s);

		/// <summary>Says whether the likelihood rises with the slope at s. Its derivative by the floors is that of y − s·x of the points that
		/// they rest on.</summary>
		bool Rising(long s) {
			Up.Floor(s);
			Down.Floor(-s);
			var gain = Up.Weight * (Up.Middle - Up.Lowest()) - Down.Weight * (Down.Middle - Down.Lowest());
			return gain > PriorPower * MulDiv(s, 1L << 62, (PriorSlope * PriorSlope + s * s) / 2);
		}

		/// <summary>Returns the slope of the greatest likelihood, within 2000 ppm.</summary>
		long Best() {
			long lo = -2000 * Ppm, hi = 2000 * Ppm;
			while (hi - lo > 256) { // 10^-4 ppm over the longest window is less than 0.1 µs
				var mid = (lo + hi) / 2;
				if (Rising(mid)) lo = mid;
				else hi = mid;
			}
			return (lo + hi) / 2;
		}

		/// <summary>Returns by how much the likelihood of a slope is less than that of the peak, and where the floors are.</summary>
		long Likelihood(long s, ref Peak peak, out long up, out long down) {
			up = Up.Floor(s);
			down = Down.Floor(-s);
			long ga = up + Rise(s, Up.Middle) - peak.Up, gb = down + Rise(-s, Down.Middle) - peak.Down;
			return Minus(Minus(PriorPower * (Believed(s) - peak.Prior) * Q16, Times(Up.Weight, ga)), Times(Down.Weight, gb));
		}

		bool Inside(ref Peak top, long away) => Likelihood(top.Slope + away, ref top, out _, out _) < Depth << 32;

		/// <summary>Returns how far the slope goes from the peak until the likelihood has fallen by so many nats; not beyond 488 ppm.</summary>
		long Edge(ref Peak top, int direction) {
			long d = 1024;
			while (d < 1 << 29 && Inside(ref top, direction * d)) d *= 2;
			long lo = d / 2, hi = d;
			for (var k = 0; k < 8; k++) {
				var mid = (lo + hi) / 2;
				if (Inside(ref top, direction * mid)) lo = mid;
				else hi = mid;
			}
			return hi;
		}

		/// <summary>Says whether the clouds have about the same spread: from two fifths to five halves.</summary>
		bool Alike() => Max(Up.Mean, Down.Mean) * 2 <= Min(Up.Mean, Down.Mean) * 5;

		/// <summary>Takes the means over the likelihood.</summary>
		void Posterior(long s, ref Fitted r) {
			var top = new Peak { Slope = s };
			Likelihood(s, ref top, out var up0, out var down0);
			top.Up = up0 + Rise(s, Up.Middle);
			top.Down = down0 + Rise(-s, Down.Middle);
			top.Prior = Believed(s);
			long below = Edge(ref top, -1), range = below + Edge(ref top, 1), sum = 0, middle = 0, slopes = 0, width = 0, square = 0;
			for (var k = 0; k < Slopes; k++) {
				var q = s - below + range * k / (Slopes - 1);
				var p = ExpNegative(Max(Likelihood(q, ref top, out var u, out var v), 0) >> 16);
				var d = (u - up0 - (v - down0)) / 2;
				weights[k] = p;
				middles[k] = d;
				sum += p;
				middle += p * d;
				slopes += p * ((q - s) >> 4);
				width += p * (u - up0 + (v - down0));
			}
			sum = Max(sum, 1); // the peak alone, where it is narrower than the slopes lie apart
			var mean = middle / sum;
			for (var k = 0; k < Slopes; k++) square += weights[k] * Squared(middles[k] - mean) >> 10;
			// Each floor is below the least of its points. Where the clouds are alike it is as much for both, and its own chance would be all
			// that it adds.
			long up = Alike() ? 0 : Up.Below, down = Alike() ? 0 : Down.Below;
			r.Middle = (up0 - down0) / 2 + mean - (up - down) / 2;
			r.Slope = s + slopes / sum * 16;
			r.Width = up0 + down0 + width / sum - up - down;
			r.Floors = (Squared((1L << 32) / Up.Weight) + Squared((1L << 32) / Down.Weight)) / 4;
			r.Square = MulDiv(square, 1 << 10, sum) + r.Floors;
		}

		/// <summary>Mends a fit by parallel lines through what is near each floor, by least squares. It weighs them by their variance and by how
		/// far they are from what the floors say, since the middles of clouds of unlike shapes are wrong, and floors are not.</summary>
		void Centre(long s, ref Fitted r) {
			Centred a = default(Centred), b = default(Centred);
			if (!Alike() || Max(Up.Mean, Down.Mean) > 100000 * Micro) return;
			Up.Level(s);
			if (!a.Take(Up)) return;
			Down.Level(-s);
			if (!b.Take(Down)) return;
			var all = a.Sxx + b.Sxx;
			if (all <= 0) return;
			var more = MulDiv(a.Sxy - b.Sxy, 1 << 26, all); // by how much the middle rises more than s; a part per 16 µs is 2^26
			a.Left(Up, more);
			b.Left(Down, Minus(0, more));
			long up = a.Y - Rise(more, a.X * 16) + Up.Floor(s), down = b.Y - Rise(Minus(0, more), b.X * 16) + Down.Floor(-s);
			var mean = (a.X + b.X) / 2;
			// The variance of the middle at the end of the fit: of both means, and of the slope over the way from their middle.
			var spread = MulDiv(a.Rest, a.Sxx, all) + MulDiv(b.Rest, b.Sxx, all);
			var own = (a.Rest / a.N + b.Rest / b.N) / 4 + Math.Min(MulDiv(mean * mean, spread, all), 1L << 60);
			var d = (up - down) / 2 - r.Middle;
			long floors = 4 * r.Square, unlike = 4 * Max(0, Squared(d) - 2 * floors);
			var w = MulDiv(floors, Q16, Max(floors + own + unlike, 1));
			r.Middle += d * w / Q16;
			r.Slope += Times(more, w) / Q16;
			r.Square = MulDiv(MulDiv(r.Square, Q16 - w, Q16), Q16 - w, Q16) + MulDiv(MulDiv(own + unlike, w, Q16), w, Q16);
		}

		internal void Run(long s, ref Fitted r) {
			r = default(Fitted);
			for (var k = 0; k < Rounds; k++) {
				Up.Density(s);
				Down.Density(-s);
				s = Best();
			}
			Posterior(s, ref r);
			r.MeanUp = Up.Mean;
			r.MeanDown = Down.Mean;
			Centre(s, ref r);
		}
	}

	/// <summary>How far each way's floor moves by itself, by the least delays of segments of the latest time. What the clock does lifts one
	/// floor and lowers the other, and their sum stays. So what the sum does is the paths' doing, and their difference has as much of
	/// it.</summary>
	internal sealed class Sways {
		internal const int Segments = 64;
		internal const long Segment = 4000000; // µs
		internal const long None = 1L << 62;

		internal int Whole;
		internal readonly long[] Up = new long[Segments], Down = new long[Segments]; // the least delay of each segment
		readonly long[] upAt = new long[Segments], downAt = new long[Segments];      // and how long before the segment's middle that was
		readonly long[] values = new long[Segments];
		readonly int[] of = new int[Segments];

		internal bool Both(int k) => Up[k] != None && Down[k] != None;

		/// <summary>Takes the floors to the middles of their segments. Where the rate was another than the line's both ways' floors change
		/// meanwhile, and those of different moments have a sum that is no path's doing.</summary>
		void Level() {
			var most = Rise(Fit.PriorSlope, Segment);
			var n = 0;
			for (var i = 0; i < Whole; i++) {
				if (!Both(i)) continue;
				values[n] = (Up[i] - Down[i]) / 2;
				of[n++] = i;
			}
			for (var i = 0; n > 1 && i < n; i++) {
				int newer = Math.Max(i - 1, 0), older = Math.Min(i + 1, n - 1), k = of[i];
				var rise = Clamp((values[older] - values[newer]) / (of[older] - of[newer]), -most, most); // into the past
				Up[k] -= rise * upAt[k] / Segment;
				Down[k] += rise * downAt[k] / Segment;
			}
		}

		/// <summary>Takes the points at local time now, above a line of slope s.</summary>
		internal void See(Way up, Way down, long now, long s) {
			Whole = Segments;
			See(up, Up, upAt, now, s);
			See(down, Down, downAt, now, s);
			Level();
		}

		void See(Way way, long[] least, long[] at, long now, long s) {
			var reference = way.Newest().Y;
			Whole = (int)Min(Whole, (now - way.At(0).X) / Segment);
			for (var k = 0; k < Segments; k++) least[k] = None;
			for (var k = 0; k < way.N; k++) {
				ref var p = ref way.At(k);
				long age = now - p.X, segment = age / Segment, y = p.Y - reference + Rise(way.Sign * s, age);
				if (p.Skipped || segment < 0 || segment >= Segments || y >= least[segment]) continue; // the line stands on others
				least[segment] = y;
				at[segment] = age - segment * Segment - Segment / 2;
			}
		}

		/// <summary>Returns the variance of the middle between the floors of windows so long, as far as the paths move it, or −1 where there
		/// are not two such windows.</summary>
		internal long SquareOf(long window) {
			var width = (int)(window / Segment);
			long mean = 0, square = 0;
			var n = 0;
			for (var k = 0; k + width <= Whole; k += width) {
				var sum = None;
				for (var j = k; j < k + width; j++) {
					if (Both(j)) sum = Min(sum, Up[j] + Down[j]);
				}
				if (sum == None) continue;
				values[n++] = sum;
				mean += sum;
			}
			if (n < 2) return -1;
			mean /= n;
			for (var k = 0; k < n; k++) square += Squared(values[k] - mean);
			return square / (n - 1) / 4;
		}

		/// <summary>Returns how far a single way's floor moves from a segment to another, by the middle half of what is known.</summary>
		internal long Deviation() {
			var n = 0;
			for (var k = 0; k < Whole; k++) {
				if (Both(k)) values[n++] = Up[k] + Down[k];
			}
			if (n < 4) return 0;
			Sort(values, 0, n);
			return (values[3 * n / 4] - values[n / 4]) * 52 / 100;
		}
	}

	/// <summary>The floors of both ways in the same segment. If both ways together took e longer than the least that they ever took, the middle
	/// of the pair is wrong by e/2 at most, and anything up to that is as likely: its variance is e²/12. A line by least squares through the
	/// middles, weighed by that, follows the moments at which both ways were fast.</summary>
	internal sealed class Pairs {
		const int LeastPairs = 5; // segments that a line stands on
		const int Base = 10;      // what the least sum may be too high by: such a part of the middle sum's excess,
		const int Rank = 16;      // and up to that of the rank of such a part
		const int Alike = 4;      // so many segments that follow each other say the same
		const long MostShare = 70; // per cent that pairs may have in the line
		const long Clear = 2;     // deviations of chance, and another one, until a sway is certain
		const long Scale = 1 << 20;
		const int PairTime = 16;  // in units of 1/16 of a segment's half
		const long PairMicros = Sways.Segment / 2 / PairTime;

		internal long Trusted; // how certain a sway was last, in Q16
		int n;
		readonly long[] at = new long[Sways.Segments], sum = new long[Sways.Segments], middle = new long[Sways.Segments];
		readonly long[] sorted = new long[Sways.Segments], weights = new long[Sways.Segments];

		bool Take(Sways w) {
			var least = long.MaxValue;
			n = 0;
			for (var k = 0; k < w.Whole; k++) {
				if (!w.Both(k)) continue;
				at[n] = k;
				sum[n] = w.Up[k] + w.Down[k];
				middle[n] = (w.Up[k] - w.Down[k]) / 2;
				least = Min(least, sum[n]);
				n++;
			}
			if (n < LeastPairs) return false;
			for (var k = 0; k < n; k++) {
				sum[k] -= least;
				middle[k] = Clamp(middle[k], -Way.LongestDelay, Way.LongestDelay) >> 3;
				sorted[k] = sum[k];
			}
			Sort(sorted, 0, n);
			return true;
		}

		/// <summary>Returns in Q16 how certain it is that sums which follow each other are alike, as those of a sway are and those of chance are
		/// not.</summary>
		long Trust() {
			var most = sorted[n / 2] + 2 * (sorted[3 * n / 4] - sorted[n / 4]);
			long mean = 0, square = 0, product = 0, follow = 0, last = 0;
			for (var k = 0; k < n; k++) mean += Min(sum[k], most);
			mean /= n;
			for (var k = 0; k < n; k++) {
				var d = Clamp(Min(sum[k], most) - mean, -(1 << 26), 1 << 26) >> 3;
				square += d * d;
				if (k > 0 && at[k] == at[k - 1] + 1) {
					product += d * last;
					follow++;
				}
				last = d;
			}
			if (follow < 3 || square == 0) return 0;
			// The correlation, which chance makes −1/n in the mean, by its own chance of 1/√n.
			var r = MulDiv(product * n, Q16, square * follow) + Q16 / n;
			return Clamp((r * Root(follow << 16) >> 8) - Clear * Q16, 0, Q16);
		}

		/// <summary>What a pair is old, in PairTime.</summary>
		long Age(int k) => (2 * at[k] + 1) * PairTime;

		/// <summary>Returns the sum of the weighed squares that a line leaves: a pair's is unit/12 in the mean, or the rate has not been
		/// one.</summary>
		long Left(long mean, long age, long back) {
			long all = 0;
			for (var k = 0; k < n; k++) {
				var d = Cut(middle[k] - mean - (Times(back, Age(k) - age) >> 16));
				all += MulDiv(weights[k], d * d, Scale);
			}
			return all;
		}

		/// <summary>Returns by how much the middle, at the segments' end, is above a line of slope s that the pairs are counted from, how much
		/// more it rises, and the variance of the middle.</summary>
		long Through(long s, out long more, out long square) {
			var rank = Math.Min(1 + n / Rank, n - 1);
			long height = sorted[rank] + sorted[n / 2] / Base + 2 * Micro, unit = Squared(height);
			// A quartz that is off by 100 ppm, and one of no skew at all, which would fall by s.
			long skew = Rise(Fit.PriorSlope, PairMicros) >> 3, prior = MulDiv(unit, Scale, 12 / Alike * skew * skew);
			var still = Times(Rise(s, PairMicros), 1 << 13);
			long total = 0, age = 0, mean = 0, sxx = 0, sxy = 0;
			for (var k = 0; k < n; k++) {
				weights[k] = MulDiv(unit, Scale, Squared(sum[k] + height));
				total += weights[k];
				age += weights[k] * Age(k);
				mean += weights[k] * middle[k];
			}
			age /= total;
			mean /= total;
			for (var k = 0; k < n; k++) {
				var t = Age(k) - age;
				sxx += weights[k] * t * t;
				sxy += weights[k] * t * Cut(middle[k] - mean);
			}
			var all = sxx + prior;
			var back = Plus(MulDiv(sxy, Q16, all), MulDiv(prior, still, all)); // into the past
			more = Minus(0, MulDiv(back, 1 << 30, PairMicros << 13));
			long one = MulDiv(unit, Scale, 12 / Alike * total), left = Left(mean, age, back), most = n * unit / 12;
			if (left > most) one = MulDiv(one, left, most);
			square = Plus(one, MulDiv(one, MulDiv(age * age << 10, total, all), 1 << 10));
			return mean * 8 - (Times(back, age) >> 13);
		}

		/// <summary>Mends a line by the pairs, as far as there is a sway. A line that stands on single points under a sway is wrong by more than
		/// it knows, by twice its deviation.</summary>
		internal void Mend(Sways sways, long wander, long s, ref Fitted r, long reference) {
			Trusted = Take(sways) ? Trust() : 0;
			if (Trusted == 0) return;
			var line = Through(s, out var more, out var square);
			square = Plus(square, 4 * Squared(BiasOf(wander, sways.Whole * Sways.Segment)));
			var own = 4 * r.Square;
			var w = Min(MulDiv(own, Q16, Max(Plus(own, square), 1)), MostShare * Q16 / 100) * Trusted >> 16;
			r.Middle += MulDiv(line + reference - r.Middle, w, Q16);
			r.Slope += MulDiv(Minus(Plus(s, more), r.Slope), w, Q16);
		}
	}

	// Frames. Where datagrams are stamped once a frame, the floors of both ways move between their two edges as the phases of both machines'
	// frames do, slowly: 20 ppm take 14 min for a frame of 60 Hz. When a phase passes the edge of a frame, both edges meet and the floor is known
	// at that moment to some microseconds, and two such moments tell the rate. So the frames' line stands on the edges of hours, of which few
	// are kept: per way and stretch of time the least upper edge and the greatest lower one. Of a slope it is clear between which heights a
	// floor lies: above all lower edges and below all upper ones. How much room it has there is how likely the slope is. A lower edge is too
	// high by chance now and then; each stretch that leaves no room costs some nats.

	internal struct Edging {
		internal long UpperX, UpperY, LowerX, LowerY;
		internal bool Known;

		/// <summary>Keeps the tighter edges of two stretches.</summary>
		internal void Take(ref Edging f, long s) {
			if (f.UpperY - Rise(s, f.UpperX - UpperX) < UpperY) {
				UpperX = f.UpperX;
				UpperY = f.UpperY;
			}
			if (f.Known && (!Known || f.LowerY - Rise(s, f.LowerX - LowerX) > LowerY)) {
				LowerX = f.LowerX;
				LowerY = f.LowerY;
				Known = true;
			}
		}

		/// <summary>Returns s·x in parts, for an x of days.</summary>
		internal static long Far(long s, long x) => Times(s, x >> 6) >> 24;

		internal long Upper(long s, long now) => Minus(UpperY, Far(s, UpperX - now));
		internal long Lower(long s, long now) => Minus(LowerY, Far(s, LowerX - now));
	}

	/// <summary>One way of the frames' line.</summary>
	internal sealed class FramedWay {
		internal const long LeastRoom = 20 * Micro; // no lower edge is known better,
		const long MostRoom = 300 * Micro;          // and few are worse
		const long NoRoomNats = 2;
		const int Latest = 4;                       // so many stretches after each other that leave no room, by such a part of a frame, are no chance
		const long Off = 4;
		const long FirstLength = 8000000;           // µs of the first stretches; they double when there are too many,
		const long LastLength = 128000000;          // up to this, and then the older half of them is forgotten

		internal int N;
		internal long Span, Slope;
		readonly Edging[] edges = new Edging[Way.Most];
		long length, begun, weight, middle;

		internal void Reset() {
			N = 0;
			Span = Slope = begun = weight = middle = 0;
			length = FirstLength;
		}

		internal ref Edging At(int i) => ref edges[i];

		/// <summary>Makes room for as many stretches as there are.</summary>
		void Thin(long s) {
			N /= 2;
			if (length >= LastLength) {
				for (var i = 0; i < N; i++) edges[i] = edges[N + i];
				return;
			}
			length *= 2;
			for (var i = 0; i < N; i++) {
				edges[i] = edges[2 * i];
				edges[i].Take(ref edges[2 * i + 1], s);
			}
		}

		/// <summary>Takes a point; s is how much the line is taken to rise, in the way's own sense.</summary>
		internal void Add(ref Point p, long s) {
			var e = new Edging { UpperX = p.X, LowerX = p.X, UpperY = p.Y, LowerY = p.Y - p.Gap, Known = p.Edged };
			if (N > 0 && p.X - begun < length) {
				edges[N - 1].Take(ref e, s);
				return;
			}
			if (N == Way.Most) Thin(s);
			edges[N++] = e;
			begun = p.X;
		}

		/// <summary>Returns the first edges that are in a window, the latest at least.</summary>
		int Oldest(long from) {
			var i = N - 1;
			while (i > 0 && edges[i - 1].UpperX >= from) i--;
			return i;
		}

		/// <summary>Returns the least upper edge of a window for a slope.</summary>
		long Highest(int first, long s, long now) {
			var most = long.MaxValue;
			for (; first < N; first++) most = Min(most, edges[first].Upper(s, now));
			return most;
		}

		/// <summary>Returns the logarithm of how likely a slope is, where it has the floor, above the reference, and its variance.</summary>
		internal long Likely(long s, long now, long from, long reference, out long floor, out long square) {
			return Span == 0 ? Sharp(s, now, from, reference, out floor, out square) : Room(s, now, from, reference, out floor, out square);
		}

		/// <summary>The same by the room that a floor has between its edges.</summary>
		long Room(long s, long now, long from, long reference, out long floor, out long square) {
			var first = Oldest(from);
			long most = Minus(Highest(first, s, now), reference), least = long.MinValue;
			for (var i = first; i < N; i++) {
				if (edges[i].Known) least = Max(least, Minus(edges[i].Lower(s, now), reference));
			}
			if (least == long.MinValue) least = Minus(most, Span);
			var room = Minus(most, least);
			if (room >= LeastRoom) {
				var all = room + LeastRoom;
				floor = most - (MulDiv(room, room, 2 * all) + MulDiv(LeastRoom, all, all));
				square = Squared(room) / 12 + Squared(LeastRoom);
				return Logarithm(all);
			}
			return NoRoom(first, s, now, reference, most, out floor, out square);
		}

		/// <summary>The same where some lower edges are above the least upper one, or nearly.</summary>
		long NoRoom(int first, long s, long now, long reference, long most, out long floor, out long square) {
			long n = 1, sum = LeastRoom;
			const long worst = MostRoom * MostRoom;
			for (var i = first; i < N; i++) {
				var over = Minus(Minus(edges[i].Lower(s, now), reference), most);
				if (!edges[i].Known || over <= -LeastRoom) continue;
				n++;
				sum = Plus(sum, Max(over, 0));
			}
			long mean = sum / n, cut = Min(mean, 1 << 30);
			floor = most - mean;
			square = Squared(mean);
			return Logarithm(Max(mean, 1)) - NoRoomNats * (n - 1) * Q16 - 2 * (Logarithm(worst + cut * cut) - Logarithm(worst));
		}

		/// <summary>The same where the points are stamped when they come.</summary>
		long Sharp(long s, long now, long from, long reference, out long floor, out long square) {
			long least = Minus(Highest(Oldest(from), s, now), reference), below = (1L << 32) / weight;
			floor = least - below;
			square = Squared(below);
			return MulShift(weight, Plus(least, Edging.Far(s, middle)), 16);
		}

		/// <summary>Looks at how the points of a way that are stamped when they come lie above their floor, and returns their mean.</summary>
		internal long Density(long now, long from, long[] scratch) {
			if (Span > 0) return 2 * Micro;
			var first = Oldest(from);
			long least = Highest(first, Slope, now), near = 0, sum = 0;
			for (var i = first; i < N; i++) scratch[i - first] = Minus(edges[i].Upper(Slope, now), least);
			var mean = MeanOver(scratch, N - first);
			for (var i = first; i < N; i++) {
				if (Minus(edges[i].Upper(Slope, now), least) > 4 * mean) continue;
				near++;
				sum += edges[i].UpperX - now;
			}
			weight = Max((near << 32) / mean, 1);
			middle = sum / near;
			return mean;
		}

		/// <summary>Says whether a line of a slope has lower edges above upper ones in so many stretches of a window, or in all of the latest,
		/// that it is no chance: a path has changed, or the rate.</summary>
		internal bool Contradicts(long s, long now, long from) {
			if (Span == 0) return false;
			int first = Oldest(from), n = N - first, all = 0, latest = 0;
			var most = Highest(first, s, now);
			for (var j = first; j < N; j++) {
				if (!edges[j].Known) continue;
				if (Minus(edges[j].Lower(s, now), most) > Span / Off) {
					all++;
					latest++;
				} else {
					latest = 0;
				}
			}
			return latest >= Latest && latest < n || all > Latest + n / 4;
		}

		/// <summary>How far the line of a shorter window may be from that of a longer one beside what it has room for.</summary>
		internal const long Apartness = MostRoom;
	}

	/// <summary>The frames' line.</summary>
	internal sealed class Frames {
		const int Windows = 12; // at most, each twice as long as the one before
		const int Rounds = 12;  // in which the slope is narrowed down
		const int Slopes = 17, Means = 2 * Slopes - 1;
		const long Part = 32;         // the next fit is after such a part of what there is, 16 s at most
		const long AllRoom = 55;      // 48, of which a middle's variance has the squares of both frames where it may be anywhere, and 15 %
		const long Depth = 7 * Q16;   // nats below the peak
		const long Rare = Q16 / 1000; // what is less likely than such a part of the peak is not
		const long After = 32000000;  // µs for which points have had spans
		const long Window = 64000000; // of the shortest window

		readonly FramedWay up = new FramedWay(), down = new FramedWay();
		readonly long[] likely = new long[Means], squares = new long[Means], middles = new long[Means], widths = new long[Means];
		readonly long[] scratch = new long[Way.Most];
		readonly Fitted[] accepted = new Fitted[Windows];
		long since, due, upReference, downReference;
		int last;
		bool used;

		internal void Stop() => used = false;

		/// <summary>Takes what is new at local time now, and says whether the frames' line is the one to go by: whether the latest points of one
		/// way or the other have had spans for long enough. A host says so before it knows at which phases datagrams are sent.</summary>
		internal bool Take(Way a, Way b, long now, long slope) {
			if (!used) {
				if (a.Newest().Span == 0 && b.Newest().Span == 0) return false;
				up.Reset();
				down.Reset();
				since = now;
				due = 0;
				last = 0;
				used = true;
			}
			up.Span = a.Newest().Span;
			down.Span = b.Newest().Span;
			if (up.Span == 0 && down.Span == 0) since = now;
			if (now - since < After) return false; // and of the first points it is not known yet which have overtaken
			Take(up, a, slope);
			Take(down, b, slope);
			return true;
		}

		static void Take(FramedWay w, Way way, long slope) {
			for (var j = 0; j < way.N; j++) {
				ref var p = ref way.At(j);
				if (!p.Framed && !p.Skipped) w.Add(ref p, way.Sign * slope);
				p.Framed = true;
			}
		}

		/// <summary>Returns how likely a slope is, in nats of Q16, where it has the floors, above the references, and the variance of their
		/// middle.</summary>
		long At(long s, long now, long from, out long a, out long b, out long square) {
			var prior = Fit.PriorPower * (Fit.Believed(0) - Fit.Believed(s));
			var all = Plus(prior, up.Likely(s, now, from, upReference, out a, out var own));
			all = Plus(all, down.Likely(-s, now, from, downReference, out b, out var other));
			square = own / 4 + other / 4;
			return all;
		}

		/// <summary>Takes the means over the slopes of a range.</summary>
		void Posterior(long lo, long hi, long now, long from, ref Fitted r) {
			long best = long.MinValue, sum = 0, middle = 0, width = 0, slopes = 0, square = 0;
			for (var k = 0; k < Means; k++) {
				likely[k] = At(lo + (hi - lo) * k / (Means - 1), now, from, out var a, out var b, out squares[k]);
				middles[k] = Minus(a, b) / 2;
				widths[k] = Plus(a, b);
				best = Max(best, likely[k]);
			}
			for (var k = 0; k < Means; k++) {
				var p = ExpNegative(Minus(best, likely[k]));
				likely[k] = p;
				sum += p;
				middle = Plus(middle, Times(p, middles[k]));
				width = Plus(width, Times(p, widths[k]));
				slopes += p * ((hi - lo) * k / (Means - 1) >> 4);
			}
			r.Middle = middle / sum;
			r.Width = width / sum;
			r.Slope = lo + slopes / sum * 16;
			for (var k = 0; k < Means; k++) {
				var d = Minus(middles[k], r.Middle);
				if (likely[k] > Rare) {
					var room = 2 * Unsquared(squares[k]);
					r.Under = Max(r.Under, Minus(room, d));
					r.Over = Max(r.Over, Plus(room, d));
				}
				square += likely[k] * ((Squared(d) + squares[k]) >> 10);
			}
			r.Square = MulDiv(square, 1 << 10, sum);
		}

		/// <summary>Finds the line in a window, within 600 ppm.</summary>
		void Find(long now, long from, ref Fitted r) {
			long lo = -600 * Ppm, hi = 600 * Ppm;
			r = new Fitted { Points = Core.RefutePoints, Window = Window };
			r.MeanUp = up.Density(now, from, scratch);
			r.MeanDown = down.Density(now, from, scratch);
			for (var round = 0; round < Rounds; round++) {
				var wide = hi - lo;
				var best = 0;
				for (var k = 0; k < Slopes; k++) {
					likely[k] = At(lo + wide * k / (Slopes - 1), now, from, out _, out _, out _);
					if (likely[k] > likely[best]) best = k;
				}
				int first = best, final = best;
				while (first > 0 && likely[first] > Minus(likely[best], Depth)) first--;
				while (final < Slopes - 1 && likely[final] > Minus(likely[best], Depth)) final++;
				hi = lo + wide * final / (Slopes - 1);
				lo = lo + wide * first / (Slopes - 1);
				if (hi - lo > wide / 2 || hi - lo < 1024) break;
			}
			Posterior(lo, hi, now, from, ref r);
		}

		/// <summary>Says whether a line is outside what a shorter window has room for.</summary>
		bool Beyond(int n, ref Fitted one) {
			for (var i = 0; i < n; i++) {
				var d = Minus(one.Middle, accepted[i].Middle);
				if (d > Plus(accepted[i].Over, FramedWay.Apartness) || Minus(0, d) > Plus(accepted[i].Under, FramedWay.Apartness)) return true;
			}
			return false;
		}

		/// <summary>Fits lines in ever longer windows, as long as a shorter one has room for them and the edges do not contradict each other, and
		/// returns the longest one's.</summary>
		Fitted Longest(long now, long begun) {
			var n = 0;
			for (var k = Math.Max(last - 2, 0); k < Windows; k++) {
				var from = now - (Window << k);
				ref var one = ref accepted[n];
				Find(now, from, ref one);
				var refuted = Beyond(n, ref one) || up.Contradicts(one.Slope, now, from) || down.Contradicts(-one.Slope, now, from);
				if (refuted && n == 0 && k > 0) {
					k = k > 2 ? k - 3 : -1; // something has changed since then
					continue;
				}
				if (refuted && n > 0) break;
				n++;
				last = k;
				if (begun >= from) break;
			}
			return accepted[n - 1];
		}

		/// <summary>Fits the line at local time now, if it is time for that. Says whether that is the one to go by: not where both ends have frames, and
		/// the edges leave all of these as room. Its middle is as good as any other place.</summary>
		internal bool Line(long now, ref bool known, ref Line line) {
			if (up.N == 0 || down.N == 0 || known && now < due) return true;
			var begun = Min(up.At(0).UpperX, down.At(0).UpperX);
			up.Slope = line.F.Slope;
			down.Slope = -line.F.Slope;
			upReference = up.At(up.N - 1).UpperY;
			downReference = down.At(down.N - 1).UpperY;
			var best = Longest(now, begun);
			if (up.Span > 0 && down.Span > 0 && best.Square * AllRoom > Squared(up.Span) + Squared(down.Span)) return false;
			due = now + Min((now - begun) / Part, 16000000);
			best.Middle += (upReference - downReference) / 2;
			best.Width += upReference + downReference;
			line.At = now;
			line.F = best;
			return known = true;
		}
	}

	/// <summary>How far the rate walks in a second, from by how much the line has left what it foretold, in ppb.</summary>
	internal sealed class Wander {
		const long Span = 24000000; // µs, after which a line is compared with the one that it was then
		const int Kept = 3;

		Line foretold;
		bool foretells;
		int n;
		readonly long[] seen = new long[Kept], sorted = new long[Kept];

		internal void Reset() {
			foretells = false;
			n = 0;
		}

		internal void See(ref Line now) {
			var tau = now.At - foretold.At;
			if (foretells && tau < Span) return;
			if (foretells && tau < 2 * Span) {
				var missed = Minus(now.F.Middle, foretold.OffsetAt(now.At));
				// What it foretold is as uncertain as the line was, and its slope: that is not wander.
				var times = 1 + 2 * tau / Max(foretold.F.Window, 1);
				var before = Times(times * times, foretold.F.Square - foretold.F.Sway);
				var chance = Plus(now.F.Square - now.F.Sway, before);
				var left = Unsquared(Max(0, Minus(Squared(missed), chance)));
				// A rate that walks by ρ takes a clock off by ρ·τ^1.5/√3 in the mean square.
				seen[n % Kept] = 1000 * left * 52 / 100 / Max(BiasOf(1000, tau), 1);
				n++;
			}
			foretold = now;
			foretells = true;
		}

		/// <summary>Returns by how much a line over a window may be wrong at its end: by the wander that is stated, or the middle one of those
		/// seen.</summary>
		internal long Bias(long stated, long window) {
			long wander = 1000;
			if (n >= Kept) {
				for (var i = 0; i < Kept; i++) sorted[i] = seen[i];
				Sort(sorted, 0, Kept);
				wander = sorted[Kept / 2] * 3 / 2;
			}
			return BiasOf(Max(stated, wander), window);
		}
	}

	/// <summary>The estimator without stamps and messages.
	///
	/// The line is fitted in ever longer windows, as long as what a shorter one says does not refute it. That is taken which is to be the least
	/// wrong: by its own variance, and by how far the rate may have wandered meanwhile.
	///
	/// A path that changes moves the floor of one way and not the other's; a clock that is set moves both by as much, one up and one down. So each
	/// can be told from the other, and a path's change is no reason to move the clock.</summary>
	internal sealed class Core {
		const int LeastPoints = 10;            // one of fewer is passed over, unless it has all there are
		const long RefuteBy = 3;               // a longer window is refuted that is so many deviations of a shorter one
		const long RefuteMore = 2 * Micro;     // and so much more away,
		internal const long RefutePoints = 20; // and as many times more as the cube of these says where there are fewer

		const long PathLeast = 1000 * Micro; // what is above the floor by less is no other path
		const long LowerLeast = 300 * Micro; // nor what is so little below it, where each point draws the line along at once
		const long PathMeans = 4, PathSigmas = 3;
		const long StepFresh = 2200000;     // µs: how old points may be that show that the clock was set
		const long SpreadGrowth = 8;        // by such a part of itself the steady line's spread may grow with each look
		const long StepAlike = 16;          // by such a part may both differ more, since what comes early is the fastest of few
		const long Youngest = 20000000;     // of a line that can tell another path
		const long FirstPoints = 3000000;   // of one that a single datagram may have overtaken: nothing is above its floor yet
		const long Newborn = 10000000;      // of one that any lower point mends
		const long Grown = 60000000;        // of one that a lower floor does not mend,
		const long QueueGaps = 3;           // if that stays for so many gaps
		const long HighLeast = 6000000;     // points that are above for so long, and so many gaps, may be of another path
		const long HighGaps = 6;
		const long PendingLeast = 30000000; // which is believed after so long, and so many gaps,
		const long PendingGaps = 8;
		const long PendingMost = 240000000;
		const long AgreeLeast = 500 * Micro; // if all quarters agree by this, or so many means: a queue that grows or drains does not
		const long AgreeMeans = 6;
		const int MostLonely = 3;
		const int LonelyPart = 16;          // or such a part of all, of many,
		const int ScatteredPart = 3;        // or such a part if they are scattered
		const int FewPoints = 6;
		const long LonelyLeast = 1000 * Micro;
		const long LonelyTimes = 4;
		const long HardFor = 10000000;      // µs for which a point bounds the offset,
		const long BoundFor = 120000000;    // and for which a line that was known before doesn't leave these bounds
		const int Latest = 3;               // points that say where the middle is now

		static readonly long[] Windows = {4000000, 5656854, 8000000, 11313708, 16000000, 22627417, 32000000, 45254834, 64000000, 90509668, 128000000,
			181019336, 256000000}; // 4·√2^k s

		internal readonly Config Config;
		internal readonly Way Up = new Way(1), Down = new Way(-1);
		internal Line Line;
		internal bool Known;
		bool any;
		long begun;
		internal long Begun => begun;
		Line steady; // by which both ways' newest points were where they had to be last
		bool steadyKnown; // it is of the path and the clock that there are now
		long upSpread, downSpread;
		readonly long[] quarters = new long[4]; // the least of a way that may be another path, in each quarter of its time
		readonly Wander wander = new Wander();
		readonly Sways sways = new Sways();
		readonly Pairs pairs = new Pairs();
		readonly Fit fit = new Fit();
		readonly Frames frames = new Frames();
		readonly Fitted[] accepted = new Fitted[13];
		readonly long[] scratch = new long[Way.Most];

		internal Core(Config config) {
			Config = config;
		}

		/// <summary>Forgets everything but the rate.</summary>
		internal void Reset(long slope) {
			Up.Reset();
			Down.Reset();
			Line = default(Line);
			Line.F.Slope = slope;
			Known = any = steadyKnown = false;
			begun = upSpread = downSpread = 0;
			steady = default(Line);
			sways.Whole = 0;
			pairs.Trusted = 0;
			wander.Reset();
			frames.Stop();
		}

		internal void Add(Way way, Point p) {
			if (!any) {
				any = true;
				begun = p.X;
			}
			way.Add(p);
		}

		long Residual(Way way, ref Point p) => Line.Residual(way.Sign, ref p);

		/// <summary>The same by the steady line.</summary>
		long OffSteady(Way way, ref Point p) => steady.Residual(way.Sign, ref p);

		/// <summary>Has what is left of the points begin at local time x, and be as it came.</summary>
		void Afresh(long x) {
			Up.Afresh();
			Down.Afresh();
			begun = x;
			steadyKnown = false;
			wander.Reset();
			frames.Stop();
		}

		/// <summary>Forgets the points before local time x but the newest, and the line.</summary>
		internal void Since(long x) {
			while (Up.N > 1 && Up.At(0).X < x) Up.Drop(1);
			while (Down.N > 1 && Down.At(0).X < x) Down.Drop(1);
			Known = false;
			Afresh(x);
		}

		internal long Bias(long window) => wander.Bias(Config.WanderPpb, window);

		bool Refuted(int n, ref Fitted one) {
			for (var i = 0; i < n; i++) {
				var few = Min(accepted[i].Points, RefutePoints);
				var most = RefuteBy * accepted[i].Deviation() * (RefutePoints * RefutePoints * RefutePoints) / (few * few * few) + RefuteMore;
				if (Abs(accepted[i].Middle - one.Middle) > most) return true;
			}
			return false;
		}

		/// <summary>Takes into a cloud what is in a window and not in it yet. Returns whether that is all there is.</summary>
		static bool Extend(Way w, Cloud cloud, ref int taken, long now, long span, long reference) {
			for (; taken < w.N; taken++) {
				ref var p = ref w.At(w.N - 1 - taken);
				if (p.Skipped) continue;
				if (p.X < now - span) return false;
				cloud.Add(p.X - now, Clamp(p.Y - reference, -Way.LongestDelay, Way.LongestDelay), p.Many);
			}
			return true;
		}

		/// <summary>Fits the line of a window.</summary>
		void Window(long s, long span, long upReference, long downReference, ref long sway, ref Fitted one) {
			Cloud up = fit.Up, down = fit.Down;
			fit.Run(s, ref one);
			one.Middle += (upReference - downReference) / 2;
			one.Width += upReference + downReference;
			one.Points = Min(up.N, down.N);
			one.Window = Min(span, -Min(up.X[up.N - 1], down.X[down.N - 1]));
			var more = sways.SquareOf(span);
			sway = more < 0 ? sway / 2 : Max(0, more - 2 * one.Floors); // longer windows are less moved by it
			one.Sway = sway;
			one.Square += sway;
		}

		void FitWindows(long now) {
			long s = Line.F.Slope, upReference = Up.Newest().Y, downReference = Down.Newest().Y, least = 0, sway = 0;
			int upTaken = 0, downTaken = 0, n = 0;
			var best = default(Fitted);
			sways.See(Up, Down, now, s);
			fit.Up.Reset();
			fit.Down.Reset();
			fit.Up.Grain = Up.Grain();
			fit.Down.Grain = Down.Grain();
			foreach (var span in Windows) {
				var all = Extend(Up, fit.Up, ref upTaken, now, span, upReference);
				all = Extend(Down, fit.Down, ref downTaken, now, span, downReference) && all;
				if (fit.Up.N == 0 || fit.Down.N == 0 || !all && Math.Min(fit.Up.N, fit.Down.N) < LeastPoints) continue;
				ref var one = ref accepted[n];
				Window(s, span, upReference, downReference, ref sway, ref one);
				if (Refuted(n, ref one)) break;
				long bias = Squared(BiasOf(Config.WanderPpb, span)), cost = one.Square + bias;
				if (n == 0 || cost <= least || bias < one.Square) {
					best = one;
					least = cost;
				}
				n++;
				if (all) break;
			}
			if (n == 0) return;
			pairs.Mend(sways, Config.WanderPpb, s, ref best, (upReference - downReference) / 2);
			Line.At = now;
			Line.F = best;
			Known = true;
			wander.See(ref Line);
		}

		/// <summary>Returns what is above the spread of a way,</summary>
		long Threshold(Way w, ref Line line, long spread) {
			var sigma = Max(line.F.Deviation(), sways.Deviation());
			return Max(PathLeast, PathMeans * spread) + PathSigmas * sigma + w.Newest().Span;
		}

		/// <summary>and what is below it.</summary>
		long Depth(Way w, long mean, long half) {
			var sigma = Max(Line.F.Deviation(), sways.Deviation());
			return Max(LowerLeast, Min(mean / 2, half) + PathSigmas * sigma) + w.Newest().Span;
		}

		/// <summary>Forgets what was before the clock was set.</summary>
		void Stepped(long now) {
			Forget(Up);
			Forget(Down);
			Afresh(now);
		}

		void Forget(Way w) {
			var last = OffSteady(w, ref w.Newest());
			var k = w.N - 1;
			for (; k > 0; k--) {
				ref var p = ref w.At(k - 1);
				if (p.Skipped || Abs(Minus(OffSteady(w, ref p), last)) >= Abs(last) / 4) break;
			}
			w.Drop(k);
		}

		/// <summary>Finds whether the fastest points of a way are so far below all others that they have overtaken, and their buckets have not seen
		/// it: few that are old enough, as when they came and the floor was not known yet, or many that are scattered. A path's own are
		/// not. Returns by how much the middle one of all is above a low one.</summary>
		long Lonely(Way w) {
			var n = 0;
			for (var j = 0; j < w.N; j++) {
				if (!w.At(j).Skipped) scratch[n++] = Residual(w, ref w.At(j));
			}
			if (n <= FewPoints) return long.MaxValue;
			Sort(scratch, 0, n);
			var half = scratch[n / 2] - scratch[n / 6];
			var k = n / ScatteredPart;
			for (; k > 0; k--) {
				var others = n - k;
				if (scratch[k] - scratch[k - 1] > LonelyLeast + LonelyTimes * (scratch[k + others / 2] - scratch[k + others / 6])) break;
			}
			if (k == 0) return half;
			int runs = Runs(w, scratch[k], out var newer);
			var few = k <= Math.Max(Math.Min(MostLonely, n / 8 + 1), n / LonelyPart) && newer >= FewPoints;
			if (!few && !(k >= MostLonely && 2 * runs > k)) return half;
			for (var j = 0; j < w.N; j++) {
				ref var p = ref w.At(j);
				if (!p.Skipped && Residual(w, ref p) < scratch[k]) p.Skipped = true;
			}
			return half;
		}

		/// <summary>Returns in how many runs the points below a residual came, and how many others are newer than these.</summary>
		int Runs(Way w, long below, out int newer) {
			var runs = 0;
			newer = FewPoints;
			for (var j = 0; j < w.N; j++) {
				ref var p = ref w.At(j);
				if (p.Skipped) continue;
				if (Residual(w, ref p) >= below) {
					newer++;
					continue;
				}
				if (newer > 0) runs++;
				newer = 0;
			}
			return runs;
		}

		/// <summary>Has another path be in use, if what is pending is long enough and of one piece.</summary>
		void Decide(Way w, long mean, long now) {
			// A young line had joined in a queue, and so had one whose floors have swayed all the time.
			if (w.Fell && (now - begun < Grown || pairs.Trusted == Q16) && now - w.Since >= QueueGaps * w.Gap()) {
				w.Resume();
				return;
			}
			if (now - w.Since < Max(PendingLeast, PendingGaps * w.Gap())) return;
			for (var k = 0; k < quarters.Length; k++) quarters[k] = Sways.None;
			var first = Sways.None; // came as the path changed, and may stand anywhere between
			for (var j = 0; j < w.N; j++) {
				ref var p = ref w.At(j);
				if (p.X == w.Since) first = Residual(w, ref p);
				if (p.X <= w.Since) continue;
				var k = Min((p.X - w.Since) * 4 / (now - w.Since), 3);
				quarters[k] = Min(quarters[k], Residual(w, ref p));
			}
			var by = Min(Min(quarters[0], quarters[1]), Min(quarters[2], quarters[3]));
			var apart = Minus(Max(Max(quarters[0], quarters[1]), Max(quarters[2], quarters[3])), by);
			var alike = Max(AgreeLeast, AgreeMeans * mean);
			if (apart > alike && now - w.Since < PendingMost) return;
			if (Minus(by, first) <= alike) by = Min(by, first);
			if (w.Newest().Span > 0 && w.Level != 0 && w.Level < 0 == by < 0) {
				Stepped(now); // a second one with the same sign is no route
				return;
			}
			w.Move(by, ref Line, Threshold(w, ref Line, mean));
			steadyKnown = false;
		}

		/// <summary>Judges a point that is above the floor by more than it spreads, or below it. Returns whether something may be
		/// decided.</summary>
		static bool PathLeft(Way w, ref Point p, long over, long most, long age) {
			if (over > 0) {
				if (!w.HighFor) {
					w.HighFor = true;
					w.High = p.X;
				}
				p.Skipped = true;
				if (!w.Pending && p.X - w.High >= Max(HighLeast, HighGaps * w.Gap())) {
					w.Pending = true;
					w.Fell = false;
					w.Since = w.High;
				}
				return true;
			}
			if (w.Level != 0 && Abs(Plus(over, w.Level)) < most + Abs(w.Level) * 3 / 10) {
				w.Back();
				return false;
			}
			w.HighFor = false;
			if (age < Newborn) return false;
			p.Skipped = true;
			if (!w.Pending || !w.Fell) {
				w.Pending = w.Fell = true;
				w.Since = p.X;
			}
			return true;
		}

		/// <summary>Judges the newest point of a way.</summary>
		void Path(Way w, long mean, long half) {
			ref var p = ref w.Newest();
			if (p.Judged) return;
			p.Judged = true;
			long most = Threshold(w, ref Line, mean), over = Residual(w, ref p), deep = Min(most, Depth(w, mean, half));
			// Where the floor may have fallen, it is so until a point is above it.
			var near = over <= most && -over <= deep && !(w.Pending && w.Fell && over < 0);
			// What the clock does lifts the one floor and lowers the other: what both together do not show is no path's doing.
			var sum = OffSteady(w, ref p);
			var other = w == Up ? Down : Up;
			if (!other.HighFor) sum = Plus(sum, OffSteady(other, ref other.Newest())); // a queue says nothing of the clock
			var clock = over > 0 && sum <= most || over < 0 && -sum <= deep;
			if (near || clock || over > 0 && p.X - begun < FirstPoints) {
				w.HighFor = w.Pending = false;
				return;
			}
			if (PathLeft(w, ref p, over, most, p.X - begun) && w.Pending) Decide(w, mean, p.X);
		}

		/// <summary>Says whether those newest points of a way that are below the steady line's floor, the latest of them by off, are below all that
		/// came before them: the end of a queue leads back to where the way has been.</summary>
		bool FellAsNever(Way w, long off) {
			ref var last = ref w.Newest();
			var k = w.N - 1;
			var any = false;
			while (k >= 0 && OffSteady(w, ref w.At(k)) < off / 2) k--;
			for (; k >= 0 && last.X - w.At(k).X <= BoundFor; k--) {
				ref var p = ref w.At(k);
				var age = last.X - p.X;
				any = true;
				if (Minus(Minus(last.Y, p.Y), Rise(w.Sign * Line.F.Slope, age)) > off / 2 + Rise(200 * Ppm, age)) return false;
			}
			return any;
		}

		/// <summary>Says whether both ways' newest points are off the steady line by as much, one up and one down, where the latter's way
		/// had never been; where neither is the line is steady. A clock whose rate steps takes one way below its floor and the other above, and the line after it.</summary>
		bool ClockSet(long now) {
			ref var a = ref Up.Newest();
			ref var b = ref Down.Newest();
			long up = OffSteady(Up, ref a), down = OffSteady(Down, ref b);
			long upMost = Threshold(Up, ref steady, upSpread), downMost = Threshold(Down, ref steady, downSpread);
			bool upOut = Abs(up) > upMost, downOut = Abs(down) > downMost, fresh = now - a.X < StepFresh && now - b.X < StepFresh;
			var alike = upOut && downOut && fresh && Abs(Plus(up, down)) < Plus(upMost + downMost, Abs(up) / StepAlike);
			if (alike && (up < 0 && down > 0 && FellAsNever(Up, up) || up > 0 && down < 0 && FellAsNever(Down, down))) return true;
			if (!upOut && !downOut) steady = Line;
			// A line that fits badly is not to widen it.
			upSpread = Min(Line.F.MeanUp, upSpread + upSpread / SpreadGrowth);
			downSpread = Min(Line.F.MeanDown, downSpread + downSpread / SpreadGrowth);
			return false;
		}

		/// <summary>Looks whether a path has changed, or the clock was set.</summary>
		bool Paths(long now) {
			if (!steadyKnown || now - begun < Youngest) {
				steadyKnown = true;
				steady = Line;
				upSpread = Line.F.MeanUp;
				downSpread = Line.F.MeanDown;
			}
			if (ClockSet(now)) {
				Stepped(now);
				return true;
			}
			Path(Up, Line.F.MeanUp, Lonely(Up));
			Path(Down, Line.F.MeanDown, Lonely(Down));
			return false;
		}

		/// <summary>Returns how high a way's floor is at most at local time at, in µs, whatever the path does, if the rate is within 200 ppm of the
		/// line's: each point of the latest so many µs says so.</summary>
		long Bound(Way w, long at, long latest) {
			var bound = 1L << 50;
			for (var k = w.N - 1; k >= 0; k--) {
				ref var p = ref w.At(k);
				var age = at - p.X;
				if (age > latest && k < w.N - 1) break;
				if (p.Skipped && !(w.Pending && w.Fell && p.X >= w.Since) && Residual(w, ref p) < 0) continue; // it has overtaken
				bound = Min(bound, Plus(w.Raw(ref p), Rise(w.Sign * Line.F.Slope + 200 * Ppm, age)));
			}
			return bound;
		}

		/// <summary>Returns how long the fastest of a way's latest points took beyond its floor, long.MaxValue where none is of use.</summary>
		long Fastest(Way w) {
			var least = long.MaxValue;
			for (var k = Math.Max(w.N - Latest, 0); k < w.N; k++) {
				ref var p = ref w.At(k);
				if (!p.Skipped) least = Min(least, Residual(w, ref p));
			}
			return least;
		}

		/// <summary>Returns by how much the latest points of both ways say that the middle is elsewhere, beyond chance: where the rate has just
		/// stepped, the line still stands on points of before. The least of some waits is such a part of their mean.</summary>
		long Missed() {
			long up = Fastest(Up), down = Fastest(Down);
			if (up == long.MaxValue || down == long.MaxValue) return 0;
			var chance = Min(Line.F.MeanUp, upSpread) / (2 * Latest) + Min(Line.F.MeanDown, downSpread) / (2 * Latest);
			return Max(Minus(Abs(Minus(up, down) / 2), chance), 0);
		}

		/// <summary>Works out the line anew at local time now, in µs. Returns whether the clock has stepped.</summary>
		internal bool Solve(long now) {
			while (Up.N > 0 && Up.At(0).X < now - Way.Longest) Up.Drop(1);
			if (Up.N == 0) return false;
			while (Down.N > 0 && Down.At(0).X < now - Way.Longest) Down.Drop(1);
			if (Down.N == 0) return false;
			var was = Known;
			var before = Line;
			var stepped = was && Paths(now);
			if (!frames.Take(Up, Down, now, Line.F.Slope) || !frames.Line(now, ref Known, ref Line)) {
				FitWindows(now);
				var room = (Up.Newest().Span + Down.Newest().Span) / 2;
				var by = Missed();
				if (by > 0) room = Max(room, Plus(4 * Line.F.Deviation(), by));
				Line.F.Under = Line.F.Over = room;
			}
			long least = -Bound(Down, Line.At, HardFor), most = Bound(Up, Line.At, HardFor);
			if (Known && least <= most) Line.F.Middle = Clamp(Line.F.Middle, least, most);
			long low = -Bound(Down, Line.At, BoundFor), high = Bound(Up, Line.At, BoundFor);
			// Where no path allows any line, a clock was set, and both ways are about to show it; what is out of the bounds of long is a queue.
			var outside = Line.F.Middle < low || Line.F.Middle > high;
			if (was && !stepped && (least > most || low <= high && outside)) Line = before;
			return stepped;
		}
	}

	/// <summary>What is shown runs faster or slower than the line to approach it: gently while it is near, and never backwards.</summary>
	internal struct Slewed {
		static readonly long[] Downs = {100 * Ms, 20 * Ms, 5 * Ms, 0}, Rates = {500000, 50000, 5000, 500}; // down to ns, at µs a second

		long from, behind;
		bool hurry;

		internal Slewed(long from) {
			this.from = from;
			behind = 0;
			hurry = false;
		}

		/// <summary>Returns how far the clock is still behind the line.</summary>
		internal long Left(long now) {
			long away = Abs(behind), passed = Minus(now, from);
			if (away == 0 || passed <= 0) return behind;
			for (var i = 0; i < Downs.Length; i++) {
				long down = Downs[i], rate = hurry ? Rates[0] : Rates[i];
				if (away <= down) continue;
				var takes = MulDiv(away - down, 1000000, rate);
				if (passed < takes) {
					away -= MulDiv(passed, rate, 1000000);
					break;
				}
				away = down;
				passed -= takes;
			}
			return behind < 0 ? Minus(0, away) : away;
		}

		/// <summary>Starts the clock's approach from a distance behind the line. If that is too far behind, the clock is set forward at once; for a
		/// young clock the limit is lower. If it is too far ahead, it is set back where that is allowed. Returns whether it was set.</summary>
		internal bool Set(long now, long by, bool young, bool back) {
			const long little = Ms / 2;
			from = now;
			behind = by;
			hurry = young && by < -little;
			if (by <= (young ? little : 100 * Ms) && !(back && by < -Second)) return false;
			behind = 0;
			return true;
		}
	}

	/// <summary>The bits of a report beside the delta above them and the upper half of the stamp below.</summary>
	internal static class Report {
		internal const ulong Many = 1 << 16, Overtook = 1 << 17, Early = 1 << 19;
		internal const long GapZero = 1 << 13, GapMost = (1 << 16) - 1;
	}

	/// <summary>A client's clock alone, for a program that has a wire format of its own; with it belong Peer.Datagram and Peer.Due.</summary>
	public sealed class Clock {
		const int MostAsked = 64;
		const long Turn = 1L << 27; // µs until a stamp turns over

		readonly Core core;
		readonly Bucket own = new Bucket();
		readonly long[] sent = new long[MostAsked];
		bool asked, asking = true, anchored, doubtful, slewing, began;
		bool denied; // the latest answer said otherwise than the line
		long last, unsure, coarse, woken, seen, cutAt, shownBase;
		long first, doubt; // what both ways took together once the line was known, in parts; by how much it has followed a path since, in ns
		ushort number;
		ulong open; // a bit for each of the latest questions that has no answer yet
		Slewed shown;
		Line line;
		Status status;

		/// <summary>Begins a clock that knows nothing yet, as is recommended.</summary>
		public Clock() : this(Config.Default) {
		}

		/// <exception cref="ArgumentOutOfRangeException">A number of the configuration is out of range.</exception>
		public Clock(Config config) {
			if (config.WanderPpb < 1 || config.WanderPpb > 10000) {
				throw new ArgumentOutOfRangeException("config", "WanderPpb: " + config.WanderPpb + " is outside 1..10000");
			}
			if (config.AsymmetryNs < 0 || config.AsymmetryNs > 10 * Second) {
				throw new ArgumentOutOfRangeException("config", "AsymmetryNs: " + config.AsymmetryNs + " is outside 0..10000000000");
			}
			if (config.GrainNs < 0 || config.GrainNs > 4 * Second) {
				throw new ArgumentOutOfRangeException("config", "GrainNs: " + config.GrainNs + " is outside 0..4000000000");
			}
			core = new Core(config);
		}

		long Offset(long now) {
			long middle = Nanos(line.F.Middle), rise = MulShift(line.F.Slope, Minus(now, Times(line.At, 1000)), 40);
			return Minus(Plus(shownBase, Plus(middle, rise)), shown.Left(now));
		}

		/// <summary>Returns what the host's clock reads when the client's reads now. It says something where Measured(now).Synchronised
		/// is true.</summary>
		public long Time(long now) => Plus(now, Offset(now));

		/// <summary>Returns what was measured.</summary>
		public Status Measured(long now) {
			var s = status;
			if (!core.Known) return s;
			long up = core.Up.Level, down = core.Down.Level, width = line.F.Width;
			s.Measured = true;
			s.Rtt = Nanos(Plus(Plus(width, up), down));
			s.Up = Nanos(Plus(width / 2, up));
			s.Down = Nanos(Plus(width / 2, down));
			if (!anchored || denied || now < Minus(seen, Second)) return s; // a clock was set, and an answer has to say how far
			s.Known = true;
			s.Unknowable = Interval(now, out s.Unsettled);
			s.Uncertainty = Plus(s.Unknowable, s.Unsettled);
			s.State = Minus(now, unsure) < 10 * Second ? State.Settling : State.Steady;
			s.Offset = Offset(now);
			s.RatePpb = MulShift(line.F.Slope, Second, 40);
			s.Age = Times(Max(Micros(now) - core.Begun, 0), 1000);
			s.Aside = core.Up.Aside() + core.Down.Aside();
			return s;
		}

		/// <summary>Returns the two parts of how far the shown clock may be off: half of what the ways may differ by; and deviations of the line's middle
		/// and its points' spread, how far the rate may have wandered within the line's window and since, what the clock has still to go, and where
		/// the floors have moved the line, as a queue that ends does and a route that changes, how far that was.</summary>
		long Interval(long now, out long unsettled) {
			long sigma = line.F.Deviation(), age = Max(0, now / 1000 - line.At), four = Max(4 * sigma, Max(line.F.Under, line.F.Over));
			var ways = core.Config.AsymmetryNs;
			if (ways == 0) ways = Max(0, Nanos(line.F.Width)); // false stamps can make it seem less
			ways = Plus(ways, Max(0, Minus(0, Nanos(core.Up.Level))));
			ways = Plus(ways, Max(0, Minus(0, Nanos(core.Down.Level))));
			var parts = Plus(four, core.Bias(line.F.Window)) + 10 * Micro;
			parts = Plus(Plus(parts, Min(MulDiv(8 * sigma, age, Max(line.F.Window, 1)), 1L << 60)), core.Bias(age));
			var rest = Plus(Nanos(parts), Abs(shown.Left(now)));
			rest = Plus(rest, Plus(rest / 2, Nanos(Max(line.F.MeanUp, line.F.MeanDown)) / 10));
			var most = doubt;
			if (first != 0) most = Max(most, Abs(Nanos(Minus(line.F.Width, first))) / 2);
			unsettled = Max(rest, Plus(rest / 2, most));
			return ways / 2;
		}

		/// <summary>Forgets all points. The host's frames are what they were, and it may have told their spans already.</summary>
		void Begin(long slope) {
			var frame = core.Up.Frame;
			core.Reset(slope);
			core.Up.Frame = frame;
			own.Reset();
			denied = false;
		}

		/// <summary>Forgets what was measured, as when another host answers. The clock keeps running until enough is measured again.</summary>
		public void Forget(long now) {
			Restart(now);
			core.Up.Frame = first = doubt = 0;
		}

		void Restart(long now) {
			Begin(core.Line.F.Slope);
			slewing = status.Synchronised;
			asking = true;
			anchored = false;
			unsure = now;
		}

		/// <summary>Deals with a client's clock that was set back: what was before it is of no use, and what is shown goes on from where it
		/// was.</summary>
		void SetBack(long now) {
			long slope = core.Line.F.Slope, at = Time(seen);
			Begin(slope);
			open = 0; // what is asked is by the clock of before
			asking = doubtful = true;
			anchored = false;
			unsure = cutAt = woken = seen = now;
			if (!status.Synchronised) return;
			line = default(Line);
			line.At = now / 1000;
			line.F.Slope = slope;
			shownBase = 0;
			shown = new Slewed(now);
			shownBase = Minus(Minus(at, now), Offset(now)); // what is in the line has been rounded
		}

		/// <summary>Looks out for a clock that was set back. A datagram's time is that of its arrival, and it may have waited a second to be
		/// read.</summary>
		void Notice(long now) {
			if (!began) {
				began = true;
				unsure = seen = woken = now;
			}
			if (now < Minus(seen, Second)) SetBack(now);
			seen = Max(now, seen);
		}

		/// <summary>Notes that a floor has fallen, as no queue makes it: a clock may have been set, or is being slewed.</summary>
		void Fell(long now) {
			asking = true;
			if (slewing) unsure = now;
		}

		/// <summary>Returns the turns of the stamps that are nearest to what the answer said.</summary>
		long Turns() {
			if (!anchored) return shownBase;
			long middle = core.Line.F.Middle / Micro, turns = Minus(coarse, Minus(middle, Turn / 2)) >> 27;
			coarse = Plus(middle, turns * Turn);
			return Times(turns * Turn, 1000);
		}

		/// <summary>Says how the clock that showed before goes on.</summary>
		void Settle(long now, long before, bool known) {
			if (!anchored) return;
			status.Synchronised = true;
			shown = new Slewed(now);
			var step = Minus(Time(now), before);
			var set = core.Config.ShowsLine || !known || shown.Set(now, step, Minus(now, unsure) < 10 * Second, !core.Config.BackSlews);
			if (!set || step == 0) return;
			status.Steps++;
			if (known) status.LastStep = step;
		}

		/// <summary>Has the line be fitted anew, and the shown clock follow it.</summary>
		void Solve(long now) {
			if (core.Up.N == 0 || core.Down.N == 0) return;
			var before = Time(now);
			var known = status.Synchronised;
			var sure = core.Known && anchored;
			Interval(now, out var told);
			if (slewing && anchored && Minus(now, unsure) > Second) {
				// After the last sign of a clock that was set, what was before is forgotten: its system may have slewed it for seconds.
				core.Since(Micros(unsure));
				slewing = false;
			}
			var stepped = core.Solve(Micros(now));
			if (!core.Known) return;
			var off = Abs(Nanos(Minus(core.Line.F.Middle, line.OffsetAt(core.Line.At))));
			if (known && off > Second) { // farther than is believed to be less than a turn before an answer has said so
				stepped = true;
				anchored = false;
			}
			// A line that leaves what was told of it by more than 4 ms has followed a path.
			if (sure && !stepped && off > Max(told, 4 * Ms)) doubt = Max(doubt, off);
			if (first == 0 && core.Line.At - core.Begun >= 3000000) first = core.Line.F.Width;
			if (stepped) {
				slewing = slewing || known && off > 20 * Ms;
				asking = true;
				unsure = now;
			}
			if (known && !anchored) return; // the clock keeps running until the answer says by how many turns it was set
			line = core.Line;
			shownBase = Turns();
			Settle(now, before, known);
		}

		/// <summary>Takes the own bucket's fastest datagram.</summary>
		void Flush() {
			Way up = core.Up, down = core.Down;
			long pivot = 0;
			if (own.N == 0) return;
			var taken = own.Take(out var n);
			if (down.N > 0) pivot = down.Raw(ref down.Newest());
			else if (up.N > 0) pivot = Minus(33L * (1 << 20) * Micro, up.Newest().Y); // both delays together are −34 to 100 s
			core.Add(down, new Point {
				X = Micros(taken.At), Y = Expand(pivot, taken.Delta * Micro / 2), Span = taken.Span * Micro / 2, Gap = own.Gap * Micro / 2,
				Many = n >= Bucket.Many, Edged = own.Edged
			});
		}

		/// <summary>Takes the 24-bit stamp of a datagram of the host's that was read at now and had come up to before ns earlier.</summary>
		public void Datagram(uint stamp, long now, long before = 0) {
			Notice(now);
			status.Used++;
			var change = own.Add(new Packet(stamp & 0xffffff, now, before));
			if (change == Change.Same || Minus(now, cutAt) < 500 * Ms) return;
			cutAt = now;
			if (change == Change.Fell) Fell(now);
			own.Begin(change);
			Flush();
			Solve(now);
		}

		/// <summary>Returns when the client sent the datagram of a report, in µs of its own clock, to the middle of 2.048 ms.</summary>
		static long SentAt(ulong floor, long now) {
			long at = Units(now, 2048000), age = unchecked(at - (long)floor) & 0xffff;
			return (at - age) * 2048 + 1024;
		}

		/// <summary>Takes what the host's half has reported: 48 bits, and 32 more or 0.</summary>
		public void Told(ulong floor, uint span, long now) {
			var w = core.Up;
			var early = (floor & Report.Early) != 0;
			Notice(now);
			var at = SentAt(floor, now);
			if ((floor & Report.Overtook) != 0) return; // it tells nothing of the path that the others take
			if (own.N == 0 && core.Down.N == 0) { // before the first datagram of the host's
				status.Rejected++;
				return;
			}
			if (doubtful && !early || now / 1000 - at > 60000000 || w.N > 0 && at < w.Newest().X) { // of a datagram that is too old
				status.Rejected++;
				doubtful = false;
				return;
			}
			doubtful = false;
			var pivot = w.N > 0 ? w.Raw(ref w.Newest()) : 0;
			var y = Expand(pivot, (long)(floor >> 20 & Packet.Deltas) * Micro / 2);
			if (early && y < pivot) Fell(now);
			core.Add(w, new Point {
				X = at, Y = y, Many = (floor & Report.Many) != 0, Span = (span >> 16) * 4 * Micro,
				Gap = ((span & Report.GapMost) - Report.GapZero) * 4 * Micro, Edged = (span & Report.GapMost) != 0
			});
			Flush();
			Solve(now);
		}

		/// <summary>Says whether an answer is to one of the latest questions, for the first time.</summary>
		public bool Answers(ushort question, long t1) {
			var age = unchecked((ushort)(number - question));
			return age < MostAsked && (open >> age & 1) != 0 && sent[question % MostAsked] == t1;
		}

		/// <summary>Compares the line with an answer: the host's clock was below T2 when the question left, and above T3 when the answer came. A
		/// line that says otherwise rests on stamps that are not true, or on a clock that was set since. The floors are about to show the
		/// latter, and lose no points by it: so the points are forgotten only if the next answer says the same.</summary>
		void Check(long t1, long t2, long t3, long t4) {
			var known = status.Synchronised;
			long before = Time(t4), turns = Turns();
			var asked = Plus(turns, Nanos(core.Line.OffsetAt(Micros(t1))));
			var came = Plus(turns, Nanos(core.Line.OffsetAt(Micros(t4))));
			if (Minus(asked, Minus(t2, t1)) > Ms || Minus(Minus(t3, t4), came) > Ms) {
				if (denied) Restart(t4);
				else denied = asking = true;
				return;
			}
			denied = false;
			line = core.Line;
			shownBase = turns;
			Settle(t4, before, known);
		}

		/// <summary>Takes the answer to a question: t1 the client sent it, t2 the host received it, t3 the host answered, t4 the client received
		/// that.</summary>
		public void Answer(ushort question, long t1, long t2, long t3, long t4) {
			var rtt = Minus(Minus(t4, t1), Minus(t3, t2));
			var ours = Answers(question, t1);
			if (ours) open &= ~(1UL << unchecked((ushort)(number - question)));
			if (!ours || rtt < 0 || rtt > 66 * Second) {
				status.Rejected++;
				return;
			}
			asking = false;
			anchored = true;
			coarse = Plus(Minus(t2, t1), Minus(t3, t4)) / 2 / 1000;
			if (core.Known) Check(t1, t2, t3, t4);
		}

		/// <summary>Says at now whether to ask the host for its clock, with the question's number; due is when to call it again. Calling it early is
		/// harmless.</summary>
		public bool Wake(long now, out ushort question, out long due) {
			if (began && now < woken) SetBack(now);
			Notice(now);
			woken = now;
			var every = asking ? Second : 30 * Second;
			var asks = !asked || now < last || Minus(now, last) >= every;
			question = 0;
			if (asks) {
				asking = asked = true;
				every = Second;
				last = now;
				question = number = unchecked((ushort)(number + 1));
				sent[number % MostAsked] = now;
				open = open << 1 | 1;
			}
			due = Plus(last, every);
			return asks;
		}
	}

	/// <summary>The wire format: docs/wire.md.</summary>
	public static class Wire {
		/// <summary>The most that a head takes, in bytes.</summary>
		public const int MaxHead = 48;

		// Why bytes are no head. They change nothing then.

		/// <summary>They end too soon.</summary>
		public const int Short = -1;
		/// <summary>They are of another version than 1.</summary>
		public const int Version = -2;
		/// <summary>They have blocks that do not go together, or that this sender never sends.</summary>
		public const int Blocks = -3;
		/// <summary>A clock's reading is beyond ±2^62.</summary>
		public const int Range = -4;

		/// <summary>Returns the send stamp of a clock that reads now: units of 8 µs modulo 2^24.</summary>
		public static uint Stamp(long now) => unchecked((uint)Units(now, 8000)) & 0xffffff;
	}

	/// <summary>What Midline puts before a datagram's own bytes.</summary>
	internal struct Head {
		internal const int Question = 1, Answer = 2, Floor = 4, Span = 8;

		/// <summary>Throws an exception unless there are such bytes: before anything has changed.</summary>
		internal static void Within(string name, byte[] bytes, int offset, int size) {
			if (bytes == null) throw new ArgumentNullException(name);
			if (offset < 0 || size < 0 || size > bytes.Length - offset) {
				throw new ArgumentOutOfRangeException(name, size + " bytes from " + offset + " on are not within its " + bytes.Length);
			}
		}

		internal int Blocks;
		internal uint Stamp, Host, SpanBits;
		internal ushort Number;
		internal long T1, T2, T3;
		internal ulong FloorBits;

		static int Put(byte[] to, int at, ulong v, int bytes) {
			for (var k = bytes - 1; k >= 0; k--) to[at++] = (byte)(v >> 8 * k & 0xff);
			return at;
		}

		static int Put(byte[] to, int at, long clock) => Put(to, at, unchecked((ulong)clock), 8);

		/// <summary>Writes the head and returns its size.</summary>
		internal int Write(byte[] to) {
			var at = Put(to, 0, (ulong)(1 << 4 | Blocks), 1);
			at = Put(to, at, Stamp, 3);
			if ((Blocks & (Question | Answer)) != 0) {
				at = Put(to, at, Number, 2);
				at = Put(to, at, T1);
			}
			if ((Blocks & Answer) != 0) {
				at = Put(to, at, T2);
				at = Put(to, at, T3);
				at = Put(to, at, Host, 4);
			}
			if ((Blocks & Floor) != 0) at = Put(to, at, FloorBits, 6);
			if ((Blocks & Span) != 0) at = Put(to, at, SpanBits, 4);
			return at;
		}

		/// <summary>Reads so many bytes, the most significant first; nothing after the first error.</summary>
		static ulong Get(byte[] data, ref int at, int end, int bytes, ref int error) {
			ulong v = 0;
			if (error == 0 && end - at < bytes) error = Wire.Short;
			if (error != 0) return 0;
			for (; bytes > 0; bytes--) v = v << 8 | data[at++];
			return v;
		}

		static long GetClock(byte[] data, ref int at, int end, ref int error) {
			var v = unchecked((long)Get(data, ref at, end, 8, ref error));
			if (error == 0 && (v < -(1L << 62) || v > 1L << 62)) error = Wire.Range;
			return v;
		}

		/// <summary>Reads a head that has blocks of these alone. Returns its size, or why it is none.</summary>
		internal int Read(byte[] data, int offset, int size, int allowed) {
			int at = offset, end = offset + size, error = 0;
			var first = (int)Get(data, ref at, end, 1, ref error);
			if (error == 0 && first >> 4 != 1) return Wire.Version;
			Blocks = first & 15;
			if ((Blocks & Question) != 0 && Blocks != Question) return Wire.Blocks;
			if ((Blocks & Span) != 0 && (Blocks & Floor) == 0) return Wire.Blocks;
			Stamp = (uint)Get(data, ref at, end, 3, ref error);
			if ((Blocks & (Question | Answer)) != 0) {
				Number = (ushort)Get(data, ref at, end, 2, ref error);
				T1 = GetClock(data, ref at, end, ref error);
			}
			if ((Blocks & Answer) != 0) {
				T2 = GetClock(data, ref at, end, ref error);
				T3 = GetClock(data, ref at, end, ref error);
				Host = (uint)Get(data, ref at, end, 4, ref error);
			}
			if ((Blocks & Floor) != 0) FloorBits = Get(data, ref at, end, 6, ref error);
			if ((Blocks & Span) != 0) SpanBits = (uint)Get(data, ref at, end, 4, ref error);
			if (error != 0) return error;
			return (Blocks & ~allowed) != 0 ? Wire.Blocks : at - offset;
		}
	}

	/// <summary>The host's half: a host has one for each client that it knows.</summary>
	public sealed class Peer {
		readonly Bucket bucket = new Bucket();
		bool begun, early, changes, asked;
		long start, reported, told, next, t1, came;
		ushort number;

		/// <summary>Takes a datagram of the client's, as Client.Received does. A question is answered by the next packet to that client, which should
		/// be sent soon.</summary>
		public int Received(byte[] data, int offset, int size, long now, long before = 0) {
			Head.Within("data", data, offset, size);
			var h = default(Head);
			var head = h.Read(data, offset, size, Head.Question);
			if (head < 0) return head;
			Datagram(h.Stamp, now, before);
			if (h.Blocks == Head.Question) {
				asked = true;
				number = h.Number;
				t1 = h.T1;
				came = now;
			}
			return head;
		}

		/// <summary>Writes the bytes that go before what a datagram to the client has, sent at now, and returns how many they are. A game that has
		/// nothing to send sends them alone, one datagram for each that has come. head has room for Wire.MaxHead bytes; host is a random number that
		/// the host draws when it starts.</summary>
		public int Packet(byte[] head, uint host, long now) {
			Head.Within("head", head, 0, Wire.MaxHead);
			var h = new Head { Stamp = Wire.Stamp(now) };
			if (asked) {
				asked = false;
				h.Blocks = Head.Answer;
				h.Number = number;
				h.T1 = t1;
				h.T2 = came;
				h.T3 = now;
				h.Host = host;
			}
			if (Due(now, out h.FloorBits, out h.SpanBits)) h.Blocks |= h.SpanBits != 0 ? Head.Floor | Head.Span : Head.Floor;
			return h.Write(head);
		}

		/// <summary>Takes the 24-bit stamp of a client's datagram.</summary>
		public void Datagram(uint stamp, long now, long before = 0) {
			var change = bucket.Add(new Packet(stamp & 0xffffff, now, before));
			long waited = Minus(now, told), pause = (change == Change.Rose ? 2000 : 500) * Ms;
			if (change == Change.Same || early || changes && waited >= 0 && waited < pause) return;
			bucket.Begin(change);
			early = changes = true;
			told = next = now;
		}

		/// <summary>Says at now whether to report to the client, and what: 48 bits, and 32 more or 0.</summary>
		public bool Due(long now, out ulong floor, out uint span) {
			floor = 0;
			span = 0;
			if (bucket.N == 0) return false;
			if (!begun || now < reported) { // or the clock was set back
				begun = true;
				start = next = now;
			}
			if (now < next) return false;
			var was = early;
			var age = Minus(now, start);
			early = false;
			reported = now;
			next = Plus(now, age >= 20 * Second ? 2 * Second : Clamp(age, 30 * Ms, 500 * Ms));
			var p = bucket.Take(out var n);
			span = SpanOf(p);
			floor = (ulong)p.Delta << 20 | p.Stamp >> 8;
			if (n >= Bucket.Many) floor |= Report.Many;
			if (was) floor |= Report.Early;
			return true;
		}

		/// <summary>Returns v in units of 4 µs, rounded up.</summary>
		static long SpanUnits(long v) => Units(v + 7, 8);

		uint SpanOf(Packet p) {
			if (p.Span == 0) return 0;
			var gap = SpanUnits(bucket.Gap) + Report.GapZero;
			var known = bucket.Edged && gap > 0 && gap <= Report.GapMost;
			return (uint)Min(SpanUnits(p.Span), Report.GapMost) << 16 | (known ? (uint)gap : 0);
		}
	}

	/// <summary>A client: it knows what the host's clock reads, and how far off that may be.</summary>
	public sealed class Client {
		readonly Clock clock;
		readonly long grain, half; // and what of it is added to the clock's readings
		bool begun, started, answered, known;
		long since, heard, woken, steps, sent, refused;
		Reading last;

		/// <summary>Begins a client that knows nothing yet, as is recommended.</summary>
		public Client() : this(Config.Default) {
		}

		/// <exception cref="ArgumentOutOfRangeException">A number of the configuration is out of range.</exception>
		public Client(Config config) {
			clock = new Clock(config);
			grain = config.GrainNs;
			half = config.RoundsEither ? 0 : grain / 2;
		}

		/// <summary>Writes the bytes that go before what a datagram to the host has, sent at now, and returns how many they are. A game that has nothing
		/// to send sends them alone when its clock reads due, at the latest. Not every datagram needs them: docs/wire.md says how few are enough. head has room for Wire.MaxHead bytes.</summary>
		public int Packet(byte[] head, long now, out long due) {
			Head.Within("head", head, 0, Wire.MaxHead);
			now = Plus(now, half);
			sent++;
			if (!begun) {
				begun = true;
				since = now;
			}
			var h = new Head { Stamp = Wire.Stamp(now) };
			if (clock.Wake(now, out h.Number, out var wake)) {
				h.Blocks = Head.Question;
				h.T1 = now;
			}
			var silent = Plus(now, Minus(now, since) < 5 * Second ? 100 * Ms : Second);
			due = Minus(Min(wake, silent), half);
			woken = now;
			Note(now, true, false);
			return h.Write(head);
		}

		/// <summary>Takes a datagram of the host's, size bytes of data from offset on, that was read at now and had come up to before ns earlier: 0 where
		/// now is the instant of its arrival, and where a game reads its socket once a frame how long ago it had looked last. Returns how many bytes
		/// the head takes, behind which the game's own begin, or a negative number of Wire's that says why it is none.</summary>
		public int Received(byte[] data, int offset, int size, long now, long before = 0) {
			Head.Within("data", data, offset, size);
			var h = default(Head);
			var head = h.Read(data, offset, size, Head.Answer | Head.Floor | Head.Span);
			if (head < 0) {
				refused++;
				return head;
			}
			now = Plus(now, half);
			var lost = started && Minus(now, heard) > 5 * Second;
			started = true;
			heard = now;
			clock.Datagram(h.Stamp, now, before);
			if ((h.Blocks & Head.Floor) != 0) clock.Told(h.FloorBits, h.SpanBits, now);
			if ((h.Blocks & Head.Answer) != 0 && clock.Answers(h.Number, h.T1)) {
				OtherHost(h.Host, now);
				clock.Answer(h.Number, h.T1, h.T2, h.T3, now);
			}
			Note(now, begun && Minus(now, woken) < -Second, lost);
			return head;
		}

		/// <summary>Tells what is known when the client's clock reads now.</summary>
		public Reading Now(long now) {
			now = Plus(now, half);
			var s = clock.Measured(now);
			var r = last;
			r.Time = clock.Time(now);
			r.Known = s.Known; // where a clock was set nothing is until an answer has come
			if (s.Known) {
				r.Unknowable = s.Unknowable;
				r.Unsettled = Plus(s.Unsettled, grain);
				r.Uncertainty = Plus(r.Unknowable, r.Unsettled);
				if (Minus(now, heard) > 5 * Second) {
					r.Event = Event.Lost;
					r.Since = Plus(heard, 5 * Second);
					r.Step = 0;
				}
			}
			if (r.Event != Event.Joining) r.Since = Minus(r.Since, half);
			return r;
		}

		bool Wide(long now, long width) {
			var r = Now(now);
			return !r.Known || r.Uncertainty > width;
		}

		/// <summary>Tells when a reading's Uncertainty will be more than width ns, if nothing more is heard of the host: at is now where it is already, or where
		/// the time is not known. Returns false where that will not be within a year.</summary>
		public bool Void(long now, long width, out long at) {
			long within = 0, beyond = 1L << 55; // 417 days
			at = now;
			if (Wide(now, width)) return true;
			if (!Wide(Plus(now, beyond), width)) return false;
			while (beyond - within > 1) { // it becomes narrower while the clock approaches the line, and then wider and wider
				var middle = (within + beyond) / 2;
				if (Wide(Plus(now, middle), width)) beyond = middle;
				else within = middle;
			}
			at = Plus(now, beyond);
			return true;
		}

		/// <summary>Tells what is to be logged when the client's clock reads now.</summary>
		public Status Measured(long now) {
			now = Plus(now, half);
			var s = clock.Measured(now);
			if (s.Known) {
				s.Unsettled = Plus(s.Unsettled, grain);
				s.Uncertainty = Plus(s.Uncertainty, grain);
				s.Offset = Plus(s.Offset, half);
				if (Minus(now, heard) > 5 * Second) s.State = State.Lost;
			}
			s.Sent = sent;
			s.Refused = refused;
			return s;
		}

		/// <summary>Looks whether an answer is of another host than the ones before.</summary>
		void OtherHost(uint host, long now) {
			var other = answered && host != last.Host;
			answered = true;
			last.Host = host;
			if (!other) return;
			clock.Forget(now);
			last.Event = Event.OtherHost;
			last.Since = now;
			last.Step = 0;
		}

		/// <summary>Looks what has become of the clock. back says that where it is not known any more, the client's clock was set back.</summary>
		void Note(long now, bool back, bool lost) {
			var s = clock.Measured(now);
			bool was = known, same = s.Steps == steps, other = last.Event == Event.OtherHost;
			known = s.Known;
			if (!known) {
				if (!was || other && last.Since == now) return;
				last.Event = back ? Event.SetBack : Event.InDoubt;
				last.Since = now;
				last.Step = 0;
				return;
			}
			if (last.Event == Event.Joining || (lost || !was && !other) && same) {
				last.Event = Event.Synchronised;
				last.Step = 0;
			} else if (same) {
				return;
			} else {
				if (!other || Minus(now, last.Since) > 5 * Second) {
					last.Event = Event.Stepped;
					last.Step = 0;
				}
				last.Step = Plus(last.Step, s.LastStep);
			}
			steps = s.Steps;
			last.Since = now;
		}
	}
}
