/* Says what Midline costs here, in ns of processor time: a datagram at the host, one at the client, and a report at a client that has points
 * of five minutes. */
using System;
using System.Diagnostics;
using System.Globalization;
using Midline;

static class Speed {
	const long Between = 33333333;
	static ulong state = 38;

	static double Seconds() => Process.GetCurrentProcess().UserProcessorTime.TotalSeconds;

	/// Returns 50 ms and exponential jitter of 5 ms, the same each time.
	static long Late() {
		state = unchecked(state * 6364136223846793005 + 1442695040888963407);
		return 50000000 - (long)(5e6 * Math.Log(((state >> 11) + 1) / 9007199254740993.0));
	}

	static void Says(double seconds, int times, string what) {
		Console.WriteLine((seconds * 1e9 / times).ToString("F1", CultureInfo.InvariantCulture) + " " + what);
	}

	static void Main() {
		const int packets = 10000000, reports = 2000, before = 200;
		var peer = new Peer();
		var clock = new Clock();
		long now = 0;
		var told = 0;
		var begun = Seconds();
		for (var i = 0; i < packets; i++, now += Between) peer.Datagram(Wire.Stamp(now - 50000000 - now % 1000000), now);
		var atHost = Seconds() - begun;
		begun = Seconds();
		for (var i = 0; i < packets; i++, now += Between) clock.Datagram(Wire.Stamp(now - 50000000 - now % 1000000), now);
		var atClient = Seconds() - begun;

		// The reports of some minutes are told, and between them the datagrams, whose cost is nothing beside theirs.
		clock = new Clock();
		peer = new Peer();
		for (long at = 1000000000; told < before + reports; at += Between) {
			var local = at + at / 20000;
			clock.Datagram(Wire.Stamp(at - Late()), local);
			peer.Datagram(Wire.Stamp(local), at + Late());
			if (!peer.Due(at + 100000000, out var floor, out var span)) continue;
			if (told++ == before) begun = Seconds();
			clock.Told(floor, span, local);
		}
		var atReports = Seconds() - begun;
		Says(atHost, packets, "host-datagram");
		Says(atClient, packets, "client-datagram");
		Says(atReports, reports, "report");
	}
}
