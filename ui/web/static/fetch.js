"use strict";

// driftlabTravels returns how many bytes of a program of so many travel with an answer: fewer where its host packs them and says
// how many it sends.
globalThis.driftlabTravels = (answer, bytes) => {
	const sent = Number(answer.headers.get("Content-Length"));
	return answer.headers.has("Content-Encoding") && sent > 0 ? sent : bytes;
};

// The page's cache is its folder's, as the service worker's is: another copy on the same host has its own.
globalThis.driftlabCache = "driftlab " + new URL(".", location.href).href;

// driftlabFetch fetches a program of so many bytes, and tells how many have come of those that travel. It is kept where the browser lets
// the page keep something, so that it travels once, and opens without a network (sw.js). What was cut on its way is not kept:
// a browser takes it for whole where its host has not said how long it is. Of that driftlabFetch.cut tells, once the fetching has
// ended: it is null, or how many bytes of how many have come.
globalThis.driftlabFetch = async (address, bytes, tell) => {
	let kept, answer, keeping; // undefined where storage is switched off, or the page is not served safely
	try {
		kept = await caches.open(globalThis.driftlabCache);
		answer = await kept.match(address);
	} catch {}
	if (!answer) {
		answer = await fetch(address);
		if (!answer.ok) throw new Error(`the server says ${answer.status}`);
		keeping = kept?.put(address, answer.clone()).catch(() => {}); // it ended half-way, or there is no room
	}
	let got = 0;
	const travel = globalThis.driftlabTravels(answer, bytes), come = () => Math.min(got / bytes, 1) * travel;
	const counted = new TransformStream({
		transform(part, out) {
			got += part.length; // of the program as it is, however it travels
			tell(come(), travel);
			out.enqueue(part);
		},
		async flush() { // not before, since what is kept besides would slow the program down
			if (got !== bytes) {
				await keeping;
				await kept?.delete(address);
				throw new Error("it was cut");
			}
			if (globalThis.top === globalThis.self) navigator.serviceWorker?.register("sw.js").catch(() => {});
		},
	});
	globalThis.driftlabFetch.cut = answer.body.pipeTo(counted.writable).then(() => null, () => [come(), travel]);
	return new Response(counted.readable, { headers: { "Content-Type": "application/wasm" } });
};
