/* A client and a host that are told what standard input says, in the lines of netsync/midline/testdata/talk.txt up to their arrows, and say
 * what they return as these do. A datagram that is refused says why: -> refused -1. */
#define MIDLINE_IMPLEMENTATION
#include "midline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static midline_client client;
static midline_peer host;
static uint32_t id = 1;

static int64_t number(const char *line, const char *field) {
	const char *at = strstr(line, field);
	return at ? strtoll(at + strlen(field), NULL, 10) : 0;
}

static void packet(int hosts, int64_t now) {
	uint8_t head[MIDLINE_MAX_HEAD];
	int64_t due = 0;
	const size_t size = hosts ? midline_peer_packet(&host, id, now, head) : midline_client_packet(&client, now, head, &due);
	size_t i;
	printf(" -> ");
	if (!hosts) printf("due=%lld ", (long long)due);
	for (i = 0; i < size; i++) printf("%02x", head[i]);
}

/* received reads the hexadecimal digits that end the line. */
static void received(int hosts, const char *line, int64_t now, int64_t before) {
	static uint8_t data[512];
	const char *at = strrchr(line, ' ') + 1;
	size_t size = 0;
	int head;
	unsigned one;
	for (; size < sizeof data && sscanf(at, "%2x", &one) == 1; at += 2) data[size++] = (uint8_t)one;
	head = hosts ? midline_peer_received(&host, data, size, now, before) : midline_client_received(&client, data, size, now, before);
	if (head < 0) printf(" -> refused %d", head);
}

static void state(int64_t now) {
	static const char *const events[] = {"joining", "synchronised", "stepped", "other host", "lost", "set back", "in doubt"};
	const midline_reading r = midline_client_now(&client, now);
	printf(" -> known=%s time=%lld unknowable=%lld unsettled=%lld event=\"%s\" since=%lld step=%lld host=%lu", r.known ? "true" : "false", (long long)r.time,
		(long long)r.unknowable, (long long)r.unsettled, events[r.event], (long long)r.since, (long long)r.step, (unsigned long)r.host);
}

static void wide(int64_t now, int64_t width) {
	int64_t at;
	if (midline_client_void(&client, now, width, &at)) printf(" -> at=%lld", (long long)at);
	else printf(" -> never");
}

static void status(int64_t now) {
	static const char *const states[] = {"joining", "settling", "steady", "lost"};
	const midline_status s = midline_client_status(&client, now);
	printf(" -> state=\"%s\" offset=%lld rate=%lld round-trip=%lld age=%lld aside=%d", states[s.state], (long long)s.offset, (long long)s.rate_ppb, (long long)s.rtt,
		(long long)s.age, s.aside);
	printf(" sent=%llu received=%llu refused=%llu rejected=%llu steps=%llu", (unsigned long long)s.sent, (unsigned long long)s.used,
		(unsigned long long)s.refused, (unsigned long long)s.rejected, (unsigned long long)s.steps);
}

int main(void) {
	static char line[2048];
	midline_client_init(&client, NULL);
	midline_peer_init(&host);
	while (fgets(line, sizeof line, stdin)) {
		const int hosts = strncmp(line, "host", 4) == 0;
		const int64_t now = number(line, "now=");
		line[strcspn(line, "\n")] = 0;
		printf("%s", line);
		if (strstr(line, " packet ")) {
			packet(hosts, now);
		} else if (strstr(line, " received ")) {
			received(hosts, line, now, number(line, "before="));
		} else if (strstr(line, " status ")) {
			status(now);
		} else if (strstr(line, " void ")) {
			wide(now, number(line, "width="));
		} else if (strstr(line, "client new ")) {
			midline_config cfg = {30, 0, 0, 0, 0, 0};
			cfg.grain_ns = number(line, "grain=");
			cfg.rounds_either = (int)number(line, "either=");
			midline_client_init(&client, &cfg);
		} else if (strstr(line, " new ")) {
			id = (uint32_t)number(line, "id=");
			midline_peer_init(&host);
		} else {
			state(now);
		}
		puts("");
	}
	return 0;
}
