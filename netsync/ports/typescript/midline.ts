/* midline.ts: the clock Midline of Driftlab, version 1 of its wire format (docs/wire.md). One module, no dependency.
 *
 * Machines that send each other datagrams keep the time of one of them, the host. All times are in nanoseconds, as bigint, of one machine's own
 * clock, which should not be set, within ±2^62. It reads no clock and sends nothing. It computes with integers alone, the same as Driftlab's
 * Midline in Go does to the bit; a test holds that. Apache License 2.0, see LICENSE. */

/** The most that a head takes, in bytes. */
export const MAX_HEAD = 48;

/** Why bytes are no head. They change nothing then. */
export const SHORT = -1; // they end too soon
export const VERSION = -2; // they are of another version than 1
export const BLOCKS = -3; // they have blocks that do not go together, or that this sender never sends
export const RANGE = -4; // a clock's reading is beyond ±2^62

export interface Config {
  /** How far the client's rate may walk at random in a second, in ppb: 1 to 10,000, 30 is usual. */
  wander: bigint;
  /** How much longer one way may take than the other, in ns, for the stated uncertainty: 0 to 10 s, 0 is unknown. */
  asymmetry: bigint;
  /** Whether the time jumps with each fit; it runs faster or slower to get right otherwise, and never goes back. */
  showsLine: boolean;
  /** Whether a clock more than a second ahead, as after the host has restarted, runs at half speed; it is set back at once otherwise. */
  backSlews: boolean;
  /** Of a Client: by how many ns its clock moves at once, as 1 ms where it counts milliseconds: 0 to 4 s. */
  grain: bigint;
  /** Whether a reading is the last whole grain or the next at random, as in Chromium and Firefox; it is the last otherwise, and half a grain is added. */
  roundsEither: boolean;
}

export const DEFAULT_CONFIG: Readonly<Config> = { wander: 30n, asymmetry: 0n, showsLine: false, backSlews: false, grain: 0n, roundsEither: false };

/** What has happened to a client's clock last: the host's time is not known yet; it became known, or the host was heard again; the time was set;
 * another host answered, or the same one after a restart; the host has not been heard for five seconds. In the last two the time is not known any more: the
 * client's own clock was set back; an answer contradicted what was measured, or a clock was set by more than a second. */
export type Event = "joining" | "synchronised" | "stepped" | "other host" | "lost" | "set back" | "in doubt";

/** What a client knows of the host's time. */
export interface Reading {
  time: bigint; // what the host's clock reads now
  known: boolean; // whether time and the three below say something
  uncertainty: bigint; // how far time may be off, either way: the sum of
  unknowable: bigint; // what no clock can know, half of the round trip or of asymmetry where that is stated, and
  unsettled: bigint; // what is not known yet, beside half of the difference of both empty one-way delays
  event: Event; // the latest,
  since: bigint; // when that was, by the client's clock,
  step: bigint; // and by how much the time was set then; > 0 is forward
  host: number; // the number of the host that has answered
}

/** How far a client has come: the host's time is not known yet, or not any more, and the event says why; it became known or was set within ten seconds and may
 * still be set forward by little; from then on; the host has not been heard for five seconds. */
export type State = "joining" | "settling" | "steady" | "lost";

/** What a client has measured and counted, to be logged; docs/production.md says what it tells. While it is joining, offset, ratePpb, age and aside are 0. A Clock
 * alone counts no sent and refused ones, and is never lost. */
export interface Status {
  state: State;
  offset: bigint; // the host's time less the client's clock
  ratePpb: number; // by how much the host's clock runs faster than the client's
  age: bigint; // for how long both have been measured, since the start or since a clock was set
  aside: number; // how many of the 384 fastest datagrams that are remembered do not count now, as in a queue
  synchronised: boolean;
  measured: boolean; // whether the three below say something
  up: bigint; // least one-way delay to the host,
  down: bigint; // and from it
  rtt: bigint;
  known: boolean; // whether the three below say something; they are as in a reading
  uncertainty: bigint;
  unknowable: bigint;
  unsettled: bigint;
  used: number; // datagrams
  rejected: number; // reports and answers that were of no use
  steps: number; // times the clock was set
  sent: number; // heads that were written
  refused: number; // datagrams that are not of this format
  lastStep: bigint;
}

// What a program calls this module with is looked at first: an error names what is wrong, and nothing has changed then.

const FARTHEST = 1n << 62n;

/** Throws an error unless v is a bigint that is in a range. */
function bounded(name: string, v: bigint, least = -FARTHEST, most = FARTHEST): void {
  if (typeof v !== "bigint") throw new TypeError(`${name}: a bigint is needed, not ${v === null ? "null" : typeof v}`);
  if (v < least || v > most) throw new RangeError(`${name}: ${v} is outside ${least}..${most}`);
}

/** Throws an error unless v is a whole number of so many bits. */
function whole(name: string, v: number, bits = 32): void {
  if (typeof v !== "number") throw new TypeError(`${name}: a number is needed, not ${v === null ? "null" : typeof v}`);
  if (!Number.isInteger(v) || v < 0 || v >= 2 ** bits) throw new RangeError(`${name}: ${v} is no whole number in 0..${2 ** bits - 1}`);
}

/** Throws an error unless v is bytes. */
function bytes(name: string, v: Uint8Array): void {
  if (Object.prototype.toString.call(v) !== "[object Uint8Array]") throw new TypeError(`${name}: a Uint8Array is needed`);
}

// Numbers. Units: x in µs; y, floors and middles in parts of 2^-10 µs; slopes in 2^-40; squares in (2^-7 µs)^2; densities at a floor in 2^-32 a
// part; log-likelihoods in 2^-32, or 2^-16 (Q16).
//
// Times in ns are bigints, all else is numbers, whole ones: below 2^53 their sums and products are exact. A product of two that may be more goes through one
// of the functions below, which work with numbers where these suffice, and with bigints where not. Sums that what comes from outside could make too large
// are taken modulo 2^64, as in Go.

const EXACT = 2 ** 52; // a sum of two that are not beyond it is exact
const Q16 = 65536;
const MICRO = 1024;
const PPM = 1099511; // of a slope: 2^40 / 1,000,000
const MS = 1_000_000n; // ns
const SECOND = 1_000_000_000n;
const MOST = (1n << 63n) - 1n;

const wrap = (v: bigint): bigint => BigInt.asIntN(64, v);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const abs = (a: bigint): bigint => (a < 0n ? wrap(-a) : a);
const clamp = (v: bigint, lo: bigint, hi: bigint): bigint => min(max(v, lo), hi);
const limited = (v: number, lo: number, hi: number): number => Math.min(Math.max(v, lo), hi);

/** Returns a/b, rounded towards 0. */
const div = (a: number, b: number): number => Math.trunc(a / b);

/** Returns a/2^n, rounded down. */
const shift = (a: number, n: number): number => Math.floor(a / 2 ** n);

/** Returns by how much one delta of 28 bits is greater than another. */
const apart = (a: number, b: number): number => ((a - b) << 4) >> 4;

/** Returns the number nearest to pivot with the low 37 bits of v. */
const expand = (pivot: number, v: number): number => v - 2 ** 37 * shift(v - pivot + 2 ** 36, 37);

/** Returns v / unit, rounded down. */
const units = (v: bigint, unit: bigint): bigint => v / unit - (v % unit < 0n ? 1n : 0n);
const micros = (ns: bigint): number => Number(units(ns, 1000n));

/** Returns a·b/c, rounded towards 0, for c > 0; what is beyond 64 bits becomes the largest or smallest number. */
const mulDivBig = (a: bigint, b: bigint, c: bigint): bigint => clamp((a * b) / c, -MOST, MOST);

/** The same of numbers. A quotient that is not too near a whole number is on the right side of it, however a·b has been rounded. */
function mulDiv(a: number, b: number, c: number): number {
  const p = a * b, q = p / c, whole = Math.trunc(q), part = Math.abs(q - whole);
  if (Math.abs(p) < EXACT || (Math.abs(q) < 2 ** 32 && part > 2 ** -16 && part < 1 - 2 ** -16)) return whole;
  return Number(mulDivBig(BigInt(a), BigInt(b), BigInt(c)));
}

/** Returns a·b/2^n, rounded down, of an a·b modulo 2^64. */
function productShift(a: number, b: number, n: number): number {
  const p = a * b, q = p / 2 ** n, whole = Math.floor(q), part = q - whole;
  if (Math.abs(p) < EXACT || (Math.abs(q) < 2 ** 32 && part > 2 ** -20 && part < 1 - 2 ** -20)) return whole;
  return Number(wrap(BigInt(a) * BigInt(b)) >> BigInt(n));
}

/** The same of an a·b of 128 bits. */
const mulShift = (a: number, b: number, n: number): number =>
  Math.abs(a * b) < 2 ** 62 ? productShift(a, b, n) : Number(wrap((BigInt(a) * BigInt(b)) >> BigInt(n)));

/** Says whether a·b ≥ c·d. */
function notLess(a: number, b: number, c: number, d: number): boolean {
  const left = a * b, right = c * d, doubt = (Math.abs(left) + Math.abs(right)) * 2 ** -50;
  return doubt < 1 || Math.abs(left - right) > doubt ? left >= right : BigInt(a) * BigInt(b) >= BigInt(c) * BigInt(d);
}

/** A sum of products. */
class Sum {
  private low = 0;
  private high = 0n; // what low had too much of

  add(a: number, b = 1): void {
    const p = a * b;
    if (Math.abs(p) < EXACT) this.low += p;
    else this.high += BigInt(a) * BigInt(b);
    if (Math.abs(this.low) < EXACT) return;
    this.high += BigInt(this.low);
    this.low = 0;
  }

  big(): bigint {
    return this.high + BigInt(this.low);
  }

  /** Returns the sum divided by n, rounded towards 0. */
  over(n: number): number {
    return this.high === 0n ? div(this.low, n) : Number(this.big() / BigInt(n));
  }
}

/** Returns the square root, rounded down. */
function root(v: number): number {
  return Math.floor(Math.sqrt(Math.max(v, 0)));
}

const POWERS = Array.from({ length: 64 }, (_, n) => 2 ** n);

// 2^(k/32) and ln(1 + k/32), in Q16.
const POWER2 = [65536, 66971, 68438, 69936, 71468, 73032, 74632, 76266, 77936, 79642, 81386, 83169, 84990, 86851, 88752, 90696, 92682, 94711, 96785, 98905,
  101070, 103283, 105545, 107856, 110218, 112631, 115098, 117618, 120194, 122825, 125515, 128263, 131072];
const LOG1 = [0, 2017, 3973, 5873, 7719, 9515, 11262, 12965, 14624, 16242, 17821, 19364, 20870, 22343, 23783, 25193, 26573, 27924, 29248, 30546, 31818, 33067,
  34292, 35494, 36675, 37835, 38975, 40095, 41196, 42280, 43345, 44394, 45426];

function between(table: number[], part: number): number {
  const k = part >> 11;
  return table[k] + (((table[k + 1] - table[k]) * (part & 2047)) >> 11);
}

/** Returns e^-x for x ≥ 0, both in Q16. */
function expNegative(x: number): number {
  if (x < 0 || x >= 16 * Q16) return 0;
  const z = -shift(x * 94548, 16); // the power of 2: log2 e is 94548
  return between(POWER2, z & (Q16 - 1)) >> -(z >> 16);
}

/** Returns ln v in Q16 for v ≥ 1. */
function logarithm(v: number): number {
  const n = v < 2 ** 32 ? 31 - Math.clz32(v) : 63 - Math.clz32(v / 2 ** 32);
  return n * 45426 + between(LOG1, Math.floor((v / POWERS[n]) * Q16) - Q16);
}

/** Returns ln (a + s²) in Q16. Where the sum is beyond 2^53 and rounded, its first 17 bits, of which the logarithm is, may be others only next to where they change. */
function logarithmOf(a: number, s: number): number {
  const v = a + s * s, over = v - shift(v, 37) * 2 ** 37;
  if (v < 2 * EXACT || (over > 2 ** 12 && over < 2 ** 37 - 2 ** 12)) return logarithm(v);
  return logarithm(Number(((BigInt(a) + BigInt(s) * BigInt(s)) >> 37n) << 37n));
}

/** Returns the square of a length, of which more than 65 ms count as so many. */
function squared(parts: number): number {
  const v = limited(shift(parts, 3), -(2 ** 23), 2 ** 23);
  return v * v;
}

/** The root of such a square, in parts. */
const unsquared = (square: number): number => root(square) * 8;

/** Returns s·x in parts. */
const slope = (s: number, x: number): number => productShift(s, x, 30);

/** Returns parts in ns. */
const nanos = (parts: number | bigint): bigint => wrap((BigInt(parts) * 1000n) >> 10n);

const sorted = (v: number[]): Float64Array => new Float64Array(v).sort();

/** Returns the k-th least of the first n of v, from 0 on, and puts them out of order (Hoare's selection). */
function quantile(v: Float64Array, n: number, k: number): number {
  for (let from = 0, to = n - 1; from < to; ) {
    const a = v[from], b = v[(from + to) >> 1], c = v[to], pivot = Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
    let i = from, j = to;
    while (i <= j) {
      while (v[i] < pivot) i++;
      while (v[j] > pivot) j--;
      if (i > j) break;
      const w = v[i];
      v[i++] = v[j];
      v[j--] = w;
    }
    if (k <= j) to = j;
    else if (k >= i) from = i;
    else break;
  }
  return v[k];
}

/** Returns the mean of n that lie above a floor, of which it changes the order. It goes by the lower third, as slow ones are others': a third of an
 * exponential distribution is below 0.405 of its mean. */
const meanOver = (v: Float64Array, n: number): number => Math.max(2 * MICRO, div(quantile(v, n, div(n - 1, 3)) * 1000, 405));

/** Returns by how much a line over a window may be wrong at its end as the rate wanders, in parts: 0.3·ρ·W^1.5, and beyond an hour in proportion. */
function biasOf(wander: number, window: number): number {
  const hour = 3_600_000_000, w = Math.min(window, hour);
  return Math.min(mulDiv(div(div(wander * div(w * root(w), 1_000_000), 1000) * 3 * MICRO, 10_000), Math.max(window, hour), hour), EXACT);
}

// Buckets: the fastest datagram of one way, at both ends. A change of the floor is seen at once.

type Change = 0 | 1 | 2;
const SAME = 0, FELL = 1, ROSE = 2;

const CHANGE = 4000; // a fall or a rise of the floor by more, 2 ms in units of 500 ns, is told at once,
const RISE_EXCESSES = 8; // a rise by so many mean excesses more,
const RISE_PACKETS = 6; // by datagrams that are above in a row,
const UNKNOWN_RISE = 1 << 26; // and not before there have been two buckets
const LOW_RECORD = 24; // what is so far below the floor has overtaken, as long as it stays alone, as records go,
const LOW_AFTER = 32; // after so many datagrams;
const LOW_PACKETS = 12; // so many in a row are no overtakers,
const MOST_OVERTAKEN = 500_000; // nor is what is so far below, 250 ms
const KEPT = 8; // of a bucket so many of the fastest are kept,
const LATEST_POINTS = 3; // of a way say about where the middle is now
const MOST_ALONE = 4; // and so many have overtaken at most,
const ALONE_LEAST = 600; // which are below all others by this, 300 µs, and by so many times what these are apart
const ALONE_TIMES = 20;
const EXCESS_OVER = 16; // datagrams that the mean is of, by decay
const SPAN_DECAY = 256;
const PHASES = 16; // a frame is divided into so many
const PHASE_LEAST = 32; // datagrams of one phase, of which the fastest met no delay to speak of
const SWEEP_OF = 128; // of twice so many datagrams, or of the latest of twice 3.5 s if these are twice so many, …
const SWEEP_LEAST = 64;
const STILL_PHASES = 8; // … those that are sent at no more phases than these stand still
const FRAMES_ALIKE = 16; // spans that differ by such a part are frames of one rate,
const FRAMES_OTHER = 8; // and after so many others it is another rate; where a third of some SWEEP_LEAST spans are others, no phase stands still
const MANY = 8; // datagrams in a bucket
const DELTAS = (1 << 28) - 1;

/** The fastest datagram of a bucket. */
interface Packet {
  delta: number; // receive − send time in units of 500 ns, modulo 2^28
  stamp: number; // its send stamp, 24 bits
  at: bigint; // when it was received
  span: number; // how long before that it may have come, in units of 500 ns
}

function packetOf(stamp: number, at: bigint, before: bigint): Packet {
  const delta = (Number(BigInt.asUintN(28, units(at, 500n))) - (stamp << 4)) & DELTAS;
  const span = before > 0n ? Number((min(before, SECOND) + 499n) / 500n) : 0;
  return { delta, stamp, at, span };
}

/** Finds the lower edge of a floor that is read once a frame. */
class Phased {
  period = 0;
  other = 0;
  base = 0;
  met = [0, 0]; // a bit for each phase of the latest datagrams, and of those before them
  of = 0; // how many are the latest,
  since = 0n; // since when, ns
  swept = false; // the datagrams are sent at all phases
  others = 0; // such a part of the latest spans is of another rate, in Q16
  least: number[] = new Array(PHASES).fill(0);
  n: number[] = new Array(PHASES).fill(0);

  /** Takes a datagram that came within a span, at a time in ns. */
  add(delta: number, span: number, at: bigint): void {
    this.others -= div(this.others, SWEEP_LEAST);
    if (Math.abs(span - this.period) > div(this.period, FRAMES_ALIKE)) {
      this.others += Q16 / SWEEP_LEAST;
      this.other++;
      if (this.period > 0 && this.other < FRAMES_OTHER) return; // a hitch
      Object.assign(this, new Phased(), { period: span, base: delta - div(span, PHASES * 2), since: at, others: this.others }); // it is amid a phase
    }
    this.other = 0;
    let into = apart(delta, this.base) % this.period;
    if (into < 0) into += this.period;
    const k = div(into * PHASES, this.period), least = (delta - span) & DELTAS;
    this.met[0] |= 1 << k;
    if (++this.of === SWEEP_OF || (this.of >= SWEEP_LEAST && at - this.since > 3_500_000_000n)) {
      let phases = 0;
      for (let met = this.met[0] | this.met[1]; met !== 0; met &= met - 1) phases++;
      this.swept = phases > STILL_PHASES;
      this.met = [0, this.met[0]];
      this.of = 0;
      this.since = at;
    }
    if (this.n[k] === 0 || apart(least, this.least[k]) < 0) this.least[k] = least;
    this.n[k]++;
  }

  /** Returns how much less a delay may be than its span allows for: nothing unless the phases stand still. */
  wait(span: number): number {
    return this.swept || this.others > div(Q16, 3) ? 0 : span;
  }

  /** Says by how much the floor's lower edge is below a datagram's upper one, if it is known by now, and then measures anew. */
  edge(delta: number): number | null {
    let gap: number | null = null;
    for (let k = 0; k < PHASES; k++) {
      if (this.n[k] < PHASE_LEAST) continue;
      const d = apart(delta, this.least[k]);
      if (gap === null || d < gap) gap = d;
      this.n[k] = 0;
    }
    return gap;
  }
}

/** The fastest datagrams of one way since it was begun. */
class Bucket {
  n = 0;
  least: Packet[] = []; // the fastest, in order
  sum = 0;
  known = 0; // of the floors, 0 to 2
  pastLatest = 0; // the floor of the latest bucket, less floor
  floor = 0;
  fall = 0;
  rise = 0;
  wide = 0;
  above = 0;
  since = 0n;
  run: Packet | null = null;
  of = 0;
  seen = 0;
  excess = 0;
  lows = 0;
  low: Packet | null = null;
  frames = new Phased();
  gap = 0;
  edged = false;

  add(p: Packet): Change {
    if (p.span > 0) {
      this.frames.add(p.delta, p.span, p.at);
      this.wide = Math.max(this.frames.wait(p.span), this.wide - div(this.wide, SPAN_DECAY));
    }
    if (this.known === 0) {
      this.keep(p);
      return SAME;
    }
    const over = apart(p.delta, this.floor);
    if (this.seen === LOW_AFTER && over > -MOST_OVERTAKEN && (over < -this.deep() - this.wide || this.shallow(over))) return this.overtook(p);
    this.lows = 0;
    this.seen = Math.min(this.seen + 1, LOW_AFTER);
    this.excess += Math.min(Math.max(over, 0), this.rise) - div(this.excess, EXCESS_OVER); // where few come, half of them are below the floor
    this.keep(p);
    this.sum += Math.min(over, this.rise); // what is above may be another floor's
    if (over > this.rise + this.wide) return this.isAbove(p);
    this.above = 0;
    return over < this.fall - this.wide ? FELL : SAME;
  }

  /** Keeps the fastest in order. */
  private keep(p: Packet): void {
    const { least } = this;
    this.n++;
    if (least.length === KEPT) {
      if (apart(p.delta, least[KEPT - 1].delta) >= 0) return;
      least.pop();
    }
    let i = least.length;
    for (; i > 0 && apart(p.delta, least[i - 1].delta) < 0; i--) least[i] = least[i - 1];
    least[i] = p;
  }

  /** Has a datagram be the only one that the bucket keeps, as the fastest of n. */
  private only(p: Packet, n: number): void {
    this.least = [p];
    this.n = n;
  }

  /** Says whether a datagram belongs to a run of those that have overtaken though it is not as far below the floor, by the jitter of their path. Where a run
   * takes longer than a bucket, it may as well be the floor's own. */
  private shallow(over: number): boolean {
    return this.lows > 0 && this.of >= LOW_PACKETS && over < this.fall - this.wide;
  }

  /** Takes a datagram that is far below the floor. If all others follow it there, it is the floor that has fallen. */
  private overtook(p: Packet): Change {
    if (this.lows === 0 || this.low === null || apart(p.delta, this.low.delta) < 0) this.low = p;
    if (++this.lows < LOW_PACKETS) return SAME;
    this.only(this.low, this.lows);
    this.lows = this.seen = this.excess = 0;
    return FELL;
  }

  /** Returns the fastest datagram that has not overtaken. Where the phases of frames stand still, what comes a frame earlier than others has not. */
  private fastest(): Packet {
    const { least } = this, last = least.length - 1;
    for (let k = Math.min(MOST_ALONE, last - MOST_ALONE + 1); k > 0; k--) {
      const others = ALONE_TIMES * apart(least[last].delta, least[k].delta);
      if (apart(least[k].delta, least[k - 1].delta) > ALONE_LEAST + this.wide + div(others, last - k)) return least[k];
    }
    return least[0];
  }

  /** Returns by how much below the floor a datagram has overtaken. */
  private deep(): number {
    const means = Math.min(Math.max(LOW_RECORD, this.of), RISE_EXCESSES * this.of);
    return CHANGE + div(div(this.excess, EXCESS_OVER) * means, this.of);
  }

  private isAbove(p: Packet): Change {
    if (this.above === 0) {
      this.above = 1;
      this.since = p.at;
      this.run = p;
      return SAME;
    }
    if (this.run === null || apart(p.delta, this.run.delta) < 0) this.run = p;
    return ++this.above >= RISE_PACKETS && wrap(p.at - this.since) >= 150n * MS ? ROSE : SAME;
  }

  empty(): boolean {
    return this.n === 0;
  }

  /** Begins the bucket anew with the datagrams since the floor has changed. */
  cut(c: Change): void {
    if (c === ROSE && this.run !== null) this.only(this.run, this.above);
    else this.only(this.least[0], 1);
    this.sum = 0;
  }

  /** Returns the fastest datagram, and how many there were, and begins the next bucket. */
  take(): [Packet, number] {
    const fastest = this.fastest(), p = { ...fastest, span: this.frames.wait(fastest.span) }, n = this.n;
    this.edged = false;
    if (p.span > 0) {
      const gap = this.frames.edge(p.delta);
      this.edged = gap !== null;
      this.gap = gap ?? 0;
    }
    const moved = this.known === 0 ? 0 : apart(p.delta, this.floor);
    const mean = Math.max(0, div(this.sum, n) - moved);
    const past = this.pastLatest - moved; // both floors are now counted from the latest
    if (this.known < 2) this.known++;
    const drift = this.known === 2 ? Math.abs(past) : 0, low = this.known === 2 ? Math.min(0, past) : 0;
    this.floor = (p.delta + low) & DELTAS;
    this.pastLatest = -low;
    this.fall = -CHANGE - Math.min(drift, CHANGE);
    this.rise = this.known === 1 ? UNKNOWN_RISE : CHANGE + RISE_EXCESSES * mean;
    this.of = n;
    this.least = [];
    this.n = this.sum = this.above = 0;
    return [p, n];
  }
}

// The points of both ways at the client.

const POINTS = 192; // that are kept of each way
const LONGEST = 300_000_000; // µs for which points are kept
const FRAME_GRAINS = 8; // so many parts of a frame are told apart where phases go round
const LONGEST_DELAY = 2 ** 33; // parts from a way's newest point: no delay differs by more

/** The fastest datagram of a bucket at the client: at local time x, in µs, with the delay y, in parts. */
interface Point {
  x: number;
  y: number;
  span: number;
  gap: number;
  many: boolean;
  skipped: boolean;
  moved: boolean;
  judged: boolean;
  edged: boolean;
  framed: boolean;
}

/** What a client knows of one direction. */
class Way {
  sign: number; // +1 up, −1 down
  points: Point[] = []; // from the oldest on
  level = 0;
  frame = 0; // the shortest span of any point, in parts, 0 where none had any
  highFor = false;
  high = 0;
  pending = false;
  since = 0;
  fell = false;

  constructor(sign: number) {
    this.sign = sign;
  }

  newest(): Point {
    return this.points[this.points.length - 1];
  }

  /** Returns y as it was measured, of a point of the path that is in use. */
  raw(p: Point): number {
    return p.y + this.level;
  }

  /** Returns how finely the floor can be seen, in parts. Where datagrams leave at phases that go round slowly, the fastest lie on a line that is as sharp as
   * stamps are, and tells of the phases alone. */
  grain(): number {
    return this.points.length > 0 && this.newest().span > 0 ? this.frame : div(this.frame, FRAME_GRAINS);
  }

  /** Returns the time between two of the latest points. */
  gap(): number {
    const n = this.points.length;
    return n < 4 ? 2_000_000 : div(this.newest().x - this.points[n - 4].x, 3);
  }
}

interface Fitted {
  middle: number;
  slope: number;
  width: number;
  square: number;
  floors: number;
  sway: number;
  means: number[];
  window: number;
  under: number;
  over: number;
  points: number;
}

const unfitted = (): Fitted => ({ middle: 0, slope: 0, width: 0, square: 0, floors: 0, sway: 0, means: [0, 0], window: 0, under: 0, over: 0, points: 0 });

/** The host's clock is middle parts ahead at local time at, in µs. */
interface Line {
  at: number;
  f: Fitted;
}

const copied = (l: Line): Line => ({ at: l.at, f: { ...l.f, means: [...l.f.means] } });
const offsetAt = (l: Line, x: number): number => l.f.middle + slope(l.f.slope, x - l.at);

// Fits. In a fit a way's delays are counted upwards from its floor, up and down alike: the ceiling of the downward points is the floor of the same
// points upside down.

const PRIOR = 100 * PPM; // a quartz is off by so much,
const PRIOR_SQUARE = PRIOR * PRIOR; // which is a multiple of 16, so that it is exact,
const PRIOR_POWER = 4; // and is believed so firmly
const FIT_ROUNDS = 3;
const FIT_SLOPES = 49;
const FIT_DEPTH = 6; // how many nats below its peak the likelihood is followed
const RANK = 6; // the density at the floor stands on so many least delays

/** The points of one way, newest first, and the lower side of their convex hull. */
class Cloud {
  n = 0;
  x = new Float64Array(POINTS);
  y = new Float64Array(POINTS);
  many = new Uint8Array(POINTS);
  size = 0;
  hull = new Uint8Array(POINTS);
  at = 0; // the hull's vertex that was lowest last
  grain = 0; // the density at the floor is not taken to be more than with such a mean
  over = new Float64Array(POINTS); // by how much each point is above the floor
  mean = 0;
  middle = 0;
  weight = 0;
  below = 0;
  private least = new Float64Array(RANK);
  private scratch = new Float64Array(POINTS);

  reset(grain: number): void {
    this.n = this.size = this.at = 0;
    this.grain = grain;
  }

  /** Takes a point that is older than all before it. */
  add(x: number, y: number, many: boolean): void {
    const i = this.n++, { hull } = this;
    this.x[i] = x;
    this.y[i] = y;
    this.many[i] = many ? 1 : 0;
    while (this.size > 0) {
      const last = hull[this.size - 1];
      if (this.size === 1) {
        if (this.x[last] !== x || this.y[last] <= y) break;
      } else if (!this.above(hull[this.size - 2], last, i)) {
        break;
      }
      this.size--;
    }
    if (this.size === 1 && this.x[hull[0]] === x) {
      this.at = 0;
      return; // and above it
    }
    hull[this.size++] = i;
    this.at = Math.min(this.at, this.size - 1); // what was lowest may be of the hull no longer
  }

  /** Says whether b is on the line from a to p, which is older than b, or above it. */
  private above(a: number, b: number, p: number): boolean {
    const { x, y } = this;
    return notLess(y[b] - y[a], x[a] - x[p], y[p] - y[a], x[a] - x[b]);
  }

  private value(vertex: number, s: number): number {
    const i = this.hull[vertex];
    return this.y[i] - slope(s, this.x[i]);
  }

  /** Returns the least y − s·x. Slopes that are near each other are fast one after the other. */
  floor(s: number): number {
    let at = this.at, best = this.value(at, s);
    for (; at + 1 < this.size; at++) {
      const v = this.value(at + 1, s);
      if (v > best) break;
      best = v;
    }
    for (; at > 0; at--) {
      const v = this.value(at - 1, s);
      if (v > best) break;
      best = v;
    }
    this.at = at;
    return best;
  }

  /** Works out by how much the points are above the floor of slope s. */
  level(s: number): void {
    const floor = this.floor(s), { n, x, y, over } = this;
    for (let i = 0; i < n; i++) over[i] = y[i] - slope(s, x[i]) - floor;
  }

  /** Looks at how the points lie above the floor of slope s: their mean, how dense they are at the floor, and by how much the path's own delay
   * is less than the least of them. */
  density(s: number): void {
    this.level(s);
    const { n, x, over, least, scratch } = this;
    for (let i = 0; i < n; i++) scratch[i] = over[i];
    this.mean = meanOver(scratch, n);
    const most = 4 * this.mean;
    let near = 0, middle = 0, found = 0;
    for (let i = 0; i < n; i++) {
      const o = over[i];
      if (o <= most) {
        near++;
        middle += x[i];
      }
      if (found < RANK || o < least[RANK - 1]) found = this.keepLeast(found, o);
    }
    this.middle = div(middle, near);
    this.weight = div(near * 2 ** 32, Math.max(this.mean, this.grain));
    this.below = div(this.mean, near);
    for (let k = 2; k < found; k++) this.below = Math.min(this.below, div(least[k], k)); // a queue's points do not count
    if (found > 2 && least[found - 1] > 0) this.weight = Math.min(this.weight, div((2 * found - 3) * 2 ** 31, least[found - 1]));
    this.weight = Math.max(this.weight, 1);
  }

  /** Keeps the least values in order. */
  private keepLeast(found: number, v: number): number {
    const { least } = this;
    let i = Math.min(found, RANK - 1);
    for (; i > 0 && least[i - 1] > v; i--) least[i] = least[i - 1];
    least[i] = v;
    return Math.min(found + 1, RANK);
  }

  /** Says whether a point is one of those that the cloud's middle stands on: within so many means of the floor. */
  within(i: number): boolean {
    return this.many[i] !== 0 && this.over[i] <= 6 * this.mean;
  }
}

/** What least squares find of a cloud; x in 16 µs. */
interface Centred {
  n: number;
  x: number;
  y: number;
  sxx: bigint;
  sxy: bigint;
  rest: bigint;
}

/** Takes the sums of a cloud, or returns null where its middle tells nothing. */
function centred(c: Cloud): Centred | null {
  let many = 0, n = 0, x = 0, y = 0;
  for (let i = 0; i < c.n; i++) {
    many += c.many[i];
    if (!c.within(i)) continue;
    n++;
    x += shift(c.x[i], 4);
    y += c.over[i];
  }
  if (n < 3 || n * 100 < many * 80) return null;
  x = div(x, n);
  y = div(y, n);
  const sxx = new Sum(), sxy = new Sum();
  for (let i = 0; i < c.n; i++) {
    if (!c.within(i)) continue;
    const dx = shift(c.x[i], 4) - x;
    sxx.add(dx, dx);
    sxy.add(dx, c.over[i] - y);
  }
  return { n, x, y, sxx: sxx.big(), sxy: sxy.big(), rest: 0n };
}

/** Returns the variance of a point about the line. */
function leftOf(t: Centred, c: Cloud, more: number): bigint {
  const sum = new Sum();
  for (let i = 0; i < c.n; i++) {
    if (c.within(i)) sum.add(squared(c.over[i] - t.y - slope(more, (shift(c.x[i], 4) - t.x) * 16)));
  }
  return (sum.big() * 2n) / BigInt(2 * t.n - 3);
}

/** Returns how unlikely a slope is before anything is known, as a logarithm in Q16. */
const believed = (s: number): number => logarithmOf(PRIOR_SQUARE, s);

/** Where the likelihood is greatest. */
interface Peak {
  slope: number;
  up: number;
  down: number;
  prior: number;
}

/** Finds the line between two clouds. */
class Fitter {
  up = new Cloud();
  down = new Cloud();
  private weights = new Float64Array(FIT_SLOPES);
  private middles = new Float64Array(FIT_SLOPES);

  fit(from: number): Fitted {
    const r = unfitted();
    let s = from;
    for (let k = 0; k < FIT_ROUNDS; k++) {
      this.up.density(s);
      this.down.density(-s);
      s = this.best();
    }
    this.posterior(s, r);
    r.means = [this.up.mean, this.down.mean];
    this.centre(s, r);
    return r;
  }

  /** Says whether the likelihood rises with the slope at s. Its derivative by the floors is that of y − s·x of the points that they rest on. */
  private rising(s: number): boolean {
    const { up, down } = this;
    up.floor(s);
    down.floor(-s);
    const a = up.middle - up.x[up.hull[up.at]], b = down.middle - down.x[down.hull[down.at]];
    const gain = up.weight * a - down.weight * b, prior = ((PRIOR_POWER * s) / ((PRIOR_SQUARE + s * s) / 2)) * 2 ** 62;
    if (Math.abs(gain - prior) > 2 ** 16) return gain > prior; // more than what is lost of both
    const big = BigInt(s), q = mulDivBig(big, 1n << 62n, (BigInt(PRIOR_SQUARE) + big * big) / 2n);
    return BigInt(up.weight) * BigInt(a) - BigInt(down.weight) * BigInt(b) > BigInt(PRIOR_POWER) * q;
  }

  /** Returns the slope of the greatest likelihood, within 2000 ppm. */
  private best(): number {
    let lo = -2000 * PPM, hi = 2000 * PPM;
    while (hi - lo > 256) { // 10^-4 ppm over the longest window is less than 0.1 µs
      const mid = div(lo + hi, 2);
      if (this.rising(mid)) lo = mid;
      else hi = mid;
    }
    return div(lo + hi, 2);
  }

  /** Returns by how much the likelihood of a slope is less than that of the peak, where the floors are. */
  private likelihood(s: number, up: number, down: number, peak: Peak): number {
    const ga = up + slope(s, this.up.middle) - peak.up, gb = down + slope(-s, this.down.middle) - peak.down;
    const prior = PRIOR_POWER * (believed(s) - peak.prior) * Q16, a = this.up.weight * ga, b = this.down.weight * gb;
    if (Math.abs(a) + Math.abs(b) < EXACT) return prior - a - b;
    return this.likelihoodBig(prior, ga, gb);
  }

  private likelihoodBig(prior: number, ga: number, gb: number): number {
    return Number(wrap(BigInt(prior) - BigInt(this.up.weight) * BigInt(ga) - BigInt(this.down.weight) * BigInt(gb)));
  }

  /** Returns how far the slope goes from the peak until the likelihood has fallen by so many nats; not beyond 488 ppm. */
  private edge(top: Peak, direction: number): number {
    const inside = (d: number): boolean => {
      const s = top.slope + direction * d;
      return this.likelihood(s, this.up.floor(s), this.down.floor(-s), top) < FIT_DEPTH * 2 ** 32;
    };
    let d = 1024;
    while (d < 2 ** 29 && inside(d)) d *= 2;
    let lo = d / 2, hi = d;
    for (let k = 0; k < 8; k++) {
      const mid = div(lo + hi, 2);
      if (inside(mid)) lo = mid;
      else hi = mid;
    }
    return hi;
  }

  /** Says whether the clouds have about the same spread: from two fifths to five halves. */
  private alike(): boolean {
    return Math.max(this.up.mean, this.down.mean) * 2 <= Math.min(this.up.mean, this.down.mean) * 5;
  }

  /** Takes the means over the likelihood. */
  private posterior(s: number, r: Fitted): void {
    const up0 = this.up.floor(s), down0 = this.down.floor(-s);
    const top: Peak = { slope: s, up: up0 + slope(s, this.up.middle), down: down0 + slope(-s, this.down.middle), prior: believed(s) };
    const below = this.edge(top, -1), range = below + this.edge(top, 1);
    const { weights, middles } = this, middle = new Sum(), width = new Sum(), square = new Sum();
    let sum = 0, slopes = 0;
    for (let k = 0; k < FIT_SLOPES; k++) {
      const q = s - below + div(range * k, FIT_SLOPES - 1), up = this.up.floor(q), down = this.down.floor(-q);
      const p = expNegative(shift(Math.max(this.likelihood(q, up, down, top), 0), 16)), d = div(up - up0 - (down - down0), 2);
      weights[k] = p;
      middles[k] = d;
      sum += p;
      middle.add(p, d);
      slopes += p * shift(q - s, 4);
      width.add(p, up - up0 + (down - down0));
    }
    sum = Math.max(sum, 1); // the peak alone, where it is narrower than the slopes lie apart
    const mean = middle.over(sum);
    for (let k = 0; k < FIT_SLOPES; k++) square.add(mulShift(weights[k], squared(middles[k] - mean), 10));
    // Each floor is below the least of its points. Where the clouds are alike it is as much for both, and its own chance would be all that it adds.
    const up = this.alike() ? 0 : this.up.below, down = this.alike() ? 0 : this.down.below;
    r.middle = div(up0 - down0, 2) + mean - div(up - down, 2);
    r.slope = s + div(slopes, sum) * 16;
    r.width = up0 + down0 + width.over(sum) - up - down;
    r.floors = div(squared(div(2 ** 32, this.up.weight)) + squared(div(2 ** 32, this.down.weight)), 4);
    r.square = Number(mulDivBig(square.big(), 1n << 10n, BigInt(sum))) + r.floors;
  }

  /** Mends a fit by parallel lines through what is near each floor, by least squares. It weighs them by their variance and by how far they are
   * from what the floors say, since the middles of clouds of unlike shapes are wrong, and floors are not. */
  private centre(s: number, r: Fitted): void {
    const { up, down } = this;
    if (!this.alike() || Math.max(up.mean, down.mean) > 100_000 * MICRO) return;
    up.level(s);
    const a = centred(up);
    if (a === null) return;
    down.level(-s);
    const b = centred(down);
    if (b === null) return;
    const all = a.sxx + b.sxx;
    if (all <= 0n) return;
    const one = BigInt(Q16), rise = mulDivBig(a.sxy - b.sxy, 1n << 26n, all); // by how much the middle rises more than s; a part per 16 µs is 2^26
    const more = Number(rise);
    a.rest = leftOf(a, up, more);
    b.rest = leftOf(b, down, -more);
    const ends = [a.y - slope(more, a.x * 16) + up.floor(s), b.y - slope(-more, b.x * 16) + down.floor(-s)];
    const mean = BigInt(div(a.x + b.x, 2));
    // The variance of the middle at the end of the fit: of both means, and of the slope over the way from their middle.
    const spread = mulDivBig(a.rest, a.sxx, all) + mulDivBig(b.rest, b.sxx, all);
    const own = (a.rest / BigInt(a.n) + b.rest / BigInt(b.n)) / 4n + min(mulDivBig(mean * mean, spread, all), 1n << 60n);
    const d = div(ends[0] - ends[1], 2) - r.middle, floors = 4 * r.square;
    const unlike = BigInt(4 * Math.max(0, squared(d) - 2 * floors));
    const w = mulDivBig(BigInt(floors), one, max(BigInt(floors) + own + unlike, 1n));
    r.middle += Number(wrap(BigInt(d) * w) / one);
    r.slope += Number(wrap(rise * w) / one);
    r.square = Number(mulDivBig(mulDivBig(BigInt(r.square), one - w, one), one - w, one) + mulDivBig(mulDivBig(own + unlike, w, one), w, one));
  }
}

// Sways: how far each way's floor moves by itself, by the least delays of segments of the latest time. What the clock does lifts one floor and
// lowers the other, and their sum stays. So what the sum does is the paths' doing, and their difference has as much of it.

const SEGMENT = 4_000_000; // µs
const SEGMENTS = 64;
const NO_LEAST = 2 ** 62;

class Swaying {
  least = [new Float64Array(SEGMENTS).fill(NO_LEAST), new Float64Array(SEGMENTS).fill(NO_LEAST)];
  at = [new Float64Array(SEGMENTS), new Float64Array(SEGMENTS)]; // how long before the segment's middle that was
  whole = 0; // segments that are older than no point
  deviation = 0; // how far a single way's floor moves from a segment to another, by the middle half of what is known

  /** Takes the points at local time now, above a line of slope s. */
  see(ways: Way[], now: number, s: number): void {
    this.whole = SEGMENTS;
    ways.forEach((way, i) => {
      const reference = way.newest().y, least = this.least[i];
      this.whole = Math.min(this.whole, div(now - way.points[0].x, SEGMENT));
      least.fill(NO_LEAST);
      for (const p of way.points) {
        const age = now - p.x, segment = div(age, SEGMENT);
        if (p.skipped || segment < 0 || segment >= SEGMENTS) continue; // the line stands on others
        const y = p.y - reference + slope(way.sign * s, age);
        if (y >= least[segment]) continue;
        least[segment] = y;
        this.at[i][segment] = age - segment * SEGMENT - SEGMENT / 2;
      }
    });
    this.level();
    const sums = sorted(this.segments().map((k) => this.least[0][k] + this.least[1][k])), n = sums.length;
    this.deviation = n < 4 ? 0 : div((sums[div(3 * n, 4)] - sums[n >> 2]) * 52, 100);
  }

  /** Says whether there are points of both ways in a segment. */
  both(k: number): boolean {
    return this.least[0][k] !== NO_LEAST && this.least[1][k] !== NO_LEAST;
  }

  /** Returns the segments in which there are points of both ways. */
  segments(): number[] {
    const all: number[] = [];
    for (let k = 0; k < this.whole; k++) if (this.both(k)) all.push(k);
    return all;
  }

  /** Takes the floors to the middles of their segments. Where the rate was another than the line's both ways' floors change meanwhile, and those
   * of different moments have a sum that is no path's doing. */
  private level(): void {
    const of = this.segments(), n = of.length, most = slope(PRIOR, SEGMENT);
    if (n < 2) return;
    const middles = of.map((k) => div(this.least[0][k] - this.least[1][k], 2));
    of.forEach((k, i) => {
      const newer = Math.max(i - 1, 0), older = Math.min(i + 1, n - 1);
      const rise = limited(div(middles[older] - middles[newer], of[older] - of[newer]), -most, most); // into the past
      this.least[0][k] -= div(rise * this.at[0][k], SEGMENT);
      this.least[1][k] += div(rise * this.at[1][k], SEGMENT);
    });
  }

  /** Returns the variance of the middle between the floors of windows so long, as far as the paths move it, or null where there are not two. */
  square(window: number): number | null {
    const long = div(window, SEGMENT), sums: number[] = [];
    for (let k = 0; k + long <= this.whole; k += long) {
      let sum = NO_LEAST;
      for (let j = k; j < k + long; j++) if (this.both(j)) sum = Math.min(sum, this.least[0][j] + this.least[1][j]);
      if (sum !== NO_LEAST) sums.push(sum);
    }
    const n = sums.length;
    if (n < 2) return null;
    const mean = div(sums.reduce((a, b) => a + b), n);
    return div(div(sums.reduce((all, sum) => all + squared(sum - mean), 0), n - 1), 4);
  }
}

// Pairs: the floors of both ways in the same segment. If both ways together took e longer than the least that they ever took, the middle of the
// pair is wrong by e/2 at most, and anything up to that is as likely: its variance is e²/12. A line by least squares through the middles, weighed
// by that, follows the moments at which both ways were fast.

const PAIR_TIME = 16; // in units of 1/16 of a segment's half
const PAIR_MICROS = SEGMENT / 2 / PAIR_TIME;
const PAIR_CUT = 2 ** 23; // 65 ms, in 2^-7 µs

class Pairing {
  at: number[] = []; // by how many segments a pair is old
  sum: number[] = []; // what both ways took, more than the least
  middle: number[] = []; // 2^-7 µs
  sorted = new Float64Array();

  take(w: Swaying): boolean {
    const of = w.segments();
    if (of.length < 5) return false;
    const sums = of.map((k) => w.least[0][k] + w.least[1][k]), least = Math.min(...sums);
    this.at = of;
    this.sum = sums.map((sum) => sum - least);
    this.middle = of.map((k) => shift(limited(div(w.least[0][k] - w.least[1][k], 2), -LONGEST_DELAY, LONGEST_DELAY), 3));
    this.sorted = sorted(this.sum);
    return true;
  }

  /** Returns in Q16 how certain it is that sums which follow each other are alike, as those of a sway are and those of chance are not. */
  trust(): number {
    const { sum, sorted, at } = this, n = sum.length;
    const most = sorted[n >> 1] + 2 * (sorted[div(3 * n, 4)] - sorted[n >> 2]);
    const mean = div(sum.reduce((all, v) => all + Math.min(v, most), 0), n);
    let square = 0, product = 0, follow = 0, last = 0;
    for (let k = 0; k < n; k++) {
      const d = shift(limited(Math.min(sum[k], most) - mean, -(2 ** 26), 2 ** 26), 3);
      square += d * d;
      if (k > 0 && at[k] === at[k - 1] + 1) {
        product += d * last;
        follow++;
      }
      last = d;
    }
    if (follow < 3 || square === 0) return 0;
    // The correlation, which chance makes −1/n in the mean, by its own chance of 1/√n; two deviations of it, and another one, are certain.
    const r = Number(mulDivBig(BigInt(product) * BigInt(n), BigInt(Q16), BigInt(square) * BigInt(follow))) + div(Q16, n);
    return limited(shift(r * root(follow * Q16), 8) - 2 * Q16, 0, Q16);
  }

  private age(k: number): number {
    return (2 * this.at[k] + 1) * PAIR_TIME;
  }

  /** Returns by how much the middle, at the segments' end, is above a line of slope s that the pairs are counted from, how much more it rises,
   * and the variance of the middle. */
  line(s: number): [number, number, number] {
    const n = this.sum.length, cut = (v: number): number => limited(v, -PAIR_CUT, PAIR_CUT);
    const base = this.sorted[Math.min(n - 1, 1 + div(n, 16))] + div(this.sorted[n >> 1], 10) + 2 * MICRO, unit = squared(base), scale = 2 ** 20;
    // A quartz that is off by 100 ppm, and one of no skew at all, which would fall by s.
    const skew = shift(slope(PRIOR, PAIR_MICROS), 3), prior = mulDiv(unit, scale, 3 * skew * skew), still = slope(s, PAIR_MICROS) * 2 ** 13;
    const weights = this.sum.map((sum) => mulDiv(unit, scale, squared(sum + base))), means = new Sum(), products = new Sum();
    let sum = 0, age = 0, sxx = 0;
    for (let k = 0; k < n; k++) {
      sum += weights[k];
      age += weights[k] * this.age(k);
      means.add(weights[k], this.middle[k]);
    }
    age = div(age, sum);
    const mean = means.over(sum);
    for (let k = 0; k < n; k++) {
      const t = this.age(k) - age;
      sxx += weights[k] * t * t;
      products.add(weights[k] * t, cut(this.middle[k] - mean));
    }
    const all = sxx + prior, back = Number(mulDivBig(products.big(), BigInt(Q16), BigInt(all))) + mulDiv(prior, still, all); // into the past
    const more = -mulDiv(back, 2 ** 30, PAIR_MICROS * 2 ** 13);
    // A pair's weighed square is unit/12 in the mean, or the rate has not been one.
    let left = 0, one = mulDiv(unit, scale, 3 * sum);
    for (let k = 0; k < n; k++) {
      const d = cut(this.middle[k] - mean - productShift(back, this.age(k) - age, 16));
      left += mulShift(weights[k], d * d, 20);
    }
    const most = div(n * unit, 12);
    if (left > most) one = mulDiv(one, left, most);
    const square = one + mulDiv(one, mulDiv(age * age * 1024, sum, all), 1024);
    return [mean * 8 - Number(wrap(BigInt(back) * BigInt(age)) >> 13n), more, square];
  }
}

// Frames. Where datagrams are stamped once a frame, the floors of both ways move between their two edges as the phases of both machines' frames do,
// slowly. When a phase passes the edge of a frame, both edges meet and the floor is known at that moment to some microseconds, and two such moments
// tell the rate. So the frames' line stands on the edges of hours, of which few are kept: per way and stretch of time the least upper edge and the
// greatest lower one. Of a slope it is clear between which heights a floor lies: above all lower edges and below all upper ones. How much room it has
// there is how likely the slope is. A lower edge is too high by chance now and then; each stretch that leaves no room costs some nats.

const FRAMED_FIRST = 8_000_000; // µs of the first stretches; they double when there are too many,
const FRAMED_LAST = 128_000_000; // up to this, and then the older half of them is forgotten
const FRAMED_AFTER = 32_000_000; // µs for which points have had spans
const FRAMED_WINDOW = 64_000_000; // of the shortest window
const FRAMED_WINDOWS = 12; // at most, each twice as long as the one before
const FRAMED_ROUNDS = 12; // in which the slope is narrowed down
const FRAMED_LEAST = 20 * MICRO; // no lower edge is known better,
const FRAMED_MOST = 300 * MICRO; // and few are worse
const FRAMED_ROOM = 55; // 48, of which a middle's variance has the squares of both frames where it may be anywhere, and 15 %
const FRAMED_LATEST = 4; // so many stretches after each other that leave no room, by a quarter of a frame, are no chance
const FRAMED_SLOPES = 17;
const FRAMED_DEPTH = 7; // nats below the peak

/** Returns s·x in parts, for an x of days. */
const framedSlope = (s: number, x: number): number => productShift(s, shift(x, 6), 24);

/** The edges of a way in a stretch of time. */
interface Edging {
  upperX: number;
  upperY: number;
  lowerX: number;
  lowerY: number;
  known: boolean; // the lower one
}

/** Keeps the tighter edges of two stretches. */
function tighten(e: Edging, f: Edging, s: number): void {
  if (f.upperY - slope(s, f.upperX - e.upperX) < e.upperY) {
    [e.upperX, e.upperY] = [f.upperX, f.upperY];
  }
  if (f.known && (!e.known || f.lowerY - slope(s, f.lowerX - e.lowerX) > e.lowerY)) {
    [e.lowerX, e.lowerY, e.known] = [f.lowerX, f.lowerY, true];
  }
}

const upperOf = (e: Edging, s: number, now: number): number => e.upperY - framedSlope(s, e.upperX - now);
const lowerOf = (e: Edging, s: number, now: number): number => e.lowerY - framedSlope(s, e.lowerX - now);

/** How likely a slope is, in nats of Q16, where it has a floor, above the reference, and its variance. */
type Likely = [number, number, number];

class FramedWay {
  edges: Edging[] = [];
  length = FRAMED_FIRST;
  begun = 0;
  span = 0; // of the latest point, 0 where it was stamped when it came
  weight = 1; // of the fit, where the span is 0
  middle = 0;
  slope = 0; // at which that is

  /** Takes a point; s is how much the line is taken to rise, in the way's own sense. */
  add(p: Point, s: number): void {
    const e: Edging = { upperX: p.x, upperY: p.y, lowerX: p.x, lowerY: p.y - p.gap, known: p.edged };
    if (this.edges.length > 0 && p.x - this.begun < this.length) {
      tighten(this.edges[this.edges.length - 1], e, s);
      return;
    }
    if (this.edges.length === POINTS) this.thin(s);
    this.edges.push(e);
    this.begun = p.x;
  }

  /** Makes room for as many stretches as there are. */
  private thin(s: number): void {
    if (this.length >= FRAMED_LAST) {
      this.edges = this.edges.slice(POINTS / 2);
      return;
    }
    this.length *= 2;
    for (let i = 0; i < POINTS; i += 2) tighten(this.edges[i], this.edges[i + 1], s);
    this.edges = this.edges.filter((_, i) => i % 2 === 0);
  }

  /** Returns the edges that are in a window, the latest at least. */
  within(from: number): Edging[] {
    let i = this.edges.length - 1;
    while (i > 0 && this.edges[i - 1].upperX >= from) i--;
    return this.edges.slice(i);
  }

  /** Returns the logarithm of the room that a floor of slope s has between its edges. */
  room(edges: Edging[], s: number, now: number, reference: number): Likely {
    let most = Infinity, least = -Infinity;
    for (const e of edges) {
      most = Math.min(most, upperOf(e, s, now));
      if (e.known) least = Math.max(least, lowerOf(e, s, now) - reference);
    }
    most = most - reference;
    if (least === -Infinity) least = most - this.span;
    const room = most - least;
    if (room >= FRAMED_LEAST) {
      const all = room + FRAMED_LEAST, below = mulDiv(room, room, 2 * all) + mulDiv(FRAMED_LEAST, all, all);
      return [logarithm(all), most - below, div(squared(room), 12) + squared(FRAMED_LEAST)];
    }
    let n = 1, sum = FRAMED_LEAST;
    for (const e of edges) {
      const over = lowerOf(e, s, now) - reference - most;
      if (!e.known || over <= -FRAMED_LEAST) continue;
      n++;
      sum = sum + Math.max(over, 0);
    }
    const mean = div(sum, n), cut = Math.min(mean, 2 ** 30), worst = FRAMED_MOST * FRAMED_MOST;
    const unlike = logarithmOf(worst, cut) - logarithm(worst);
    return [logarithm(Math.max(mean, 1)) - 2 * (n - 1) * Q16 - 2 * unlike, most - mean, squared(mean)];
  }

  /** Looks at how the points of a way that are stamped when they come lie above their floor, and returns their mean. */
  density(edges: Edging[], now: number): number {
    if (this.span > 0) return 2 * MICRO;
    const uppers = edges.map((e) => upperOf(e, this.slope, now)), least = Math.min(...uppers);
    const over = uppers.map((v) => v - least), mean = meanOver(new Float64Array(over), over.length);
    let near = 0, middle = 0;
    over.forEach((o, i) => {
      if (o > 4 * mean) return;
      near++;
      middle += edges[i].upperX - now;
    });
    this.weight = Math.max(div(near * 2 ** 32, mean), 1);
    this.middle = div(middle, near);
    return mean;
  }

  /** Returns how likely a floor's slope is where its points are stamped when they come. */
  sharp(edges: Edging[], s: number, now: number, reference: number): Likely {
    const floor = edges.reduce((least, e) => Math.min(least, upperOf(e, s, now)), Infinity) - reference, below = div(2 ** 32, this.weight);
    return [mulShift(this.weight, floor + framedSlope(s, this.middle), 16), floor - below, squared(below)];
  }
}

/** The line of a client of which one end at least stamps datagrams once a frame. */
class Framing {
  ways = [new FramedWay(), new FramedWay()];
  since: number; // when neither way's latest point had a span, µs
  due = 0; // when to fit again, µs
  last = 0; // the window of the latest fit

  constructor(now: number) {
    this.since = now;
  }

  /** Fits lines in ever longer windows, as long as a shorter one has room for them and the edges do not contradict each other, and returns the
   * longest one's. */
  windows(now: number, begun: number, reference: number[]): Fitted {
    const accepted: Fitted[] = [];
    for (let k = Math.max(this.last - 2, 0); k < FRAMED_WINDOWS; k++) {
      const from = now - FRAMED_WINDOW * POWERS[k], edges = this.ways.map((w) => w.within(from));
      const one = this.fit(now, edges, reference);
      const refuted = accepted.some((q) => one.middle - q.middle > q.over + FRAMED_MOST || q.middle - one.middle > q.under + FRAMED_MOST) ||
        this.contradicted(one.slope, now, edges);
      if (refuted && accepted.length === 0 && k > 0) {
        k = Math.max(k - 3, -1); // something has changed since then
        continue;
      }
      if (refuted && accepted.length > 0) break;
      accepted.push(one);
      this.last = k;
      if (begun >= from) break;
    }
    return accepted[accepted.length - 1];
  }

  /** Says whether a line of a slope has lower edges above upper ones in so many stretches of a window, or in all of the latest, that it is no chance:
   * a path has changed, or the rate. */
  private contradicted(s: number, now: number, edges: Edging[][]): boolean {
    return this.ways.some((w, i) => {
      if (w.span === 0) return false;
      const q = i === 0 ? s : -s, n = edges[i].length, most = edges[i].reduce((least, e) => Math.min(least, upperOf(e, q, now)), Infinity);
      let all = 0, latest = 0;
      for (const e of edges[i]) {
        if (!e.known) continue;
        const off = lowerOf(e, q, now) - most > div(w.span, 4);
        if (off) all++;
        latest = off ? latest + 1 : 0;
      }
      return (latest >= FRAMED_LATEST && latest < n) || all > FRAMED_LATEST + (n >> 2);
    });
  }

  /** Returns how likely a slope is, where it has the floors, and the variance of their middle. */
  private at(s: number, now: number, edges: Edging[][], reference: number[]): [number, number[], number] {
    const of = this.ways.map((w, i) => {
      const q = i === 0 ? s : -s;
      return w.span === 0 ? w.sharp(edges[i], q, now, reference[i]) : w.room(edges[i], q, now, reference[i]);
    });
    const likely = PRIOR_POWER * (believed(0) - believed(s)) + of[0][0] + of[1][0];
    return [likely, [of[0][1], of[1][1]], div(of[0][2], 4) + div(of[1][2], 4)];
  }

  /** Finds the line in a window, within 600 ppm. */
  private fit(now: number, edges: Edging[][], reference: number[]): Fitted {
    const r = unfitted(), steps = FRAMED_SLOPES - 1;
    r.points = 20;
    r.window = FRAMED_WINDOW;
    r.means = this.ways.map((w, i) => w.density(edges[i], now));
    let lo = -600 * PPM, hi = 600 * PPM;
    for (let round = 0; round < FRAMED_ROUNDS; round++) {
      const wide = hi - lo, likely: number[] = [];
      let best = 0;
      for (let k = 0; k < FRAMED_SLOPES; k++) {
        likely.push(this.at(lo + div(wide * k, steps), now, edges, reference)[0]);
        if (likely[k] > likely[best]) best = k;
      }
      let first = best, last = best;
      while (first > 0 && likely[first] > likely[best] - FRAMED_DEPTH * Q16) first--;
      while (last < FRAMED_SLOPES - 1 && likely[last] > likely[best] - FRAMED_DEPTH * Q16) last++;
      hi = lo + div(wide * last, steps);
      lo += div(wide * first, steps);
      if (hi - lo > div(wide, 2) || hi - lo < 1024) break;
    }
    this.posterior(lo, hi, now, edges, reference, r);
    return r;
  }

  /** Takes the means over the slopes of a range. */
  private posterior(lo: number, hi: number, now: number, edges: Edging[][], reference: number[], r: Fitted): void {
    const steps = 2 * FRAMED_SLOPES - 2, likely: number[] = [], middles: number[] = [], widths: number[] = [], squares: number[] = [];
    const middle = new Sum(), width = new Sum(), square = new Sum();
    let sum = 0, slopes = 0;
    for (let k = 0; k <= steps; k++) {
      const [one, floors, variance] = this.at(lo + div((hi - lo) * k, steps), now, edges, reference);
      likely.push(one);
      middles.push(div(floors[0] - floors[1], 2));
      widths.push(floors[0] + floors[1]);
      squares.push(variance);
    }
    const best = Math.max(...likely), chances = likely.map((one) => expNegative(best - one));
    chances.forEach((p, k) => {
      sum += p;
      middle.add(p, middles[k]);
      width.add(p, widths[k]);
      slopes += p * shift(div((hi - lo) * k, steps), 4);
    });
    r.middle = middle.over(sum);
    r.width = width.over(sum);
    r.slope = lo + div(slopes, sum) * 16;
    chances.forEach((p, k) => {
      const d = middles[k] - r.middle, room = 2 * unsquared(squares[k]);
      if (p > div(Q16, 1000)) {
        r.under = Math.max(r.under, room - d);
        r.over = Math.max(r.over, room + d);
      }
      square.add(p, shift(squared(d) + squares[k], 10));
    });
    r.square = Number(mulDivBig(square.big(), 1n << 10n, BigInt(sum)));
  }
}

// The estimator without stamps and messages: what it makes of two series of points.

// Windows are 4·√2^k s long. One of fewer points than LEAST_POINTS is passed over, unless it has all there are.
const WINDOWS = [4_000_000, 5_656_854, 8_000_000, 11_313_708, 16_000_000, 22_627_417, 32_000_000, 45_254_834, 64_000_000, 90_509_668,
  128_000_000, 181_019_336, 256_000_000];
const LEAST_POINTS = 10;
const WANDER_SPAN = 24_000_000; // µs, after which a line is compared with the one that it was then

// Paths. One that changes moves the floor of one way and not the other's; a clock that is set moves both by as much, one up and one down. So each can be
// told from the other, and a path's change is no reason to move the clock.
const PATH_LEAST = 1000 * MICRO; // what is above the floor by less is no other path
const LOWER_LEAST = 300 * MICRO; // nor what is so little below it, where each point draws the line along at once
const STEP_FRESH = 2_200_000; // µs: how old points may be that show that the clock was set
const YOUNGEST = 20_000_000; // of a line that can tell another path
const FIRST_POINTS = 3_000_000; // of one that a single datagram may have overtaken: nothing is above its floor yet
const NEWBORN = 10_000_000; // of one that any lower point mends
const GROWN = 60_000_000; // of one that a lower floor does not mend, if that stays for three gaps
const HIGH_LEAST = 6_000_000; // points that are above for so long, and six gaps, may be of another path,
const PENDING_LEAST = 30_000_000; // which is believed after so long, and eight gaps,
const PENDING_MOST = 240_000_000;
const AGREE_LEAST = 500 * MICRO; // if all quarters agree by this, or six means: a queue that grows or drains does not
const FEW_POINTS = 6;
const MOST_LONELY = 3;
const LONELY_LEAST = 1000 * MICRO;
const HARD_FOR = 10_000_000; // µs for which a point bounds the offset,
const BOUND_FOR = 120_000_000; // and for which a line that was known before doesn't leave these bounds

class Core {
  cfg: Config;
  ways = [new Way(1), new Way(-1)];
  line: Line = { at: 0, f: unfitted() };
  known = false;
  private stated: number; // wander
  private any = false;
  begun = 0;
  private half = [0, 0];
  private steady: Line = { at: 0, f: unfitted() }; // by which both ways' newest points were where they had to be last
  private steadySpread = [0, 0];
  private steadyKnown = false; // it is of the path and the clock that there are now
  private foretold: Line | null = null; // of the wander
  private wandered: number[] = [];
  private swaying = new Swaying();
  private fitter = new Fitter();
  private pairing = new Pairing();
  private trusted = 0; // how certain it was last that there is a sway
  private frames: Framing | null = null; // as long as every datagram was stamped when it came

  constructor(cfg: Config) {
    this.cfg = cfg;
    this.stated = Number(cfg.wander);
  }

  /** Returns by how much a point took longer than its way's floor; nothing where it may have come at the floor, within its span. */
  private residual(i: number, p: Point, line = this.line): number {
    const over = p.y - this.ways[i].sign * offsetAt(line, p.x) - div(line.f.width, 2);
    return over - limited(over, 0, p.span);
  }

  /** The same by the steady line. */
  private off(i: number, p: Point): number {
    return this.residual(i, p, this.steady);
  }

  add(i: number, p: Point): void {
    const w = this.ways[i];
    if (!this.any) {
      this.any = true;
      this.begun = p.x;
    }
    p.y -= w.level;
    if (p.span > 0 && (w.frame === 0 || p.span < w.frame)) w.frame = p.span;
    if (w.points.length === POINTS) w.points.shift();
    w.points.push(p);
  }

  /** Forgets the points before local time x but the newest, and the line. */
  since(x: number): void {
    for (const w of this.ways) while (w.points.length > 1 && w.points[0].x < x) w.points.shift();
    this.known = false;
    this.afresh(x);
  }

  /** Has what is left of the points begin at local time x, and be as it came: nothing is known of paths and frames. */
  private afresh(x: number): void {
    for (const w of this.ways) {
      for (const p of w.points) {
        p.y = w.raw(p);
        p.skipped = p.moved = p.framed = false;
      }
      w.level = 0;
      w.highFor = w.pending = false;
    }
    this.begun = x;
    this.steadyKnown = false;
    this.foretold = this.frames = null;
    this.wandered = [];
  }

  /** Returns by how much the latest points of both ways say that the middle is elsewhere, beyond chance: where the rate has just stepped, the line still
   * stands on points of before. The least of some waits is such a part of their mean. */
  private missed(): number {
    const least: number[] = [];
    let chance = 0;
    for (const [i, w] of this.ways.entries()) {
      const latest = w.points.slice(-LATEST_POINTS).filter((p) => !p.skipped).map((p) => this.residual(i, p));
      if (latest.length === 0) return 0;
      least.push(Math.min(...latest));
      chance += div(Math.min(this.line.f.means[i], this.steadySpread[i]), 2 * LATEST_POINTS);
    }
    return Math.max(Math.abs(div(least[0] - least[1], 2)) - chance, 0);
  }

  /** Works out the line anew at local time now, in µs. Returns whether the clock has stepped. */
  solve(now: number): boolean {
    for (const w of this.ways) {
      while (w.points.length > 0 && w.points[0].x < now - LONGEST) w.points.shift();
      if (w.points.length === 0) return false;
    }
    const was = this.known, before = { at: this.line.at, f: { ...this.line.f } };
    const stepped = was && this.paths(now);
    if (!this.frame(now) || !this.framedLine(now)) {
      this.windows(now);
      const { f } = this.line, by = this.missed();
      f.under = div(this.ways[0].newest().span + this.ways[1].newest().span, 2);
      if (by > 0) f.under = Math.max(f.under, 4 * unsquared(f.square) + by);
      f.over = f.under;
    }
    const [least, most] = this.bounds(this.line.at, HARD_FOR);
    if (this.known && least <= most) this.line.f.middle = limited(this.line.f.middle, least, most);
    const { middle } = this.line.f, [low, high] = this.bounds(this.line.at, BOUND_FOR), out = middle < low || middle > high;
    // Where no path allows any line, a clock was set, and both ways are about to show it; what is out of the bounds of long is a queue.
    if (was && !stepped && (least > most || (low <= high && out))) this.line = before;
    return stepped;
  }

  /** Returns what the offset is between at local time at, whatever the paths do, if the rate is within 200 ppm of the line's: each point of the latest
   * so many µs bounds it from one side. */
  private bounds(at: number, latest: number): [number, number] {
    const [up, down] = this.ways.map((w, i) => {
      let bound = 2 ** 50;
      for (let k = w.points.length - 1; k >= 0; k--) {
        const p = w.points[k], age = at - p.x;
        if (age > latest && k < w.points.length - 1) break;
        if (p.skipped && !(w.pending && w.fell && p.x >= w.since) && this.residual(i, p) < 0) continue; // it has overtaken
        bound = Math.min(bound, w.raw(p) + slope(w.sign * this.line.f.slope + 200 * PPM, age));
      }
      return bound;
    });
    return [-down, up];
  }

  /** Returns by how much a line over a window may be wrong at its end: by the wander that is stated, or the middle one of those seen. */
  bias(window: number): number {
    const seen = this.wandered.length < 3 ? 1000 : div(sorted(this.wandered)[1] * 3, 2);
    return biasOf(Math.max(this.stated, seen), window);
  }

  /** Sees how far the rate walks in a second, from by how much the line has left what it foretold, in ppb. */
  private wander(): void {
    const now = this.line, past = this.foretold;
    if (past !== null) {
      const tau = now.at - past.at;
      if (tau < WANDER_SPAN) return;
      if (tau < 2 * WANDER_SPAN) {
        const missed = now.f.middle - offsetAt(past, now.at);
        // What it foretold is as uncertain as the line was, and its slope: that is not wander.
        const times = 1 + div(2 * tau, Math.max(past.f.window, 1));
        const chance = BigInt(now.f.square - now.f.sway) + BigInt(times) ** 2n * BigInt(past.f.square - past.f.sway);
        const left = unsquared(Number(wrap(BigInt(squared(missed)) - chance)));
        // A rate that walks by ρ takes a clock off by ρ·τ^1.5/√3 in the mean square.
        this.wandered.push(div(div(1000 * left * 52, 100), Math.max(biasOf(1000, tau), 1)));
        if (this.wandered.length > 3) this.wandered.shift();
      }
    }
    this.foretold = { at: now.at, f: { ...now.f } };
  }

  /** Takes into a cloud what is in a window and not in it yet. Returns how many points have been looked at, and whether that is all there is. */
  private extend(w: Way, c: Cloud, taken: number, now: number, span: number, reference: number): [number, boolean] {
    for (; taken < w.points.length; taken++) {
      const p = w.points[w.points.length - 1 - taken];
      if (p.skipped) continue;
      if (p.x < now - span) return [taken, false];
      c.add(p.x - now, limited(p.y - reference, -LONGEST_DELAY, LONGEST_DELAY), p.many);
    }
    return [taken, true];
  }

  /** Fits the line in ever longer windows, as long as what a shorter one says does not refute it, and takes the one that is to be the least wrong: by its
   * own variance, and by how far the rate may have wandered meanwhile. */
  private windows(now: number): void {
    const s = this.line.f.slope, reference = this.ways.map((w) => w.newest().y), apart = div(reference[0] - reference[1], 2);
    const accepted: Fitted[] = [], taken = [0, 0], { up, down } = this.fitter;
    let best: Fitted | null = null, least = 0, sway = 0;
    this.swaying.see(this.ways, now, s);
    [up, down].forEach((c, i) => c.reset(this.ways[i].grain()));
    for (const span of WINDOWS) {
      let all = true;
      [up, down].forEach((c, i) => {
        const [seen, whole] = this.extend(this.ways[i], c, taken[i], now, span, reference[i]);
        taken[i] = seen;
        all = all && whole;
      });
      const n = Math.min(up.n, down.n);
      if (n === 0 || (!all && n < LEAST_POINTS)) continue;
      const one = this.fitter.fit(s), more = this.swaying.square(span);
      one.middle += apart;
      one.width += reference[0] + reference[1];
      one.points = n;
      one.window = Math.min(span, -Math.min(up.x[up.n - 1], down.x[down.n - 1]));
      sway = more === null ? div(sway, 2) : Math.max(0, more - 2 * one.floors); // longer windows are less moved by it
      one.sway = sway;
      one.square += sway;
      if (accepted.some((q) => this.refutes(q, one))) break;
      const bias = squared(biasOf(this.stated, span)), cost = one.square + bias;
      if (best === null || cost <= least || bias < one.square) {
        best = one;
        least = cost;
      }
      accepted.push(one);
      if (all) break;
    }
    if (best === null) return;
    const f = { ...best };
    this.pairs(s, f, apart);
    this.line = { at: now, f };
    this.known = true;
    this.wander();
  }

  /** Says whether a shorter window refutes a longer one, which is so many of its deviations and so much more away. Of few points it is not sure how far
   * they spread: it has to be as many times more deviations as the cube of these says. */
  private refutes(q: Fitted, one: Fitted): boolean {
    const few = Math.min(q.points, 20);
    return Math.abs(q.middle - one.middle) > div(3 * unsquared(q.square) * 8000, few * few * few) + 2 * MICRO;
  }

  /** Mends a line by the pairs, as far as there is a sway. A line that stands on single points under a sway is wrong by more than it knows, by twice its
   * deviation. */
  private pairs(s: number, r: Fitted, reference: number): void {
    const trust = this.trusted = this.pairing.take(this.swaying) ? this.pairing.trust() : 0;
    if (trust === 0) return;
    const [middle, more, variance] = this.pairing.line(s), own = 4 * r.square;
    const square = variance + 4 * squared(biasOf(this.stated, this.swaying.whole * SEGMENT));
    const w = shift(Math.min(mulDiv(own, Q16, Math.max(own + square, 1)), div(70 * Q16, 100)) * trust, 16);
    r.middle += mulDiv(middle + reference - r.middle, w, Q16);
    r.slope += mulDiv(s + more - r.slope, w, Q16);
  }

  /** Has the frames' line take what is new at local time now, and says whether it is the one to go by: whether the latest points of one way or the other have
   * had spans for long enough. A host says so before it knows at which phases datagrams are sent. */
  private frame(now: number): boolean {
    if (this.frames === null && this.ways.every((w) => w.newest().span === 0)) return false;
    const f = (this.frames ??= new Framing(now));
    this.ways.forEach((w, i) => (f.ways[i].span = w.newest().span));
    if (f.ways.every((w) => w.span === 0)) f.since = now;
    if (now - f.since < FRAMED_AFTER) return false; // and of the first points it is not known yet which have overtaken
    this.ways.forEach((w, i) => {
      for (const p of w.points) {
        if (!p.framed && !p.skipped) f.ways[i].add(p, w.sign * this.line.f.slope);
        p.framed = true;
      }
    });
    return true;
  }

  /** Fits the frames' line at local time now, if it is time for that. Says whether that is the one to go by: not where both ends have frames, and the edges
   * leave all of these as room. Its middle is as good as any other place. */
  private framedLine(now: number): boolean {
    const f = this.frames as Framing, [up, down] = f.ways;
    if (f.ways.some((w) => w.edges.length === 0) || (this.known && now < f.due)) return true;
    const begun = Math.min(up.edges[0].upperX, down.edges[0].upperX);
    const reference = f.ways.map((w, i) => {
      w.slope = this.ways[i].sign * this.line.f.slope;
      return w.edges[w.edges.length - 1].upperY;
    });
    const best = f.windows(now, begun, reference);
    if (up.span > 0 && down.span > 0 && best.square * FRAMED_ROOM > squared(up.span) + squared(down.span)) return false;
    f.due = now + Math.min(div(now - begun, 32), 16_000_000);
    this.line = { at: now, f: { ...best, middle: best.middle + div(reference[0] - reference[1], 2), width: best.width + reference[0] + reference[1] } };
    return (this.known = true);
  }

  private sigma(line = this.line): number {
    return 3 * Math.max(unsquared(line.f.square), this.swaying.deviation);
  }

  /** Returns what is above the spread of a way, */
  private threshold(i: number, line = this.line, spread = this.line.f.means[i]): number {
    return Math.max(PATH_LEAST, 4 * spread) + this.sigma(line) + this.ways[i].newest().span;
  }

  /** and what is below it. */
  private depth(i: number): number {
    return Math.max(LOWER_LEAST, Math.min(div(this.line.f.means[i], 2), this.half[i]) + this.sigma()) + this.ways[i].newest().span;
  }

  /** Says whether those newest points of a way that are below the steady line's floor, the latest of them by off, are below all that came before them: the
   * end of a queue leads back to where the way has been. */
  private fellAsNever(i: number, off: number): boolean {
    const w = this.ways[i], last = w.newest();
    let k = w.points.length - 1, any = false;
    while (k >= 0 && this.off(i, w.points[k]) < div(off, 2)) k--;
    for (; k >= 0 && last.x - w.points[k].x <= BOUND_FOR; k--) {
      const p = w.points[k], age = last.x - p.x;
      any = true;
      if (last.y - p.y - slope(w.sign * this.line.f.slope, age) > div(off, 2) + slope(200 * PPM, age)) return false;
    }
    return any;
  }

  /** Says whether both ways' newest points are off the steady line by as much, one up and one down, where the latter's way had never been; where
   * neither is the line is steady. A clock whose rate steps takes one way below its floor and the other above, and the line after it. */
  private clockSet(now: number): boolean {
    const most: number[] = [], off: number[] = [];
    let beyond = true, within = true;
    this.ways.forEach((w, i) => {
      const p = w.newest();
      off[i] = this.off(i, p);
      most[i] = this.threshold(i, this.steady, this.steadySpread[i]);
      const out = Math.abs(off[i]) > most[i];
      beyond = beyond && out && now - p.x < STEP_FRESH;
      within = within && !out;
    });
    // What comes early is the fastest of few, so both may differ by a little more.
    const alike = beyond && Math.abs(off[0] + off[1]) < most[0] + most[1] + div(Math.abs(off[0]), 16);
    if (alike && ((off[0] < 0 && off[1] > 0 && this.fellAsNever(0, off[0])) || (off[0] > 0 && off[1] < 0 && this.fellAsNever(1, off[1])))) return true;
    if (within) this.steady = copied(this.line);
    // A line that fits badly is not to widen it.
    this.steadySpread = this.steadySpread.map((was, i) => Math.min(this.line.f.means[i], was + div(was, 8)));
    return false;
  }

  /** Looks whether a path has changed, or the clock was set. */
  private paths(now: number): boolean {
    if (!this.steadyKnown || now - this.begun < YOUNGEST) {
      this.steadyKnown = true;
      this.steady = copied(this.line);
      this.steadySpread = [...this.line.f.means];
    }
    if (this.clockSet(now)) {
      this.stepped(now);
      return true;
    }
    for (const i of [0, 1]) {
      this.lonely(i);
      this.path(i, this.threshold(i));
    }
    return false;
  }

  /** Forgets what was before the clock was set. */
  private stepped(now: number): void {
    this.ways.forEach((w, i) => {
      const last = this.off(i, w.newest());
      let k = w.points.length - 1;
      for (; k > 0; k--) {
        const p = w.points[k - 1];
        if (p.skipped || Math.abs(this.off(i, p) - last) >= div(Math.abs(last), 4)) break;
      }
      w.points.splice(0, k);
    });
    this.afresh(now);
  }

  /** Finds whether the fastest points of a way are so far below all others that they have overtaken, and their buckets have not seen it: few that are old
   * enough, as when they came and the floor was not known yet, or many that are scattered. A path's own are not. */
  private lonely(i: number): void {
    const of = this.ways[i].points.filter((p) => !p.skipped), n = of.length;
    this.half[i] = Infinity;
    if (n <= FEW_POINTS) return;
    const over = of.map((p) => this.residual(i, p)), all = sorted(over);
    this.half[i] = all[n >> 1] - all[div(n, 6)];
    let k = div(n, 3);
    for (; k > 0; k--) {
      const others = n - k, spread = all[k + (others >> 1)] - all[k + div(others, 6)];
      if (all[k] - all[k - 1] > LONELY_LEAST + 4 * spread) break;
    }
    if (k === 0) return;
    let runs = 0, newer = FEW_POINTS; // of the lonely, and how many others are newer than these
    for (const o of over) {
      if (o >= all[k]) {
        newer++;
        continue;
      }
      if (newer > 0) runs++;
      newer = 0;
    }
    const few = k <= Math.max(Math.min(MOST_LONELY, (n >> 3) + 1), n >> 4) && newer >= FEW_POINTS, scattered = k >= MOST_LONELY && 2 * runs > k;
    if (few || scattered) of.forEach((p, j) => (p.skipped = over[j] < all[k]));
  }

  /** Judges the newest point of a way. */
  private path(i: number, most: number): void {
    const w = this.ways[i], p = w.newest();
    if (p.judged) return;
    p.judged = true;
    const over = this.residual(i, p), deep = Math.min(most, this.depth(i));
    const near = over <= most && -over <= deep && !(w.pending && w.fell && over < 0); // where the floor may have fallen, it is so until a point is above it
    // What the clock does lifts the one floor and lowers the other: what both together do not show is no path's doing.
    let sum = this.off(i, p);
    if (!this.ways[1 - i].highFor) sum += this.off(1 - i, this.ways[1 - i].newest()); // a queue says nothing of the clock
    const clock = (over > 0 && sum <= most) || (over < 0 && -sum <= deep);
    if (near || clock || (over > 0 && p.x - this.begun < FIRST_POINTS)) {
      w.highFor = w.pending = false;
      return;
    }
    if (this.left(w, p, over, most, p.x - this.begun) && w.pending) this.decide(i, p.x);
  }

  /** Judges a point that is above the floor by more than it spreads, or below it. Returns whether something may be decided. */
  private left(w: Way, p: Point, over: number, most: number, age: number): boolean {
    if (over > 0) {
      if (!w.highFor) {
        w.highFor = true;
        w.high = p.x;
      }
      p.skipped = true;
      if (!w.pending && p.x - w.high >= Math.max(HIGH_LEAST, 6 * w.gap())) {
        w.pending = true;
        w.fell = false;
        w.since = w.high;
      }
      return true;
    }
    if (w.level !== 0 && Math.abs(over + w.level) < most + div(Math.abs(w.level) * 3, 10)) { // the first path is in use again
      for (const q of w.points) q.skipped = q.skipped || q.moved;
      p.y += w.level;
      w.level = 0;
      p.skipped = w.pending = w.highFor = false;
      return false;
    }
    w.highFor = false;
    if (age < NEWBORN) return false;
    p.skipped = true;
    if (!w.pending || !w.fell) {
      w.pending = w.fell = true;
      w.since = p.x;
    }
    return true;
  }

  /** Has another path be in use, if what is pending is long enough and of one piece. */
  private decide(i: number, now: number): void {
    const w = this.ways[i], least = [NO_LEAST, NO_LEAST, NO_LEAST, NO_LEAST];
    let first = NO_LEAST; // came as the path changed, and may stand anywhere between
    // A young line had joined in a queue, and so had one whose floors have swayed all the time.
    if (w.fell && (now - this.begun < GROWN || this.trusted === Q16) && now - w.since >= 3 * w.gap()) {
      for (const p of w.points) if (p.x >= w.since) p.skipped = false; // it is the path's own: before, there was a queue
      w.pending = false;
      return;
    }
    if (now - w.since < Math.max(PENDING_LEAST, 8 * w.gap())) return;
    for (const p of w.points) {
      if (p.x === w.since) first = this.residual(i, p);
      if (p.x <= w.since) continue;
      const k = Math.min(div((p.x - w.since) * 4, now - w.since), 3);
      least[k] = Math.min(least[k], this.residual(i, p));
    }
    let by = Math.min(...least);
    const alike = Math.max(AGREE_LEAST, 6 * this.line.f.means[i]);
    if (Math.max(...least) - by > alike && now - w.since < PENDING_MOST) return;
    if (by - first <= alike) by = Math.min(by, first);
    if (w.newest().span > 0 && w.level !== 0 && w.level < 0 === by < 0) {
      this.stepped(now); // a second one with the same sign is no route
      return;
    }
    w.level = w.level + by;
    const most = this.threshold(i);
    for (const p of w.points) {
      if (p.x < w.since) continue;
      p.y -= by;
      p.skipped = Math.abs(this.residual(i, p)) > most;
      p.moved = true;
    }
    this.steadyKnown = false;
    w.highFor = w.pending = false;
  }
}

// What is shown runs faster or slower than the line to approach it: gently while it is near, and never backwards.

const LEGS = [[100n * MS, 500_000n], [20n * MS, 50_000n], [5n * MS, 5_000n], [0n, 500n]]; // down to a distance, at so many µs a second

class Slewed {
  from: bigint;
  behind: bigint; // the line − what was shown, then
  hurry = false;

  constructor(from: bigint, behind = 0n) {
    this.from = from;
    this.behind = behind;
  }

  /** Returns how far the clock is still behind the line. */
  left(now: bigint): bigint {
    let away = abs(this.behind), passed = wrap(now - this.from);
    if (away === 0n || passed <= 0n) return this.behind;
    for (const [down, usual] of LEGS) {
      const rate = this.hurry ? LEGS[0][1] : usual;
      if (away <= down) continue;
      const takes = mulDivBig(away - down, 1_000_000n, rate);
      if (passed < takes) {
        away -= mulDivBig(passed, rate, 1_000_000n);
        break;
      }
      away = down;
      passed -= takes;
    }
    return this.behind < 0n ? wrap(-away) : away;
  }

  /** Starts the clock's approach. If it is too far behind, it is set forward at once; for a young clock the limit is lower. If it is too far ahead, it is
   * set back where that is allowed. Returns whether it was set. */
  set(young: boolean, back: boolean): boolean {
    const little = MS / 2n;
    this.hurry = young && this.behind < -little;
    if (this.behind <= (young ? little : 100n * MS) && !(back && this.behind < -SECOND)) return false;
    this.behind = 0n;
    return true;
  }
}

// Bits of a report beside the delta above them and the upper half of the stamp below.
const REPORT_MANY = 1n << 16n;
const REPORT_OVERTOOK = 1n << 17n;
const REPORT_EARLY = 1n << 19n;
const GAP_ZERO = 1 << 13;
const GAP_MOST = (1 << 16) - 1;

const ASKS = 64; // of its latest questions a clock remembers so many
const TURN = 2 ** 27; // µs until a stamp turns over

/** A client's clock alone, for a program that has a wire format of its own. */
export class Clock {
  private core: Core;
  private own = new Bucket();
  private asked = false;
  private last = 0n;
  private number = 0;
  private sent = new Map<number, bigint>(); // when the questions left that are not answered
  private asking = true;
  private denied = false; // the latest answer said otherwise than the line
  private anchored = false;
  private doubtful = false;
  private slewing = false;
  private began = false;
  private unsure = 0n;
  private coarse = 0; // what the answer said, µs
  private woken = 0n;
  private seen = 0n;
  private cutAt = 0n;
  private shown = new Slewed(0n);
  private line: Line = { at: 0, f: unfitted() };
  private base = 0n;
  private first = 0; // what both ways took together once the line was known, in parts
  private doubt = 0n; // by how much the line has followed a path since
  private counts = { synchronised: false, used: 0, rejected: 0, steps: 0, lastStep: 0n };

  /** Throws an error that names the first number of the configuration that is out of range, or no bigint. */
  constructor(config: Partial<Config> = {}) {
    const cfg = { ...DEFAULT_CONFIG, ...config };
    bounded("wander", cfg.wander, 1n, 10_000n);
    bounded("asymmetry", cfg.asymmetry, 0n, 10n * SECOND);
    bounded("grain", cfg.grain, 0n, 4n * SECOND);
    this.core = new Core(cfg);
  }

  /** Says at now whether to ask the host for its clock, with the question's number, null for no, and when to call it again. Calling it early is harmless. */
  wake(now: bigint): { ask: number | null; due: bigint } {
    bounded("now", now);
    if (this.began && now < this.woken) this.setBack(now);
    this.notice(now);
    this.woken = now;
    let every = this.asking ? SECOND : 30n * SECOND, ask: number | null = null;
    if (!this.asked || now < this.last || wrap(now - this.last) >= every) {
      this.asking = this.asked = true;
      every = SECOND;
      this.last = now;
      ask = this.number = (this.number + 1) & 0xffff;
      this.sent.set(ask, now);
      this.sent.delete((ask - ASKS) & 0xffff);
    }
    return { ask, due: wrap(this.last + every) };
  }

  /** Takes the 24-bit stamp of a datagram of the host's. */
  datagram(stamp: number, now: bigint, before = 0n): void {
    whole("stamp", stamp);
    bounded("now", now);
    bounded("before", before);
    this.notice(now);
    this.counts.used++;
    const change = this.own.add(packetOf(stamp & 0xffffff, now, before));
    if (change === SAME || wrap(now - this.cutAt) < 500n * MS) return;
    this.cutAt = now;
    if (change === FELL) this.fell(now);
    this.own.cut(change);
    this.flush();
    this.solve(now);
  }

  /** Takes what the host's half has reported: 48 bits, and 32 more or 0. */
  told(floor: bigint, span: number, now: bigint): void {
    bounded("floor", floor, 0n, (1n << 48n) - 1n);
    whole("span", span);
    bounded("now", now);
    this.notice(now);
    if (floor & REPORT_OVERTOOK) return; // it tells nothing of the path that the others take
    const w = this.core.ways[0], early = (floor & REPORT_EARLY) !== 0n, at = units(now, 2_048_000n);
    const x = Number((at - ((at - floor) & 0xffffn)) * 2048n + 1024n); // when the client sent that datagram, to the middle of 2.048 ms
    if (this.own.empty() && this.core.ways[1].points.length === 0) { // before the first datagram of the host's
      this.counts.rejected++;
      return;
    }
    const some = w.points.length > 0, old = Number(now / 1000n) - x > 60_000_000 || (some && x < w.newest().x);
    if ((this.doubtful && !early) || old) {
      this.counts.rejected++;
      this.doubtful = false;
      return;
    }
    this.doubtful = false;
    const pivot = some ? w.raw(w.newest()) : 0, y = expand(pivot, (Number((floor >> 20n) & BigInt(DELTAS)) * MICRO) / 2);
    if (early && y < pivot) this.fell(now);
    const gap = span & GAP_MOST;
    this.core.add(0, { x, y, span: (span >>> 16) * 4 * MICRO, gap: (gap - GAP_ZERO) * 4 * MICRO, many: (floor & REPORT_MANY) !== 0n,
      edged: gap !== 0, skipped: false, moved: false, judged: false, framed: false });
    this.flush();
    this.solve(now);
  }

  /** Says whether an answer is to one of the latest questions, for the first time. */
  answers(number: number, t1: bigint): boolean {
    whole("number", number, 16);
    bounded("t1", t1);
    return this.sent.get(number) === t1;
  }

  /** Takes the answer to a question: t1 the client sent it, t2 the host received it, t3 the host answered, t4 the client received that. */
  answer(number: number, t1: bigint, t2: bigint, t3: bigint, t4: bigint): void {
    whole("number", number, 16);
    Object.entries({ t1, t2, t3, t4 }).forEach(([name, t]) => bounded(name, t));
    const rtt = wrap(t4 - t1 - (t3 - t2)), ours = this.answers(number, t1);
    if (ours) this.sent.delete(number);
    if (!ours || rtt < 0n || rtt > 66n * SECOND) {
      this.counts.rejected++;
      return;
    }
    this.asking = false;
    this.anchored = true;
    this.coarse = Number(wrap(wrap(t2 - t1) + wrap(t3 - t4)) / 2n / 1000n);
    if (this.core.known) this.check(t1, t2, t3, t4);
  }

  /** Forgets what was measured, as when another host answers. The clock keeps running until enough is measured again. */
  forget(now: bigint): void {
    bounded("now", now);
    this.restart(now);
    this.core.ways[0].frame = this.first = 0;
    this.doubt = 0n;
  }

  private restart(now: bigint): void {
    this.begin(this.core.line.f.slope);
    this.slewing = this.counts.synchronised;
    this.asking = true;
    this.anchored = false;
    this.unsure = now;
  }

  /** Returns what the host's clock reads when the client's reads now: meaningful once status says that it is synchronised. */
  time(now: bigint): bigint {
    bounded("now", now);
    return this.reads(now);
  }

  /** Is time, of any now. */
  reads(now: bigint): bigint {
    return wrap(now + this.offset(now));
  }

  status(now: bigint): Status {
    bounded("now", now);
    return this.measured(now);
  }

  /** Is status, with the rest of an interval at any time. */
  measured(now: bigint): Status {
    const [up, down] = this.core.ways.map((w) => w.level), { width } = this.line.f;
    const s: Status = { ...this.counts, state: "joining", offset: 0n, ratePpb: 0, age: 0n, aside: 0, sent: 0, refused: 0, measured: false, up: 0n, down: 0n, rtt: 0n,
      known: false, uncertainty: 0n, unknowable: 0n, unsettled: 0n };
    if (!this.core.known) return s;
    Object.assign(s, { measured: true, rtt: nanos(width + up + down), up: nanos(div(width, 2) + up), down: nanos(div(width, 2) + down) });
    if (!this.anchored || this.denied || now < wrap(this.seen - SECOND)) return s; // a clock was set, and an answer has to say how far
    const [unknowable, unsettled] = this.interval(now);
    Object.assign(s, { known: true, unknowable, unsettled, uncertainty: wrap(unknowable + unsettled) });
    s.state = wrap(now - this.unsure) < 10n * SECOND ? "settling" : "steady";
    s.offset = this.offset(now);
    s.ratePpb = mulShift(this.line.f.slope, 1_000_000_000, 40);
    s.age = wrap(BigInt(Math.max(micros(now) - this.core.begun, 0)) * 1000n);
    for (const w of this.core.ways) s.aside += w.points.filter((p) => p.skipped).length;
    return s;
  }

  private offset(now: bigint): bigint {
    const { at, f } = this.line;
    return wrap(this.base + nanos(f.middle) + ((BigInt(f.slope) * wrap(now - BigInt(at) * 1000n)) >> 40n) - this.shown.left(now));
  }

  /** Returns the two parts of how far the shown clock may be off: half of what the ways may differ by; and deviations of the line's middle and its points' spread,
   * how far the rate may have wandered within the line's window and since, what the clock has still to go, and where the floors have moved the line, as a queue
   * that ends does and a route that changes, how far that was. */
  private interval(now: bigint): [bigint, bigint] {
    const { f } = this.line, sigma = unsquared(f.square), age = Math.max(0, Number(now / 1000n) - this.line.at);
    let ways = this.core.cfg.asymmetry, doubt = this.doubt;
    if (ways === 0n) ways = max(0n, nanos(f.width)); // false stamps can make it seem less
    for (const w of this.core.ways) ways = wrap(ways + max(0n, wrap(-nanos(w.level))));
    const parts = Math.max(4 * sigma, f.under, f.over) + this.core.bias(f.window) + 10 * MICRO + this.core.bias(age);
    const since = min(mulDivBig(BigInt(8 * sigma), BigInt(age), BigInt(Math.max(f.window, 1))), 1n << 60n);
    let rest = wrap(nanos(wrap(BigInt(parts) + since)) + abs(this.shown.left(now)));
    rest = wrap(rest + rest / 2n + nanos(Math.max(...f.means)) / 10n);
    if (this.first !== 0) doubt = max(doubt, abs(nanos(f.width - this.first)) / 2n);
    return [ways / 2n, max(rest, wrap(rest / 2n + doubt))];
  }

  /** Forgets all points. The host's frames are what they were, and it may have told their spans already. */
  private begin(slope: number): void {
    const { frame } = this.core.ways[0];
    this.core = new Core(this.core.cfg);
    this.core.line.f.slope = slope;
    this.core.ways[0].frame = frame;
    this.own = new Bucket();
    this.denied = false;
  }

  /** Deals with a client's clock that was set back: what was before it is of no use, and what is shown goes on from where it was. */
  private setBack(now: bigint): void {
    const slope = this.core.line.f.slope, at = this.time(this.seen);
    this.begin(slope);
    this.sent.clear(); // what is asked is by the clock of before
    this.asking = this.doubtful = true;
    this.anchored = false;
    this.unsure = this.cutAt = this.woken = this.seen = now;
    if (!this.counts.synchronised) return;
    this.line = { at: Number(now / 1000n), f: { ...unfitted(), slope } };
    this.base = 0n;
    this.shown = new Slewed(now);
    this.base = wrap(at - now - this.offset(now)); // what is in the line has been rounded
  }

  /** Looks out for a clock that was set back. A datagram's time is that of its arrival, and it may have waited a second to be read. */
  private notice(now: bigint): void {
    if (!this.began) {
      this.began = true;
      this.unsure = this.seen = this.woken = now;
    }
    if (now < wrap(this.seen - SECOND)) this.setBack(now);
    this.seen = max(now, this.seen);
  }

  /** Notes that a floor has fallen, as no queue makes it: a clock may have been set, or is being slewed. */
  private fell(now: bigint): void {
    this.asking = true;
    if (this.slewing) this.unsure = now;
  }

  /** Takes the own bucket's fastest datagram. */
  private flush(): void {
    const [up, down] = this.core.ways;
    if (this.own.empty()) return;
    const [p, n] = this.own.take();
    let pivot = 0;
    if (down.points.length > 0) pivot = down.raw(down.newest());
    else if (up.points.length > 0) pivot = 33 * 2 ** 20 * MICRO - up.newest().y; // both delays together are −34 to 100 s
    this.core.add(1, { x: micros(p.at), y: expand(pivot, (p.delta * MICRO) / 2), span: (p.span * MICRO) / 2,
      gap: (this.own.gap * MICRO) / 2, many: n >= MANY, edged: this.own.edged, skipped: false, moved: false, judged: false, framed: false });
  }

  /** Has the line be fitted anew, and the shown clock follow it. */
  private solve(now: bigint): void {
    const { core, counts } = this;
    if (core.ways.some((w) => w.points.length === 0)) return;
    const before = this.time(now), known = counts.synchronised, sure = core.known && this.anchored, told = this.interval(now)[1];
    if (this.slewing && this.anchored && wrap(now - this.unsure) > SECOND) {
      core.since(micros(this.unsure)); // its system may have slewed the clock for seconds
      this.slewing = false;
    }
    let stepped = core.solve(micros(now));
    if (!core.known) return;
    const off = abs(nanos(core.line.f.middle - offsetAt(this.line, core.line.at)));
    if (known && off > SECOND) { // farther than is believed to be less than a turn before an answer has said so
      stepped = true;
      this.anchored = false;
    }
    // A line that leaves what was told of it by more than 4 ms has followed a path.
    if (sure && !stepped && off > max(told, 4n * MS)) this.doubt = max(this.doubt, off);
    if (this.first === 0 && core.line.at - core.begun >= 3_000_000) this.first = core.line.f.width;
    if (stepped) {
      this.slewing = this.slewing || (known && off > 20n * MS);
      this.asking = true;
      this.unsure = now;
    }
    if (known && !this.anchored) return; // the clock keeps running until the answer says by how many turns it was set
    this.adopt(this.turns());
    this.settle(now, before, known);
  }

  private adopt(base: bigint): void {
    this.line = { at: this.core.line.at, f: { ...this.core.line.f } };
    this.base = base;
  }

  /** Returns the turns of the stamps that are nearest to what the answer said. */
  private turns(): bigint {
    if (!this.anchored) return this.base;
    const middle = div(this.core.line.f.middle, MICRO), turns = shift(this.coarse - middle + TURN / 2, 27);
    this.coarse = middle + turns * TURN;
    return wrap(BigInt(turns * TURN) * 1000n);
  }

  /** Says how the clock that showed before goes on. */
  private settle(now: bigint, before: bigint, known: boolean): void {
    const { counts } = this, { cfg } = this.core;
    if (!this.anchored) return;
    counts.synchronised = true;
    this.shown = new Slewed(now);
    const step = wrap(this.time(now) - before);
    if (!cfg.showsLine && known) {
      this.shown = new Slewed(now, step);
      if (!this.shown.set(wrap(now - this.unsure) < 10n * SECOND, !cfg.backSlews)) return;
    }
    if (step === 0n) return;
    counts.steps++;
    if (known) counts.lastStep = step;
  }

  /** Compares the line with an answer: the host's clock was below T2 when the question left, and above T3 when the answer came. A line that says otherwise
   * rests on stamps that are not true, or on a clock that was set since. The floors are about to show the latter, and lose no points by it: so the points are
   * forgotten only if the next answer says the same. */
  private check(t1: bigint, t2: bigint, t3: bigint, t4: bigint): void {
    const before = this.time(t4), known = this.counts.synchronised, base = this.turns();
    const at = (t: bigint): bigint => wrap(base + nanos(offsetAt(this.core.line, micros(t))));
    if (wrap(at(t1) - (t2 - t1)) > MS || wrap(t3 - t4 - at(t4)) > MS) {
      if (this.denied) this.restart(t4);
      else this.denied = this.asking = true;
      return;
    }
    this.denied = false;
    this.adopt(base);
    this.settle(t4, before, known);
  }
}

// The wire format: docs/wire.md.

const QUESTION = 1, ANSWER = 2, FLOOR = 4, SPAN = 8;

/** Returns the send stamp of a clock that reads now: units of 8 µs modulo 2^24. */
export function stampOf(now: bigint): number {
  bounded("now", now);
  return Number(BigInt.asUintN(24, units(now, 8000n)));
}

class Head {
  blocks = 0;
  stamp = 0;
  number = 0;
  t1 = 0n;
  t2 = 0n;
  t3 = 0n;
  host = 0;
  floor = 0n;
  span = 0;

  write(): Uint8Array {
    const b = new Uint8Array(MAX_HEAD), view = new DataView(b.buffer);
    let at = 4;
    const put = (v: bigint, bytes: number): void => {
      for (let k = bytes - 1; k >= 0; k--) view.setUint8(at++, Number((v >> BigInt(8 * k)) & 0xffn));
    };
    view.setUint32(0, ((1 << 28) | (this.blocks << 24) | this.stamp) >>> 0);
    if (this.blocks & (QUESTION | ANSWER)) {
      put(BigInt(this.number), 2);
      put(this.t1, 8);
    }
    if (this.blocks & ANSWER) {
      put(this.t2, 8);
      put(this.t3, 8);
      put(BigInt(this.host), 4);
    }
    if (this.blocks & FLOOR) put(this.floor, 6);
    if (this.blocks & SPAN) put(BigInt(this.span), 4);
    return b.subarray(0, at);
  }

  /** Reads a head that has blocks of these alone. Returns its size, or why it is none. */
  read(b: Uint8Array, allowed: number): number {
    let at = 0, error = 0;
    const get = (bytes: number): bigint => {
      if (error === 0 && b.length - at < bytes) error = SHORT;
      if (error !== 0) return 0n;
      let v = 0n;
      for (const end = at + bytes; at < end; at++) v = (v << 8n) | BigInt(b[at]);
      return v;
    };
    const clock = (): bigint => {
      const v = BigInt.asIntN(64, get(8));
      if (error === 0 && (v < -(1n << 62n) || v > 1n << 62n)) error = RANGE;
      return v;
    };
    const first = Number(get(1));
    if (error === 0 && first >> 4 !== 1) return VERSION;
    this.blocks = first & 15;
    if (this.blocks & QUESTION && this.blocks !== QUESTION) return BLOCKS;
    if (this.blocks & SPAN && !(this.blocks & FLOOR)) return BLOCKS;
    this.stamp = Number(get(3));
    if (this.blocks & (QUESTION | ANSWER)) {
      this.number = Number(get(2));
      this.t1 = clock();
    }
    if (this.blocks & ANSWER) {
      this.t2 = clock();
      this.t3 = clock();
      this.host = Number(get(4));
    }
    if (this.blocks & FLOOR) this.floor = get(6);
    if (this.blocks & SPAN) this.span = Number(get(4));
    if (error !== 0) return error;
    return this.blocks & ~allowed ? BLOCKS : at;
  }
}

/** Returns v in units of 4 µs, rounded up. */
const spanUnits = (v: number): number => Math.floor((v + 7) / 8);

/** The host's half: a host has one for each client that it knows. */
export class Peer {
  private bucket = new Bucket();
  private begun = false;
  private early = false;
  private changes = false;
  private start = 0n;
  private reported = 0n;
  private toldAt = 0n;
  private next = 0n;
  private question: { number: number; t1: bigint; came: bigint } | null = null;

  /** Takes a datagram of the client's, as [Client.received] does. A question is answered by the next packet to that client, which should be sent soon. */
  received(data: Uint8Array, now: bigint, before = 0n): number {
    bytes("data", data);
    bounded("now", now);
    bounded("before", before);
    const h = new Head(), size = h.read(data, QUESTION);
    if (size < 0) return size;
    this.datagram(h.stamp, now, before);
    if (h.blocks & QUESTION) this.question = { number: h.number, t1: h.t1, came: now };
    return size;
  }

  /** Returns the bytes that go before what a datagram to the client has, sent at now. A game that has nothing to send sends them alone, one datagram for each
   * that has come. host is a random number, 0 to 2^32 − 1, that the host draws when it starts. */
  packet(host: number, now: bigint): Uint8Array {
    whole("host", host);
    bounded("now", now);
    const h = new Head();
    h.stamp = stampOf(now);
    if (this.question !== null) {
      h.blocks = ANSWER;
      h.number = this.question.number;
      h.t1 = this.question.t1;
      h.t2 = this.question.came;
      h.t3 = now;
      h.host = host;
      this.question = null;
    }
    const due = this.report(now);
    if (due !== null) {
      [h.floor, h.span] = due;
      h.blocks |= h.span !== 0 ? FLOOR | SPAN : FLOOR;
    }
    return h.write();
  }

  /** Takes the 24-bit stamp of a client's datagram. */
  datagram(stamp: number, now: bigint, before = 0n): void {
    whole("stamp", stamp);
    bounded("now", now);
    bounded("before", before);
    const change = this.bucket.add(packetOf(stamp & 0xffffff, now, before)), waited = wrap(now - this.toldAt);
    const pause = (change === ROSE ? 2000n : 500n) * MS;
    if (change === SAME || this.early || (this.changes && waited >= 0n && waited < pause)) return;
    this.bucket.cut(change);
    this.early = this.changes = true;
    this.toldAt = this.next = now;
  }

  /** Says at now whether to report to the client, null for no, and what: 48 bits, and 32 more or 0. */
  report(now: bigint): [bigint, number] | null {
    bounded("now", now);
    if (this.bucket.empty()) return null;
    if (!this.begun || now < this.reported) { // or the clock was set back
      this.begun = true;
      this.start = this.next = now;
    }
    if (now < this.next) return null;
    const early = this.early, age = wrap(now - this.start);
    this.early = false;
    this.reported = now;
    this.next = wrap(now + (age >= 20n * SECOND ? 2n * SECOND : clamp(age, 30n * MS, 500n * MS)));
    const [p, n] = this.bucket.take();
    let floor = (BigInt(p.delta) << 20n) | BigInt(p.stamp >> 8);
    if (n >= MANY) floor |= REPORT_MANY;
    if (early) floor |= REPORT_EARLY;
    return [floor, this.spanOf(p)];
  }

  private spanOf(p: Packet): number {
    if (p.span === 0) return 0;
    const gap = spanUnits(this.bucket.gap) + GAP_ZERO, known = this.bucket.edged && gap > 0 && gap <= GAP_MOST;
    return ((Math.min(spanUnits(p.span), GAP_MOST) << 16) | (known ? gap : 0)) >>> 0;
  }
}

/** A client: it knows what the host's clock reads, and how far off that may be. */
export class Client {
  private clock: Clock;
  private begun: bigint | null = null;
  private heard: bigint | null = null;
  private answered = false;
  private woken = 0n;
  private known = false;
  private steps = 0;
  private sent = 0;
  private refused = 0;
  private grain: bigint;
  private half: bigint; // of the grain, if that is added to the clock's readings
  private last: Omit<Reading, "time" | "known" | "uncertainty" | "unknowable" | "unsettled"> = { event: "joining", since: 0n, step: 0n, host: 0 };

  /** Throws an error that names the first number of the configuration that is out of range, or no bigint. */
  constructor(config: Partial<Config> = {}) {
    this.clock = new Clock(config);
    this.grain = config.grain ?? 0n;
    this.half = config.roundsEither ? 0n : this.grain / 2n;
  }

  /** Returns the bytes that go before what a datagram to the host has, sent at now. A game that has nothing to send sends them alone when its clock reads
   * due, at the latest. Not every datagram needs them: docs/wire.md says how few are enough. */
  packet(now: bigint): { head: Uint8Array; due: bigint } {
    now = this.read(now);
    this.sent++;
    this.begun ??= now;
    const h = new Head(), { ask, due } = this.clock.wake(now);
    h.stamp = stampOf(now);
    if (ask !== null) {
      h.blocks = QUESTION;
      h.number = ask;
      h.t1 = now;
    }
    const silent = wrap(now + (wrap(now - this.begun) < 5n * SECOND ? 100n * MS : SECOND));
    this.woken = now;
    this.note(now, true, false);
    return { head: h.write(), due: wrap(min(due, silent) - this.half) };
  }

  /** Takes a datagram of the host's that was read at now and had come up to before ns earlier: 0 where now is the instant of its arrival, and where a game
   * reads its socket once a frame how long ago it had looked last. Returns how many bytes the head takes, behind which the game's own begin, or a negative
   * number that says why it is none. */
  received(data: Uint8Array, now: bigint, before = 0n): number {
    bytes("data", data);
    bounded("now", now);
    bounded("before", before);
    const h = new Head(), size = h.read(data, ANSWER | FLOOR | SPAN);
    if (size < 0) {
      this.refused++;
      return size;
    }
    now = this.read(now);
    const lost = this.heard !== null && wrap(now - this.heard) > 5n * SECOND;
    this.heard = now;
    this.clock.datagram(h.stamp, now, before);
    if (h.blocks & FLOOR) this.clock.told(h.floor, h.span, now);
    if (h.blocks & ANSWER && this.clock.answers(h.number, h.t1)) {
      this.otherHost(h.host, now);
      this.clock.answer(h.number, h.t1, h.t2, h.t3, now);
    }
    this.note(now, this.begun !== null && wrap(now - this.woken) < -SECOND, lost);
    return size;
  }

  /** Returns what a reading of the client's clock stands for. */
  private read(now: bigint): bigint {
    bounded("now", now);
    return wrap(now + this.half);
  }

  /** Tells what is known when the client's clock reads now. */
  now(now: bigint): Reading {
    return this.at(this.read(now));
  }

  private at(now: bigint): Reading {
    const { known, unknowable, unsettled } = this.clock.measured(now); // where a clock was set nothing is known until an answer has come
    const r: Reading = { ...this.last, time: this.clock.reads(now), known, uncertainty: 0n, unknowable, unsettled };
    if (known) {
      r.unsettled = wrap(unsettled + this.grain);
      r.uncertainty = wrap(unknowable + r.unsettled);
      if (this.heard !== null && wrap(now - this.heard) > 5n * SECOND) {
        r.event = "lost";
        r.since = wrap(this.heard + 5n * SECOND);
        r.step = 0n;
      }
    }
    if (r.event !== "joining") r.since = wrap(r.since - this.half);
    return r;
  }

  /** Tells when a reading's uncertainty will be more than a width in ns, if nothing more is heard of the host: now where it is already, or where the time is not
   * known; null where that will not be within a year. */
  void(now: bigint, width: bigint): bigint | null {
    bounded("width", width);
    const from = this.read(now);
    const wide = (after: bigint): boolean => {
      const r = this.at(wrap(from + after));
      return !r.known || r.uncertainty > width;
    };
    let within = 0n, beyond = 1n << 55n; // 417 days
    if (wide(0n)) return now;
    if (!wide(beyond)) return null;
    while (beyond - within > 1n) { // it becomes narrower while the clock approaches the line, and then wider and wider
      const middle = (within + beyond) / 2n;
      if (wide(middle)) beyond = middle;
      else within = middle;
    }
    return wrap(now + beyond);
  }

  /** Tells what is to be logged when the client's clock reads now. */
  status(now: bigint): Status {
    const at = this.read(now), s = { ...this.clock.measured(at), sent: this.sent, refused: this.refused };
    if (!s.known) return s;
    s.unsettled = wrap(s.unsettled + this.grain);
    s.uncertainty = wrap(s.uncertainty + this.grain);
    s.offset = wrap(s.offset + this.half);
    if (this.heard !== null && wrap(at - this.heard) > 5n * SECOND) s.state = "lost";
    return s;
  }

  /** Looks whether an answer is of another host than the ones before. */
  private otherHost(host: number, now: bigint): void {
    const other = this.answered && host !== this.last.host;
    this.answered = true;
    this.last.host = host;
    if (!other) return;
    this.clock.forget(now);
    this.last = { event: "other host", since: now, step: 0n, host };
  }

  /** Looks what has become of the clock. back says that where it is not known any more, the client's clock was set back. */
  private note(now: bigint, back: boolean, lost: boolean): void {
    const s = this.clock.measured(now), was = this.known, same = s.steps === this.steps, { last } = this, other = last.event === "other host";
    this.known = s.known;
    if (!s.known) {
      if (!was || (other && last.since === now)) return;
      this.last = { event: back ? "set back" : "in doubt", since: now, step: 0n, host: last.host };
      return;
    }
    if (last.event === "joining" || ((lost || (!was && !other)) && same)) {
      last.event = "synchronised";
      last.step = 0n;
    } else if (same) {
      return;
    } else {
      if (!other || wrap(now - last.since) > 5n * SECOND) {
        last.event = "stepped";
        last.step = 0n;
      }
      last.step = wrap(last.step + s.lastStep);
    }
    this.steps = s.steps;
    last.since = now;
  }
}
