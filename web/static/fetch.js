"use strict";

// driftlabFetch fetches a program of so many bytes, and tells how many of them have come.
globalThis.driftlabFetch = async (address, bytes, tell) => {
	const answer = await fetch(address);
	if (!answer.ok) throw new Error(`the server says ${answer.status}`);
	let got = 0;
	const counted = new TransformStream({
		transform(part, out) {
			got += part.length; // of the program as it is, however it travels
			tell(Math.min(got, bytes), bytes);
			out.enqueue(part);
		},
	});
	return new Response(answer.body.pipeThrough(counted), { headers: { "Content-Type": "application/wasm" } });
};
