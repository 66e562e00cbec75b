# alignment.awk makes the tables of docs/alignment.md of a sweep's cells.log, sorted by the cells' numbers. Cells are numbered by scenario, platform
# time, projectile mode and clock, whose names it is given with commas between them.
BEGIN {
	S = split(scenarios, scenario, ","); T = split(times, time, ","); P = split(modes, mode, ","); C = split(clocks, clock, ",")
	R = split("client: own player=own,client: character=npc,client: host's player=host,client: other client's player=other," \
		"host: character=npc,host: clients' players=other", rider, ",")
}
# number returns one of a flat object in a text of JSON; nothing where the object is null.
function number(text, object, name) {
	if (!match(text, "\"" object "\":[{][^}]*[}]")) return ""
	text = substr(text, RSTART, RLENGTH)
	match(text, "\"" name "\":[^,}]*")
	return substr(text, RSTART + length(name) + 3, RLENGTH - length(name) - 3)
}
function add(to, text, object, ms, m) {
	if (number(text, object, ms) == "") return
	n[to]++; sumMS[to] += number(text, object, ms); sumM[to] += number(text, object, m)
}
{
	c = $2 % C + 1; p = int($2 / C) % P + 1; t = int($2 / C / P) % T + 1; s = int($2 / C / P / T) + 1
	screens = split($0, screen, "\"riding\":") # after the first piece the host's, then the clients'
	shown = mode[p]
	sub("-", "_", shown)
	for (i = 2; i <= screens; i++) {
		for (r = 1; r <= R; r++) if ((rider[r] ~ /^host/) == (i == 2)) {
			object = rider[r]
			sub(/.*=/, "", object)
			add("rider" t SUBSEP r SUBSEP s SUBSEP c, screen[i], object, "mean_ms", "mean_m")
		}
		add("shots" p SUBSEP s SUBSEP c, screen[i], shown, "bias_ms", "bias_m")
		if (number(screen[i], shown, "bias_ms") != "") { n["bytes", p, s]++; bytes[p, s] += number(screen[i], shown, "bytes_per_s") }
	}
}
function fixed(v, decimals) {
	v = sprintf("%." decimals "f", v)
	if (v ~ /^-[0.]*$/) v = substr(v, 2)
	sub(/^-/, "−", v)
	return v
}
# rows prints a row for each clock, and one only for those that come to the same.
function rows(first, of,   c, s, row, names, size, order, count, k, least, printed, at) {
	for (c = 1; c <= C; c++) {
		row = ""
		for (s = 1; s <= S; s++) {
			at = of SUBSEP s SUBSEP c
			row = row " " (n[at] ? fixed(sumMS[at] / n[at], 0) " ms " fixed(sumM[at] / n[at], 2) " m" : "–") " |"
		}
		if (!size[row]++) order[++count] = row
		names[row] = names[row] (size[row] > 1 ? ", " : "") clock[c]
	}
	for (least = 1; least <= C; least++) for (k = 1; k <= count; k++) if (size[order[k]] == least) {
		if (++printed == count && least > 1) names[order[k]] = count == 1 ? "all" : "all others"
		print first "| " names[order[k]] " |" order[k]
	}
}
function head(title, first, line,   s) {
	print "\n## " title "\n"
	for (s = 1; s <= S; s++) { first = first " " scenario[s] " |"; line = line " ---: |" }
	print first "\n" line
}
END {
	for (t = 1; t <= T; t++) {
		head("Platforms in " time[t] " time", "| screen: rider | clock |", "| --- | --- |")
		for (r = 1; r <= R; r++) rows("| " substr(rider[r], 1, index(rider[r], "=") - 1) " ", "rider" t SUBSEP r)
	}
	for (p = 1; p <= P; p++) {
		head("Projectiles " mode[p], "| clock |", "| --- |")
		rows("", "shots" p)
		line = "| *bytes a second to each client* |"
		for (s = 1; s <= S; s++) line = line " " fixed(bytes[p, s] / n["bytes", p, s], 0) " |"
		print line
	}
}
