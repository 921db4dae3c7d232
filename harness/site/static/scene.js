// The card table of one step, as somebody sees it, and the decision that led there.
"use strict";

const SECRET = /^(hold|discard) /; // actions whose cards only their own seat sees

function make(tag, className, ...children) {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

const sceneOf = (match) => {
  const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;
  const signed = (number) => (number > 0 ? `+${number}` : String(number).replace("-", "−"));

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
    if (table.values && table.values[seat] !== null) facts.push(`counts ${table.values[seat]}`);
    if (table.scores) facts.push(`deal ${signed(table.scores[seat])}`);
    return facts.join(" · ");
  }

  function plate(table, seat, { viewer, actor, final }) {
    const bot = make("b", "", make("bdi", "", match.seats[seat]));
    const head = make("div", "head", make("span", "number", String(seat)), bot, ...badges(table, seat, actor));
    if (final) {
      const forfeit = match.verdicts[seat] !== "played";
      head.append(make("span", `badge ${match.ranks[seat] === 1 ? "first" : ""}`, `rank ${match.ranks[seat]}`));
      if (forfeit && !table.gone[seat]) head.append(make("span", "badge fault", match.verdicts[seat]));
    }
    const shown = make("div", `seat${actor === seat ? " acts" : ""}${viewer === seat ? " own" : ""}${table.tricks ? " wide" : ""}`, head);
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
      const trump = table.trump ? [Cards.suit(table.trump), " are trump"] : ["no trump"];
      shown.push(make("div", "mode", make("b", "", table.mode), " · ", ...trump));
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
  function placed(viewer) {
    const count = match.seats.length;
    const first = viewer ?? 0;
    const below = Math.floor(count / 2);
    const seat = (place) => (first + place + count) % count;
    const south = Array.from({ length: below }, (_, place) => seat(-place));
    const north = Array.from({ length: count - below }, (_, place) => seat(place + 1));
    return [north, south];
  }

  function decision(step, legal, viewer) {
    if (step.seat === null) return [];
    const action = legal[step.chosen];
    const mine = viewer === null || viewer === step.seat;
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

  // What stands in the rows of the table: above, in the middle, below.
  function drawn(table, look) {
    const [north, south] = placed(look.viewer).map((seats) => seats.map((seat) => plate(table, seat, look)));
    return { north, middle: middle(table), south };
  }

  return { drawn, decision };
};
