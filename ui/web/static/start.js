"use strict";

// Fetches the program with a bar that knows its size, starts it, and says in a line what keeps it from starting.
(async () => {
	const poster = document.getElementById("poster"), says = document.getElementById("says"), bar = document.getElementById("bar");
	const say = globalThis.driftlabSay;
	const stop = text => {
		says.textContent = text;
		bar.remove();
	};
	if (typeof WebAssembly !== "object") return stop(say("noProgram"));

	const { wasm, bytes } = globalThis.driftlabPage;

	// The small pictures in the list of lessons come once the program runs, as one file. The list does without those that do not.
	const thumbs = async () => {
		const answer = await fetch(globalThis.driftlabPage.thumbs, { priority: "low" }).then(a => a.ok ? a.arrayBuffer() : null).catch(() => null);
		if (!answer) return;
		const all = new Uint8Array(answer);
		let at = 0;
		for (const [name, size] of globalThis.driftlabPage.sizes) {
			if (at + size > all.length) return; // it was cut on its way
			globalThis.driftlabDisk.beside(name, all.subarray(at, at += size));
		}
	};

	const go = document.getElementById("go");
	let chosen = false; // by a person, so that the keyboard is the program's
	// On a slow link the picture comes first: it and the program would share what there is.
	const picture = document.getElementById("picture");
	if (!picture.complete) await new Promise(done => { picture.onload = picture.onerror = done; });
	if (globalThis.driftlabWaits) {
		const asked = await fetch(wasm, { method: "HEAD" }).catch(() => null);
		says.textContent = say("size", (asked?.ok ? globalThis.driftlabTravels(asked, bytes) : bytes) / 1e6);
		bar.hidden = true;
		go.hidden = false;
		await new Promise(done => go.addEventListener("click", done, { once: true }));
		bar.hidden = false;
		go.hidden = chosen = true;
	}
	let program;
	try {
		const body = globalThis.driftlabFetch(wasm, bytes, (got, of) => {
			bar.value = got / of;
			says.textContent = say("fetching", got / 1e6, of / 1e6);
		});
		globalThis.driftlabGo = new Go();
		program = await WebAssembly.instantiateStreaming(body, globalThis.driftlabGo.importObject);
	} catch (err) {
		const cut = await globalThis.driftlabFetch.cut;
		return stop(cut ? say("cut", cut[0] / 1e6, cut[1] / 1e6) : say("broken", err.message));
	}
	globalThis.driftlabGo.env = globalThis.driftlabDisk.environment;
	let last = "";
	const said = globalThis.driftlabDisk.said;
	globalThis.driftlabDisk.said = (fd, line) => {
		if (fd === 2 && line) last = line;
		said(fd, line);
	};
	says.textContent = say("starting");
	bar.removeAttribute("value");

	let ended = false;
	// The poster makes room for the first canvas.
	new MutationObserver((_, watch) => {
		const canvas = document.querySelector("canvas");
		if (!canvas) return;
		watch.disconnect();
		for (const second of [...document.querySelectorAll("meta[name=viewport]")].slice(1)) second.remove(); // the window's library adds one, which undoes the page's
		const field = document.getElementById("tempInput"); // of the library of the controls
		field?.setAttribute("aria-label", say("field"));
		if (field) field.tabIndex = -1;
		canvas.setAttribute("role", "application");
		canvas.setAttribute("aria-label", "Driftlab");
		canvas.setAttribute("aria-describedby", "focused told asked card");
		if (chosen) canvas.focus();
		requestAnimationFrame(() => requestAnimationFrame(() => {
			if (ended) return;
			poster.hidden = true;
			poster.style.display = "none";
			thumbs();
		}));
	}).observe(document.body, { childList: true, subtree: true });

	await globalThis.driftlabGo.run(program.instance);
	ended = true;
	document.querySelectorAll("canvas").forEach(c => c.remove());
	document.body.append(poster);
	poster.hidden = false;
	poster.style.display = "";
	document.body.style.backgroundColor = ""; // the window's library has it black, and the poster's words are dark by day
	// A browser takes a third of a second to find out, in which the program can be fetched: so it is asked afterwards.
	if (!document.createElement("canvas").getContext("webgl2")) return stop(say("noPicture"));
	stop(last ? say("ended", last) : say("over"));
})();
