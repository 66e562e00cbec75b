"use strict";

// Makes tables of what the program has written: Markdown as sweep.md has it, and CSV. All of it is text of others' and is
// set as text.
const labResults = (() => {
	const element = (kind, text, kindOf) => {
		const e = document.createElement(kind);
		if (text !== undefined) e.textContent = text;
		if (kindOf) e.className = kindOf;
		return e;
	};
	// strong sets a text with **these** in bold.
	const strong = (e, text) => {
		text.split("**").forEach((part, i, all) => e.append(i % 2 && i < all.length - 1 ? element("strong", part) : part));
		return e;
	};

	// table makes one of rows of texts, the first of which is its head. Cells that are numbers stand on the right.
	const table = (rows, title, right = []) => {
		const t = element("table"), head = t.createTHead().insertRow(), body = t.createTBody();
		t.setAttribute("aria-label", title);
		rows[0].forEach((text, i) => {
			const th = element("th", text, right[i] ? "number" : "");
			th.scope = "col";
			head.append(th);
		});
		for (const row of rows.slice(1)) {
			const tr = body.insertRow();
			row.forEach((text, i) => tr.append(strong(element("td", undefined, right[i] ? "number" : ""), text)));
		}
		const scroll = element("div", undefined, "scroll");
		scroll.tabIndex = 0;
		scroll.setAttribute("role", "region");
		scroll.setAttribute("aria-label", title);
		scroll.append(t);
		return scroll;
	};

	const cells = line => line.trim().replace(/^\|/, "").replace(/\|$/, "").split("|").map(cell => cell.trim());

	// markdown makes headings, sentences and tables.
	const markdown = (text, title) => {
		const all = element("div"), lines = text.split("\n");
		for (let i = 0; i < lines.length; i++) {
			if (lines[i].startsWith("|")) {
				const rows = [];
				for (; i < lines.length && lines[i].startsWith("|"); i++) rows.push(cells(lines[i]));
				const [ruler] = rows.splice(1, 1);
				all.append(table(rows, title, (ruler ?? []).map(c => c.endsWith(":"))));
			} else if (lines[i].startsWith("#")) {
				all.append(element("h3", title = lines[i].replace(/^#+ */, "")));
			} else if (lines[i].trim() !== "") {
				all.append(strong(element("p"), lines[i]));
			}
		}
		return all;
	};

	// rowsOf reads CSV, at most so many rows of it, and counts them all.
	const rowsOf = (text, most) => {
		const lines = text.split("\n").filter(line => line !== "");
		const rows = lines.slice(0, most + 1).map(line => {
			const row = [""];
			let quoted = false;
			for (let i = 0; i < line.length; i++) {
				if (line[i] === '"' && quoted && line[i + 1] === '"') row[row.length - 1] += line[i++];
				else if (line[i] === '"') quoted = !quoted;
				else if (line[i] === "," && !quoted) row.push("");
				else row[row.length - 1] += line[i];
			}
			return row;
		});
		return { rows, of: lines.length - 1 };
	};

	return { element, table, markdown, rowsOf };
})();
