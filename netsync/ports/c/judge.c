/* Midline as a program for driftlab judge (docs/judge.md): the client's half, or the host's. Build it with: cc -std=c11 -O2 -o judge judge.c
 * and see that it is the same clock with: driftlab judge -as midline ./game/judge */
#define MIDLINE_IMPLEMENTATION
#include "midline.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static midline_clock client;
static midline_peer host;

/* number returns a field of the event, which is one line of flat JSON. */
static int64_t number(const char *line, const char *field) {
	char key[32];
	const char *at;
	snprintf(key, sizeof key, "\"%s\":", field);
	at = strstr(line, key);
	return at ? strtoll(at + strlen(key), NULL, 10) : 0;
}

static int is(const char *line, const char *field, const char *text) {
	char key[64];
	snprintf(key, sizeof key, "\"%s\":\"%s\"", field, text);
	return strstr(line, key) != NULL;
}

/* report returns the 6 or 10 bytes that the host's half has sent, from their hexadecimal digits. */
static uint64_t report(const char *line, uint32_t *span) {
	char digits[13] = "";
	const char *at = strstr(line, "\"data\":\"");
	*span = 0;
	if (!at) return 0;
	at += strlen("\"data\":\"");
	strncpy(digits, at, 12);
	if (strspn(at, "0123456789abcdef") == 20) *span = (uint32_t)strtoull(at + 12, NULL, 16);
	return strtoull(digits, NULL, 16);
}

static void told_host(const char *line) {
	const int64_t now = number(line, "now");
	uint64_t floor;
	uint32_t span;
	if (is(line, "event", "reset")) midline_peer_init(&host);
	if (is(line, "event", "datagram"))
		midline_peer_datagram(&host, (uint32_t)number(line, "stamp"), number(line, "t4"), number(line, "before"));
	if (!is(line, "event", "wake")) return;
	if (midline_peer_due(&host, now, &floor, &span)) {
		printf(",\"send\":[{\"report\":\"%012llx", (unsigned long long)floor);
		if (span) printf("%08lx", (unsigned long)span);
		printf("\"}]");
	}
	printf(",\"wake\":%lld", (long long)now + 1); /* in the next frame */
}

static void say(int64_t now) {
	const midline_status s = midline_clock_status(&client, now);
	int known;
	const int64_t time = midline_clock_time(&client, now, &known);
	if (known) printf(",\"clock\":{\"at\":%lld,\"time\":%lld}", (long long)now, (long long)time);
	printf(",\"status\":{\"used\":%llu,\"rejected\":%llu,\"steps\":%llu", (unsigned long long)s.used, (unsigned long long)s.rejected,
		(unsigned long long)s.steps);
	if (s.measured)
		printf(",\"rtt\":%lld,\"up\":%lld,\"down\":%lld", (long long)s.rtt, (long long)s.up, (long long)s.down);
	if (s.known) printf(",\"uncertainty\":%lld", (long long)s.uncertainty);
	printf("}");
}

static void told_client(const char *line) {
	const int64_t t4 = number(line, "t4"), now = is(line, "event", "wake") || is(line, "event", "read") ? number(line, "now") : t4;
	uint16_t question;
	uint32_t span;
	uint64_t floor;
	int64_t due;
	if (is(line, "event", "reset")) {
		midline_clock_init(&client, NULL);
		return;
	}
	if (is(line, "event", "datagram")) midline_clock_datagram(&client, (uint32_t)number(line, "stamp"), t4, number(line, "before"));
	if (is(line, "event", "answer"))
		midline_clock_answer(&client, (uint16_t)number(line, "seq"), number(line, "t1"), number(line, "t2"), number(line, "t3"), t4);
	if (is(line, "event", "report")) {
		floor = report(line, &span);
		midline_clock_told(&client, floor, span, t4);
	}
	if (is(line, "event", "wake")) {
		if (midline_clock_wake(&client, now, &question, &due)) printf(",\"send\":[{\"ask\":%u}]", (unsigned)question);
		printf(",\"wake\":%lld", (long long)due);
	} else if (is(line, "event", "answer") || is(line, "event", "report")) {
		printf(",\"wake\":%lld", (long long)t4); /* it may have to ask at once */
	}
	say(now);
}

int main(void) {
	static char line[4096];
	int hosts;
	if (!fgets(line, sizeof line, stdin)) return 1;
	hosts = is(line, "role", "host");
	midline_clock_init(&client, NULL);
	midline_peer_init(&host);
	puts("{\"driftlab\":1,\"name\":\"Midline in C\",\"hears\":[\"answers\",\"datagrams\",\"reports\",\"read\"],\"host\":true}");
	fflush(stdout);
	while (fgets(line, sizeof line, stdin)) {
		printf("{\"n\":%lld", (long long)number(line, "n"));
		(hosts ? told_host : told_client)(line);
		puts("}");
		fflush(stdout);
	}
	return 0;
}
