"use strict";

// The clipboard without a question by the browser. What is pasted comes by the browser's own event, which nobody has to
// allow, and what is copied goes within some seconds of the click that asked for it, which a browser takes for its own.
// Where that is not enough a field over the page has what a person needs: the keys or, on a telephone, the system's menu.
(() => {
	const MOST = 32 << 20; // characters that are taken at once: twice the longest text that anything is made of
	const given = e => e.clipboardData.getData("text/plain").slice(0, MOST);

	document.addEventListener("paste", e => {
		e.preventDefault();
		globalThis.driftlabPasted?.(given(e));
	});

	// board shows a field under what it is for, with two buttons, and puts it away once end has been called.
	const board = (says, act, away, ready) => new Promise(done => {
		const make = (kind, text) => Object.assign(document.createElement(kind), { textContent: text });
		const dialog = make("dialog", ""), label = make("label", says), field = make("textarea", ""), yes = make("button", act), no = make("button", away);
		dialog.id = "clipboard";
		no.className = "away";
		label.append(field);
		dialog.append(label, no, yes);
		document.body.append(dialog);
		dialog.showModal();
		field.focus();
		const end = value => {
			dialog.remove();
			document.querySelector("canvas")?.focus();
			done(value);
		};
		no.onclick = () => end(null);
		dialog.oncancel = () => end(null);
		dialog.onpointerdown = e => { if (e.target === dialog) end(null); }; // beside it
		ready(field, yes, end);
	});

	// copyChosen copies what is chosen in a field.
	const copyChosen = field => {
		field.focus();
		field.select();
		return document.execCommand("copy");
	};
	const copyBeside = text => {
		const field = document.createElement("textarea"), before = document.activeElement;
		field.value = text;
		field.style.cssText = "position:fixed;top:0;opacity:0";
		document.body.append(field);
		const done = copyChosen(field);
		field.remove();
		before?.focus();
		return done;
	};

	globalThis.driftlabClipboard = {
		// read returns what a person pastes, null if nothing.
		read: (...words) => board(...words, (field, yes, end) => {
			field.addEventListener("paste", e => {
				e.preventDefault();
				e.stopPropagation();
				end(given(e));
			});
			yes.onclick = () => end(field.value.slice(0, MOST)); // some keyboards write what they paste
		}),
		// write reports that a text has been copied; null where the person has put that away.
		async write(text, ...words) {
			try {
				await navigator.clipboard.writeText(text);
				return true;
			} catch { /* it is not given to this page, or the click was too long ago */ }
			if (copyBeside(text)) return true;
			return board(...words, (field, yes, end) => {
				field.value = text;
				field.readOnly = true;
				field.select();
				field.addEventListener("copy", () => setTimeout(end, 0, true));
				yes.onclick = () => { copyChosen(field); };
			});
		},
	};
})();
