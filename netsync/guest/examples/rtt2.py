#!/usr/bin/env python3
"""RTT/2 (Josh Sutphin): ask once, add half of the round trip, never ask again."""
import json
import sys

SECOND = 1_000_000_000


class RTT2:
    def __init__(self):
        self.offset = None       # host's clock − ours, ns
        self.seq = 0
        self.asked = {}          # when each open question left, by its number
        self.last = None         # when the latest did

    def wake(self, now):
        """Asks again every second until the first answer is there."""
        if self.offset is not None:
            return {"wake": None}
        if self.last is None or now < self.last or now - self.last >= SECOND:
            self.seq = (self.seq + 1) % 65536
            self.last = now
            self.asked[self.seq] = now
            self.asked.pop((self.seq - 64) % 65536, None)
            return {"send": [{"ask": self.seq}], "wake": now + SECOND}
        return {"wake": self.last + SECOND}

    def answer(self, seq, t1, t3, t4):
        """Takes the first answer that is one to a question of ours."""
        if self.asked.pop(seq, None) != t1 or self.offset is not None or t4 < t1:
            return {}
        self.offset = t3 + (t4 - t1) // 2 - t4
        return {"wake": None, "clock": {"at": t4, "time": t4 + self.offset}}


def main():
    json.loads(sys.stdin.readline())  # who we are: not needed here
    print(json.dumps({"driftlab": 1, "name": "RTT/2 in Python", "hears": ["answers"]}), flush=True)
    clock = RTT2()
    for line in sys.stdin:
        event = json.loads(line)
        reply = {}
        if event["event"] == "reset":
            clock = RTT2()
        elif event["event"] == "wake":
            reply = clock.wake(event["now"])
        elif event["event"] == "answer":
            reply = clock.answer(event["seq"], event["t1"], event["t3"], event["t4"])
        print(json.dumps({"n": event["n"], **reply}), flush=True)


if __name__ == "__main__":
    main()
