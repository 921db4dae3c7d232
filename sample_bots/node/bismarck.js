// Bismarck: name the mode that suits the four open cards; win tricks cheaply, or in "pass" duck under them.
"use strict";

const RANKS = "23456789TJQKA";
const rank = (card) => RANKS.indexOf(card[0]);
const lowestFirst = (a, b) => rank(a) - rank(b);

/** Choose one of the legal actions. */
function choose(view, legal) {
  if (view.phase === "mode") return best(legal, (action) => fit(action, view.open));
  const cards = legal.map((action) => action.split(" ")[1]).sort(lowestFirst);
  return view.phase === "discard" ? `discard ${discard(view, cards)}` : `play ${play(view, cards)}`;
}

/** How well a mode suits the open cards, against four average ones. */
function fit(action, open) {
  const [mode, suit] = action.split(" ");
  const height = open.reduce((sum, card) => sum + rank(card) - 6, 0);
  const trumps = (trump) => open.filter((card) => card[1] === trump).length;
  switch (mode) {
    case "spel":
      return height;
    case "spader":
      return height / 2 + 6 * (trumps("s") - 1);
    case "valfri":
      return height / 2 + 6 * (trumps(suit) - 1) - 3; // the best of four suits is often better than this one
    default:
      return -height;
  }
}

/** In pass the highest, of a suit with few low cards to hide behind; else the lowest, but no trump. */
function discard(view, cards) {
  if (view.mode !== "pass") return cards.find((card) => card[1] !== view.trump) ?? cards[0];
  const covers = (card) => view.hand.filter((other) => other[1] === card[1] && rank(other) < 6).length;
  return best(cards, (card) => rank(card) - 2 * covers(card));
}

function play(view, cards) {
  const avoiding = view.mode === "pass";
  if (view.trick.length === 0) return lead(view, cards, avoiding);
  const taken = view.trick.reduce((winner, card) => (beats(card, winner, view.trump) ? card : winner));
  const winners = cards.filter((card) => beats(card, taken, view.trump));
  const losers = cards.filter((card) => !winners.includes(card));
  if (avoiding) return losers.at(-1) ?? winners.at(view.trick.length === 2 ? -1 : 0);
  // The last to play wins as cheaply as can be; the second wins for certain, or not at all.
  const certain = winners.filter((card) => view.trick.length === 2 || isHighest(view, card));
  return certain[0] ?? losers.find((card) => card[1] !== view.trump) ?? losers[0] ?? winners[0];
}

/** A card that nobody can overtake, if tricks are wanted; else a low one. */
function lead(view, cards, avoiding) {
  const masters = avoiding ? [] : cards.filter((card) => isHighest(view, card));
  const plain = cards.filter((card) => card[1] !== view.trump);
  return masters.at(-1) ?? plain[0] ?? cards[0];
}

/** Whether every higher card of its suit is gone or in the own hand. */
function isHighest(view, card) {
  const known = new Set([...view.hand, ...view.played, ...view.trick, ...view.discards]);
  return [...RANKS].every((each) => RANKS.indexOf(each) <= rank(card) || known.has(each + card[1]));
}

function beats(card, other, trump) {
  return card[1] === other[1] ? rank(card) > rank(other) : card[1] === trump;
}

function best(choices, worth) {
  return choices.reduce((found, each) => (worth(each) > worth(found) ? each : found));
}

module.exports = { choose };
