// The replay of a match on a card table: one step after the other, as the referee or as one seat saw it.
"use strict";

const match = JSON.parse(document.getElementById("match").textContent);
const rows = [...document.querySelectorAll(".moves tbody tr")];
const { unfolded, actions } = stepsOf(match);
const told = unfolded(); // as far as the page's last step
const before = told.splice(0, told.length - rows.length); // what only leads to the first that is shown
const steps = told;
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
const pages = [...document.querySelectorAll(".parts a")].map((link) => {
  const { first, deal, step } = link.dataset;
  return { link, first: Number(first), deal: Number(deal), number: Number(step) };
});
const at = { step: 0, viewer: null, timer: null, speed: "normal" }; // a step of this page

// Only a deal's opening has no action.
const doing = (step) => (step.seat === null ? "as dealt" : `action ${step.number} of ${match.actions}`);

function draw() {
  const step = steps[at.step];
  const table = Table.after(match, [...before, ...steps.slice(0, at.step + 1)], at.viewer);
  const next = steps[at.step + 1];
  const place = match.shown + at.step; // in the whole match
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
  pending ??= setTimeout(() => {
    pending = null;
    history.replaceState(null, "", location.search + address(at.step));
  }, 250);
}

// The step of that number in that deal, else the one before it, else the deal's first.
function closest(deal, number) {
  const first = Math.max(0, steps.findIndex((step) => step.deal === deal));
  if (number === null) return first;
  const found = steps.findLastIndex((step) => step.deal === deal && step.number <= number);
  return found < 0 ? first : found;
}

// The page that shows it.
function pageOf(deal, number) {
  if (number === null && pages.some((page) => page.deal === deal)) return pages.find((page) => page.deal === deal);
  return pages.findLast((page) => page.deal < deal || (page.deal === deal && page.number <= number));
}

function to(page, hash) {
  clearTimeout(pending);
  const url = new URL(page.link.href);
  [url.search, url.hash] = [location.search, hash];
  return url.href;
}

function read() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const number = (name) => (wanted.has(name) ? Number(wanted.get(name)) : null);
  const [place, deal, step] = [number("at"), number("deal"), number("step")];
  if (place === null && deal === null && step === null) return false;
  const seat = number("seat") ?? -1;
  at.viewer = seat >= 0 && seat < match.seats.length ? seat : null;
  if (place !== null) at.step = Math.min(Math.max(place - match.shown, 0), steps.length - 1);
  else {
    const page = pageOf(deal ?? steps[at.step].deal, step);
    if (page && page.first !== match.shown) location.replace(to(page, location.hash));
    at.step = closest(deal ?? steps[at.step].deal, step);
  }
  return true;
}

function look() {
  part.view.value = at.viewer ?? "";
  transcript.veil(at.viewer);
  draw();
}

// To a step of the whole match, which may be on another page.
function go(place) {
  const wanted = Math.min(Math.max(place, 0), match.total - 1);
  const index = wanted - match.shown;
  if (index >= 0 && index < steps.length) {
    at.step = index;
    draw();
    noteAddress();
    return;
  }
  const seat = at.viewer === null ? "" : `&seat=${at.viewer}`;
  const playing = at.timer === null ? "" : `&play=${at.speed}`;
  location.href = to(pages.findLast((page) => page.first <= wanted), `#at=${wanted}${seat}${playing}`);
}

const here = () => match.shown + at.step;

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

function pause() {
  clearTimeout(at.timer);
  at.timer = null;
  part.play.textContent = "Play";
  part.play.setAttribute("aria-pressed", "false");
}

function wait() {
  if (here() === match.total - 1) { pause(); return; }
  const time = steps[at.step + 1]?.time ?? "";
  const delay = at.speed === "real" ? Math.min(milliseconds(time), LONGEST) : SPEEDS[at.speed];
  at.timer = setTimeout(() => { go(here() + 1); wait(); }, delay);
}

function play() {
  if (at.timer !== null) { pause(); return; }
  if (here() === match.total - 1) go(0);
  part.play.textContent = "Pause";
  part.play.setAttribute("aria-pressed", "true");
  wait();
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
part.speed.addEventListener("change", () => { at.speed = part.speed.value; });
part.slider.max = match.total - 1;
part.slider.addEventListener("input", byHand(() => {
  const place = Number(part.slider.value);
  const page = pages.findLast((one) => one.first <= place);
  if (!page || page.first === match.shown) go(place);
  else part.where.textContent = "On another page"; // which is turned to at its end
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

transcript.lead(address, (index) => byHand(() => go(match.shown + index))());
addEventListener("hashchange", () => { if (read()) { pause(); look(); stage.scrollIntoView(); } });
document.querySelector(".replay").classList.add("live");
stage.hidden = false;
const led = read();
look();
if (led) stage.scrollIntoView();
// The page before this one leads here by the step's place, and says whether it was playing.
const given = new URLSearchParams(location.hash.slice(1));
if (given.has("at")) noteAddress();
const speed = given.get("play");
if (speed === "real" || speed in SPEEDS) {
  part.speed.value = at.speed = speed;
  play();
}
