// The pages work without this. It sorts tables by their headings, and opens the deal that a link leads to.
"use strict";

function key(row, column) {
  const cell = row.cells[column];
  const value = cell.dataset.value ?? cell.textContent.trim();
  const number = Number(value);
  return value !== "" && !Number.isNaN(number) ? number : value;
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  // What is no number ("nan" where nothing is known) comes after the numbers.
  if (typeof a !== typeof b) return typeof a === "number" ? -1 : 1;
  return a.localeCompare(b, "en", { numeric: true });
}

// Numbers begin with the highest, unless the heading says otherwise; a second press turns the order round.
function nextOrder(heading) {
  if (heading.ariaSort !== null) return heading.ariaSort === "ascending" ? "descending" : "ascending";
  return heading.dataset.first ?? (heading.classList.contains("number") ? "descending" : "ascending");
}

function sort(table, heading) {
  const order = nextOrder(heading);
  for (const other of heading.parentElement.cells) other.removeAttribute("aria-sort");
  heading.ariaSort = order;
  const turn = order === "ascending" ? 1 : -1;
  const body = table.tBodies[0];
  const rows = [...body.rows].map((row) => [key(row, heading.cellIndex), row]);
  rows.sort(([a], [b]) => turn * compare(a, b));
  body.append(...rows.map(([, row]) => row));
}

for (const table of document.querySelectorAll("table[data-sortable]")) {
  for (const heading of table.tHead.rows[0].cells) {
    if (heading.hasAttribute("data-fixed")) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...heading.childNodes);
    heading.append(button);
    button.addEventListener("click", () => sort(table, heading));
  }
}

function openLinked() {
  const target = document.getElementById(location.hash.slice(1));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

addEventListener("hashchange", openLinked);
openLinked();
