# alignment.awk makes the tables about alignment in docs/time.md from a sweep's cells.log, sorted by the cells' numbers. Cells are numbered by
# scenario, platform time, projectile mode and clock, whose names it is given with commas between them.
BEGIN {
	S = split(scenarios, scenario, ","); T = split(times, time, ","); P = split(modes, mode, ","); C = split(clocks, clock, ",")
	R = split("own player=own,character=npc,host's player=host,other client's player=other,character (host's screen)=npc,clients' players (host's screen)=other", rider, ",")
}
# number returns one of a flat object in a text of JSON; nothing where the object is null.
function number(text, object, name) {
	if (!match(text, "\"" object "\":[{][^}]*[}]")) return ""
	text = substr(text, RSTART, RLENGTH)
	match(text, "\"" name "\":[^,}]*")
	return substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}
function add(to, text, object, name) {
	if (number(text, object, name) == "") return
	n[to]++; sum[to] += number(text, object, name)
}
{
	c = $2 % C + 1; p = int($2 / C) % P + 1; t = int($2 / C / P) % T + 1; s = int($2 / C / P / T) + 1
	screens = split($0, screen, "\"riding\":") # after the first piece the host's, then the clients'
	shown = mode[p]
	sub("-", "_", shown)
	for (i = 2; i <= screens; i++) {
		for (r = 1; r <= R; r++) if ((rider[r] ~ /host's screen/) == (i == 2)) {
			object = rider[r]
			sub(/.*=/, "", object)
			add("rider" t SUBSEP r SUBSEP s SUBSEP c, screen[i], object, "mean_ms")
		}
		add("shots" p SUBSEP s SUBSEP c, screen[i], shown, "bias_ms")
		if (number(screen[i], shown, "bias_ms") != "") add("bytes" p, screen[i], shown, "bytes_per_s")
	}
}
function mean(of,   v) {
	if (!n[of]) return "–"
	v = sprintf("%.0f", sum[of] / n[of])
	if (v == "-0") v = 0
	sub(/^-/, "−", v)
	return v
}
# cells returns what one clock comes to, in ms, in every scenario, or only in those whose link is the same both ways.
function cells(of, c,   s, row) {
	for (s = 1; s <= S; s++) if (lopsided || scenario[s] !~ /3to1/) row = row " " mean(of SUBSEP s SUBSEP c) " |"
	return row
}
# rows prints a row for each clock, and one only for those that come to the same.
function rows(first, of,   c, row, names, size, order, count, k, least, printed) {
	for (c = 1; c <= C; c++) {
		row = cells(of, c)
		if (!size[row]++) order[++count] = row
		names[row] = names[row] (size[row] > 1 ? ", " : "") clock[c]
	}
	for (least = 1; least <= C; least++) for (k = 1; k <= count; k++) if (size[order[k]] == least) {
		if (++printed == count && least > 1) names[order[k]] = count == 1 ? "all" : "all others"
		print "| " first " | " names[order[k]] " |" order[k]
	}
}
# riders prints the rows of all riders, and only one row for those that come to the same with every clock.
function riders(t,   r, c, same, names, first, count, k) {
	for (r = 1; r <= R; r++) {
		same = ""
		for (c = 1; c <= C; c++) same = same cells("rider" t SUBSEP r, c)
		if (same in names) names[same] = names[same] ", "
		else first[++count] = same
		names[same] = names[same] substr(rider[r], 1, index(rider[r], "=") - 1)
		of[same] = "rider" t SUBSEP r
	}
	for (k = 1; k <= count; k++) rows(time[t] " | " names[first[k]], of[first[k]])
}
function head(first,   s, line) {
	line = "| --- | --- |" (lopsided ? "" : " --- |")
	for (s = 1; s <= S; s++) if (lopsided || scenario[s] !~ /3to1/) {
		first = first " " substr(scenario[s], length("alignment-") + 1) " |"
		line = line " ---: |"
	}
	print "\n" first "\n" line
}
END {
	head("| platforms in | rider | clock |")
	for (t = 1; t <= T; t++) riders(t)
	lopsided = 1
	head("| projectiles | clock |")
	for (p = 1; p <= P; p++) rows(mode[p], "shots" p)
	for (p = 1; p <= P; p++) line = line (p > 1 ? ", " : "") mode[p] " " mean("bytes" p)
	print "\nBytes a second that the host sends to each client: " line "."
}
