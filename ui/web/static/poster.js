"use strict";

// What is said before there is a program, in each language.
const posterWords = {
	en: {
		cut: "The download stopped at {0} of {1} MB. Reloading the page may help.",
		broken: "Driftlab could not be fetched: {0}. Reloading the page may help.",
		start: "Start Driftlab",
		size: "This downloads up to {0} MB, once.",
		fetching: "{0} of {1} MB",
		starting: "Driftlab starts.",
		ended: "Driftlab has ended: {0}",
		over: "Driftlab has ended. Reload the page to start it again.",
		noProgram: "Driftlab needs WebAssembly. This browser doesn’t have it, or doesn’t allow it here.",
		noPicture: "Driftlab needs WebGL 2. This browser doesn’t have it, or it is switched off.",
		picture: "Two worlds of one game: what a client shows, and where its host has it now.",
		noLesson: "There is no lesson “{0}”. Driftlab opens without one.",
		wait: "Driftlab is being fetched.",
		field: "Text for the chosen field",
	},
	de: {
		cut: "Der Download brach ab: {0} von {1} MB kamen an. Vielleicht hilft es, die Seite neu zu laden.",
		broken: "Driftlab ließ sich nicht laden: {0}. Vielleicht hilft es, die Seite neu zu laden.",
		start: "Driftlab starten",
		size: "Dafür werden einmal bis zu {0} MB geladen.",
		fetching: "{0} von {1} MB",
		starting: "Driftlab startet.",
		ended: "Driftlab wurde beendet: {0}",
		over: "Driftlab wurde beendet. Lade die Seite neu, um wieder zu beginnen.",
		noProgram: "Driftlab braucht WebAssembly; dieser Browser hat es nicht oder erlaubt es hier nicht.",
		noPicture: "Driftlab braucht WebGL 2; dieser Browser hat es nicht, oder es ist abgeschaltet.",
		picture: "Zwei Welten eines Spiels: was ein Client zeigt, und wo der Host es jetzt hat.",
		noLesson: "Eine Lektion „{0}“ gibt es nicht. Driftlab öffnet sich ohne.",
		wait: "Driftlab wird geladen.",
		field: "Text für das gewählte Feld",
	},
};

// What stands where the program will be, in the language that its window will have: the lesson that the address opens, by its
// picture and its title, and the line that says how far it is.
globalThis.driftlabSay = (() => {
	const given = new URLSearchParams(location.search);
	let kept = "";
	try { kept = /^language *= *"(\w+)"/m.exec(localStorage.getItem("driftlab.settings") ?? "")?.[1] ?? ""; } catch { /* a page that may keep nothing */ }
	const language = [given.get("language"), kept, ...navigator.languages.map(l => l.slice(0, 2))].find(l => Object.hasOwn(posterWords, l ?? "")) ?? "en";
	document.documentElement.lang = language;
	// Say returns a line with its values; a number has one decimal.
	const number = v => typeof v === "number" ? v.toLocaleString(language, { minimumFractionDigits: 1, maximumFractionDigits: 1 }) : v;
	const say = (word, ...values) => posterWords[language][word].replace(/\{(\d)\}/g, (_, i) => number(values[i]));

	const { lessons, poster } = globalThis.driftlabPage, asked = given.get("lesson") ?? "", scenario = given.get("scenario") ?? "";
	const lesson = /^\d+$/.test(asked) ? lessons[+asked] : lessons.find(l => [asked, "lesson-" + asked, scenario.split("/")[0]].includes(l.name));
	const picture = document.getElementById("picture");
	picture.src = lesson?.poster ?? poster;
	picture.alt = lesson ? "" : say("picture"); // the title says it
	picture.classList.toggle("small", !!lesson);
	// What the page's tab is called: after the lesson, which the window may change, and in whose language it is.
	globalThis.driftlabTitled = (lesson, language) => { document.title = lesson ? lesson.title[language] + " – Driftlab" : "Driftlab"; };
	globalThis.driftlabTitled(lesson, language);
	document.getElementById("title").textContent = lesson?.title[language] ?? "Driftlab";
	if (asked && !lesson) document.getElementById("wrong").textContent = say("noLesson", asked.slice(0, 40));
	document.getElementById("says").textContent = say("wait");
	document.getElementById("go").textContent = say("start");
	return say;
})();
