"use strict";

// The program reads where fingers and mouse are once a frame. On a slow machine one comes and goes between two frames, or has
// gone on before it was seen, and a press would be on whatever it is over by then. So what one does next waits until the program
// has seen what it did before.
(() => {
	const SEEN_LATEST = 10000; // ms: who is not looking by then does not hold it up
	const waiting = [];
	let fingers = 0, button = 0; // how many are down, as the program has been told
	let unseen = ""; // the kind of what it was told last, if it has not seen that yet
	let timer = 0, ours = null; // the event that hands on

	const seen = () => {
		clearTimeout(timer);
		unseen = "";
		next();
	};
	// The program says in each update how many it sees down, and is let through with that frame first.
	globalThis.driftlabFelt = n => {
		if (!unseen || n !== fingers + button) return;
		clearTimeout(timer);
		timer = setTimeout(seen, 0);
	};

	// Notes what the program is told. What leaves none down, as it was, need not be seen.
	const tell = ({ kind, down }) => {
		const before = fingers + button;
		if (kind.startsWith("touch")) fingers = down;
		else button = down ?? button;
		unseen = before + fingers + button > 0 ? kind : "";
		clearTimeout(timer);
		if (unseen) timer = setTimeout(seen, SEEN_LATEST);
	};
	// Hands on what waits, up to what has to be seen first.
	const next = () => {
		while (waiting.length && !unseen) {
			const event = waiting.shift();
			tell(event);
			event.target.dispatchEvent(ours = event.again());
		}
	};
	const wait = (e, event) => {
		e.stopImmediatePropagation();
		if (e.cancelable) e.preventDefault();
		if (event.kind.endsWith("move") && waiting.at(-1)?.kind === event.kind) waiting.pop();
		waiting.push({ target: e.target, ...event });
		next();
	};
	const another = e => e === ours || e.target?.tagName !== "CANVAS";

	const touched = e => {
		if (another(e)) return;
		// A finger that the system has taken away has gone, too; the library of the window does not know of those.
		const kind = e.type === "touchcancel" ? "touchend" : e.type;
		const all = { touches: [...e.touches], targetTouches: [...e.targetTouches], changedTouches: [...e.changedTouches], bubbles: true, cancelable: true };
		wait(e, { kind, down: all.targetTouches.length, again: () => new TouchEvent(kind, all) });
	};
	for (const kind of ["touchstart", "touchmove", "touchend", "touchcancel"]) window.addEventListener(kind, touched, { capture: true, passive: false });

	const moused = e => {
		if (another(e)) return;
		const event = { kind: e.type, again: () => new MouseEvent(e.type, e) };
		if (e.type !== "mousemove" && e.button === 0) event.down = e.type === "mousedown" ? 1 : 0;
		// The browser's own goes on where nothing is before it; a mouse that moves on is read where it is by then.
		if (!waiting.length && (!unseen || unseen === "mousemove" && e.type === unseen)) return tell(event);
		wait(e, event);
	};
	for (const kind of ["mousedown", "mousemove", "mouseup"]) window.addEventListener(kind, moused, true);
	// The library of the window lets go of every button then.
	window.addEventListener("blur", e => {
		if (e.target.tagName !== "CANVAS") return;
		button = 0;
		if (unseen.startsWith("mouse")) seen();
	}, true);
})();
