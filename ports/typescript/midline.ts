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
}

export const DEFAULT_CONFIG: Readonly<Config> = { wander: 30n, asymmetry: 0n, showsLine: false, backSlews: false };

/** What has happened to a client's clock last: the host's time is not known yet; it became known, or the host was heard again; the time was set;
 * another host answered, or the same one after a restart; the host has not been heard for five seconds. */
export type Event = "joining" | "synchronised" | "stepped" | "other host" | "lost";

/** What a client knows of the host's time. */
export interface Reading {
  time: bigint; // what the host's clock reads now
  known: boolean; // whether time and uncertainty say something
  uncertainty: bigint; // how far time may be off, either way
  event: Event; // the latest,
  since: bigint; // when that was, by the client's clock,
  step: bigint; // and by how much the time was set then; > 0 is forward
  host: number; // the number of the host that has answered
}

/** What a clock has measured, to be logged. */
export interface Status {
  synchronised: boolean;
  measured: boolean; // whether the four below say something
  up: bigint; // least one-way delay to the host,
  down: bigint; // and from it
  rtt: bigint;
  uncertainty: bigint;
  used: number; // datagrams
  rejected: number; // reports and answers that were of no use
  steps: number; // times the clock was set
  lastStep: bigint;
}

// Numbers. Units: x in µs; y, floors and middles in parts of 2^-10 µs; slopes in 2^-40; squares in (2^-7 µs)^2; densities at a floor in 2^-32 a
// part; log-likelihoods in 2^-32, or 2^-16 (Q16). Sums that what comes from outside could make too large are taken modulo 2^64, as in Go.

const Q16 = 65536n;
const MICRO = 1024n;
const MS = 1_000_000n; // ns
const SECOND = 1_000_000_000n;
const PPM = (1n << 40n) / 1_000_000n; // of a slope
const MOST = (1n << 63n) - 1n;
const LEAST = -(1n << 63n);

const wrap = (v: bigint): bigint => BigInt.asIntN(64, v);
const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
const abs = (a: bigint): bigint => (a < 0n ? wrap(-a) : a);
const clamp = (v: bigint, lo: bigint, hi: bigint): bigint => min(max(v, lo), hi);

/** Returns by how much one delta of 28 bits is greater than another. */
const apart = (a: number, b: number): number => ((a - b) << 4) >> 4;

/** Returns the number nearest to pivot with the low 37 bits of v. */
const expand = (pivot: bigint, v: bigint): bigint => wrap(pivot + BigInt.asIntN(37, v - pivot));

/** Returns v / unit, rounded down. */
const units = (v: bigint, unit: bigint): bigint => v / unit - (v % unit < 0n ? 1n : 0n);
const micros = (ns: bigint): bigint => units(ns, 1000n);

/** Returns a·b/c, rounded towards 0, for c > 0; what is beyond 64 bits becomes the largest or smallest number. */
const mulDiv = (a: bigint, b: bigint, c: bigint): bigint => clamp((a * b) / c, -MOST, MOST);

/** Returns a·b/2^n, rounded down. */
const mulShift = (a: bigint, b: bigint, n: bigint): bigint => wrap((a * b) >> n);

const bits = (v: bigint): number => v.toString(2).length;

/** Returns the square root, rounded down (Newton). */
function root(v: bigint): bigint {
  if (v < 2n) return max(v, 0n);
  let x = 1n << BigInt((bits(v) + 1) >> 1);
  for (;;) {
    const next = (x + v / x) / 2n;
    if (next >= x) return x;
    x = next;
  }
}

// 2^(k/32) and ln(1 + k/32), in Q16.
const POWER2 = [65536n, 66971n, 68438n, 69936n, 71468n, 73032n, 74632n, 76266n, 77936n, 79642n, 81386n, 83169n, 84990n, 86851n, 88752n, 90696n,
  92682n, 94711n, 96785n, 98905n, 101070n, 103283n, 105545n, 107856n, 110218n, 112631n, 115098n, 117618n, 120194n, 122825n, 125515n, 128263n, 131072n];
const LOG1 = [0n, 2017n, 3973n, 5873n, 7719n, 9515n, 11262n, 12965n, 14624n, 16242n, 17821n, 19364n, 20870n, 22343n, 23783n, 25193n, 26573n, 27924n,
  29248n, 30546n, 31818n, 33067n, 34292n, 35494n, 36675n, 37835n, 38975n, 40095n, 41196n, 42280n, 43345n, 44394n, 45426n];

function between(table: bigint[], part: bigint): bigint {
  const k = Number(part >> 11n);
  return table[k] + (((table[k + 1] - table[k]) * (part & 2047n)) >> 11n);
}

/** Returns e^-x for x ≥ 0, both in Q16. */
function expNegative(x: bigint): bigint {
  if (x < 0n || x >= 16n * Q16) return 0n;
  const z = -((x * 94548n) >> 16n); // the power of 2: log2 e is 94548
  return between(POWER2, z & (Q16 - 1n)) >> -(z >> 16n);
}

/** Returns ln v in Q16 for v ≥ 1. */
function logarithm(v: bigint): bigint {
  const n = bits(v) - 1;
  return BigInt(n) * 45426n + between(LOG1, BigInt.asUintN(64, v << BigInt(64 - n)) >> 48n);
}

/** Returns the square of a length, of which more than 65 ms count as so many. */
function squared(parts: bigint): bigint {
  const v = clamp(parts >> 3n, -(1n << 23n), 1n << 23n);
  return v * v;
}

/** The root of such a square, in parts. */
const unsquared = (square: bigint): bigint => root(square) << 3n;

/** Returns s·x in parts. */
const slope = (s: bigint, x: bigint): bigint => wrap(s * x) >> 30n;

/** Returns parts in ns. */
const nanos = (parts: bigint): bigint => mulShift(parts, 1000n, 10n);

const ascending = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns the mean of what lies above a floor. It goes by the lower third, as slow ones are others': a third of an exponential distribution is
 * below 0.405 of its mean. */
function meanOver(v: bigint[]): bigint {
  const sorted = v.slice().sort(ascending);
  return max(2n * MICRO, (sorted[Math.trunc((v.length - 1) / 3)] * 1000n) / 405n);
}

/** Returns by how much a line over a window may be wrong at its end as the rate wanders, in parts: 0.3·ρ·W^1.5. */
function biasOf(wander: bigint, window: bigint): bigint {
  const w = min(window, 3_600_000_000n);
  return ((((wander * ((w * root(w)) / 1_000_000n)) / 1000n) * 3n * MICRO) / 10_000n);
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
const SWEEP_OF = 128; // of twice so many datagrams those that are sent at no more phases than these stand still
const STILL_PHASES = 8;
const FRAMES_ALIKE = 16; // spans that differ by such a part are frames of one rate,
const FRAMES_OTHER = 8; // and after so many others it is another rate
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

/** Integer division, rounded towards 0, of numbers. */
const div = (a: number, b: number): number => Math.trunc(a / b);

/** Finds the lower edge of a floor that is read once a frame. */
class Phased {
  period = 0;
  other = 0;
  base = 0;
  met = [0, 0]; // a bit for each phase of the latest datagrams, and of those before them
  of = 0; // how many are the latest
  swept = false; // the datagrams are sent at all phases
  least: number[] = new Array(PHASES).fill(0);
  n: number[] = new Array(PHASES).fill(0);

  /** Takes a datagram that came within a span. */
  add(delta: number, span: number): void {
    if (Math.abs(span - this.period) > div(this.period, FRAMES_ALIKE)) {
      this.other++;
      if (this.period > 0 && this.other < FRAMES_OTHER) return; // a hitch
      this.period = span;
      this.base = delta - div(span, PHASES * 2); // so that it is amid a phase
      this.n.fill(0);
      this.met = [0, 0];
      this.of = 0;
      this.swept = false;
    }
    this.other = 0;
    let into = apart(delta, this.base) % this.period;
    if (into < 0) into += this.period;
    const k = div(into * PHASES, this.period), least = (delta - span) & DELTAS;
    this.meet(k);
    if (this.n[k] === 0 || apart(least, this.least[k]) < 0) this.least[k] = least;
    this.n[k]++;
  }

  /** Takes the phase of a datagram, and sees whether they are sent at all phases. */
  private meet(phase: number): void {
    this.met[0] |= 1 << phase;
    if (++this.of < SWEEP_OF) return;
    let phases = 0;
    for (let met = this.met[0] | this.met[1]; met !== 0; met &= met - 1) phases++;
    this.swept = phases > STILL_PHASES;
    this.met = [0, this.met[0]];
    this.of = 0;
  }

  /** Returns how much less a delay may be than its span allows for: nothing unless the phases stand still. */
  wait(span: number): number {
    return this.swept ? 0 : span;
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
      this.frames.add(p.delta, p.span);
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
    return ++this.above >= RISE_PACKETS && p.at - this.since >= 150n * MS ? ROSE : SAME;
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
const LONGEST = 300_000_000n; // µs for which points are kept
const FRAME_GRAINS = 8n; // so many parts of a frame are told apart where phases go round
const LONGEST_DELAY = 1n << 33n; // parts from a way's newest point: no delay differs by more

/** The fastest datagram of a bucket at the client: at local time x, in µs, with the delay y, in parts. */
interface Point {
  x: bigint;
  y: bigint;
  span: bigint;
  gap: bigint;
  many: boolean;
  skipped: boolean;
  moved: boolean;
  judged: boolean;
  edged: boolean;
  framed: boolean;
}

/** What a client knows of one direction. */
class Way {
  sign: bigint; // +1 up, −1 down
  points: Point[] = []; // from the oldest on
  level = 0n;
  frame = 0n; // the shortest span of any point, in parts, 0 where none had any
  highFor = false;
  high = 0n;
  pending = false;
  since = 0n;
  fell = false;

  constructor(sign: bigint) {
    this.sign = sign;
  }

  newest(): Point {
    return this.points[this.points.length - 1];
  }

  /** Returns y as it was measured, of a point of the path that is in use. */
  raw(p: Point): bigint {
    return wrap(p.y + this.level);
  }

  /** Returns how finely the floor can be seen, in parts. Where datagrams leave at phases that go round slowly, the fastest lie on a line that is as sharp as
   * stamps are, and tells of the phases alone. */
  grain(): bigint {
    return this.points.length > 0 && this.newest().span > 0n ? this.frame : this.frame / FRAME_GRAINS;
  }

  /** Returns the time between two of the latest points. */
  gap(): bigint {
    const n = this.points.length;
    return n < 4 ? 2_000_000n : (this.newest().x - this.points[n - 4].x) / 3n;
  }
}

interface Fitted {
  middle: bigint;
  slope: bigint;
  width: bigint;
  square: bigint;
  floors: bigint;
  sway: bigint;
  means: bigint[];
  window: bigint;
  under: bigint;
  over: bigint;
  points: number;
}

const unfitted = (): Fitted => ({ middle: 0n, slope: 0n, width: 0n, square: 0n, floors: 0n, sway: 0n, means: [0n, 0n], window: 0n, under: 0n, over: 0n, points: 0 });

/** The host's clock is middle parts ahead at local time at, in µs. */
interface Line {
  at: bigint;
  f: Fitted;
}

const copied = (l: Line): Line => ({ at: l.at, f: { ...l.f, means: [...l.f.means] } });
const offsetAt = (l: Line, x: bigint): bigint => wrap(l.f.middle + slope(l.f.slope, x - l.at));

// Fits. In a fit a way's delays are counted upwards from its floor, up and down alike: the ceiling of the downward points is the floor of the same
// points upside down.

const PRIOR = 100n * PPM; // a quartz is off by so much,
const PRIOR_POWER = 4n; // which is believed so firmly
const FIT_ROUNDS = 3;
const FIT_SLOPES = 49;
const FIT_DEPTH = 6n; // how many nats below its peak the likelihood is followed
const RANK = 6; // the density at the floor stands on so many least delays

/** The points of one way, newest first, and the lower side of their convex hull. */
class Cloud {
  x: bigint[] = [];
  y: bigint[] = [];
  many: boolean[] = [];
  hull: number[] = [];
  at = 0; // the hull's vertex that was lowest last
  grain = 0n; // the density at the floor is not taken to be more than with such a mean
  over: bigint[] = []; // by how much each point is above the floor
  mean = 0n;
  middle = 0n;
  weight = 0n;
  below = 0n;

  /** Takes a point that is older than all before it. */
  add(x: bigint, y: bigint, many: boolean): void {
    const i = this.x.length, hull = this.hull;
    this.x.push(x);
    this.y.push(y);
    this.many.push(many);
    while (hull.length > 0) {
      const last = hull[hull.length - 1];
      if (hull.length === 1) {
        if (this.x[last] !== x || this.y[last] <= y) break;
      } else if (!this.above(hull[hull.length - 2], last, i)) {
        break;
      }
      hull.pop();
    }
    if (hull.length === 1 && this.x[hull[0]] === x) {
      this.at = 0;
      return; // and above it
    }
    hull.push(i);
    this.at = Math.min(this.at, hull.length - 1); // what was lowest may be of the hull no longer
  }

  /** Says whether b is on the line from a to p, which is older than b, or above it. */
  private above(a: number, b: number, p: number): boolean {
    const { x, y } = this;
    return (y[b] - y[a]) * (x[a] - x[p]) >= (y[p] - y[a]) * (x[a] - x[b]);
  }

  private value(vertex: number, s: bigint): bigint {
    const i = this.hull[vertex];
    return this.y[i] - slope(s, this.x[i]);
  }

  /** Returns the least y − s·x. Slopes that are near each other are fast one after the other. */
  floor(s: bigint): bigint {
    let best = this.value(this.at, s);
    while (this.at + 1 < this.hull.length) {
      const v = this.value(this.at + 1, s);
      if (v > best) break;
      best = v;
      this.at++;
    }
    while (this.at > 0) {
      const v = this.value(this.at - 1, s);
      if (v > best) break;
      best = v;
      this.at--;
    }
    return best;
  }

  /** Works out by how much the points are above the floor of slope s. */
  level(s: bigint): void {
    const floor = this.floor(s);
    this.over = this.x.map((x, i) => this.y[i] - slope(s, x) - floor);
  }

  /** Looks at how the points lie above the floor of slope s: their mean, how dense they are at the floor, and by how much the path's own delay
   * is less than the least of them. */
  density(s: bigint): void {
    this.level(s);
    const sorted = this.over.slice().sort(ascending);
    this.mean = max(2n * MICRO, (sorted[div(sorted.length - 1, 3)] * 1000n) / 405n);
    let near = 0n, middle = 0n;
    this.over.forEach((o, i) => {
      if (o > 4n * this.mean) return;
      near++;
      middle += this.x[i];
    });
    this.middle = middle / near;
    this.weight = (near << 32n) / max(this.mean, this.grain);
    this.below = this.mean / near;
    for (let k = 2; k < Math.min(RANK, sorted.length); k++) this.below = min(this.below, sorted[k] / BigInt(k)); // a queue's points do not count
    const rank = Math.min(RANK, sorted.length);
    if (rank > 2 && sorted[rank - 1] > 0n) this.weight = min(this.weight, (BigInt(2 * rank - 3) << 31n) / sorted[rank - 1]);
    this.weight = max(this.weight, 1n);
  }

  /** Says whether a point is one of those that the cloud's middle stands on: within so many means of the floor. */
  within(i: number): boolean {
    return this.many[i] && this.over[i] <= 6n * this.mean;
  }
}

/** What least squares find of a cloud; x in 16 µs. */
interface Centred {
  n: bigint;
  x: bigint;
  y: bigint;
  sxx: bigint;
  sxy: bigint;
  rest: bigint;
}

/** Takes the sums of a cloud, or returns null where its middle tells nothing. */
function centred(c: Cloud): Centred | null {
  const t: Centred = { n: 0n, x: 0n, y: 0n, sxx: 0n, sxy: 0n, rest: 0n };
  let many = 0n;
  for (let i = 0; i < c.x.length; i++) {
    if (c.many[i]) many++;
    if (!c.within(i)) continue;
    t.n++;
    t.x += c.x[i] >> 4n;
    t.y += c.over[i];
  }
  if (t.n < 3n || t.n * 100n < many * 80n) return null;
  t.x /= t.n;
  t.y /= t.n;
  for (let i = 0; i < c.x.length; i++) {
    if (!c.within(i)) continue;
    const dx = (c.x[i] >> 4n) - t.x;
    t.sxx += dx * dx;
    t.sxy += dx * (c.over[i] - t.y);
  }
  return t;
}

/** Returns the variance of a point about the line. */
function leftOf(t: Centred, c: Cloud, more: bigint): bigint {
  let sum = 0n;
  for (let i = 0; i < c.x.length; i++) {
    if (c.within(i)) sum += squared(c.over[i] - t.y - slope(more, ((c.x[i] >> 4n) - t.x) * 16n));
  }
  return (sum * 2n) / (2n * t.n - 3n);
}

/** Returns how unlikely a slope is before anything is known, as a logarithm in Q16. */
const believed = (s: bigint): bigint => logarithm(PRIOR * PRIOR + s * s);

/** Where the likelihood is greatest. */
interface Peak {
  slope: bigint;
  up: bigint;
  down: bigint;
  prior: bigint;
}

/** Finds the line between two clouds. */
class Fitter {
  up = new Cloud();
  down = new Cloud();

  fit(from: bigint): Fitted {
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
  private rising(s: bigint): boolean {
    const { up, down } = this;
    up.floor(s);
    down.floor(-s);
    const gain = up.weight * (up.middle - up.x[up.hull[up.at]]) - down.weight * (down.middle - down.x[down.hull[down.at]]);
    return gain > PRIOR_POWER * mulDiv(s, 1n << 62n, (PRIOR * PRIOR + s * s) / 2n);
  }

  /** Returns the slope of the greatest likelihood, within 2000 ppm. */
  private best(): bigint {
    let lo = -2000n * PPM, hi = 2000n * PPM;
    while (hi - lo > 256n) { // 10^-4 ppm over the longest window is less than 0.1 µs
      const mid = (lo + hi) / 2n;
      if (this.rising(mid)) lo = mid;
      else hi = mid;
    }
    return (lo + hi) / 2n;
  }

  /** Returns by how much the likelihood of a slope is less than that of the peak, and where the floors are. */
  private likelihood(s: bigint, peak: Peak): [bigint, bigint, bigint] {
    const up = this.up.floor(s), down = this.down.floor(-s);
    const ga = up + slope(s, this.up.middle) - peak.up, gb = down + slope(-s, this.down.middle) - peak.down;
    return [wrap(PRIOR_POWER * (believed(s) - peak.prior) * Q16 - this.up.weight * ga - this.down.weight * gb), up, down];
  }

  /** Returns how far the slope goes from the peak until the likelihood has fallen by so many nats; not beyond 488 ppm. */
  private edge(top: Peak, direction: bigint): bigint {
    const inside = (d: bigint): boolean => this.likelihood(top.slope + direction * d, top)[0] < FIT_DEPTH << 32n;
    let d = 1024n;
    while (d < 1n << 29n && inside(d)) d *= 2n;
    let lo = d / 2n, hi = d;
    for (let k = 0; k < 8; k++) {
      const mid = (lo + hi) / 2n;
      if (inside(mid)) lo = mid;
      else hi = mid;
    }
    return hi;
  }

  /** Says whether the clouds have about the same spread: from two fifths to five halves. */
  private alike(): boolean {
    return max(this.up.mean, this.down.mean) * 2n <= min(this.up.mean, this.down.mean) * 5n;
  }

  /** Takes the means over the likelihood. */
  private posterior(s: bigint, r: Fitted): void {
    const top: Peak = { slope: s, up: 0n, down: 0n, prior: 0n };
    const [, up0, down0] = this.likelihood(s, top);
    top.up = up0 + slope(s, this.up.middle);
    top.down = down0 + slope(-s, this.down.middle);
    top.prior = believed(s);
    const below = this.edge(top, -1n), range = below + this.edge(top, 1n);
    const weights: bigint[] = [], middles: bigint[] = [];
    let sum = 0n, middle = 0n, slopes = 0n, width = 0n, square = 0n;
    for (let k = 0; k < FIT_SLOPES; k++) {
      const q = s - below + (range * BigInt(k)) / BigInt(FIT_SLOPES - 1);
      const [less, up, down] = this.likelihood(q, top);
      const p = expNegative(max(less, 0n) >> 16n), d = (up - up0 - (down - down0)) / 2n;
      weights.push(p);
      middles.push(d);
      sum += p;
      middle += p * d;
      slopes += p * ((q - s) >> 4n);
      width += p * (up - up0 + (down - down0));
    }
    sum = max(sum, 1n); // the peak alone, where it is narrower than the slopes lie apart
    const mean = middle / sum;
    for (let k = 0; k < FIT_SLOPES; k++) square += (weights[k] * squared(middles[k] - mean)) >> 10n;
    // Each floor is below the least of its points. Where the clouds are alike it is as much for both, and its own chance would be all that it adds.
    const up = this.alike() ? 0n : this.up.below, down = this.alike() ? 0n : this.down.below;
    r.middle = (up0 - down0) / 2n + mean - (up - down) / 2n;
    r.slope = s + (slopes / sum) * 16n;
    r.width = up0 + down0 + width / sum - up - down;
    r.floors = (squared((1n << 32n) / this.up.weight) + squared((1n << 32n) / this.down.weight)) / 4n;
    r.square = mulDiv(square, 1n << 10n, sum) + r.floors;
  }

  /** Mends a fit by parallel lines through what is near each floor, by least squares. It weighs them by their variance and by how far they are
   * from what the floors say, since the middles of clouds of unlike shapes are wrong, and floors are not. */
  private centre(s: bigint, r: Fitted): void {
    const { up, down } = this;
    if (!this.alike() || max(up.mean, down.mean) > 100_000n * MICRO) return;
    up.level(s);
    const a = centred(up);
    if (a === null) return;
    down.level(-s);
    const b = centred(down);
    if (b === null) return;
    const all = a.sxx + b.sxx;
    if (all <= 0n) return;
    const more = mulDiv(a.sxy - b.sxy, 1n << 26n, all); // by how much the middle rises more than s; a part per 16 µs is 2^26
    a.rest = leftOf(a, up, more);
    b.rest = leftOf(b, down, -more);
    const ends = [a.y - slope(more, a.x * 16n) + up.floor(s), b.y - slope(-more, b.x * 16n) + down.floor(-s)];
    const mean = (a.x + b.x) / 2n;
    // The variance of the middle at the end of the fit: of both means, and of the slope over the way from their middle.
    const spread = mulDiv(a.rest, a.sxx, all) + mulDiv(b.rest, b.sxx, all);
    const own = (a.rest / a.n + b.rest / b.n) / 4n + mulDiv(mean * mean, spread, all);
    const d = (ends[0] - ends[1]) / 2n - r.middle, floors = 4n * r.square;
    const unlike = 4n * max(0n, squared(d) - 2n * floors);
    const w = mulDiv(floors, Q16, max(floors + own + unlike, 1n));
    r.middle += (d * w) / Q16;
    r.slope += wrap(more * w) / Q16;
    r.square = mulDiv(mulDiv(r.square, Q16 - w, Q16), Q16 - w, Q16) + mulDiv(mulDiv(own + unlike, w, Q16), w, Q16);
  }
}

// Sways: how far each way's floor moves by itself, by the least delays of segments of the latest time. What the clock does lifts one floor and
// lowers the other, and their sum stays. So what the sum does is the paths' doing, and their difference has as much of it.

const SEGMENT = 4_000_000n; // µs
const SEGMENTS = 64;
const NO_LEAST = 1n << 62n;

class Swaying {
  least: bigint[][] = [new Array(SEGMENTS).fill(NO_LEAST), new Array(SEGMENTS).fill(NO_LEAST)];
  at: bigint[][] = [new Array(SEGMENTS).fill(0n), new Array(SEGMENTS).fill(0n)]; // how long before the segment's middle that was
  whole = 0; // segments that are older than no point

  /** Takes the points at local time now, above a line of slope s. */
  see(ways: Way[], now: bigint, s: bigint): void {
    this.whole = SEGMENTS;
    ways.forEach((way, i) => {
      const reference = way.newest().y;
      this.whole = Math.min(this.whole, Number((now - way.points[0].x) / SEGMENT));
      this.least[i].fill(NO_LEAST);
      for (const p of way.points) {
        const age = now - p.x, segment = Number(age / SEGMENT);
        if (p.skipped || segment < 0 || segment >= SEGMENTS) continue; // the line stands on others
        const y = p.y - reference + slope(way.sign * s, age);
        if (y >= this.least[i][segment]) continue;
        this.least[i][segment] = y;
        this.at[i][segment] = age - BigInt(segment) * SEGMENT - SEGMENT / 2n;
      }
    });
    this.level();
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
    const middles = of.map((k) => (this.least[0][k] - this.least[1][k]) / 2n);
    of.forEach((k, i) => {
      const newer = Math.max(i - 1, 0), older = Math.min(i + 1, n - 1);
      const rise = clamp((middles[older] - middles[newer]) / BigInt(of[older] - of[newer]), -most, most); // into the past
      this.least[0][k] -= (rise * this.at[0][k]) / SEGMENT;
      this.least[1][k] += (rise * this.at[1][k]) / SEGMENT;
    });
  }

  /** Returns the variance of the middle between the floors of windows so long, as far as the paths move it, or null where there are not two. */
  square(window: bigint): bigint | null {
    const long = Number(window / SEGMENT), sums: bigint[] = [];
    for (let k = 0; k + long <= this.whole; k += long) {
      let sum = NO_LEAST;
      for (let j = k; j < k + long; j++) if (this.both(j)) sum = min(sum, this.least[0][j] + this.least[1][j]);
      if (sum !== NO_LEAST) sums.push(sum);
    }
    const n = BigInt(sums.length);
    if (n < 2n) return null;
    const mean = sums.reduce((a, b) => a + b, 0n) / n;
    return sums.reduce((all, sum) => all + squared(sum - mean), 0n) / (n - 1n) / 4n;
  }

  /** Returns how far a single way's floor moves from a segment to another, by the middle half of what is known. */
  deviation(): bigint {
    const sums = this.segments().map((k) => this.least[0][k] + this.least[1][k]).sort(ascending), n = sums.length;
    return n < 4 ? 0n : ((sums[div(3 * n, 4)] - sums[div(n, 4)]) * 52n) / 100n;
  }
}

// Pairs: the floors of both ways in the same segment. If both ways together took e longer than the least that they ever took, the middle of the
// pair is wrong by e/2 at most, and anything up to that is as likely: its variance is e²/12. A line by least squares through the middles, weighed
// by that, follows the moments at which both ways were fast.

const PAIR_TIME = 16n; // in units of 1/16 of a segment's half
const PAIR_MICROS = SEGMENT / 2n / PAIR_TIME;
const PAIR_CUT = 1n << 23n; // 65 ms, in 2^-7 µs

class Pairing {
  at: bigint[] = []; // by how many segments a pair is old
  sum: bigint[] = []; // what both ways took, more than the least
  middle: bigint[] = []; // 2^-7 µs
  sorted: bigint[] = [];

  take(w: Swaying): boolean {
    const of = w.segments();
    if (of.length < 5) return false;
    const sums = of.map((k) => w.least[0][k] + w.least[1][k]), least = sums.reduce(min);
    this.at = of.map(BigInt);
    this.sum = sums.map((sum) => sum - least);
    this.middle = of.map((k) => clamp((w.least[0][k] - w.least[1][k]) / 2n, -LONGEST_DELAY, LONGEST_DELAY) >> 3n);
    this.sorted = this.sum.slice().sort(ascending);
    return true;
  }

  /** Returns in Q16 how certain it is that sums which follow each other are alike, as those of a sway are and those of chance are not. */
  trust(): bigint {
    const { sum, sorted, at } = this, n = sum.length;
    const most = sorted[n >> 1] + 2n * (sorted[div(3 * n, 4)] - sorted[n >> 2]);
    const mean = sum.reduce((all, v) => all + min(v, most), 0n) / BigInt(n);
    let square = 0n, product = 0n, follow = 0n, last = 0n;
    for (let k = 0; k < n; k++) {
      const d = clamp(min(sum[k], most) - mean, -(1n << 26n), 1n << 26n) >> 3n;
      square += d * d;
      if (k > 0 && at[k] === at[k - 1] + 1n) {
        product += d * last;
        follow++;
      }
      last = d;
    }
    if (follow < 3n || square === 0n) return 0n;
    // The correlation, which chance makes −1/n in the mean, by its own chance of 1/√n; two deviations of it, and another one, are certain.
    const r = mulDiv(product * BigInt(n), Q16, square * follow) + Q16 / BigInt(n);
    return clamp(((r * root(follow << 16n)) >> 8n) - 2n * Q16, 0n, Q16);
  }

  private age(k: number): bigint {
    return (2n * this.at[k] + 1n) * PAIR_TIME;
  }

  /** Returns by how much the middle, at the segments' end, is above a line of slope s that the pairs are counted from, how much more it rises,
   * and the variance of the middle. */
  line(s: bigint): [bigint, bigint, bigint] {
    const n = this.sum.length, count = BigInt(n), scale = 1n << 20n, cut = (v: bigint): bigint => clamp(v, -PAIR_CUT, PAIR_CUT);
    const base = this.sorted[Math.min(n - 1, 1 + div(n, 16))] + this.sorted[n >> 1] / 10n + 2n * MICRO, unit = squared(base);
    // A quartz that is off by 100 ppm, and one of no skew at all, which would fall by s.
    const skew = slope(PRIOR, PAIR_MICROS) >> 3n, prior = mulDiv(unit, scale, 3n * skew * skew), still = wrap(slope(s, PAIR_MICROS) * (1n << 13n));
    const weights = this.sum.map((sum) => mulDiv(unit, scale, squared(sum + base)));
    let sum = 0n, age = 0n, mean = 0n, sxx = 0n, sxy = 0n;
    for (let k = 0; k < n; k++) {
      sum += weights[k];
      age += weights[k] * this.age(k);
      mean += weights[k] * this.middle[k];
    }
    age /= sum;
    mean /= sum;
    for (let k = 0; k < n; k++) {
      const t = this.age(k) - age;
      sxx += weights[k] * t * t;
      sxy += weights[k] * t * cut(this.middle[k] - mean);
    }
    const all = sxx + prior, back = wrap(mulDiv(sxy, Q16, all) + mulDiv(prior, still, all)); // into the past
    const more = wrap(-mulDiv(back, 1n << 30n, PAIR_MICROS << 13n));
    // A pair's weighed square is unit/12 in the mean, or the rate has not been one.
    let left = 0n, one = mulDiv(unit, scale, 3n * sum);
    for (let k = 0; k < n; k++) {
      const d = cut(this.middle[k] - mean - (wrap(back * (this.age(k) - age)) >> 16n));
      left += mulDiv(weights[k], d * d, scale);
    }
    const most = (count * unit) / 12n;
    if (left > most) one = mulDiv(one, left, most);
    const square = wrap(one + mulDiv(one, mulDiv((age * age) << 10n, sum, all), 1n << 10n));
    return [(mean << 3n) - (wrap(back * age) >> 13n), more, square];
  }
}

// Frames. Where datagrams are stamped once a frame, the floors of both ways move between their two edges as the phases of both machines' frames do,
// slowly. When a phase passes the edge of a frame, both edges meet and the floor is known at that moment to some microseconds, and two such moments
// tell the rate. So the frames' line stands on the edges of hours, of which few are kept: per way and stretch of time the least upper edge and the
// greatest lower one. Of a slope it is clear between which heights a floor lies: above all lower edges and below all upper ones. How much room it has
// there is how likely the slope is. A lower edge is too high by chance now and then; each stretch that leaves no room costs some nats.

const FRAMED_FIRST = 8_000_000n; // µs of the first stretches; they double when there are too many,
const FRAMED_LAST = 128_000_000n; // up to this, and then the older half of them is forgotten
const FRAMED_AFTER = 32_000_000n; // µs for which points have had spans
const FRAMED_WINDOW = 64_000_000n; // of the shortest window
const FRAMED_WINDOWS = 12; // at most, each twice as long as the one before
const FRAMED_ROUNDS = 12; // in which the slope is narrowed down
const FRAMED_LEAST = 20n * MICRO; // no lower edge is known better,
const FRAMED_MOST = 300n * MICRO; // and few are worse
const FRAMED_LATEST = 4; // so many stretches after each other that leave no room, by a quarter of a frame, are no chance
const FRAMED_SLOPES = 17;
const FRAMED_DEPTH = 7n; // nats below the peak

/** Returns s·x in parts, for an x of days. */
const framedSlope = (s: bigint, x: bigint): bigint => wrap(s * (x >> 6n)) >> 24n;

/** The edges of a way in a stretch of time. */
interface Edging {
  upperX: bigint;
  upperY: bigint;
  lowerX: bigint;
  lowerY: bigint;
  known: boolean; // the lower one
}

/** Keeps the tighter edges of two stretches. */
function tighten(e: Edging, f: Edging, s: bigint): void {
  if (f.upperY - slope(s, f.upperX - e.upperX) < e.upperY) {
    e.upperX = f.upperX;
    e.upperY = f.upperY;
  }
  if (f.known && (!e.known || f.lowerY - slope(s, f.lowerX - e.lowerX) > e.lowerY)) {
    e.lowerX = f.lowerX;
    e.lowerY = f.lowerY;
    e.known = true;
  }
}

const upperOf = (e: Edging, s: bigint, now: bigint): bigint => wrap(e.upperY - framedSlope(s, e.upperX - now));
const lowerOf = (e: Edging, s: bigint, now: bigint): bigint => wrap(e.lowerY - framedSlope(s, e.lowerX - now));

/** How likely a slope is, in nats of Q16, where it has a floor, above the reference, and its variance. */
type Likely = [bigint, bigint, bigint];

class FramedWay {
  edges: Edging[] = [];
  length = FRAMED_FIRST;
  begun = 0n;
  span = 0n; // of the latest point, 0 where it was stamped when it came
  weight = 1n; // of the fit, where the span is 0
  middle = 0n;
  slope = 0n; // at which that is

  /** Takes a point; s is how much the line is taken to rise, in the way's own sense. */
  add(p: Point, s: bigint): void {
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
  private thin(s: bigint): void {
    if (this.length >= FRAMED_LAST) {
      this.edges = this.edges.slice(POINTS / 2);
      return;
    }
    this.length *= 2n;
    for (let i = 0; i < POINTS; i += 2) tighten(this.edges[i], this.edges[i + 1], s);
    this.edges = this.edges.filter((_, i) => i % 2 === 0);
  }

  /** Returns the edges that are in a window, the latest at least. */
  within(from: bigint): Edging[] {
    let i = this.edges.length - 1;
    while (i > 0 && this.edges[i - 1].upperX >= from) i--;
    return this.edges.slice(i);
  }

  /** Returns the logarithm of the room that a floor of slope s has between its edges. */
  room(edges: Edging[], s: bigint, now: bigint, reference: bigint): Likely {
    let most = MOST, least = LEAST;
    for (const e of edges) {
      most = min(most, upperOf(e, s, now));
      if (e.known) least = max(least, wrap(lowerOf(e, s, now) - reference));
    }
    most = wrap(most - reference);
    if (least === LEAST) least = wrap(most - this.span);
    const room = wrap(most - least);
    if (room >= FRAMED_LEAST) {
      const all = room + FRAMED_LEAST, below = mulDiv(room, room, 2n * all) + mulDiv(FRAMED_LEAST, all, all);
      return [logarithm(all), most - below, squared(room) / 12n + squared(FRAMED_LEAST)];
    }
    let n = 1n, sum = FRAMED_LEAST;
    for (const e of edges) {
      const over = wrap(lowerOf(e, s, now) - reference - most);
      if (!e.known || over <= -FRAMED_LEAST) continue;
      n++;
      sum = wrap(sum + max(over, 0n));
    }
    const mean = sum / n, cut = min(mean, 1n << 30n), worst = FRAMED_MOST * FRAMED_MOST;
    const unlike = logarithm(worst + cut * cut) - logarithm(worst);
    return [logarithm(max(mean, 1n)) - 2n * (n - 1n) * Q16 - 2n * unlike, most - mean, squared(mean)];
  }

  /** Looks at how the points of a way that are stamped when they come lie above their floor, and returns their mean. */
  density(edges: Edging[], now: bigint): bigint {
    if (this.span > 0n) return 2n * MICRO;
    const uppers = edges.map((e) => upperOf(e, this.slope, now)), least = uppers.reduce(min);
    const over = uppers.map((v) => wrap(v - least)), mean = meanOver(over);
    let near = 0n, middle = 0n;
    over.forEach((o, i) => {
      if (o > 4n * mean) return;
      near++;
      middle += edges[i].upperX - now;
    });
    this.weight = max((near << 32n) / mean, 1n);
    this.middle = middle / near;
    return mean;
  }

  /** Returns how likely a floor's slope is where its points are stamped when they come. */
  sharp(edges: Edging[], s: bigint, now: bigint, reference: bigint): Likely {
    const floor = wrap(edges.reduce((least, e) => min(least, upperOf(e, s, now)), MOST) - reference), below = (1n << 32n) / this.weight;
    return [mulShift(this.weight, wrap(floor + framedSlope(s, this.middle)), 16n), floor - below, squared(below)];
  }
}

/** The line of a client of which one end at least stamps datagrams once a frame. */
class Framing {
  ways = [new FramedWay(), new FramedWay()];
  since: bigint; // when neither way's latest point had a span, µs
  due = 0n; // when to fit again, µs
  last = 0; // the window of the latest fit

  constructor(now: bigint) {
    this.since = now;
  }

  /** Fits lines in ever longer windows, as long as a shorter one has room for them and the edges do not contradict each other, and returns the
   * longest one's. */
  windows(now: bigint, begun: bigint, reference: bigint[]): Fitted {
    const accepted: Fitted[] = [];
    for (let k = Math.max(this.last - 2, 0); k < FRAMED_WINDOWS; k++) {
      const from = now - FRAMED_WINDOW * (1n << BigInt(k)), edges = this.ways.map((w) => w.within(from));
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
  private contradicted(s: bigint, now: bigint, edges: Edging[][]): boolean {
    return this.ways.some((w, i) => {
      if (w.span === 0n) return false;
      const q = i === 0 ? s : -s, n = edges[i].length, most = edges[i].reduce((least, e) => min(least, upperOf(e, q, now)), MOST);
      let all = 0, latest = 0;
      for (const e of edges[i]) {
        if (!e.known) continue;
        const off = wrap(lowerOf(e, q, now) - most) > w.span / 4n;
        if (off) all++;
        latest = off ? latest + 1 : 0;
      }
      return (latest >= FRAMED_LATEST && latest < n) || all > FRAMED_LATEST + (n >> 2);
    });
  }

  /** Returns how likely a slope is, where it has the floors, and the variance of their middle. */
  private at(s: bigint, now: bigint, edges: Edging[][], reference: bigint[]): [bigint, bigint[], bigint] {
    const of = this.ways.map((w, i) => {
      const q = i === 0 ? s : -s;
      return w.span === 0n ? w.sharp(edges[i], q, now, reference[i]) : w.room(edges[i], q, now, reference[i]);
    });
    const likely = wrap(PRIOR_POWER * (believed(0n) - believed(s)) + of[0][0] + of[1][0]);
    return [likely, [of[0][1], of[1][1]], of[0][2] / 4n + of[1][2] / 4n];
  }

  /** Finds the line in a window, within 600 ppm. */
  private fit(now: bigint, edges: Edging[][], reference: bigint[]): Fitted {
    const r = unfitted(), steps = BigInt(FRAMED_SLOPES - 1);
    r.points = 20;
    r.window = FRAMED_WINDOW;
    r.means = this.ways.map((w, i) => w.density(edges[i], now));
    let lo = -600n * PPM, hi = 600n * PPM;
    for (let round = 0; round < FRAMED_ROUNDS; round++) {
      const wide = hi - lo, likely: bigint[] = [];
      let best = 0;
      for (let k = 0; k < FRAMED_SLOPES; k++) {
        likely.push(this.at(lo + (wide * BigInt(k)) / steps, now, edges, reference)[0]);
        if (likely[k] > likely[best]) best = k;
      }
      let first = best, last = best;
      while (first > 0 && likely[first] > wrap(likely[best] - FRAMED_DEPTH * Q16)) first--;
      while (last < FRAMED_SLOPES - 1 && likely[last] > wrap(likely[best] - FRAMED_DEPTH * Q16)) last++;
      hi = lo + (wide * BigInt(last)) / steps;
      lo += (wide * BigInt(first)) / steps;
      if (hi - lo > wide / 2n || hi - lo < 1024n) break;
    }
    this.posterior(lo, hi, now, edges, reference, r);
    return r;
  }

  /** Takes the means over the slopes of a range. */
  private posterior(lo: bigint, hi: bigint, now: bigint, edges: Edging[][], reference: bigint[], r: Fitted): void {
    const steps = BigInt(2 * FRAMED_SLOPES - 2), likely: bigint[] = [], middles: bigint[] = [], widths: bigint[] = [], squares: bigint[] = [];
    let sum = 0n, middle = 0n, width = 0n, slopes = 0n, square = 0n;
    for (let k = 0n; k <= steps; k++) {
      const [one, floors, variance] = this.at(lo + ((hi - lo) * k) / steps, now, edges, reference);
      likely.push(one);
      middles.push(wrap(floors[0] - floors[1]) / 2n);
      widths.push(wrap(floors[0] + floors[1]));
      squares.push(variance);
    }
    const best = likely.reduce(max), chances = likely.map((one) => expNegative(wrap(best - one)));
    chances.forEach((p, k) => {
      sum += p;
      middle = wrap(middle + p * middles[k]);
      width = wrap(width + p * widths[k]);
      slopes += p * (((hi - lo) * BigInt(k)) / steps >> 4n);
    });
    r.middle = middle / sum;
    r.width = width / sum;
    r.slope = lo + (slopes / sum) * 16n;
    chances.forEach((p, k) => {
      const d = wrap(middles[k] - r.middle), room = 2n * unsquared(squares[k]);
      if (p > Q16 / 1000n) {
        r.under = max(r.under, wrap(room - d));
        r.over = max(r.over, wrap(room + d));
      }
      square += p * ((squared(d) + squares[k]) >> 10n);
    });
    r.square = mulDiv(square, 1n << 10n, sum);
  }
}

// The estimator without stamps and messages: what it makes of two series of points.

// Windows are 4·√2^k s long. One of fewer points than LEAST_POINTS is passed over, unless it has all there are.
const WINDOWS = [4_000_000n, 5_656_854n, 8_000_000n, 11_313_708n, 16_000_000n, 22_627_417n, 32_000_000n, 45_254_834n, 64_000_000n, 90_509_668n,
  128_000_000n, 181_019_336n, 256_000_000n];
const LEAST_POINTS = 10;
const WANDER_SPAN = 24_000_000n; // µs, after which a line is compared with the one that it was then

// Paths. One that changes moves the floor of one way and not the other's; a clock that is set moves both by as much, one up and one down. So each can be
// told from the other, and a path's change is no reason to move the clock.
const PATH_LEAST = 1000n * MICRO; // what is above the floor by less is no other path
const LOWER_LEAST = 300n * MICRO; // nor what is so little below it, where each point draws the line along at once
const STEP_FRESH = 2_200_000n; // µs: how old points may be that show that the clock was set
const YOUNGEST = 20_000_000n; // of a line that can tell another path
const NEWBORN = 10_000_000n; // of one that any lower point mends
const GROWN = 60_000_000n; // of one that a lower floor does not mend, if that stays for three gaps
const HIGH_LEAST = 6_000_000n; // points that are above for so long, and six gaps, may be of another path,
const PENDING_LEAST = 30_000_000n; // which is believed after so long, and eight gaps,
const PENDING_MOST = 240_000_000n;
const AGREE_LEAST = 500n * MICRO; // if both halves agree by this, or six means
const FEW_POINTS = 6;
const MOST_LONELY = 3;
const LONELY_LEAST = 1000n * MICRO;
const HARD_FOR = 10_000_000n; // µs for which a point bounds the offset

class Core {
  cfg: Config;
  ways = [new Way(1n), new Way(-1n)];
  line: Line = { at: 0n, f: unfitted() };
  known = false;
  private any = false;
  private begun = 0n;
  private half = [0n, 0n];
  private steady: Line = { at: 0n, f: unfitted() }; // by which both ways' newest points were where they had to be last
  private steadySpread = [0n, 0n];
  private steadyKnown = false; // it is of the path and the clock that there are now
  private foretold: Line | null = null; // of the wander
  private wandered: bigint[] = [];
  private swaying = new Swaying();
  private pairing = new Pairing();
  private trusted = 0n; // how certain it was last that there is a sway
  private frames: Framing | null = null; // as long as every datagram was stamped when it came

  constructor(cfg: Config) {
    this.cfg = cfg;
  }

  /** Returns by how much a point took longer than its way's floor; nothing where it may have come at the floor, within its span. */
  private residual(i: number, p: Point, line = this.line): bigint {
    const over = wrap(p.y - this.ways[i].sign * offsetAt(line, p.x) - line.f.width / 2n);
    return wrap(over - clamp(over, 0n, p.span));
  }

  /** The same by the steady line. */
  private off(i: number, p: Point): bigint {
    return this.residual(i, p, this.steady);
  }

  add(i: number, p: Point): void {
    const w = this.ways[i];
    if (!this.any) {
      this.any = true;
      this.begun = p.x;
    }
    p.y -= w.level;
    if (p.span > 0n && (w.frame === 0n || p.span < w.frame)) w.frame = p.span;
    if (w.points.length === POINTS) w.points.shift();
    w.points.push(p);
  }

  /** Forgets the points before local time x but the newest, and the line. */
  since(x: bigint): void {
    for (const w of this.ways) while (w.points.length > 1 && w.points[0].x < x) w.points.shift();
    this.known = false;
    this.afresh(x);
  }

  /** Has what is left of the points begin at local time x, and be as it came: nothing is known of paths and frames. */
  private afresh(x: bigint): void {
    for (const w of this.ways) {
      for (const p of w.points) {
        p.y = w.raw(p);
        p.skipped = p.moved = p.framed = false;
      }
      w.level = 0n;
      w.highFor = w.pending = false;
    }
    this.begun = x;
    this.steadyKnown = false;
    this.foretold = this.frames = null;
    this.wandered = [];
  }

  /** Returns by how much the latest points of both ways say that the middle is elsewhere, beyond chance: where the rate has just stepped, the line still
   * stands on points of before. The least of some waits is such a part of their mean. */
  private missed(): bigint {
    const least: bigint[] = [];
    let chance = 0n;
    for (const [i, w] of this.ways.entries()) {
      const latest = w.points.slice(-LATEST_POINTS).filter((p) => !p.skipped).map((p) => this.residual(i, p));
      if (latest.length === 0) return 0n;
      least.push(latest.reduce(min));
      chance += min(this.line.f.means[i], this.steadySpread[i]) / BigInt(2 * LATEST_POINTS);
    }
    return max(wrap(abs(wrap(least[0] - least[1]) / 2n) - chance), 0n);
  }

  /** Works out the line anew at local time now, in µs. Returns whether the clock has stepped. */
  solve(now: bigint): boolean {
    for (const w of this.ways) {
      while (w.points.length > 0 && w.points[0].x < now - LONGEST) w.points.shift();
      if (w.points.length === 0) return false;
    }
    const stepped = this.known && this.paths(now);
    if (this.frame(now)) {
      this.framedLine(now);
    } else {
      this.windows(now);
      const { f } = this.line, by = this.missed();
      f.under = (this.ways[0].newest().span + this.ways[1].newest().span) / 2n;
      if (by > 0n) f.under = max(f.under, wrap(4n * unsquared(f.square) + by));
      f.over = f.under;
    }
    const [least, most] = this.bounds(this.line.at);
    if (this.known && least <= most) this.line.f.middle = clamp(this.line.f.middle, least, most);
    return stepped;
  }

  /** Returns what the offset is between at local time at, whatever the paths do, if the rate is within 200 ppm of the line's. */
  private bounds(at: bigint): [bigint, bigint] {
    const [up, down] = this.ways.map((w) => {
      let bound = 1n << 50n;
      for (let k = w.points.length - 1; k >= 0; k--) {
        const p = w.points[k], age = at - p.x;
        if (age > HARD_FOR && k < w.points.length - 1) break;
        bound = min(bound, wrap(w.raw(p) + slope(w.sign * this.line.f.slope + 200n * PPM, age)));
      }
      return bound;
    });
    return [-down, up];
  }

  /** Returns by how much a line over a window may be wrong at its end: by the wander that is stated, or the middle one of those seen. */
  bias(window: bigint): bigint {
    const seen = this.wandered.length < 3 ? 1000n : (this.wandered.slice().sort(ascending)[1] * 3n) / 2n;
    return biasOf(max(this.cfg.wander, seen), window);
  }

  /** Sees how far the rate walks in a second, from by how much the line has left what it foretold, in ppb. */
  private wander(): void {
    const now = this.line, past = this.foretold;
    if (past !== null) {
      const tau = now.at - past.at;
      if (tau < WANDER_SPAN) return;
      if (tau < 2n * WANDER_SPAN) {
        const missed = wrap(now.f.middle - offsetAt(past, now.at));
        // What it foretold is as uncertain as the line was, and its slope: that is not wander.
        const times = 1n + (2n * tau) / max(past.f.window, 1n);
        const chance = wrap(now.f.square - now.f.sway + times * times * (past.f.square - past.f.sway));
        const left = unsquared(max(0n, wrap(squared(missed) - chance)));
        // A rate that walks by ρ takes a clock off by ρ·τ^1.5/√3 in the mean square.
        this.wandered.push((1000n * left * 52n) / 100n / max(biasOf(1000n, tau), 1n));
        if (this.wandered.length > 3) this.wandered.shift();
      }
    }
    this.foretold = { at: now.at, f: { ...now.f } };
  }

  /** Takes into a cloud what is in a window and not in it yet. Returns how many points have been looked at, and whether that is all there is. */
  private extend(w: Way, c: Cloud, taken: number, now: bigint, span: bigint, reference: bigint): [number, boolean] {
    for (; taken < w.points.length; taken++) {
      const p = w.points[w.points.length - 1 - taken];
      if (p.skipped) continue;
      if (p.x < now - span) return [taken, false];
      c.add(p.x - now, clamp(p.y - reference, -LONGEST_DELAY, LONGEST_DELAY), p.many);
    }
    return [taken, true];
  }

  /** Fits the line in ever longer windows, as long as what a shorter one says does not refute it, and takes the one that is to be the least wrong: by its
   * own variance, and by how far the rate may have wandered meanwhile. */
  private windows(now: bigint): void {
    const s = this.line.f.slope, reference = this.ways.map((w) => w.newest().y), apart = (reference[0] - reference[1]) / 2n;
    const accepted: Fitted[] = [], taken = [0, 0], fitter = new Fitter(), { up, down } = fitter;
    let best: Fitted | null = null, least = 0n, sway = 0n;
    this.swaying.see(this.ways, now, s);
    [up, down].forEach((c, i) => (c.grain = this.ways[i].grain()));
    for (const span of WINDOWS) {
      let all = true;
      [up, down].forEach((c, i) => {
        const [seen, whole] = this.extend(this.ways[i], c, taken[i], now, span, reference[i]);
        taken[i] = seen;
        all = all && whole;
      });
      const n = Math.min(up.x.length, down.x.length);
      if (n === 0 || (!all && n < LEAST_POINTS)) continue;
      const one = fitter.fit(s), more = this.swaying.square(span);
      one.middle += apart;
      one.width += reference[0] + reference[1];
      one.points = n;
      one.window = min(span, -min(up.x[up.x.length - 1], down.x[down.x.length - 1]));
      sway = more === null ? sway / 2n : max(0n, more - 2n * one.floors); // longer windows are less moved by it
      one.sway = sway;
      one.square += sway;
      if (accepted.some((q) => this.refutes(q, one))) break;
      const bias = squared(biasOf(this.cfg.wander, span)), cost = one.square + bias;
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
    const few = BigInt(Math.min(q.points, 20));
    return abs(q.middle - one.middle) > (3n * unsquared(q.square) * 8000n) / (few * few * few) + 2n * MICRO;
  }

  /** Mends a line by the pairs, as far as there is a sway. A line that stands on single points under a sway is wrong by more than it knows, by twice its
   * deviation. */
  private pairs(s: bigint, r: Fitted, reference: bigint): void {
    const trust = this.trusted = this.pairing.take(this.swaying) ? this.pairing.trust() : 0n;
    if (trust === 0n) return;
    const [middle, more, variance] = this.pairing.line(s), own = 4n * r.square;
    const square = wrap(variance + 4n * squared(biasOf(this.cfg.wander, BigInt(this.swaying.whole) * SEGMENT)));
    const w = (min(mulDiv(own, Q16, max(wrap(own + square), 1n)), (70n * Q16) / 100n) * trust) >> 16n;
    r.middle += mulDiv(middle + reference - r.middle, w, Q16);
    r.slope += mulDiv(wrap(s + more - r.slope), w, Q16);
  }

  /** Has the frames' line take what is new at local time now, and says whether it is the one to go by: whether the latest points of one way or the other have
   * had spans for long enough. A host says so before it knows at which phases datagrams are sent. */
  private frame(now: bigint): boolean {
    if (this.frames === null && this.ways.every((w) => w.newest().span === 0n)) return false;
    const f = (this.frames ??= new Framing(now));
    this.ways.forEach((w, i) => (f.ways[i].span = w.newest().span));
    if (f.ways.every((w) => w.span === 0n)) f.since = now;
    if (now - f.since < FRAMED_AFTER) return false; // and of the first points it is not known yet which have overtaken
    this.ways.forEach((w, i) => {
      for (const p of w.points) {
        if (!p.framed && !p.skipped) f.ways[i].add(p, w.sign * this.line.f.slope);
        p.framed = true;
      }
    });
    return true;
  }

  /** Fits the frames' line at local time now, if it is time for that. */
  private framedLine(now: bigint): void {
    const f = this.frames as Framing;
    if (f.ways.some((w) => w.edges.length === 0) || (this.known && now < f.due)) return;
    const begun = min(f.ways[0].edges[0].upperX, f.ways[1].edges[0].upperX);
    f.due = now + min((now - begun) / 32n, 16_000_000n);
    const reference = f.ways.map((w, i) => {
      w.slope = this.ways[i].sign * this.line.f.slope;
      return w.edges[w.edges.length - 1].upperY;
    });
    const best = f.windows(now, begun, reference);
    this.line = { at: now, f: { ...best, middle: best.middle + (reference[0] - reference[1]) / 2n, width: best.width + reference[0] + reference[1] } };
    this.known = true;
  }

  private sigma(line = this.line): bigint {
    return 3n * max(unsquared(line.f.square), this.swaying.deviation());
  }

  /** Returns what is above the spread of a way, */
  private threshold(i: number, line = this.line, spread = this.line.f.means[i]): bigint {
    return max(PATH_LEAST, 4n * spread) + this.sigma(line) + this.ways[i].newest().span;
  }

  /** and what is below it. */
  private depth(i: number): bigint {
    return max(LOWER_LEAST, min(this.line.f.means[i] / 2n, this.half[i]) + this.sigma()) + this.ways[i].newest().span;
  }

  /** Says whether both ways' newest points are off the steady line by as much, one up and one down; where neither is the line is steady. A clock whose
   * rate steps takes one way below its floor and the other above, and the line after it. */
  private clockSet(now: bigint): boolean {
    const most: bigint[] = [], off: bigint[] = [];
    let beyond = true, within = true;
    this.ways.forEach((w, i) => {
      const p = w.newest();
      off[i] = this.off(i, p);
      most[i] = this.threshold(i, this.steady, this.steadySpread[i]);
      const out = abs(off[i]) > most[i];
      beyond = beyond && out && now - p.x < STEP_FRESH;
      within = within && !out;
    });
    // What comes early is the fastest of few, so both may differ by a little more.
    if (beyond && off[0] < 0n !== off[1] < 0n && abs(wrap(off[0] + off[1])) < wrap(most[0] + most[1] + abs(off[0]) / 16n)) return true;
    if (within) this.steady = copied(this.line);
    // A line that fits badly is not to widen it.
    this.steadySpread = this.steadySpread.map((was, i) => min(this.line.f.means[i], was + was / 8n));
    return false;
  }

  /** Looks whether a path has changed, or the clock was set. */
  private paths(now: bigint): boolean {
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
  private stepped(now: bigint): void {
    this.ways.forEach((w, i) => {
      const last = this.off(i, w.newest());
      let k = w.points.length - 1;
      for (; k > 0; k--) {
        const p = w.points[k - 1];
        if (p.skipped || abs(wrap(this.off(i, p) - last)) >= abs(last) / 4n) break;
      }
      w.points.splice(0, k);
    });
    this.afresh(now);
  }

  /** Finds whether the fastest points of a way are so far below all others that they have overtaken, and their buckets have not seen it: few that are old
   * enough, as when they came and the floor was not known yet, or many that are scattered. A path's own are not. */
  private lonely(i: number): void {
    const of = this.ways[i].points.filter((p) => !p.skipped).map((p): [Point, bigint] => [p, this.residual(i, p)]), n = of.length;
    this.half[i] = MOST;
    if (n <= FEW_POINTS) return;
    const all = of.map(([, over]) => over).sort(ascending);
    this.half[i] = all[n >> 1] - all[div(n, 6)];
    let k = div(n, 3);
    for (; k > 0; k--) {
      const others = n - k, spread = all[k + (others >> 1)] - all[k + div(others, 6)];
      if (all[k] - all[k - 1] > LONELY_LEAST + 4n * spread) break;
    }
    if (k === 0) return;
    let runs = 0, newer = FEW_POINTS; // of the lonely, and how many others are newer than these
    for (const [, over] of of) {
      if (over >= all[k]) {
        newer++;
        continue;
      }
      if (newer > 0) runs++;
      newer = 0;
    }
    const few = k <= Math.max(Math.min(MOST_LONELY, (n >> 3) + 1), n >> 4) && newer >= FEW_POINTS, scattered = k >= MOST_LONELY && 2 * runs > k;
    if (few || scattered) for (const [p, over] of of) if (over < all[k]) p.skipped = true;
  }

  /** Judges the newest point of a way. */
  private path(i: number, most: bigint): void {
    const w = this.ways[i], p = w.newest();
    if (p.judged) return;
    p.judged = true;
    const over = this.residual(i, p), deep = min(most, this.depth(i));
    if (over <= most && -over <= deep && !(w.pending && w.fell && over < 0n)) { // where the floor may have fallen, it is so until a point is above it
      w.highFor = w.pending = false;
      return;
    }
    if (this.left(w, p, over, most, p.x - this.begun) && w.pending) this.decide(i, p.x);
  }

  /** Judges a point that is above the floor by more than it spreads, or below it. Returns whether something may be decided. */
  private left(w: Way, p: Point, over: bigint, most: bigint, age: bigint): boolean {
    if (over > 0n) {
      if (!w.highFor) {
        w.highFor = true;
        w.high = p.x;
      }
      if (age < YOUNGEST) return false;
      p.skipped = true;
      if (!w.pending && p.x - w.high >= max(HIGH_LEAST, 6n * w.gap())) {
        w.pending = true;
        w.fell = false;
        w.since = w.high;
      }
      return true;
    }
    if (w.level !== 0n && abs(over + w.level) < most + (abs(w.level) * 3n) / 10n) { // the first path is in use again
      for (const q of w.points) q.skipped = q.skipped || q.moved;
      p.y += w.level;
      w.level = 0n;
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
  private decide(i: number, now: bigint): void {
    const w = this.ways[i], half = (w.since + now) / 2n, least = [NO_LEAST, NO_LEAST];
    // A young line had joined in a queue, and so had one whose floors have swayed all the time.
    if (w.fell && (now - this.begun < GROWN || this.trusted === Q16) && now - w.since >= 3n * w.gap()) {
      for (const p of w.points) if (p.x >= w.since) p.skipped = false; // it is the path's own: before, there was a queue
      w.pending = false;
      return;
    }
    if (now - w.since < max(PENDING_LEAST, 8n * w.gap())) return;
    for (const p of w.points) {
      if (p.x < w.since) continue;
      const k = p.x > half ? 1 : 0;
      least[k] = min(least[k], this.residual(i, p));
    }
    if (abs(wrap(least[0] - least[1])) > max(AGREE_LEAST, 6n * this.line.f.means[i]) && now - w.since < PENDING_MOST) return;
    const by = min(least[0], least[1]);
    if (w.newest().span > 0n && w.level !== 0n && w.level < 0n === by < 0n) {
      this.stepped(now); // a second one with the same sign is no route
      return;
    }
    w.level = wrap(w.level + by);
    for (const p of w.points) {
      if (p.x < w.since) continue;
      p.y -= by;
      p.skipped = false;
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
      const takes = mulDiv(away - down, 1_000_000n, rate);
      if (passed < takes) {
        away -= mulDiv(passed, rate, 1_000_000n);
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
const TURN = 1n << 27n; // µs until a stamp turns over

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
  private coarse = 0n;
  private woken = 0n;
  private seen = 0n;
  private cutAt = 0n;
  private shown = new Slewed(0n);
  private line: Line = { at: 0n, f: unfitted() };
  private base = 0n;
  private counts = { synchronised: false, used: 0, rejected: 0, steps: 0, lastStep: 0n };

  /** Throws a RangeError where a number of the configuration is out of range. */
  constructor(config: Partial<Config> = {}) {
    const cfg = { ...DEFAULT_CONFIG, ...config };
    if (cfg.wander < 1n || cfg.wander > 10_000n) throw new RangeError(`wander: ${cfg.wander} is outside 1..10000`);
    if (cfg.asymmetry < 0n || cfg.asymmetry > 10n * SECOND) throw new RangeError(`asymmetry: ${cfg.asymmetry} is outside 0..10000000000`);
    this.core = new Core(cfg);
  }

  /** Says at now whether to ask the host for its clock, with the question's number, null for no, and when to call it again. Calling it early is harmless. */
  wake(now: bigint): { ask: number | null; due: bigint } {
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
    this.notice(now);
    this.counts.used++;
    const change = this.own.add(packetOf(stamp & 0xffffff, now, before));
    if (change === SAME || now - this.cutAt < 500n * MS) return;
    this.cutAt = now;
    if (change === FELL) this.fell(now);
    this.own.cut(change);
    this.flush();
    this.solve(now);
  }

  /** Takes what the host's half has reported: 48 bits, and 32 more or 0. */
  told(floor: bigint, span: number, now: bigint): void {
    this.notice(now);
    if (floor & REPORT_OVERTOOK) return; // it tells nothing of the path that the others take
    const w = this.core.ways[0], early = (floor & REPORT_EARLY) !== 0n, at = units(now, 2_048_000n);
    const x = (at - ((at - floor) & 0xffffn)) * 2048n + 1024n; // when the client sent that datagram, to the middle of 2.048 ms
    if (this.own.empty() && this.core.ways[1].points.length === 0) { // before the first datagram of the host's
      this.counts.rejected++;
      return;
    }
    const some = w.points.length > 0, old = now / 1000n - x > 60_000_000n || (some && x < w.newest().x);
    if ((this.doubtful && !early) || old) {
      this.counts.rejected++;
      this.doubtful = false;
      return;
    }
    this.doubtful = false;
    const pivot = some ? w.raw(w.newest()) : 0n, y = expand(pivot, (((floor >> 20n) & BigInt(DELTAS)) * MICRO) / 2n);
    if (early && y < pivot) this.fell(now);
    const gap = span & GAP_MOST;
    this.core.add(0, { x, y, span: BigInt(span >>> 16) * 4n * MICRO, gap: BigInt(gap - GAP_ZERO) * 4n * MICRO, many: (floor & REPORT_MANY) !== 0n,
      edged: gap !== 0, skipped: false, moved: false, judged: false, framed: false });
    this.flush();
    this.solve(now);
  }

  /** Says whether an answer is to one of the latest questions, for the first time. */
  answers(number: number, t1: bigint): boolean {
    return this.sent.get(number) === t1;
  }

  /** Takes the answer to a question: t1 the client sent it, t2 the host received it, t3 the host answered, t4 the client received that. */
  answer(number: number, t1: bigint, t2: bigint, t3: bigint, t4: bigint): void {
    const rtt = wrap(t4 - t1 - (t3 - t2)), ours = this.answers(number, t1);
    if (ours) this.sent.delete(number);
    if (!ours || rtt < 0n || rtt > 66n * SECOND) {
      this.counts.rejected++;
      return;
    }
    this.asking = false;
    this.anchored = true;
    this.coarse = wrap(wrap(t2 - t1) + wrap(t3 - t4)) / 2n / 1000n;
    if (this.core.known) this.check(t1, t2, t3, t4);
  }

  /** Forgets what was measured, as when another host answers. The clock keeps running until enough is measured again. */
  forget(now: bigint): void {
    this.restart(now);
    this.core.ways[0].frame = 0n;
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
    return wrap(now + this.offset(now));
  }

  status(now: bigint): Status {
    const [up, down] = this.core.ways.map((w) => w.level), { width } = this.line.f;
    const none = { ...this.counts, measured: false, up: 0n, down: 0n, rtt: 0n, uncertainty: 0n };
    if (!this.core.known) return none;
    return { ...none, measured: true, rtt: nanos(wrap(width + up + down)), up: nanos(wrap(width / 2n + up)), down: nanos(wrap(width / 2n + down)),
      uncertainty: this.uncertainty(now) };
  }

  private offset(now: bigint): bigint {
    const { at, f } = this.line;
    return wrap(this.base + nanos(f.middle) + mulShift(f.slope, wrap(now - at * 1000n), 40n) - this.shown.left(now));
  }

  /** Bounds how far the shown clock is off: by half of what the ways may differ, by four deviations of the line's middle, by how far the rate may have
   * wandered within the line's window and since, and by what the clock has still to go. */
  private uncertainty(now: bigint): bigint {
    const { f } = this.line, sigma = unsquared(f.square), age = max(0n, now / 1000n - this.line.at);
    let ways = this.core.cfg.asymmetry;
    if (ways === 0n) ways = max(0n, nanos(f.width)); // false stamps can make it seem less
    for (const w of this.core.ways) ways = wrap(ways + max(0n, wrap(-nanos(w.level))));
    const parts = max(4n * sigma, max(f.under, f.over)) + this.core.bias(f.window) + 10n * MICRO + mulDiv(8n * sigma, age, max(f.window, 1n)) +
      this.core.bias(age);
    return wrap(ways / 2n + nanos(wrap(parts)) + abs(this.shown.left(now)));
  }

  /** Forgets all points. The host's frames are what they were, and it may have told their spans already. */
  private begin(slope: bigint): void {
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
    this.line = { at: now / 1000n, f: { ...unfitted(), slope } };
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
    let pivot = 0n;
    if (down.points.length > 0) pivot = down.raw(down.newest());
    else if (up.points.length > 0) pivot = wrap((33n << 20n) * MICRO - up.newest().y); // both delays together are −34 to 100 s
    this.core.add(1, { x: micros(p.at), y: expand(pivot, (BigInt(p.delta) * MICRO) / 2n), span: (BigInt(p.span) * MICRO) / 2n,
      gap: (BigInt(this.own.gap) * MICRO) / 2n, many: n >= MANY, edged: this.own.edged, skipped: false, moved: false, judged: false, framed: false });
  }

  /** Has the line be fitted anew, and the shown clock follow it. */
  private solve(now: bigint): void {
    const { core, counts } = this;
    if (core.ways.some((w) => w.points.length === 0)) return;
    const before = this.time(now), known = counts.synchronised;
    if (this.slewing && this.anchored && now - this.unsure > SECOND) {
      core.since(micros(this.unsure)); // its system may have slewed the clock for seconds
      this.slewing = false;
    }
    let stepped = core.solve(micros(now));
    if (!core.known) return;
    const off = abs(nanos(wrap(core.line.f.middle - offsetAt(this.line, core.line.at))));
    if (known && off > SECOND) { // farther than is believed to be less than a turn before an answer has said so
      stepped = true;
      this.anchored = false;
    }
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
    const middle = this.core.line.f.middle / MICRO, turns = wrap(this.coarse - (middle - TURN / 2n)) >> 27n;
    this.coarse = wrap(middle + turns * TURN);
    return wrap(turns * TURN * 1000n);
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
      if (!this.shown.set(now - this.unsure < 10n * SECOND, !cfg.backSlews)) return;
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
export const stampOf = (now: bigint): number => Number(BigInt.asUintN(24, units(now, 8000n)));

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
    const h = new Head(), size = h.read(data, QUESTION);
    if (size < 0) return size;
    this.datagram(h.stamp, now, before);
    if (h.blocks & QUESTION) this.question = { number: h.number, t1: h.t1, came: now };
    return size;
  }

  /** Returns the bytes that go before what a datagram to the client has, sent at now. A game that has nothing to send sends them alone, one datagram for each
   * that has come. host is a random number, 0 to 2^32 − 1, that the host draws when it starts. */
  packet(host: number, now: bigint): Uint8Array {
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
    const change = this.bucket.add(packetOf(stamp & 0xffffff, now, before)), waited = wrap(now - this.toldAt);
    const pause = (change === ROSE ? 2000n : 500n) * MS;
    if (change === SAME || this.early || (this.changes && waited >= 0n && waited < pause)) return;
    this.bucket.cut(change);
    this.early = this.changes = true;
    this.toldAt = this.next = now;
  }

  /** Says at now whether to report to the client, null for no, and what: 48 bits, and 32 more or 0. */
  report(now: bigint): [bigint, number] | null {
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
  private steps = 0;
  private last: Omit<Reading, "time" | "known" | "uncertainty"> = { event: "joining", since: 0n, step: 0n, host: 0 };

  /** Throws a RangeError where a number of the configuration is out of range. */
  constructor(config: Partial<Config> = {}) {
    this.clock = new Clock(config);
  }

  /** Returns the bytes that go before what a datagram to the host has, sent at now. A game that has nothing to send sends them alone when its clock reads
   * due, at the latest. */
  packet(now: bigint): { head: Uint8Array; due: bigint } {
    this.begun ??= now;
    const h = new Head(), { ask, due } = this.clock.wake(now);
    h.stamp = stampOf(now);
    if (ask !== null) {
      h.blocks = QUESTION;
      h.number = ask;
      h.t1 = now;
    }
    const silent = wrap(now + (wrap(now - this.begun) < 5n * SECOND ? 100n * MS : SECOND));
    return { head: h.write(), due: min(due, silent) };
  }

  /** Takes a datagram of the host's that was read at now and had come up to before ns earlier: 0 where now is the instant of its arrival, and where a game
   * reads its socket once a frame how long ago it had looked last. Returns how many bytes the head takes, behind which the game's own begin, or a negative
   * number that says why it is none. */
  received(data: Uint8Array, now: bigint, before = 0n): number {
    const h = new Head(), size = h.read(data, ANSWER | FLOOR | SPAN);
    if (size < 0) return size;
    const lost = this.heard !== null && wrap(now - this.heard) > 5n * SECOND;
    this.heard = now;
    this.clock.datagram(h.stamp, now, before);
    if (h.blocks & FLOOR) this.clock.told(h.floor, h.span, now);
    if (h.blocks & ANSWER && this.clock.answers(h.number, h.t1)) {
      this.otherHost(h.host, now);
      this.clock.answer(h.number, h.t1, h.t2, h.t3, now);
    }
    this.note(now, lost);
    return size;
  }

  /** Tells what is known when the client's clock reads now. */
  now(now: bigint): Reading {
    const s = this.clock.status(now), known = s.synchronised && s.measured; // after another host has answered nothing is known until it has told its time
    const r: Reading = { ...this.last, time: this.clock.time(now), known, uncertainty: known ? s.uncertainty : 0n };
    if (known && this.heard !== null && wrap(now - this.heard) > 5n * SECOND) {
      r.event = "lost";
      r.since = wrap(this.heard + 5n * SECOND);
      r.step = 0n;
    }
    return r;
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

  /** Looks what has become of the clock. */
  private note(now: bigint, lost: boolean): void {
    const s = this.clock.status(now), same = s.steps === this.steps, { last } = this;
    if (!s.synchronised) return;
    if (last.event === "joining" || (lost && same)) {
      last.event = "synchronised";
      last.step = 0n;
    } else if (same) {
      return;
    } else {
      if (last.event !== "other host" || wrap(now - last.since) > 5n * SECOND) {
        last.event = "stepped";
        last.step = 0n;
      }
      last.step = wrap(last.step + s.lastStep);
    }
    this.steps = s.steps;
    last.since = now;
  }
}
