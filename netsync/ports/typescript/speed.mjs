// Says what Midline costs here, in ns of processor time: a datagram at the host, one at the client, and a report at a client that has points of five minutes.
import { Clock, Peer, stampOf } from "./midline.js";

const BETWEEN = 33_333_333n;
let state = 38n;

// 50 ms and exponential jitter of 5 ms, the same each time.
function late() {
  state = BigInt.asUintN(64, state * 6364136223846793005n + 1442695040888963407n);
  return 50_000_000n - BigInt(Math.trunc(5e6 * Math.log((Number(state >> 11n) + 1) / 2 ** 53)));
}

function measured(what, times, act) {
  const begun = process.cpuUsage().user;
  act();
  console.log(`${(((process.cpuUsage().user - begun) * 1000) / times).toFixed(1)} ${what}`);
}

const clock = new Clock(), peer = new Peer(), packets = 200_000, reports = 100;
let now = 0n;
measured("host-datagram", packets, () => {
  for (let i = 0; i < packets; i++, now += BETWEEN) peer.datagram(stampOf(now - 50_000_000n - (now % 1_000_000n)), now);
});
measured("client-datagram", packets, () => {
  for (let i = 0; i < packets; i++, now += BETWEEN) clock.datagram(stampOf(now - 50_000_000n - (now % 1_000_000n)), now);
});

const own = new Clock(), host = new Peer();
let at = 1_000_000_000n, told = 0, spent = 0;
for (; told < 200 + reports; at += BETWEEN) {
  const local = at + at / 20_000n;
  own.datagram(stampOf(at - late()), local);
  host.datagram(stampOf(local), at + late());
  const due = host.report(at + 100_000_000n);
  if (due === null) continue;
  const begun = process.cpuUsage().user;
  own.told(due[0], due[1], local);
  if (told++ >= 200) spent += process.cpuUsage().user - begun;
}
console.log(`${((spent * 1000) / reports).toFixed(1)} report`);
