"use strict";

// Keeps the page, so that it opens again without a network. Its small files are kept when this is installed; the program when it
// has been fetched (fetch.js), so that its megabytes travel once. What has a hash in its name never changes; all else is
// requested each time, and what was kept is shown only where nothing answers. With another page this file is another, and what it does
// not list is thrown away.
const files = [FILES], program = "PROGRAM";
const shelf = () => caches.open("driftlab " + registration.scope); // another copy on this host has its own
const asKept = async request => (await shelf()).match(request, { ignoreSearch: true });

addEventListener("install", event => event.waitUntil((async () => {
	await (await shelf()).addAll(files);
	await skipWaiting();
})()));

addEventListener("activate", event => event.waitUntil((async () => {
	const kept = await shelf(), known = new Set([...files, program].map(name => new URL(name, registration.scope).href));
	for (const request of await kept.keys()) if (!known.has(request.url)) await kept.delete(request);
	await caches.delete("driftlab"); // what the page kept before its copies had caches of their own
	await clients.claim();
})()));

const hashed = /-[0-9a-f]{12}\.[a-z]+$/;

addEventListener("fetch", event => {
	const { request } = event, { origin, pathname } = new URL(request.url);
	if (request.method !== "GET" || origin !== location.origin) return;
	event.respondWith((async () => {
		if (hashed.test(pathname)) return await asKept(request) ?? fetch(request);
		try {
			return await fetch(request);
		} catch (err) {
			const kept = await asKept(request);
			if (kept) return kept;
			throw err;
		}
	})());
});
