/* Midline as a program for driftlab judge (docs/judge.md): the client's half, or the host's. Build it with: mcs -out:judge.exe Judge.cs Midline.cs
 * and see that it is the same clock with: driftlab judge -as midline mono judge.exe */
using System;
using System.Globalization;
using Midline;

static class Judge {
	static Clock client = new Clock();
	static Peer host = new Peer();
	static string line; // the event, which is one line of flat JSON

	/// Returns what comes behind a field's name, or null.
	static string Field(string name) {
		var key = "\"" + name + "\":";
		var at = line.IndexOf(key, StringComparison.Ordinal);
		if (at < 0) return null;
		at += key.Length;
		return line.Substring(at, line.IndexOfAny(new[] {',', '}'}, at) - at).Trim('"');
	}

	static long Number(string name) => long.Parse(Field(name) ?? "0", CultureInfo.InvariantCulture);

	static ulong Hex(string digits) => ulong.Parse(digits, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

	static string ToldHost() {
		var now = Number("now");
		switch (Field("event")) {
		case "reset":
			host = new Peer();
			break;
		case "datagram":
			host.Datagram((uint)Number("stamp"), Number("t4"), Number("before"));
			break;
		case "wake":
			var says = "";
			if (host.Due(now, out var floor, out var span)) {
				says = ",\"send\":[{\"report\":\"" + floor.ToString("x12") + (span != 0 ? span.ToString("x8") : "") + "\"}]";
			}
			return says + ",\"wake\":" + (now + 1); // in the next frame
		}
		return "";
	}

	static string Says(long now) {
		var s = client.Measured(now);
		var says = s.Synchronised ? ",\"clock\":{\"at\":" + now + ",\"time\":" + client.Time(now) + "}" : "";
		says += ",\"status\":{\"used\":" + s.Used + ",\"rejected\":" + s.Rejected + ",\"steps\":" + s.Steps;
		if (s.Measured) says += ",\"rtt\":" + s.Rtt + ",\"up\":" + s.Up + ",\"down\":" + s.Down;
		if (s.Known) says += ",\"uncertainty\":" + s.Uncertainty;
		return says + "}";
	}

	static string ToldClient() {
		long now = Number("now"), t4 = Number("t4");
		switch (Field("event")) {
		case "reset":
			client = new Clock();
			return "";
		case "wake":
			var asks = client.Wake(now, out var question, out var due);
			return (asks ? ",\"send\":[{\"ask\":" + question + "}]" : "") + ",\"wake\":" + due + Says(now);
		case "datagram":
			client.Datagram((uint)Number("stamp"), t4, Number("before"));
			return Says(t4);
		case "answer":
			client.Answer((ushort)Number("seq"), Number("t1"), Number("t2"), Number("t3"), t4);
			return ",\"wake\":" + t4 + Says(t4); // it may have to ask at once
		case "report":
			var data = Field("data");
			client.Told(Hex(data.Substring(0, 12)), data.Length > 12 ? (uint)Hex(data.Substring(12)) : 0, t4);
			return ",\"wake\":" + t4 + Says(t4);
		}
		return Says(now);
	}

	static int Main() {
		if ((line = Console.ReadLine()) == null) return 1;
		var hosts = Field("role") == "host";
		Console.WriteLine("{\"driftlab\":1,\"name\":\"Midline in C#\",\"hears\":[\"answers\",\"datagrams\",\"reports\",\"read\"],\"host\":true}");
		while ((line = Console.ReadLine()) != null) {
			Console.WriteLine("{\"n\":" + Number("n") + (hosts ? ToldHost() : ToldClient()) + "}"); // the console flushes each line
		}
		return 0;
	}
}
