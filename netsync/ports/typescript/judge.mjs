// Midline as a program for driftlab judge (docs/judge.md): the client's half, or the host's. Compile midline.ts beside it, and see that it is the same
// clock with: driftlab judge -as midline node judge.mjs
import { createInterface } from "node:readline";
import { Clock, Peer } from "./midline.js";

// JSON's numbers are below 2^53 here: all of them are exact.
const big = (v) => BigInt(v ?? 0);

class Host {
  peer = new Peer();
  datagram(e) { this.peer.datagram(e.stamp, big(e.t4), big(e.before)); }
  wake(e) {
    const due = this.peer.report(big(e.now)), wake = e.now + 1; // in the next frame
    if (due === null) return { wake };
    const [floor, span] = due;
    return { send: [{ report: floor.toString(16).padStart(12, "0") + (span ? span.toString(16).padStart(8, "0") : "") }], wake };
  }
}

class Client {
  clock = new Clock();
  wake(e) {
    const { ask, due } = this.clock.wake(big(e.now));
    return { send: ask === null ? [] : [{ ask }], wake: Number(due), ...this.state(e.now) };
  }
  datagram(e) { this.clock.datagram(e.stamp, big(e.t4), big(e.before)); return this.state(e.t4); }
  answer(e) { this.clock.answer(e.seq, big(e.t1), big(e.t2), big(e.t3), big(e.t4)); return { wake: e.t4, ...this.state(e.t4) }; } // it may have to ask at once
  report(e) {
    this.clock.told(BigInt("0x" + e.data.slice(0, 12)), parseInt(e.data.slice(12) || "0", 16), big(e.t4));
    return { wake: e.t4, ...this.state(e.t4) };
  }
  read(e) { return this.state(e.now); }
  state(now) {
    const s = this.clock.status(big(now)), status = { used: s.used, rejected: s.rejected, steps: s.steps };
    if (s.measured) for (const of of ["rtt", "up", "down"]) status[of] = Number(s[of]);
    if (s.known) status.uncertainty = Number(s.uncertainty);
    return { status, ...(s.synchronised && { clock: { at: now, time: Number(this.clock.time(big(now))) } }) };
  }
}

let clock = null, role = null;
for await (const line of createInterface({ input: process.stdin })) {
  const event = JSON.parse(line);
  if (role === null) {
    role = event.role === "host" ? Host : Client;
    clock = new role();
    console.log(JSON.stringify({ driftlab: 1, name: "Midline in TypeScript", hears: ["answers", "datagrams", "reports", "read"], host: true }));
    continue;
  }
  if (event.event === "reset") clock = new role();
  console.log(JSON.stringify({ n: event.n, ...clock[event.event]?.(event) }));
}
