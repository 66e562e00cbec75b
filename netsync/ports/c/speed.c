/* Says what Midline costs here, in ns of processor time: a datagram at the host, one at the client, and a report at a client that has points
 * of five minutes, as netsync/clocks's benchmarks have them of Go. */
#define MIDLINE_IMPLEMENTATION
#include "midline.h"

#include <math.h>
#include <stdio.h>
#include <time.h>

static midline_clock client;
static midline_peer host;

static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }

/* late returns 50 ms and exponential jitter of 5 ms, the same each time. */
static int64_t late(void) {
	static uint64_t state = 38;
	state = state * 6364136223846793005u + 1442695040888963407u;
	return 50000000 - (int64_t)(5e6 * log((double)((state >> 11) + 1) / 9007199254740993.0));
}

/* fill has the client listen for five minutes at 30 datagrams a second each way; its clock gains 50 ppm. */
static void fill(void) {
	uint64_t floor;
	uint32_t span;
	int64_t at, local;
	midline_clock_init(&client, NULL);
	midline_peer_init(&host);
	for (at = 1000000000; at < 301000000000; at += 33333333) {
		local = at + at / 20000;
		midline_clock_datagram(&client, midline_stamp(at - late()), local, 0);
		midline_peer_datagram(&host, midline_stamp(local), at + late(), 0);
		if (midline_peer_due(&host, at + 100000000, &floor, &span)) midline_clock_told(&client, floor, span, local);
	}
}

int main(void) {
	enum { PACKETS = 10000000, REPORTS = 2000 };
	double begun = seconds();
	int64_t now = 0;
	int i;
	midline_peer_init(&host);
	for (i = 0; i < PACKETS; i++, now += 33333333) midline_peer_datagram(&host, midline_stamp(now - 50000000 - now % 1000000), now, 0);
	printf("%.1f host-datagram\n", (seconds() - begun) * 1e9 / PACKETS);
	midline_clock_init(&client, NULL);
	begun = seconds();
	for (i = 0; i < PACKETS; i++, now += 33333333) midline_clock_datagram(&client, midline_stamp(now - 50000000 - now % 1000000), now, 0);
	printf("%.1f client-datagram\n", (seconds() - begun) * 1e9 / PACKETS);
	fill();
	begun = seconds();
	for (i = 0; i < REPORTS; i++) mdl_core_solve(&client.core, client.core.line.at);
	printf("%.1f report\n", (seconds() - begun) * 1e9 / REPORTS);
	return client.core.known ? 0 : 1;
}
