/* SNTP (RFC 5905, section 14) with the clock filter of section 10: of the last eight answers the one with the least delay
 * tells the time. Build it with: cc -std=c11 -O2 -o sntp sntp.c */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STAGES = 8, BURST = 8, OPEN = 64 };
static const int64_t SECOND = 1000000000, POLL = 16, BURST_POLL = 2, UNKNOWN = 16; /* seconds */

struct sample { int64_t offset, delay, at; bool valid; };

struct clock {
	bool asked, synchronised;
	uint16_t seq;
	int64_t last, sent[OPEN]; /* when questions left */
	uint64_t open;            /* bit i: question seq - i has no answer yet */
	int burst;
	uint8_t reach;            /* bit i: the question before the last i was answered */
	int64_t now, used, offset;
	struct sample filter[STAGES]; /* newest first */
};

static void shift(struct clock *c, struct sample s) {
	memmove(c->filter + 1, c->filter, (STAGES - 1) * sizeof s);
	c->filter[0] = s;
}

static struct sample empty(int64_t at) { return (struct sample){0, UNKNOWN * SECOND, at, false}; }

static void clear(struct clock *c) {
	for (int i = 0; i < STAGES; i++) c->filter[i] = empty(0);
	c->reach = 0;
}

static void begin(struct clock *c) {
	memset(c, 0, sizeof *c);
	c->burst = BURST;
	clear(c);
}

static int64_t period(const struct clock *c) { return (c->burst > 0 ? BURST_POLL : POLL) * SECOND; }

/* wake asks where it is time, and prints the rest of the reply. */
static void wake(struct clock *c, int64_t now) {
	if (now < c->now) { /* the clock was set back: all samples are of another one */
		clear(c);
		c->used = now - 1;
	}
	c->now = now;
	if (!c->asked || now < c->last || now - c->last >= period(c)) {
		if ((c->reach & 7) == 0) shift(c, empty(now)); /* three without an answer: old samples fade out */
		c->reach = (uint8_t)(c->reach << 1);
		if (c->burst > 0) c->burst--;
		c->asked = true;
		c->last = now;
		c->seq++;
		c->sent[c->seq % OPEN] = now;
		c->open = c->open << 1 | 1;
		printf(",\"send\":[{\"ask\":%u}]", (unsigned)c->seq);
	}
	printf(",\"wake\":%lld", (long long)(c->last + period(c)));
}

/* answer takes an answer to the latest question. */
static void answer(struct clock *c, uint16_t seq, int64_t t1, int64_t t2, int64_t t3, int64_t t4) {
	if (seq != c->seq || (c->open & 1) == 0 || c->sent[seq % OPEN] != t1) return;
	c->open &= ~(uint64_t)1;
	if (t4 < t1 || t3 < t2) return;
	if (t4 > c->now) c->now = t4;
	int64_t delay = (t4 - t1) - (t3 - t2);
	c->reach |= 1;
	shift(c, (struct sample){((t2 - t1) + (t3 - t4)) / 2, delay > 0 ? delay : 0, t4, true});
	struct sample best = c->filter[0];
	for (int i = 1; i < STAGES; i++)
		if (c->filter[i].delay < best.delay) best = c->filter[i];
	if (!best.valid || (c->synchronised && best.at <= c->used)) return;
	c->used = best.at;
	c->offset = best.offset;
	c->synchronised = true;
	printf(",\"clock\":{\"at\":%lld,\"time\":%lld}", (long long)t4, (long long)(t4 + c->offset));
}

/* number returns a field of the event, which is one line of flat JSON. */
static int64_t number(const char *line, const char *field) {
	char key[32];
	snprintf(key, sizeof key, "\"%s\":", field);
	const char *at = strstr(line, key);
	return at ? strtoll(at + strlen(key), NULL, 10) : 0;
}

static bool is(const char *line, const char *event) {
	char key[32];
	snprintf(key, sizeof key, "\"event\":\"%s\"", event);
	return strstr(line, key) != NULL;
}

int main(void) {
	static char line[4096];
	struct clock c;
	begin(&c);
	if (!fgets(line, sizeof line, stdin)) return 1; /* who we are: not needed here */
	puts("{\"driftlab\":1,\"name\":\"SNTP in C\",\"hears\":[\"answers\"]}");
	fflush(stdout);
	while (fgets(line, sizeof line, stdin)) {
		printf("{\"n\":%lld", (long long)number(line, "n"));
		if (is(line, "reset")) begin(&c);
		if (is(line, "wake")) wake(&c, number(line, "now"));
		if (is(line, "answer"))
			answer(&c, (uint16_t)number(line, "seq"), number(line, "t1"), number(line, "t2"), number(line, "t3"), number(line, "t4"));
		puts("}");
		fflush(stdout);
	}
	return 0;
}
