// The pages work without this. It sorts and filters tables, keeps that in the address, and opens what a link leads to.
"use strict";

// What a cell is sorted by: its first number, in milliseconds if it is a time; else its text.
function key(cell) {
  const drawn = cell.querySelector("path");
  const text = drawn ? drawn.getAttribute("d").slice(1) : cell.dataset.value ?? cell.textContent.trim();
  const number = /^[+−-]?[\d,]*\.?\d+/.exec(text);
  if (number === null || cell.tagName === "TH") return text;
  const value = Number(number[0].replace("−", "-").replaceAll(",", ""));
  return / s$/.test(text) ? value * 1000 : value;
}

function compare(a, b, turn) {
  // What is no number among numbers, a dash where nothing is known, comes last either way.
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return turn * (typeof a === "number" ? a - b : a.localeCompare(b, "en", { numeric: true }));
}

const name = (heading) => (heading.firstElementChild ?? heading).firstChild.textContent.trim();
const headings = (table) => [...table.tHead.rows[0].cells];

// Numbers begin with the highest, unless the heading says otherwise; a second press turns the order round.
function nextOrder(table, heading) {
  if (heading.ariaSort !== null) return heading.ariaSort === "ascending" ? "descending" : "ascending";
  const numbers = [...table.tBodies[0].rows].some((row) => typeof key(row.cells[heading.cellIndex]) === "number");
  return heading.dataset.first ?? (numbers ? "descending" : "ascending");
}

function sort(table, heading, order) {
  for (const other of headings(table)) other.removeAttribute("aria-sort");
  heading.ariaSort = order;
  const turn = order === "ascending" ? 1 : -1;
  const rows = [...table.tBodies[0].rows].map((row) => [key(row.cells[heading.cellIndex]), row]);
  // Equal ones stand as they were written.
  rows.sort(([a, one], [b, two]) => compare(a, b, turn) || one.dataset.place - two.dataset.place);
  table.tBodies[0].append(...rows.map(([, row]) => row));
}

function sortable(table) {
  [...table.tBodies[0].rows].forEach((row, place) => { row.dataset.place = place; });
  for (const heading of headings(table)) {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => {
      sort(table, heading, nextOrder(table, heading));
      if (table.hasAttribute("data-filters")) note(table);
    });
  }
}

// Filters of the leaderboard. What is chosen stands in the address, so that a view can be passed on.

const chosen = { name: "", language: "", faults: "" };

function control(label, made) {
  const box = document.createElement("label");
  box.append(`${label} `, made);
  return box;
}

function select(what, label, options) {
  const made = document.createElement("select");
  made.append(...options.map(([value, text]) => new Option(text, value)));
  made.name = what;
  return control(label, made);
}

function filtered(table) {
  const rows = [...table.tBodies[0].rows];
  const language = (row) => row.cells[1].querySelector("th > small").textContent.split(" · ")[1];
  const languages = [...new Set(rows.map(language))].sort();
  const search = document.createElement("input");
  search.type = "search";
  search.name = "name";
  const box = document.createElement("div");
  box.className = "filters";
  box.append(control("Bot", search));
  if (languages.length > 1) box.append(select("language", "Language", [["", "any"], ...languages.map((one) => [one, one])]));
  box.append(select("faults", "Faults", [["", "any"], ["without", "without"], ["with", "with"]]));
  const count = document.createElement("span");
  count.setAttribute("role", "status");
  box.append(count);
  table.parentElement.before(box);

  const column = (what) => headings(table).findIndex((heading) => heading.dataset.column === what);
  const faults = (row) => key(row.cells[column("forfeits")]) + key(row.cells[column("strikes")]);
  function apply() {
    let shown = 0;
    for (const row of rows) {
      const named = row.cells[1].textContent.toLowerCase().includes(chosen.name.toLowerCase());
      const spoken = !chosen.language || language(row) === chosen.language;
      const clean = !chosen.faults || (chosen.faults === "with") === faults(row) > 0;
      row.hidden = !(named && spoken && clean);
      shown += !row.hidden;
    }
    // Another number of seats is another page, which shows the same bots.
    const kept = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
    for (const link of document.querySelectorAll(".sizes a")) link.hash = kept.size ? `#${kept}` : "";
    count.textContent = shown === rows.length ? "" : `${shown} of ${rows.length} bots`;
  }
  for (const made of box.querySelectorAll("input, select")) {
    made.addEventListener("input", () => { chosen[made.name] = made.value; apply(); note(table); });
  }
  function read() {
    const wanted = new URLSearchParams(location.hash.slice(1));
    for (const what of Object.keys(chosen)) chosen[what] = wanted.get(what) ?? "";
    for (const made of box.querySelectorAll("input, select")) made.value = chosen[made.name];
    const heading = headings(table).find((one) => name(one) === wanted.get("sort"));
    if (heading) sort(table, heading, wanted.get("order") === "ascending" ? "ascending" : "descending");
    apply();
  }
  reread = read;
  read();
}

let reread = null; // takes the filters from the address
let noting = null;
function note(table) {
  clearTimeout(noting);
  noting = setTimeout(() => {
    const heading = headings(table).find((one) => one.ariaSort !== null);
    const state = new URLSearchParams(Object.entries(chosen).filter(([, value]) => value));
    state.set("sort", name(heading));
    state.set("order", heading.ariaSort);
    history.replaceState(null, "", `${location.search}#${state}`);
  }, 250);
}

// A long list of names, cut to those that are searched for.
function searchable(list) {
  const search = document.createElement("input");
  search.type = "search";
  const box = document.createElement("p");
  box.className = "find-box";
  box.append(control(list.dataset.search, search));
  list.before(box);
  search.addEventListener("input", () => {
    const wanted = search.value.toLowerCase();
    for (const item of list.children) item.hidden = !item.textContent.toLowerCase().includes(wanted);
  });
}

function openLinked() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

// Where the pages are served, the ladder may be in play: how far it is, and the standings as they change.
const CALM = 5000; // milliseconds at least between two renewals of a page

function listen(address) {
  let events = null;
  const box = document.createElement("p");
  box.className = "live-note";
  const main = document.querySelector("main");
  let [now, shown, benched, renewed, timer] = [null, null, false, Date.now(), null];
  const place = () => document.querySelector("h1").after(box);

  function tell() {
    const { stored, scheduled, running } = now;
    const state = running ? ", being played" : running === false ? "; nobody plays it now" : "";
    const left = benched ? "; those of a benched bot are left out" : "";
    box.textContent = `${stored.toLocaleString("en")} of ${scheduled.toLocaleString("en")} matches${state}${left}. `;
    if (stored > shown) {
      const again = document.createElement("button");
      again.type = "button";
      again.textContent = `Show the ${(stored - shown).toLocaleString("en")} new`;
      again.addEventListener("click", () => ("stored" in main.dataset ? renew() : location.reload()));
      box.append(again);
    }
    if (!box.isConnected && stored < scheduled) place();
  }
  function moved(event) {
    now = JSON.parse(event.data);
    shown ??= now.stored;
    tell();
  }
  // A page of standings is made anew, unless somebody is at work in it; any other says that there is more.
  function stands(event) {
    benched = JSON.parse(event.data).some((one) => one.benched);
    tell();
    if ("stored" in main.dataset) timer ??= setTimeout(() => { timer = null; calmly(); }, Math.max(0, renewed + CALM - Date.now()));
  }
  function calmly() {
    if (now.stored > shown && !main.contains(document.activeElement) && getSelection().isCollapsed) renew();
  }
  async function renew() {
    renewed = Date.now();
    const answer = await fetch(location.pathname);
    if (!answer.ok) return;
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("main");
    const across = [...main.querySelectorAll(".scroll")].map((one) => one.scrollLeft);
    shown = Number(fresh.dataset.stored);
    main.replaceChildren(...fresh.childNodes);
    prepare();
    main.querySelectorAll(".scroll").forEach((one, index) => { one.scrollLeft = across[index] ?? 0; });
    tell();
    if (now.stored < now.scheduled) place();
    if (shown < now.stored) timer ??= setTimeout(() => { timer = null; calmly(); }, CALM); // what is served may be a little old
  }
  function open() {
    events = new EventSource(address);
    events.addEventListener("progress", moved);
    events.addEventListener("standings", stands);
  }
  open();
  // A page that is kept to come back to must not keep one of the few connections that a browser has.
  addEventListener("pagehide", () => events.close());
  addEventListener("pageshow", (event) => { if (event.persisted) open(); });
}

function prepare() {
  for (const table of document.querySelectorAll("table[data-sortable]")) {
    sortable(table);
    if (table.hasAttribute("data-filters")) filtered(table);
  }
  for (const list of document.querySelectorAll("[data-search]")) searchable(list);
}

prepare();
const live = document.querySelector('meta[name="live"]');
if (live) listen(live.content);
addEventListener("hashchange", () => { reread?.(); openLinked(); });
openLinked();
