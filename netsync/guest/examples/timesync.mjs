// TimeSync (Christopher A. Taylor): every datagram carries a stamp of 24 bits, in units of 8 µs; the offset is half of the
// difference of the least receive − send of both directions. The same program is the half on the host: role "host".
import { createInterface } from "node:readline";

const UNIT = 8000, WINDOW = 10e9, FAST = 0.5e9, FAST_FOR = 20e9, SLOW = 2e9, RETRY = 1e9, LONGEST = 66e9, DOUBT = 10000;

const wrap = (v, bits) => ((v % 2 ** bits) + 2 ** bits) % 2 ** bits;
const signed = (v, bits) => wrap(v + 2 ** (bits - 1), bits) - 2 ** (bits - 1);
const stamp24 = (ns) => wrap(Math.floor(ns / UNIT), 24);
const atMost = (a, b) => signed(b - a, 24) >= 0;
const older = (kept, now, age) => now < kept.at || now - kept.at > age;

// The least value of a sliding window, in constant space: the best, the best since, and the best since that.
class WindowedMin {
  kept = null;
  update(value, at) {
    const s = { value, at };
    let k = this.kept;
    if (!k || atMost(value, k[0].value) || older(k[2], at, WINDOW)) {
      this.kept = [s, s, s];
      return;
    }
    if (atMost(value, k[1].value)) k[1] = k[2] = s;
    else if (atMost(value, k[2].value)) k[2] = s;
    if (older(k[0], at, WINDOW)) {
      k = this.kept = [k[1], k[2], s];
      if (older(k[0], at, WINDOW)) this.kept = [k[1], k[2], k[2]];
    } else if (k[1].value === k[0].value && older(k[1], at, WINDOW / 4)) k[1] = k[2] = s;
    else if (k[2].value === k[1].value && older(k[2], at, WINDOW / 2)) k[2] = s;
  }
  get least() { return this.kept[0].value; }
}

// What both halves are: the least delta of one direction, and that of the other as it was reported.
class Peer {
  own = new WindowedMin();
  theirs = null; delta = null; // µs modulo 2^26
  start = null; next = null; // of the reports
  datagram(stamp, now) {
    this.own.update(wrap(stamp24(now) - stamp, 24), now);
    this.solve();
  }
  report(value) {
    if (!this.own.kept) return;
    this.theirs = value;
    this.solve();
  }
  solve() { if (this.theirs !== null) this.delta = wrap(this.theirs - this.own.least, 24) * 4; }
  reportDue(now) { // what is to be sent now, as the protocol has it
    if (this.start === null || now < this.start) this.start = this.next = now;
    const every = now - this.start < FAST_FOR ? FAST : SLOW;
    if (this.next - now > every) this.next = now;
    if (now < this.next) return [];
    this.next += every;
    if (this.next <= now) this.next = now + every;
    return this.own.kept ? [{ report: this.own.least.toString(16).padStart(6, "0") }] : [];
  }
}

class Host {
  peer = new Peer();
  wake(e) { return { send: this.peer.reportDue(e.now), wake: this.peer.next }; }
  datagram(e) { this.peer.datagram(e.stamp, e.t4); }
  report(e) { this.peer.report(parseInt(e.data, 16)); }
}

class Client {
  peer = new Peer();
  offset = 0; synchronised = false; anchored = false; asking = true;
  asked = new Map(); seq = 0; last = null;
  wake({ now }) {
    const send = this.peer.reportDue(now);
    if (!this.asking) return { send, wake: this.peer.next };
    if (this.last === null || now < this.last || now - this.last >= RETRY) {
      this.seq = (this.seq + 1) % 65536;
      this.last = now;
      this.asked.set(this.seq, now);
      this.asked.delete(wrap(this.seq - 64, 16));
      send.push({ ask: this.seq });
    }
    return { send, wake: Math.min(this.peer.next, this.last + RETRY) };
  }
  datagram(e) { this.peer.datagram(e.stamp, e.t4); return this.follow(e.t4); }
  report(e) { this.peer.report(parseInt(e.data, 16)); return { ...this.follow(e.t4), wake: e.t4 }; }
  answer({ seq, t1, t2, t3, t4 }) { // it decides the turn of 67 s, and is no sample
    const rtt = t4 - t1 - (t3 - t2);
    if (this.asked.get(seq) !== t1) return { wake: t4 };
    this.asked.delete(seq);
    if (rtt < 0 || rtt > LONGEST) return { wake: t4 };
    const coarse = Math.trunc(Math.trunc((t2 - t1 + (t3 - t4)) / 2) / 1000);
    this.asking = false;
    this.anchored = true;
    if (this.synchronised) this.set(coarse + signed(this.offset - coarse, 26));
    else this.offset = coarse;
    return { ...this.follow(t4), wake: t4 };
  }
  follow(at) {
    if (this.peer.delta !== null && this.anchored) this.set(this.offset + signed(this.peer.delta - this.offset, 26));
    return this.synchronised ? { clock: { at, time: at + this.offset * 1000 } } : {};
  }
  set(offset) { // µs; a step that no drift explains may be one of several turns: ask again
    if (this.synchronised && Math.abs(offset - this.offset) > DOUBT) this.asking = true;
    this.offset = offset;
    this.synchronised = true;
  }
}

let clock = null, role = null;
for await (const line of createInterface({ input: process.stdin })) {
  const event = JSON.parse(line);
  if (role === null) {
    role = event.role === "host" ? Host : Client;
    clock = new role();
    console.log(JSON.stringify({ driftlab: 1, name: "TimeSync in JavaScript", hears: ["answers", "datagrams", "reports"], host: true, own_stamps: true }));
    continue;
  }
  if (event.event === "reset") clock = new role();
  console.log(JSON.stringify({ n: event.n, ...clock[event.event]?.(event) }));
}
