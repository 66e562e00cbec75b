/* Says how many bytes a client and a host allocate while they talk for ten minutes over frames and without, with a restart of the host and a
 * clock that is set back: none. */
using System;
using Midline;

static class Allocated {
	static readonly byte[] head = new byte[Wire.MaxHead];

	/// One step of 20 ms: a datagram each way, one of three in a frame of 16 ms, and what is known then.
	static void Talk(Client client, Peer peer, uint host, long now, long local) {
		long late = now / 20000000 % 7 * 1000000, before = now / 20000000 % 3 == 0 ? 16000000 : 0;
		var size = client.Packet(head, local, out _);
		peer.Received(head, 0, size, now + 30000000 + late, before);
		size = peer.Packet(head, host, now + 31000000 + late);
		client.Received(head, 0, size, local + 61000000 + late, before);
		client.Now(local + 61000000 + late);
	}

	static void Main() {
		var client = new Client();
		var peers = new[] {new Peer(), new Peer()};
		long now = 0, back = 0, begun = 0;
		for (var i = 0; i < 60000; i++, now += 20000000) {
			if (i == 30000) begun = GC.GetAllocatedBytesForCurrentThread(); // what runs for the first time is compiled before
			if (i % 20000 == 15000) back += 2000000000;
			var half = i / 10000 % 2;
			Talk(client, peers[half], (uint)half, now, now - back);
		}
		var allocated = GC.GetAllocatedBytesForCurrentThread() - begun;
		Console.WriteLine(client.Now(now - back).Known + " " + allocated);
	}
}
