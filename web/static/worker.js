"use strict";

// Runs one command of the lab and ends: it is told the names of two scripts, the compiled program, the command's words
// and files for the working folder. It says what the command prints, how far it is, and at the end its exit status and all
// files of the working folder.
onmessage = async ({ data: { disk, exec, program, words, files } }) => {
	try {
		importScripts(disk, exec);
		const driftlab = globalThis.driftlabDisk, texts = { 1: new TextDecoder(), 2: new TextDecoder() };
		driftlab.saved = () => undefined; // they are handed over together
		globalThis.fs.writeSync = (fd, bytes) => {
			postMessage({ fd, text: texts[fd].decode(bytes, { stream: true }) });
			return bytes.length;
		};
		globalThis.driftlabProgress = progress => postMessage({ progress });
		for (const [name, bytes] of files) driftlab.put(name, bytes);

		const go = new Go();
		go.env = driftlab.environment;
		go.argv = ["driftlab", ...words];
		let status = 0;
		go.exit = code => { status = code; };
		await go.run(await WebAssembly.instantiate(program, go.importObject));
		const given = new Set(files.map(([name]) => name)), made = driftlab.files().filter(([path]) => !given.has(path));
		postMessage({ status, files: made }, made.map(([, bytes]) => bytes.buffer));
		close(); // timers of a program that has ended would wake it
	} catch (err) {
		postMessage({ fault: String(err.message ?? err) });
	}
};
