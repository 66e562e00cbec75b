"use strict";

// The lab's page: a command as the command line has it, run by the program in a worker, what it prints, and the files
// that it makes as tables, pictures and downloads.
const lab = (() => {
	const MOST_FILES = 64e6; // bytes of all files that a person gives
	const names = document.currentScript.dataset, $ = id => document.getElementById(id);
	const given = new URLSearchParams(location.search);
	const { element, table, markdown, rowsOf } = labResults;

	// The language is that of the address, else the window's, else the browser's.
	let kept = "";
	try { kept = /^language *= *"(\w+)"/m.exec(localStorage.getItem("driftlab.settings") ?? "")?.[1] ?? ""; } catch { /* a page that may keep nothing */ }
	const language = [given.get("language"), kept, ...navigator.languages.map(l => l.slice(0, 2))].find(l => Object.hasOwn(labWords, l ?? "")) ?? "en";
	const say = (word, ...values) => labWords[language][word].replace(/\{(\d)\}/g, (_, i) => values[i]);
	const number = (n, digits = 0) => n.toLocaleString(language, { minimumFractionDigits: digits, maximumFractionDigits: digits });
	document.documentElement.lang = language;
	document.title = "Driftlab: " + say("title");
	for (const e of document.querySelectorAll("[data-word]")) e.textContent = say(e.dataset.word);
	$("back").href = "./" + (given.has("language") ? "?language=" + language : "") + location.hash;

	// What a session's shared text in the address is called here.
	const SHARED = "shared.txt", shared = location.hash.startsWith("#driftlab1:") ? location.hash.slice(1) : "";
	$("session").hidden = !shared;
	$("scenarios").hidden = !!shared;

	// The command that the fields of a sweep make.
	const quoted = text => /^[^\s"']+$/.test(text) ? text : `"${text.replaceAll('"', "")}"`;
	const compose = () => {
		const words = ["sweep", ...shared ? ["-open", SHARED] : ["-scenario", quoted($("scenario").value.trim())]];
		for (const line of $("vary").value.split("\n")) if (line.trim()) words.push("-vary", quoted(line.trim()));
		for (const flag of ["seeds", "duration", "clients"]) if ($(flag).value.trim()) words.push("-" + flag, quoted($(flag).value.trim()));
		$("command").value = [...words, "-o", "out"].join(" ");
	};
	for (const id of ["scenario", "vary", "seeds", "duration", "clients"]) $(id).addEventListener("input", compose);
	compose();

	// split takes a command apart as a shell does, and throws what is wrong with it.
	const split = text => {
		const words = [...text.matchAll(/(?:[^\s"']|"[^"]*"|'[^']*'|["'])+/g)].map(([word]) => word);
		if (words[0] === "driftlab") words.shift();
		if (!words.length) throw new Error(say("empty"));
		return words.map(word => {
			const parts = [...word.matchAll(/"([^"]*)"|'([^']*)'|([^"']+)|(["'])/g)];
			if (parts.some(p => p[4])) throw new Error(say("quote"));
			return parts.map(p => p[1] ?? p[2] ?? p[3]).join("");
		});
	};

	const examples = {
		jitter: "sweep -scenario first -vary link.jitter=0ms,5ms,20ms -seeds 1..5 -duration 30s -o out",
		routes: "sweep -scenario accuracy-clean,accuracy-jitter-5,accuracy-route -seeds 1..3 -duration 30s -o out",
		engine: "sweep -engine mirror -link 4g -seeds 1..2",
		lesson: "lessons -lesson 8",
		lessons: "lessons -markdown",
		traces: "run -scenario first -o out",
		keys: "keys",
	};
	$("examples").setAttribute("aria-label", say("examples"));
	for (const [word, command] of Object.entries(examples)) {
		const button = element("button", say(word));
		button.type = "button";
		button.title = command;
		button.addEventListener("click", () => { $("command").value = command; $("command").focus(); });
		$("examples").append(button);
	}

	// The program is fetched once, when it is first asked for.
	let program = null;
	const fetched = () => program ??= driftlabFetch(names.wasm, Number(names.bytes), (got, of) => {
		$("bar").value = got / of;
		$("says").textContent = say("fetching", number(got / 1e6, 1), number(of / 1e6, 1));
	}).then(WebAssembly.compileStreaming).catch(async err => {
		program = null;
		const cut = await driftlabFetch.cut;
		throw new Error(cut ? say("cut", number(cut[0] / 1e6, 1), number(cut[1] / 1e6, 1)) : say("broken", err.message));
	});

	const state = { files: [], out: "", running: false, worker: null, turn: 0 };
	let links = [];

	const link = (name, bytes, kind) => {
		const address = URL.createObjectURL(new Blob([bytes], { type: kind }));
		links.push(address);
		return address;
	};

	// show makes what there is of a command that has ended.
	const show = () => {
		const text = bytes => new TextDecoder().decode(bytes), ending = end => state.files.filter(([path]) => path.endsWith(end));
		if (state.out.startsWith("| ")) $("printed").replaceChildren(markdown(state.out, say("printed")));
		const made = $("made"), tables = [...ending(".md"), ...ending(".csv")], plots = ending(".png");
		const heading = (word, of) => of.length && made.append(element("h2", say(word)));
		heading("tables", tables);
		for (const [path, bytes] of tables) {
			const some = element("details"), csv = path.endsWith(".csv") && rowsOf(text(bytes), 200);
			some.open = !csv;
			some.append(element("summary", path), csv
				? element("p", say("rows", number(csv.rows.length - 1), number(csv.of), path), "dim") : markdown(text(bytes), path));
			if (csv) some.append(table(csv.rows, path));
			made.append(some);
		}
		heading("plots", plots);
		for (const [path, bytes] of plots) {
			const figure = element("figure"), img = element("img");
			img.src = link(path, bytes, "image/png");
			img.alt = path.replace(/^.*\/|\.png$/g, "");
			img.loading = "lazy";
			figure.append(img, element("figcaption", img.alt));
			made.append(figure);
		}
		heading("downloads", state.files);
		const list = element("ul");
		for (const [path, bytes] of state.files) {
			const a = element("a", path), item = element("li");
			a.href = link(path, bytes, "application/octet-stream");
			a.download = path.replace(/^.*\//, "");
			item.append(a, ` ${number(bytes.length / 1e3, 1)} kB`);
			list.append(item);
		}
		if (state.files.length) made.append(list);
	};

	const begin = () => {
		links.splice(0).forEach(URL.revokeObjectURL);
		Object.assign(state, { files: [], out: "", running: true });
		$("fault").textContent = "";
		$("printed").replaceChildren();
		$("made").replaceChildren();
		$("results").hidden = true;
		$("bar").hidden = false;
		$("bar").removeAttribute("value");
		$("run").disabled = true;
		$("stop").disabled = false;
	};
	// end leaves a sentence of how it has ended, and of what was wrong.
	const end = (sentence, fault = "") => {
		state.worker?.terminate();
		state.worker = null;
		state.running = false;
		$("bar").hidden = true;
		$("says").textContent = sentence;
		if (fault) $("fault").textContent += fault;
		const stopped = document.activeElement === $("stop");
		$("run").disabled = false;
		$("stop").disabled = true;
		if (stopped) $("run").focus();
	};
	const print = text => {
		if (!state.out) $("printed").append(Object.assign(element("pre"), { id: "out", tabIndex: 0 }));
		state.out += text;
		$("out").append(text);
		$("results").hidden = false;
	};

	// heard takes what the worker says.
	const heard = ({ data }) => {
		if (data.fd === 1) print(data.text);
		else if (data.fd === 2) $("fault").textContent += data.text;
		else if (data.progress) {
			$("says").textContent = data.progress;
			const percent = /\((\d+) %\)/.exec(data.progress);
			if (percent) $("bar").value = percent[1] / 100;
		} else if (data.fault) end("", say("crashed", data.fault));
		else if (data.files) {
			state.files = data.files;
			end(data.status ? say("failed", data.status) : say("ended"));
			$("results").hidden = !state.out && !state.files.length;
			show();
		}
	};

	const own = async () => {
		const all = [...$("files").files], size = all.reduce((sum, f) => sum + f.size, 0);
		if (size > MOST_FILES) throw new Error(say("large", all[0].name, number(size / 1e6), number(MOST_FILES / 1e6)));
		const bytes = await Promise.all(all.map(async f => [f.name, new Uint8Array(await f.arrayBuffer())]));
		return shared ? [...bytes, [SHARED, new TextEncoder().encode(shared)]] : bytes;
	};
	const run = async () => {
		if (state.running) return;
		begin();
		const turn = ++state.turn;
		try {
			const words = split($("command").value), files = await own(), compiled = await fetched();
			if (turn !== state.turn) return; // it was stopped meanwhile
			$("says").textContent = say("running");
			$("bar").removeAttribute("value");
			state.worker = new Worker(names.worker);
			state.worker.onmessage = heard;
			state.worker.onerror = e => end("", say("crashed", e.message ?? ""));
			state.worker.postMessage({ disk: names.disk, exec: names.exec, program: compiled, words, files });
		} catch (err) {
			if (turn === state.turn) end("", err.message);
		}
	};
	$("form").addEventListener("submit", e => { e.preventDefault(); run(); });
	$("command").addEventListener("keydown", e => {
		if (e.key === "Enter" && !e.shiftKey && !e.isComposing) { e.preventDefault(); run(); }
	});
	$("stop").addEventListener("click", () => { state.turn++; end(say("stopped")); });
	if (typeof WebAssembly !== "object" || typeof Worker !== "function") {
		end("", say("missing"));
		$("run").disabled = true;
	}
	return state;
})();
