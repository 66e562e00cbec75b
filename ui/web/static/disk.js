"use strict";

// The disk of the page: what Go's os package calls (syscall/fs_js.go), in memory. So the program writes and reads as it
// does everywhere, with parts, renames and manifests; what a person has asked for is handed over as a download, and the
// program's settings are kept by the browser.
(() => {
	const HOME = "/home", WORK = "/work", BESIDE = "/page", SETTINGS = HOME + "/.config/driftlab/settings.toml", KEY = "driftlab.settings";
	const MOST = 256 << 20; // bytes of all files together

	const O = { O_RDONLY: 0, O_WRONLY: 1, O_RDWR: 2, O_CREAT: 0o100, O_EXCL: 0o200, O_TRUNC: 0o1000, O_APPEND: 0o2000, O_DIRECTORY: 0o200000 };
	const FOLDER = 0o040000, FILE = 0o100000;

	let number = 0, used = 0;
	const make = (kind, perm) => ({ ino: ++number, kind, mode: kind | (perm & 0o777), names: 0, at: Date.now(), data: new Uint8Array(0), size: 0 });
	const nodes = new Map(), opened = new Map();

	const fail = (code, text) => Object.assign(new Error(text), { code });
	const clean = path => {
		const parts = [];
		for (const p of (path.startsWith("/") ? path : WORK + "/" + path).split("/")) {
			if (p === "..") parts.pop();
			else if (p !== "" && p !== ".") parts.push(p);
		}
		return "/" + parts.join("/");
	};
	const above = path => path.slice(0, path.lastIndexOf("/")) || "/";
	const there = path => {
		const n = nodes.get(clean(path));
		if (!n) throw fail("ENOENT", "no such file or directory");
		return n;
	};
	const room = path => {
		const n = nodes.get(above(path));
		if (!n) throw fail("ENOENT", "no such file or directory");
		if (n.kind !== FOLDER) throw fail("ENOTDIR", "not a directory");
	};
	const name = (path, node) => { nodes.set(path, node); node.names++; };
	const forget = path => {
		const n = nodes.get(path);
		nodes.delete(path);
		if (--n.names === 0) used -= n.data.length;
	};
	const within = path => [...nodes.keys()].filter(k => k !== path && above(k) === path);
	const grow = (n, size) => {
		if (size <= n.data.length) return;
		const length = Math.max(size, 2 * n.data.length, 4096);
		if (used + length - n.data.length > MOST) throw fail("ENOSPC", "no space left on device");
		const data = new Uint8Array(length);
		data.set(n.data.subarray(0, n.size));
		used += length - n.data.length;
		n.data = data;
	};
	const cut = (n, size) => {
		grow(n, size);
		n.data.fill(0, Math.min(size, n.size), Math.max(size, n.size));
		n.size = size;
	};
	const stat = n => ({
		dev: 1, ino: n.ino, mode: n.mode, nlink: n.names, uid: 0, gid: 0, rdev: 0, size: n.size, blksize: 4096,
		blocks: Math.ceil(n.size / 512), atimeMs: n.at, mtimeMs: n.at, ctimeMs: n.at, isDirectory: () => n.kind === FOLDER,
	});
	const file = fd => {
		const f = opened.get(fd);
		if (!f) throw fail("EBADF", "bad file descriptor");
		return f;
	};

	// settle hands a file over that has its place: names that begin with a dot, and parts, are the program's own.
	const settle = path => {
		const n = nodes.get(path), last = path.slice(path.lastIndexOf("/") + 1);
		if (path === SETTINGS || path.startsWith(SETTINGS + ".bad")) {
			try { localStorage.setItem(KEY + path.slice(SETTINGS.length), new TextDecoder().decode(n.data.subarray(0, n.size))); } catch (err) {
				if (err.name === "QuotaExceededError") throw fail("ENOSPC", "no space left on device"); // else it may keep nothing, as it has known from the start
			}
		} else if (path.startsWith(WORK + "/") && !last.startsWith(".") && !last.endsWith(".partial")) {
			globalThis.driftlabDisk.saved(last, n.data.slice(0, n.size));
		}
	};

	const put = (path, bytes) => {
		if (nodes.has(path)) forget(path);
		const n = make(FILE, 0o644);
		cut(n, bytes.length);
		n.data.set(bytes);
		name(path, n);
	};

	// again puts the settings there as the browser has them now: other windows of the page write them too.
	const again = path => {
		if (clean(path) !== SETTINGS) return;
		let kept = null;
		try { kept = localStorage.getItem(KEY); } catch { /* a page that may keep nothing */ }
		const n = nodes.get(SETTINGS);
		if (kept !== null && !(n && new TextDecoder().decode(n.data.subarray(0, n.size)) === kept)) put(SETTINGS, new TextEncoder().encode(kept));
	};

	const calls = {
		open(path, flags, perm) {
			again(path);
			path = clean(path);
			let n = nodes.get(path);
			if (n && flags & O.O_CREAT && flags & O.O_EXCL) throw fail("EEXIST", "file exists");
			if (!n) {
				if (!(flags & O.O_CREAT)) throw fail("ENOENT", "no such file or directory");
				room(path);
				n = make(FILE, perm);
				name(path, n);
			}
			if (n.kind === FOLDER && flags & 3) throw fail("EISDIR", "is a directory");
			if (flags & O.O_TRUNC) cut(n, 0);
			let fd = 3;
			while (opened.has(fd)) fd++;
			opened.set(fd, { n, path, at: 0, append: !!(flags & O.O_APPEND), written: false });
			return fd;
		},
		close(fd) {
			const f = file(fd);
			opened.delete(fd);
			if (f.written && nodes.get(f.path) === f.n) settle(f.path);
		},
		read(fd, buffer, offset, length, position) {
			const f = file(fd), at = position === null ? f.at : position;
			const some = f.n.data.subarray(Math.min(at, f.n.size), Math.min(at + length, f.n.size));
			buffer.set(some, offset);
			if (position === null) f.at += some.length;
			return some.length;
		},
		write(fd, buffer, offset, length, position) {
			const f = file(fd), at = f.append ? f.n.size : position === null ? f.at : position;
			if (at > f.n.size) cut(f.n, at);
			grow(f.n, at + length);
			f.n.data.set(buffer.subarray(offset, offset + length), at);
			f.n.size = Math.max(f.n.size, at + length);
			f.n.at = Date.now();
			f.written = true;
			if (position === null) f.at = at + length;
			return length;
		},
		fstat: fd => stat(file(fd).n),
		stat: path => (again(path), stat(there(path))),
		lstat: path => stat(there(path)),
		fsync: () => undefined,
		ftruncate: (fd, size) => cut(file(fd).n, size),
		truncate: (path, size) => cut(there(path), size),
		mkdir(path, perm) {
			path = clean(path);
			if (nodes.has(path)) throw fail("EEXIST", "file exists");
			room(path);
			name(path, make(FOLDER, perm));
		},
		readdir(path) {
			if (there(path).kind !== FOLDER) throw fail("ENOTDIR", "not a directory");
			return within(clean(path)).map(k => k.slice(k.lastIndexOf("/") + 1)).sort();
		},
		rmdir(path) {
			if (there(path).kind !== FOLDER) throw fail("ENOTDIR", "not a directory");
			if (within(clean(path)).length) throw fail("ENOTEMPTY", "directory not empty");
			forget(clean(path));
		},
		unlink(path) {
			if (there(path).kind === FOLDER) throw fail("EISDIR", "is a directory");
			forget(clean(path));
		},
		link(from, to) {
			const n = there(from);
			to = clean(to);
			if (nodes.has(to)) throw fail("EEXIST", "file exists");
			room(to);
			name(to, n);
			settle(to);
		},
		rename(from, to) {
			const n = there(from);
			[from, to] = [clean(from), clean(to)];
			if (from === to) return;
			room(to);
			if (n.kind === FOLDER) throw fail("EXDEV", "folders stay where they are");
			if (nodes.has(to)) calls.unlink(to);
			name(to, n);
			forget(from);
			settle(to);
		},
		readlink() { throw fail("EINVAL", "invalid argument"); },
		symlink() { throw fail("EPERM", "operation not permitted"); },
		chmod: (path, mode) => { const n = there(path); n.mode = n.kind | (mode & 0o777); },
		fchmod: (fd, mode) => { const n = file(fd).n; n.mode = n.kind | (mode & 0o777); },
		chown: () => undefined, fchown: () => undefined, lchown: () => undefined,
		utimes: path => { there(path); },
	};

	const fs = { constants: O };
	for (const [what, call] of Object.entries(calls)) {
		fs[what] = (...args) => {
			const back = args.pop();
			let value;
			try { value = call(...args); } catch (err) { back(err); return; }
			back(null, value);
		};
	}

	// Lines for a person at a terminal go to the console.
	const lines = { 1: "", 2: "" };
	fs.writeSync = (fd, buffer) => {
		const all = (lines[fd] + new TextDecoder().decode(buffer)).split("\n");
		lines[fd] = all.pop();
		for (const line of all) globalThis.driftlabDisk.said(fd, line);
		return buffer.length;
	};
	const toFile = fs.write;
	fs.write = (fd, buffer, offset, length, position, back) => {
		if (fd === 1 || fd === 2) back(null, fs.writeSync(fd, buffer.subarray(offset, offset + length)));
		else toFile(fd, buffer, offset, length, position, back);
	};

	nodes.set("/", make(FOLDER, 0o755));
	for (const path of [WORK, BESIDE, HOME, HOME + "/.config", HOME + "/.config/driftlab", HOME + "/.cache", "/tmp"]) calls.mkdir(path, 0o755);

	globalThis.fs = fs;
	globalThis.process = {
		getuid: () => 0, getgid: () => 0, geteuid: () => 0, getegid: () => 0, getgroups: () => [], pid: 1, ppid: 0,
		umask: () => 0o022, cwd: () => WORK, chdir() { throw fail("EPERM", "operation not permitted"); },
	};
	globalThis.path = { resolve: (...parts) => clean(parts.join("/")) };

	const download = (name, bytes) => {
		const link = document.createElement("a");
		link.href = URL.createObjectURL(new Blob([bytes]));
		link.download = name;
		link.click();
		setTimeout(() => URL.revokeObjectURL(link.href), 60000);
	};

	// A file has the place that a person gives it, and the same one when it is written again.
	const places = new Map();
	const place = async (name, bytes) => {
		if (!places.has(name)) places.set(name, await showSaveFilePicker({ suggestedName: name }));
		const out = await places.get(name).createWritable();
		await out.write(bytes);
		await out.close();
	};

	// choose has a person choose files. They lie in a folder of their own then, which it returns; null for none. More than
	// are opened at once are there without their contents, and of one that is too large there is enough to tell.
	const AT_ONCE = 16, LARGEST = 64 << 20, LISTED = 1000;
	let choices = 0;
	const choose = async () => {
		if (navigator.userActivation?.isActive === false) return null; // no dialog would open, and nothing would tell of that
		const files = await new Promise(done => {
			document.getElementById("chosen")?.remove();
			const input = Object.assign(document.createElement("input"), { type: "file", id: "chosen", multiple: true, hidden: true });
			input.onchange = () => done([...input.files].slice(0, LISTED));
			input.oncancel = () => done([]);
			document.body.append(input);
			input.click();
		});
		if (!files.length) return null;
		const folder = `/tmp/chosen-${++choices}`;
		calls.mkdir(folder, 0o755);
		try {
			for (const f of files) {
				const part = files.length > AT_ONCE ? new Blob() : f.slice(0, LARGEST + 1);
				put(folder + "/" + f.name.replaceAll("/", "_"), new Uint8Array(await part.arrayBuffer()));
			}
		} catch (err) {
			for (const path of [...within(folder), folder]) forget(path);
			throw err;
		}
		return folder;
	};

	globalThis.driftlabDisk = {
		environment: { HOME, TMPDIR: "/tmp", GOGC: "" },
		choose,
		// saved gets each file that a person has asked for. Where the browser asks for places it does that within some seconds
		// of a click or a key, in no page within one of another origin, and for one file at a time; else it is a download.
		saved(name, bytes) {
			if (!globalThis.showSaveFilePicker || !places.has(name) && !navigator.userActivation.isActive) return download(name, bytes);
			place(name, bytes).catch(err => {
				places.delete(name);
				if (err.name === "AbortError") globalThis.driftlabLost?.(name);
				else download(name, bytes);
			});
		},
		// beside lays a file of the page's own where the program looks for what it can do without (assets/thumbs_js.go).
		beside(name, bytes) { put(BESIDE + "/" + name, bytes); },
		// said gets each line that the program writes.
		said(fd, line) { (fd === 2 ? console.warn : console.log)(line); },
	};
})();
