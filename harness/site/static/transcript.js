// The rows of the transcript, one for each step that the page shows: what of them somebody may read.
"use strict";

const transcriptOf = (match, steps, rows) => {
  // Each event's sentence stands in a paragraph of its own, and the action in an element that can be hidden.
  for (const row of rows) {
    const said = row.cells[1];
    const first = make("p");
    while (said.firstChild && said.firstChild.nodeName !== "P") first.append(said.firstChild);
    said.prepend(first);
    const action = row.cells[2]; // none where nobody acted
    if (action) action.replaceChildren(make("code", "", ...action.childNodes));
  }
  // What somebody holds while the rest goes on to the next stands in the action alone, to save space.
  steps.forEach((step, index) => step.events.forEach(({ event, cards }, place) => {
    if (event !== "hold" || step.events[place + 1]?.giver === undefined) return;
    rows[index].cells[1].children[place].before(make("p", "", ...Cards.text(`Holds ${cards.join(" ")}.`)));
  }));

  const named = (seat) => make("b", "", make("bdi", "", match.seats[seat]));

  // What the one who looks may know is told; the rest is not on the page that is shown.
  function veil(viewer) {
    const stranger = (...seats) => viewer !== null && !seats.includes(viewer);
    steps.forEach((step, index) => {
      const [, said, action] = rows[index].cells;
      step.events.forEach(({ to, giver }, place) => { said.children[place].hidden = to !== undefined && stranger(to, giver); });
      if (action && SECRET.test(action.textContent)) action.firstChild.hidden = stranger(step.seat);
      for (const one of said.querySelectorAll("[data-seat]")) one.hidden = stranger(Number(one.dataset.seat));
      said.querySelector(".unseen")?.remove();
      if ([...said.children].every((one) => one.hidden)) said.append(make("p", "unseen", named(step.seat), " acts unseen."));
    });
  }

  // A step in words, as far as they may be read.
  function sentence(index) {
    const told = make("span");
    for (const one of rows[index].cells[1].children) {
      if (!one.hidden) told.append(...(told.hasChildNodes() ? [make("br")] : []), ...one.cloneNode(true).childNodes);
    }
    return told;
  }

  // It keeps up with the table: a step's row is marked, its deal is open, and only its own box scrolls.
  function follow(index) {
    for (const row of document.querySelectorAll(".moves [aria-current]")) row.removeAttribute("aria-current");
    const row = rows[index];
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

  // Every row leads to its step.
  function lead(address, go) {
    rows.forEach((row, index) => {
      const link = make("a", "", row.cells[0].textContent || "·");
      link.href = address(index);
      link.setAttribute("aria-label", steps[index].seat === null ? `Show deal ${steps[index].deal} as dealt` : `Show action ${steps[index].number}`);
      row.cells[0].replaceChildren(link);
      row.addEventListener("click", (event) => {
        if (event.target.closest("a") === link) event.preventDefault();
        go(index);
      });
    });
  }

  return { veil, sentence, follow, lead };
};
