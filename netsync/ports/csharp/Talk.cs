/* A client and a host that are told what standard input says, in the lines of netsync/midline/testdata/talk.txt up to their arrows, and say
 * what they return as these do. A datagram that is refused says why: -> refused -1. */
using System;
using System.Globalization;
using System.IO;
using System.Text;
using Midline;

static class Talk {
	static Client client = new Client();
	static readonly byte[] data = new byte[512];
	static Peer host = new Peer();
	static uint id = 1;

	static long Number(string line, string field) {
		var at = line.IndexOf(field, StringComparison.Ordinal) + field.Length;
		var end = line.IndexOf(' ', at);
		return long.Parse(end < 0 ? line.Substring(at) : line.Substring(at, end - at), CultureInfo.InvariantCulture);
	}

	static string Packet(bool hosts, long now) {
		long due = 0;
		var size = hosts ? host.Packet(data, id, now) : client.Packet(data, now, out due);
		var says = new StringBuilder(hosts ? " -> " : " -> due=" + due + " ");
		for (var i = 0; i < size; i++) says.Append(data[i].ToString("x2"));
		return says.ToString();
	}

	/// Reads the hexadecimal digits that end the line; they stand behind a byte that is none of theirs.
	static string Received(bool hosts, string line, long now, long before) {
		var digits = line.Substring(line.LastIndexOf(' ') + 1);
		var size = digits.Length / 2;
		for (var i = 0; i < size; i++) data[i + 1] = byte.Parse(digits.Substring(2 * i, 2), NumberStyles.HexNumber, CultureInfo.InvariantCulture);
		var head = hosts ? host.Received(data, 1, size, now, before) : client.Received(data, 1, size, now, before);
		return head < 0 ? " -> refused " + head : "";
	}

	static string State(long now) {
		var r = client.Now(now);
		var what = r.Event == Event.OtherHost ? "other host" : r.Event == Event.SetBack ? "set back" : r.Event == Event.InDoubt ? "in doubt" : r.Event.ToString().ToLowerInvariant();
		return " -> known=" + (r.Known ? "true" : "false") + " time=" + r.Time + " unknowable=" + r.Unknowable + " unsettled=" + r.Unsettled + " event=\"" + what + "\" since=" +
			r.Since + " step=" + r.Step + " host=" + r.Host;
	}

	static string Measured(long now) {
		var s = client.Measured(now);
		return " -> state=\"" + s.State.ToString().ToLowerInvariant() + "\" offset=" + s.Offset + " rate=" + s.RatePpb + " round-trip=" + s.Rtt + " age=" + s.Age +
			" aside=" + s.Aside + " sent=" + s.Sent + " received=" + s.Used + " refused=" + s.Refused + " rejected=" + s.Rejected + " steps=" + s.Steps;
	}

	static string Told(string line) {
		var hosts = line.StartsWith("host", StringComparison.Ordinal);
		if (line.StartsWith("client new ", StringComparison.Ordinal)) {
			client = new Client(new Config { WanderPpb = 30, GrainNs = Number(line, "grain="), RoundsEither = Number(line, "either=") != 0 });
			return "";
		}
		if (line.Contains(" new ")) {
			id = (uint)Number(line, "id=");
			host = new Peer();
			return "";
		}
		var now = Number(line, "now=");
		if (line.Contains(" packet ")) return Packet(hosts, now);
		if (line.Contains(" received ")) return Received(hosts, line, now, Number(line, "before="));
		if (line.Contains(" status ")) return Measured(now);
		if (line.Contains(" void ")) return client.Void(now, Number(line, "width="), out var at) ? " -> at=" + at : " -> never";
		return State(now);
	}

	static void Main() {
		using (var says = new StreamWriter(Console.OpenStandardOutput())) {
			for (string line; (line = Console.ReadLine()) != null;) says.Write(line + Told(line) + "\n");
		}
	}
}
