"use strict";

// The program reads where the fingers are once a frame. On a slow machine one comes and goes between two frames, or has
// gone on before it was seen: so what a finger does next waits until the program has seen what it did before.
(() => {
	const SEEN_LATEST = 10000; // ms: who is not looking by then does not hold the fingers up
	const waiting = [];
	let there = 0; // fingers, as the program has been told
	let unseen = false; // it has not seen yet what it was told last
	let timer = 0, ours = null; // the event that hands on

	// Hands on what waits, up to what has to be seen first.
	const next = () => {
		while (waiting.length && !unseen) hand(waiting.shift());
	};
	const seen = () => {
		clearTimeout(timer);
		unseen = false;
		next();
	};
	const hand = ({ target, kind, fingers }) => {
		const n = fingers.targetTouches.length;
		unseen = n + there > 0;
		there = n;
		clearTimeout(timer);
		if (unseen) timer = setTimeout(seen, SEEN_LATEST);
		ours = new TouchEvent(kind, { ...fingers, bubbles: true, cancelable: true });
		target.dispatchEvent(ours);
	};
	// The program says in each update how many fingers it sees, and is let through with that frame first.
	globalThis.driftlabFelt = n => {
		if (!unseen || n !== there) return;
		clearTimeout(timer);
		timer = setTimeout(seen, 0);
	};

	const took = e => {
		if (e === ours || e.target?.tagName !== "CANVAS") return;
		e.stopImmediatePropagation();
		if (e.cancelable) e.preventDefault();
		// A finger that the system has taken away has gone, too; the library of the window does not know of those.
		const kind = e.type === "touchcancel" ? "touchend" : e.type;
		const fingers = { touches: [...e.touches], targetTouches: [...e.targetTouches], changedTouches: [...e.changedTouches] };
		if (kind === "touchmove" && waiting.at(-1)?.kind === "touchmove") waiting.pop();
		waiting.push({ target: e.target, kind, fingers });
		next();
	};
	for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"]) window.addEventListener(kind, took, { capture: true, passive: false });
})();
