// The replay of a match on a card table: one step after the other, as the referee or as one seat saw it.
"use strict";

const match = JSON.parse(document.getElementById("match").textContent);
const rows = [...document.querySelectorAll(".moves tbody tr")];
const { unfolded, actions } = stepsOf(match);
const steps = unfolded();
const scene = sceneOf(match);
const transcript = transcriptOf(match, steps, rows);
steps.forEach((step, index) => { step.time = rows[index].cells[3]?.textContent.trim() ?? ""; });

// "17 ms" as milliseconds.
const milliseconds = (text) => parseFloat(text) * (text.endsWith("ms") ? 1 : 1000) || 0;

const SPEEDS = { slow: 2400, normal: 1200, fast: 500, "very fast": 120 }; // milliseconds a step
const LONGEST = 10_000; // milliseconds of a real think time that anybody wants to sit through
const JUMPS = { deal: "d", trick: "t", knock: "k", fault: "f" }; // by key; with Shift the one before
const stage = document.querySelector(".stage");
const part = Object.fromEntries([...stage.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
// A long match has several pages; each link to one says with which step it begins.
const pages = [...document.querySelectorAll(".parts a")].map((link) => (
  { link, file: link.href, start: Number(link.dataset.start), deal: Number(link.dataset.deal) }));
const at = { step: 0, viewer: null, playing: false, timer: null, speed: "normal" }; // a step of this page

// Only a deal's opening has no action.
const doing = (step) => (step.seat === null ? "as dealt" : `action ${step.number} of ${match.actions}`);

function draw() {
  const step = steps[at.step];
  const table = Table.after(match, steps.slice(0, at.step + 1), at.viewer);
  const next = steps[at.step + 1];
  const place = match.start + at.step; // in the whole match
  const final = place === match.total - 1;
  const actor = next && next.deal === step.deal ? next.seat : null;
  const { north, middle, south } = scene.drawn(table, { viewer: at.viewer, actor, final });
  part.north.replaceChildren(...north);
  part.middle.replaceChildren(...middle);
  part.south.replaceChildren(...south);
  const said = transcript.sentence(at.step);
  part.sentence.replaceChildren(...[...said.childNodes].map((node) => node.cloneNode(true)));
  part.spoken.textContent = Cards.spoken(said);
  part.decision.replaceChildren(...scene.decision(step, actions(step), at.viewer));
  part.where.textContent = `Deal ${step.deal}, ${doing(step)}${final ? ", the end" : ""}`;
  part.slider.value = place;
  part.slider.setAttribute("aria-valuetext", part.where.textContent);
  for (const button of stage.querySelectorAll("[data-needs]")) button.disabled = button.dataset.needs === "before" ? place === 0 : final;
  transcript.follow(at.step);
}

// Addresses.

function address(index) {
  const step = steps[index];
  const seat = at.viewer === null ? "" : `&seat=${at.viewer}`;
  return `#deal=${step.deal}&step=${step.number}${seat}`;
}

// Browsers allow few changes of the address in a short time, and playing makes many.
let pending = null;
function noteAddress() {
  pending ??= setTimeout(writeAddress, 250);
}

function writeAddress() {
  clearTimeout(pending);
  pending = null;
  history.replaceState(null, "", location.search + address(at.step));
}

// The step of that number in that deal, else the one before it, else the deal's first.
function closest(deal, number) {
  const first = steps.findIndex((step) => step.deal >= deal);
  if (first < 0) return steps.length - 1;
  if (number === null) return first;
  const found = steps.findLastIndex((step) => step.deal === deal && step.number <= number);
  return found < 0 ? first : found;
}

// A place on another page; the faces that are shown go with it.
function turned(page, hash) {
  const url = new URL(page.file);
  [url.search, url.hash] = [location.search, hash];
  return url.href;
}

// A step there, by its place: how else it is called is not known here. What is set here goes with it.
function elsewhere(page, place) {
  const seat = at.viewer === null ? "" : `&seat=${at.viewer}`;
  const speed = at.speed === "normal" ? "" : `&speed=${at.speed}`;
  return turned(page, `#at=${place}${seat}${speed}${at.playing ? "&play=yes" : ""}`);
}

const pageWith = (place) => pages.findLast((page) => page.start <= place);
const between = (low, value, high) => Math.min(Math.max(low, value), high);

// Whether the address names a step; if that is on another page, that one is opened.
function read() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (/^\d{1,9}$/.test(wanted.get(name) ?? "") ? Number(wanted.get(name)) : null);
  const [place, deal, step, seat] = ["at", "deal", "step", "seat"].map(number);
  if (place === null && deal === null && step === null) return false;
  at.viewer = seat !== null && seat < match.seats.length ? seat : null;
  if (place !== null) {
    at.step = between(0, place - match.start, steps.length - 1);
    return true;
  }
  const page = pages.findLast((one) => one.deal <= (deal ?? steps[at.step].deal)) ?? pages[0];
  if (page && page.start !== match.start) location.replace(turned(page, location.hash));
  at.step = closest(deal ?? steps[at.step].deal, step);
  return true;
}

function look() {
  part.view.value = at.viewer ?? "";
  transcript.veil(at.viewer);
  draw();
  for (const page of pages) page.link.href = elsewhere(page, page.start);
}

// To a step of the whole match; false if it is on another page, which is then opened.
function go(place) {
  const wanted = between(0, place, match.total - 1);
  const index = wanted - match.start;
  if (index >= 0 && index < steps.length) {
    at.step = index;
    draw();
    noteAddress();
    return true;
  }
  writeAddress(); // for the way back
  location.href = elsewhere(pageWith(wanted), wanted);
  return false;
}

const here = () => match.start + at.step;

function view(viewer) {
  at.viewer = viewer;
  look();
  noteAddress();
}

function jump(name, way) {
  const places = match.jumps[name];
  const found = way > 0 ? places.find((place) => place > here()) : places.findLast((place) => place < here());
  if (found !== undefined) go(found);
  else part.spoken.textContent = `There is no ${way > 0 ? "further" : "earlier"} ${name}.`;
}

// Playing.

function pressed() {
  part.play.textContent = at.playing ? "Pause" : "Play";
  part.play.setAttribute("aria-pressed", String(at.playing));
}

function pause() {
  clearTimeout(at.timer);
  at.playing = false;
  pressed();
}

function wait() {
  if (here() === match.total - 1) { pause(); return; }
  const time = steps[at.step + 1]?.time ?? ""; // a page begins with a deal, which takes no time
  const delay = at.speed === "real" ? Math.min(milliseconds(time), LONGEST) : SPEEDS[at.speed];
  at.timer = setTimeout(() => { if (go(here() + 1)) wait(); }, delay);
}

function play() {
  if (at.playing) { pause(); return; }
  at.playing = true;
  pressed();
  if (here() < match.total - 1 || go(0)) wait();
}

// Controls. What moves by hand stops the playing.

const byHand = (act) => () => { pause(); act(); };
const acts = {
  first: byHand(() => go(0)),
  previous: byHand(() => go(here() - 1)),
  play,
  next: byHand(() => go(here() + 1)),
  last: byHand(() => go(match.total - 1)),
  help: () => (part.help.open ? part.help.close() : part.help.showModal()),
};
const keys = {
  ArrowLeft: acts.previous, ArrowRight: acts.next, Home: acts.first, End: acts.last, " ": play, "?": acts.help,
  v: () => view(at.viewer === null ? 0 : at.viewer + 1 < match.seats.length ? at.viewer + 1 : null),
};

for (const [name, key] of Object.entries(JUMPS)) {
  if (!match.jumps[name].length) continue;
  keys[key] = byHand(() => jump(name, 1));
  keys[key.toUpperCase()] = byHand(() => jump(name, -1));
  const button = make("button", "", `Next ${name}`);
  button.type = "button";
  button.addEventListener("click", keys[key]);
  part.jumps.append(button);
}

for (const button of stage.querySelectorAll("button[data-act]")) button.addEventListener("click", acts[button.dataset.act]);
part.view.append(...match.seats.map((name, seat) => new Option(`seat ${seat}: ${name}`, seat)));
part.view.addEventListener("change", () => view(part.view.value === "" ? null : Number(part.view.value)));
part.speed.append(...[...Object.keys(SPEEDS), "real"].map((name) => new Option(name === "real" ? "real think times" : name, name, name === at.speed, name === at.speed)));
part.speed.addEventListener("change", () => { at.speed = part.speed.value; look(); });
part.slider.max = match.total - 1;
part.slider.addEventListener("input", byHand(() => {
  const place = Number(part.slider.value);
  const page = pageWith(place);
  if (!page || page.start === match.start) go(place);
  else { // it is turned when the slider is let go
    part.where.textContent = `Deals ${page.link.textContent}, on another page`;
    part.slider.setAttribute("aria-valuetext", part.where.textContent);
  }
}));
part.slider.addEventListener("change", byHand(() => go(Number(part.slider.value))));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || (part.help.open && event.key !== "?")) return;
  // A list keeps all its keys, a slider all but letters, a button the space that presses it.
  const slides = event.target === part.slider && !/^[a-z?]$/i.test(event.key);
  if (slides || event.target.closest("select") || (event.key === " " && event.target.closest("button, a, summary"))) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

transcript.lead(address, (index) => byHand(() => go(match.start + index))());
addEventListener("hashchange", () => { if (read()) { pause(); look(); stage.scrollIntoView(); } });
addEventListener("pagehide", () => { clearTimeout(at.timer); }); // a page that is come back to stands still
addEventListener("pageshow", (event) => { if (event.persisted) pause(); });
document.querySelector(".replay").classList.add("live");
stage.hidden = false;
// The page before this one leads here by the step's place, and says how it was played.
const given = new URLSearchParams(location.hash.slice(1));
const speed = given.get("speed");
if (speed === "real" || Object.hasOwn(SPEEDS, speed)) part.speed.value = at.speed = speed;
const led = read();
look();
if (led) stage.scrollIntoView();
if (given.has("at")) writeAddress();
if (given.has("play")) play();
