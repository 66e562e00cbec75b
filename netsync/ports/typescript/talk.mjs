// A client and a host that are told what standard input says, in the lines of netsync/midline/testdata/talk.txt up to their arrows, and say what they
// return as these do. A datagram that is refused says why: -> refused -1.
import { readFileSync, writeSync } from "node:fs";
import { Client, Peer } from "./midline.js";

let client = new Client();
let host = new Peer(), id = 1;

const number = (line, field) => BigInt(line.match(new RegExp(field + "=(-?\\d+)"))[1]);
const hex = (bytes) => Buffer.from(bytes).toString("hex");

function told(line) {
  const hosts = line.startsWith("host");
  if (line.startsWith("client new ")) {
    client = new Client({ grain: number(line, "grain"), roundsEither: number(line, "either") !== 0n });
    return "";
  }
  if (line.includes(" new ")) {
    id = Number(number(line, "id"));
    host = new Peer();
    return "";
  }
  const now = number(line, "now");
  if (line.includes(" packet ")) {
    if (hosts) return ` -> ${hex(host.packet(id, now))}`;
    const { head, due } = client.packet(now);
    return ` -> due=${due} ${hex(head)}`;
  }
  if (line.includes(" received ")) {
    const data = Buffer.from(line.slice(line.lastIndexOf(" ") + 1), "hex"), before = number(line, "before");
    const size = hosts ? host.received(data, now, before) : client.received(data, now, before);
    return size < 0 ? ` -> refused ${size}` : "";
  }
  if (line.includes(" void ")) {
    const at = client.void(now, number(line, "width"));
    return at === null ? " -> never" : ` -> at=${at}`;
  }
  if (line.includes(" status ")) {
    const s = client.status(now);
    return ` -> state="${s.state}" offset=${s.offset} rate=${s.ratePpb} round-trip=${s.rtt} age=${s.age} aside=${s.aside} sent=${s.sent} received=${s.used} ` +
      `refused=${s.refused} rejected=${s.rejected} steps=${s.steps}`;
  }
  const r = client.now(now);
  return ` -> known=${r.known} time=${r.time} unknowable=${r.unknowable} unsettled=${r.unsettled} event="${r.event}" since=${r.since} step=${r.step} host=${r.host}`;
}

const lines = readFileSync(0, "utf8").split("\n").slice(0, -1);
const out = Buffer.from(lines.map((line) => line + told(line) + "\n").join(""));
for (let at = 0; at < out.length;) at += writeSync(1, out, at);
