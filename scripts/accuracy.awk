# accuracy.awk makes a table of a sweep's sweep.csv, with a row for each clock and a column for each scenario: the RMS error and the 99th
# percentile in ms, and how long it took to converge, as medians over seeds and clients. With -v rms=1 it has the RMS error alone.
BEGIN { FS = "," }
NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next }
{
	scenario = $at["scenario"]; clock = $at["algorithm"]
	if (!known[scenario]++) scenarios[++columns] = scenario
	if (!known[clock]++) clocks[++rows] = clock
	if (!known["seed", $at["seed"]]++) seeds++
	of = scenario SUBSEP clock
	all[of]++
	keep(of, "rms_ms"); keep(of, "p99_ms"); keep(of, "converged_s")
}
function keep(of, what) { if ($at[what] != "") values[of, what, ++count[of, what]] = $at[what] + 0 }
# median gives nothing where fewer than half have a value.
function median(of, what,   n, rank, i, j, v, less, same) {
	n = count[of, what]; rank = int((n + 1) / 2)
	for (i = 1; 2 * n >= all[of] && i <= n; i++) {
		v = values[of, what, i]
		less = same = 0
		for (j = 1; j <= n; j++) { less += values[of, what, j] < v; same += values[of, what, j] == v }
		if (less < rank && rank <= less + same) return v
	}
}
# digits writes ms with three digits or so, and no finer than to the µs.
function digits(ms) { return sprintf("%." (ms < 1 ? 3 : ms < 10 ? 2 : ms < 100 ? 1 : 0) "f", ms) }
function cell(of,   error, took) {
	if ((error = median(of, "rms_ms")) == "") return "–"
	if (rms) return digits(error)
	took = median(of, "converged_s")
	return digits(error) " (" digits(median(of, "p99_ms")) ") · " (took == "" ? "–" : sprintf("%.2f s", took))
}
END {
	print "RMS error in ms" (rms ? "" : ", and in parentheses the 99th percentile of the error; then how long it took from joining to " \
		"come within converge.bound of the truth and stay there") ": medians of " seeds " seeds and all clients.\n"
	head = "| |"; line = "| --- |"
	for (i = 1; i <= columns; i++) { head = head " " scenarios[i] " |"; line = line " ---: |" }
	print head "\n" line
	for (j = 1; j <= rows; j++) {
		row = "| " clocks[j] " |"
		for (i = 1; i <= columns; i++) row = row " " cell(scenarios[i] SUBSEP clocks[j]) " |"
		print row
	}
}
