"use strict";

// driftlabFetch fetches a program of so many bytes, and tells how many of them have come. It is kept where the browser lets
// the page keep something, so that it travels once, and opens without a network (sw.js).
globalThis.driftlabFetch = async (address, bytes, tell) => {
	let kept; // undefined where storage is switched off, or the page is not served safely
	try {
		kept = await caches.open("driftlab");
	} catch {}
	let answer = await kept?.match(address);
	if (!answer) {
		answer = await fetch(address);
		if (!answer.ok) throw new Error(`the server says ${answer.status}`);
		kept?.put(address, answer.clone()).catch(() => {}); // it ended half-way, or there is no room
	}
	let got = 0;
	const counted = new TransformStream({
		transform(part, out) {
			got += part.length; // of the program as it is, however it travels
			tell(Math.min(got, bytes), bytes);
			out.enqueue(part);
		},
		flush() { // not before, since what is kept besides would slow the program down
			if (globalThis.top === globalThis.self) navigator.serviceWorker?.register("sw.js").catch(() => {});
		},
	});
	return new Response(answer.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
};
