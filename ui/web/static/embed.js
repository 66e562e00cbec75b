"use strict";

// How the program behaves in a page: which keys and turns of the wheel are not its own, what it does out of sight, what
// somebody hears who does not see it, and what it says to the page that it is embedded in.
(() => {
	const embedded = window.parent !== window;
	const given = new URLSearchParams(location.search);

	// Who loads the page anew, comes back to it, or has lost the picture, goes on at the instant at which it was left.
	const KEPT = "driftlab.left";
	let state = null; // what was told last
	window.addEventListener("pagehide", () => {
		if (!state) return;
		try { sessionStorage.setItem(KEPT, JSON.stringify({ address: location.href, at: state.seconds, playing: state.playing })); } catch { /* not here */ }
	});
	try {
		const kept = JSON.parse(sessionStorage.getItem(KEPT)), [way] = performance.getEntriesByType("navigation");
		if (kept?.address === location.href && (way.type === "reload" || way.type === "back_forward")) {
			for (const name of ["step", "at", "paused"]) given.delete(name);
			if (kept.at > 0) given.set("at", kept.at.toFixed(9));
			if (!kept.playing) given.set("paused", "1");
			history.replaceState(null, "", location.pathname + (given.size ? "?" + given : "") + location.hash);
		}
	} catch { /* nothing was kept, or not by this page */ }

	document.documentElement.classList.toggle("embedded", embedded);
	const canvas = () => document.querySelector("canvas");

	// Out of sight time stands still, as in a tab that is not shown.
	const frame = window.requestAnimationFrame.bind(window), waiting = [];
	let seen = true;
	window.requestAnimationFrame = next => seen ? frame(next) : (waiting.push(next), 0);
	new IntersectionObserver(all => {
		seen = all[all.length - 1].isIntersecting;
		if (seen) for (const next of waiting.splice(0)) frame(next);
	}).observe(document.documentElement);

	// The browser's own keys stay its own: of those with Ctrl, and of F1 to F12, the program has these. What is
	// written with AltGr is none of them.
	const WITH_CTRL = new Set("acvxzyok+=-_0".split("")), FUNCTIONS = new Set(["F2", "F3", "F4"]);
	const foreign = e => {
		if (e.getModifierState("AltGraph") || ["Control", "Meta", "Alt", "Shift"].includes(e.key)) return false;
		if (/^F\d+$/.test(e.key)) return !FUNCTIONS.has(e.key) || e.ctrlKey || e.altKey || e.metaKey;
		if (e.altKey) return true;
		if (!e.ctrlKey && !e.metaKey) return false;
		return !WITH_CTRL.has(e.key.toLowerCase()) || e.shiftKey && /^[acvxko]$/i.test(e.key);
	};
	const pasting = e => (e.ctrlKey || e.metaKey) && !e.altKey && !e.shiftKey && e.key.toLowerCase() === "v";
	let tab = false, shiftTab = true; // whether the key leads out of the program
	window.addEventListener("keydown", e => {
		if (document.querySelector("dialog[open]")) return;
		const out = e.key === "Tab" && !e.ctrlKey && !e.altKey && (e.shiftKey ? shiftTab : tab);
		if (out || foreign(e) || pasting(e)) e.stopImmediatePropagation();
		if (out) globalThis.driftlabLeft?.();
		if (embedded && e.key === "Escape") setTimeout(() => canvas()?.blur(), 100); // once the program has seen it
	}, true);

	// In another page the wheel and fingers move that page until the program has been chosen by a click.
	const strange = e => { if (embedded && (!document.hasFocus() || document.activeElement !== canvas())) e.stopImmediatePropagation(); };
	for (const kind of ["wheel", "touchstart", "touchmove", "touchend", "touchcancel"]) window.addEventListener(kind, strange, { capture: true, passive: true });

	// What the page around may say, and is told, if the address names its origin.
	let origin = null;
	if (embedded && given.has("origin")) {
		try {
			const url = new URL(given.get("origin"));
			if (/^https?:$/.test(url.protocol) && url.origin === given.get("origin")) origin = url.origin;
		} catch { /* the program says what is wrong with it */ }
	}
	const tell = text => window.parent.postMessage(JSON.parse(text), origin);
	if (origin) window.addEventListener("message", e => {
		if (e.source !== window.parent || e.origin !== origin || !e.data || typeof e.data.driftlab !== "string") return;
		let fault;
		try { fault = globalThis.driftlabAsk?.(JSON.stringify(e.data)); } catch { return; }
		if (fault) tell(fault);
	});

	// It is told how high this page had better be at its present width: as a screen is, and on a telephone, where the bars keep
	// their height, higher.
	let height = 0;
	if (origin) new ResizeObserver(() => {
		const width = document.documentElement.clientWidth, wanted = Math.round(Math.max(width * 9 / 16, Math.min(width * 4 / 3, 540)));
		if (wanted !== height) window.parent.postMessage({ driftlab: "height", height: height = wanted }, origin);
	}).observe(document.documentElement);

	// A field that a finger has chosen has the keyboard of the system, by the hidden element that the library of the
	// controls keeps for it. Where a browser opens that in a touch alone, the next touch does.
	let writing = false;
	const type = typing => {
		const hidden = document.getElementById("tempInput");
		if (!hidden || typing === writing) return;
		writing = typing;
		if (!typing) return void (document.activeElement === hidden && canvas()?.focus());
		hidden.enterKeyHint = "done";
		hidden.onkeydown = e => { if (e.key === "Enter") globalThis.driftlabEntered?.(); };
		hidden.focus();
	};

	// The sentence under the picture is read out as it changes; figures in it change more often than anybody speaks.
	// So the chosen client's card is there to be read, and read out where time stands still.
	const live = document.getElementById("told"), numbers = document.getElementById("card"), focused = document.getElementById("focused"), question = document.getElementById("asked");
	let said = "", card = "", asked = "", timer = 0;
	globalThis.driftlabTold = (text, tabLeaves, shiftTabLeaves, cardSays, typing, focusSays, asks, language) => {
		type(typing);
		[tab, shiftTab] = [tabLeaves, shiftTabLeaves];
		if (origin) tell(text);
		state = JSON.parse(text);
		if (focused.textContent !== focusSays) focused.textContent = focusSays; // at once, since a person has just gone there
		const { lessons } = globalThis.driftlabPage;
		globalThis.driftlabTitled(lessons[state.lesson], document.documentElement.lang = language);
		[said, card, asked] = [state.sentence, cardSays, asks];
		numbers.setAttribute("aria-live", state.playing ? "off" : "polite");
		timer ||= setTimeout(() => {
			timer = 0;
			for (const [place, text] of [[live, said], [question, asked], [numbers, card]]) if (place.textContent !== text) place.textContent = text;
		}, 1000);
	};

	// Whether the program is fetched only once somebody asks for it.
	const autoplay = given.get("autoplay");
	globalThis.driftlabWaits = autoplay === "0" || embedded && autoplay !== "1";
})();
