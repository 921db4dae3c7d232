// The replay of a match on a card table: one step after the other, as the referee or as one seat saw it.
"use strict";

const match = JSON.parse(document.getElementById("match").textContent);
const rows = [...document.querySelectorAll(".moves tbody tr")];
const { unfolded, actions } = stepsOf(match);
const steps = unfolded(rows.map((row) => row.cells[3].textContent.trim()));

// "17 ms" as milliseconds.
const milliseconds = (text) => parseFloat(text) * (text.endsWith("ms") ? 1 : 1000) || 0;

const SECRET = /^(hold|discard) /; // actions whose cards only their own seat sees
const SPEEDS = { slow: 2400, normal: 1200, fast: 500, "very fast": 120 }; // milliseconds a step
const LONGEST = 10_000; // milliseconds of a real think time that anybody wants to sit through
const stage = document.querySelector(".stage");
const part = Object.fromEntries([...stage.querySelectorAll("[data-part]")].map((one) => [one.dataset.part, one]));
const at = { step: 0, viewer: null, timer: null, speed: "normal" };

const has = (name) => (step) => step.events.some((event) => event.event === name);
const jumps = {
  deal: { key: "d", back: "D", label: "deal", test: has("deal") },
  trick: { key: "t", back: "T", label: "trick", test: has("trick") },
  knock: { key: "k", back: "K", label: "knock", test: (step) => has("knock")(step) || has("close")(step) },
  fault: { key: "f", back: "F", label: "fault", test: (step, index) => faulty(step, steps[index - 1]) },
};

// A strike, or the first action that is made for a seat that has forfeited.
function faulty(step) {
  if (step.flag !== "forfeit") return step.flag !== "";
  return steps.find((other) => other.flag === "forfeit" && other.seat === step.seat) === step;
}

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

// Drawing.

function pile(label, cards, className = "") {
  const hand = make("div", "hand");
  hand.append(...cards.map((card) => make("span", "slot", Cards.drawn(card))));
  return make("div", `pile ${className}`, make("span", "label", label), hand);
}

function stack(label, count) {
  return make("div", "pile", make("span", "label", label),
    make("div", "hand", make("span", "slot", Cards.drawn(null)), make("b", "count", String(count))));
}

function badges(table, seat, actor) {
  const shown = [];
  const add = (text, kind = "") => shown.push(make("span", `badge ${kind}`, text));
  if (table.dealer === seat) add("dealer");
  if (table.forehand === seat) add("forehand");
  if (table.gone[seat]) add("forfeited", "fault");
  if (table.out[seat]) add("out");
  if (table.losers?.includes(seat)) add("loses a life", "fault");
  if (actor === seat) add("to act", "turn");
  if (table.winner === seat) add("takes the trick", "turn");
  if (table.said[seat]) add(table.said[seat]);
  return shown;
}

function standing(table, seat) {
  const facts = [];
  if (table.lives) facts.push(table.out[seat] ? "out" : table.lives[seat] ? plural(table.lives[seat], "life").replace("lifes", "lives") : "swims");
  if (table.totals) facts.push(`total ${signed(table.totals[seat])}`);
  if (table.banked[seat]) facts.push(`${table.banked[seat]} banked`);
  if (table.tricks) facts.push(table.quotas ? `${table.tricks[seat]} of ${plural(table.quotas[seat], "trick")}` : plural(table.tricks[seat], "trick"));
  if (table.values && table.values[seat] !== null) facts.push(`hand ${table.values[seat]}`);
  if (table.scores) facts.push(`deal ${signed(table.scores[seat])}`);
  return facts.join(" · ");
}

function plate(table, seat, actor, final) {
  const bot = make("b", "", make("bdi", "", match.seats[seat]));
  const head = make("div", "head", make("span", "number", String(seat)), bot, ...badges(table, seat, actor));
  if (final) {
    const forfeit = match.verdicts[seat] !== "played";
    head.append(make("span", `badge ${match.ranks[seat] === 1 ? "first" : ""}`, `rank ${match.ranks[seat]}`));
    if (forfeit && !table.gone[seat]) head.append(make("span", "badge fault", match.verdicts[seat]));
  }
  const shown = make("div", `seat${actor === seat ? " acts" : ""}${at.viewer === seat ? " own" : ""}${table.tricks ? " wide" : ""}`, head);
  shown.dataset.seat = seat;
  shown.append(make("div", "facts-line", standing(table, seat)));
  const hand = make("div", "hand");
  hand.append(...table.hands[seat].map((card) => make("span", "slot", Cards.drawn(card))));
  shown.append(hand);
  return shown;
}

function middle(table) {
  const shown = [];
  if (table.mode) {
    const trump = table.trump ? `${{ c: "clubs", d: "diamonds", h: "hearts", s: "spades" }[table.trump]} are trump` : "no trump";
    shown.push(make("div", "mode", make("b", "", table.mode), ` · ${trump}`));
  }
  if (table.centre.length) shown.push(pile(table.tricks ? "turned up" : "centre", table.centre, "centre"));
  if (table.second) shown.push(pile("second packet", Array(table.size).fill(null)));
  if (table.loose) shown.push(pile("two loose cards", table.loose, "loose"));
  if (table.trick.length) {
    const trick = make("div", "hand");
    for (const [seat, card] of table.trick) {
      const slot = make("span", `slot whole${table.winner === seat ? " winner" : ""}`, Cards.drawn(card), make("small", "", make("bdi", "", match.seats[seat])));
      trick.append(slot);
    }
    shown.push(make("div", "pile trick", make("span", "label", "trick"), trick));
  }
  const laid = table.discards.length;
  if (table.tricks && laid) shown.push(pile("laid away", table.discards, "laid"));
  if (table.reserve) shown.push(stack(table.tricks ? "still to be dealt" : "reserve", table.reserve));
  if (!table.tricks && laid) shown.push(stack("set aside", laid));
  return shown;
}

// The seats in two rows around the table, clockwise, the one that looks (or seat 0) below on the left.
function placed() {
  const count = match.seats.length;
  const first = at.viewer ?? 0;
  const below = Math.floor(count / 2);
  const seat = (place) => (first + place + count) % count;
  const south = Array.from({ length: below }, (_, place) => seat(-place));
  const north = Array.from({ length: count - below }, (_, place) => seat(place + 1));
  return [north, south];
}

function decision(step) {
  if (step.seat === null) return [];
  const legal = actions(step);
  const action = legal[step.chosen];
  const mine = at.viewer === null || at.viewer === step.seat;
  const words = make("p", "took");
  const name = make("b", "", make("bdi", "", match.seats[step.seat]));
  if (step.flag === "forfeit") words.append(name, " has forfeited: the default action is played for it.");
  else {
    words.append(name, ` answered in ${step.time}`);
    words.append(step.flag ? `; a strike (${step.flag}): the default action was played.` : ".");
  }
  const shown = [words];
  if (!mine) return SECRET.test(action) ? shown : [...shown, chips([action], action, "Chosen")];
  return [...shown, chips(legal, action, `${plural(legal.length, "legal action")}, the chosen one marked`)];
}

function chips(shown, chosen, label) {
  const list = make("ul", "legal");
  list.setAttribute("aria-label", label);
  for (const action of shown) {
    const chip = make("li", action === chosen ? "chosen" : "", ...Cards.text(action));
    if (action === chosen) chip.append(make("span", "spoken", ", chosen"));
    list.append(chip);
  }
  return list;
}

// Each event's sentence stands in a paragraph of its own, and the action in an element that can be hidden.
for (const row of rows) {
  const said = row.cells[1];
  const first = make("p");
  while (said.firstChild && said.firstChild.nodeName !== "P") first.append(said.firstChild);
  said.prepend(first);
  row.cells[2].replaceChildren(make("code", "", ...row.cells[2].childNodes));
}
// What somebody holds while the rest goes on to the next stands in the action alone, to save space.
steps.forEach((step, index) => step.events.forEach(({ event, cards }, place) => {
  if (event !== "hold" || step.events[place + 1]?.giver === undefined) return;
  rows[index].cells[1].children[place].before(make("p", "", ...Cards.text(`Holds ${cards.join(" ")}.`)));
}));

// What may be known of a row of the transcript is told; the rest is not on the page that is shown.
function veil() {
  const stranger = (...seats) => at.viewer !== null && !seats.includes(at.viewer);
  steps.forEach((step, index) => {
    const [, said, action] = rows[index].cells;
    step.events.forEach(({ to, giver }, place) => { said.children[place].hidden = to !== undefined && stranger(to, giver); });
    if (SECRET.test(action.textContent)) action.firstChild.hidden = stranger(step.seat);
  });
  for (const one of document.querySelectorAll(".moves [data-seat]")) one.hidden = stranger(Number(one.dataset.seat));
}

function sentence(index) {
  const told = make("span");
  for (const one of rows[index].cells[1].children) {
    if (!one.hidden) told.append(...(told.hasChildNodes() ? [make("br")] : []), ...one.cloneNode(true).childNodes);
  }
  if (!told.textContent.trim()) {
    const step = steps[index];
    told.append(make("b", "", make("bdi", "", match.seats[step.seat])), " acts unseen.");
  }
  return told;
}

function draw() {
  const step = steps[at.step];
  const table = Table.after(match, steps.slice(0, at.step + 1), at.viewer);
  const next = steps[at.step + 1];
  const actor = next && next.deal === step.deal ? next.seat : null;
  const final = !next;
  const [north, south] = placed();
  part.north.replaceChildren(...north.map((seat) => plate(table, seat, actor, final)));
  part.south.replaceChildren(...south.map((seat) => plate(table, seat, actor, final)));
  part.middle.replaceChildren(...middle(table));
  const told = sentence(at.step);
  part.sentence.replaceChildren(...[...told.childNodes].map((node) => node.cloneNode(true)));
  part.spoken.textContent = Cards.spoken(told);
  part.decision.replaceChildren(...decision(step));
  part.where.textContent = `Deal ${step.deal}, step ${at.step + 1} of ${steps.length}${final ? ", the end" : ""}`;
  part.slider.value = at.step;
  part.slider.setAttribute("aria-valuetext", part.where.textContent);
  for (const button of stage.querySelectorAll("[data-needs]")) button.disabled = button.dataset.needs === "before" ? at.step === 0 : final;
  follow();
}

// The transcript keeps up: its row is marked, its deal is open, and only its own box scrolls.
function follow() {
  for (const row of document.querySelectorAll(".moves [aria-current]")) row.removeAttribute("aria-current");
  const row = rows[at.step];
  row.setAttribute("aria-current", "step");
  const deal = row.closest("details");
  if (!deal.open) {
    for (const other of document.querySelectorAll("details.deal[open]")) other.open = false;
    deal.open = true;
  }
  const box = document.querySelector(".transcript");
  if (box.scrollHeight <= box.clientHeight) return;
  const [outer, inner] = [box.getBoundingClientRect(), row.getBoundingClientRect()];
  if (inner.top < outer.top + 60 || inner.bottom > outer.bottom - 20) box.scrollTop += inner.top - outer.top - outer.height / 3;
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

function read() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  if (!wanted.has("deal") && !wanted.has("step")) return false;
  const [deal, number] = [wanted.get("deal"), wanted.get("step")];
  const seat = Number(wanted.get("seat") ?? -1);
  at.viewer = seat >= 0 && seat < match.seats.length ? seat : null;
  at.step = closest(Number(deal ?? steps[at.step].deal), number === null ? null : Number(number));
  return true;
}

function look() {
  part.view.value = at.viewer ?? "";
  veil();
  draw();
}

function go(index) {
  at.step = Math.min(Math.max(index, 0), steps.length - 1);
  draw();
  noteAddress();
}

function view(viewer) {
  at.viewer = viewer;
  look();
  noteAddress();
}

function jump(name, way) {
  const { test, label } = jumps[name];
  for (let index = at.step + way; index >= 0 && index < steps.length; index += way) {
    if (test(steps[index], index)) { go(index); return; }
  }
  part.spoken.textContent = `There is no ${way > 0 ? "further" : "earlier"} ${label}.`;
}

// Playing.

function pause() {
  clearTimeout(at.timer);
  at.timer = null;
  part.play.textContent = "Play";
  part.play.setAttribute("aria-pressed", "false");
}

function wait() {
  const next = steps[at.step + 1];
  if (!next) { pause(); return; }
  const delay = at.speed === "real" ? Math.min(milliseconds(next.time), LONGEST) : SPEEDS[at.speed];
  at.timer = setTimeout(() => { go(at.step + 1); wait(); }, delay);
}

function play() {
  if (at.timer !== null) { pause(); return; }
  if (at.step === steps.length - 1) go(0);
  part.play.textContent = "Pause";
  part.play.setAttribute("aria-pressed", "true");
  wait();
}

// Controls. What moves by hand stops the playing.

const byHand = (act) => () => { pause(); act(); };
const acts = {
  first: byHand(() => go(0)),
  previous: byHand(() => go(at.step - 1)),
  play,
  next: byHand(() => go(at.step + 1)),
  last: byHand(() => go(steps.length - 1)),
  help: () => (part.help.open ? part.help.close() : part.help.showModal()),
};
const keys = {
  ArrowLeft: acts.previous, ArrowRight: acts.next, Home: acts.first, End: acts.last, " ": play, "?": acts.help,
  v: () => view(at.viewer === null ? 0 : at.viewer + 1 < match.seats.length ? at.viewer + 1 : null),
};

for (const [name, { key, back, label, test }] of Object.entries(jumps)) {
  if (!steps.some(test)) continue;
  keys[key] = byHand(() => jump(name, 1));
  keys[back] = byHand(() => jump(name, -1));
  const button = make("button", "", `Next ${label}`);
  button.type = "button";
  button.addEventListener("click", keys[key]);
  part.jumps.append(button);
}

for (const button of stage.querySelectorAll("button[data-act]")) button.addEventListener("click", acts[button.dataset.act]);
part.view.append(...match.seats.map((name, seat) => new Option(`seat ${seat}: ${name}`, seat)));
part.view.addEventListener("change", () => view(part.view.value === "" ? null : Number(part.view.value)));
part.speed.append(...[...Object.keys(SPEEDS), "real"].map((name) => new Option(name === "real" ? "real think times" : name, name, name === at.speed, name === at.speed)));
part.speed.addEventListener("change", () => { at.speed = part.speed.value; });
part.slider.max = steps.length - 1;
part.slider.addEventListener("input", byHand(() => go(Number(part.slider.value))));

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || part.help.open) return;
  const typed = event.target.closest("input, select, textarea");
  // A button keeps the space that presses it, a slider and a list their arrows.
  if (typed || (event.key === " " && event.target.closest("button, a, summary"))) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

rows.forEach((row, index) => {
  const link = make("a", "", row.cells[0].textContent || "·");
  link.href = address(index);
  link.setAttribute("aria-label", `Show step ${index + 1}`);
  row.cells[0].replaceChildren(link);
  row.addEventListener("click", (event) => {
    if (event.target.closest("a") === link) event.preventDefault();
    byHand(() => go(index))();
  });
});

addEventListener("hashchange", () => { if (read()) { pause(); look(); stage.scrollIntoView(); } });
document.querySelector(".replay").classList.add("live");
stage.hidden = false;
read();
look();
if (location.hash.includes("deal=")) stage.scrollIntoView();
