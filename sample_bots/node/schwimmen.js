// The Schwimmen family: take what makes the best hand now, and end the deal when it is good enough.
"use strict";

const FACE = { A: 11, K: 10, Q: 10, J: 10, T: 10 };

/** A hand that is likely not to be the lowest, by seats in the deal: the more there are, the less it takes. */
const GOOD_ENOUGH = { 2: 25, 3: 24, 4: 23 };
const GOOD_ENOUGH_OF_FOUR_CARDS = 31;
const KEEP = 18; // a first packet worth less is refused
const HOPELESS = 17; // a hand worth less is thrown away, where that can be done
const WORSE_THAN_NOTHING = -100;

/** Choose one of the legal actions. */
function choose(view, legal, match) {
  if (legal.includes("keep")) return view.value >= KEEP ? "keep" : "refuse";
  const ending = ["knock", "close"].find((action) => legal.includes(action));
  const pleased = view.value >= goodEnough(view);
  if (ending && pleased) return ending;
  if (legal.includes("stay")) return "stay";
  const candidates = legal.map((action) => ({ action, worth: worth(action, view, match, pleased) }));
  return candidates.reduce((best, each) => (each.worth > best.worth ? each : best)).action;
}

function goodEnough(view) {
  if (view.hand.length === 4) return GOOD_ENOUGH_OF_FOUR_CARDS;
  const seats = view.in_deal.reduce((sum, dealt) => sum + dealt, 0);
  return GOOD_ENOUGH[seats] ?? 22;
}

/** How good it is to have done this. */
function worth(action, view, match, pleased) {
  const [word, ...cards] = action.split(" ");
  const lastTurn = view.ender >= 0;
  switch (word) {
    case "swap":
      return promise([...view.hand.filter((card) => card !== cards[0]), cards[1]], match, lastTurn);
    case "swap-all": {
      const value = promise(view.centre, match, lastTurn);
      const closes = match.rule_set === "dutch-31" && !lastTurn;
      return closes && value < goodEnough(view) ? WORSE_THAN_NOTHING : value;
    }
    case "hold":
      return promise(cards, match, lastTurn);
    case "draw-all": // three or four unknown cards
      return view.value < HOPELESS ? HOPELESS : WORSE_THAN_NOTHING;
    case "knock":
    case "close": // not pleased, or it would have been chosen
      return WORSE_THAN_NOTHING;
    default: // pass, decline: the hand as it is, which is left alone only if it is good, or cannot be bettered
      return promise(view.hand, match, lastTurn) - (pleased || lastTurn ? 0 : 1);
  }
}

/** A hand's value; while there are turns to come, with a little for what it may grow into. */
function promise(hand, match, lastTurn) {
  const sums = bySuit(hand);
  const second = [...sums].sort((a, b) => b - a)[1] ?? 0;
  const pair = new Set(hand.map((card) => card[0])).size < hand.length;
  return value(hand, match) + (lastTurn ? 0 : second / 20 + (pair ? 0.5 : 0));
}

/** What a hand is worth under the rule set of the match. */
function value(hand, match) {
  const best = Math.min(Math.max(...bySuit(hand)), hand.length === 4 ? 41 : 31);
  return Math.max(best, ofOneRank(hand, match));
}

function bySuit(hand) {
  return ["c", "d", "h", "s"].map((suit) => sum(hand.filter((card) => card[1] === suit)));
}

/** What equal ranks are worth: nothing in forty-one; pairs count only with the option handeln. */
function ofOneRank(hand, match) {
  if (match.rule_set === "forty-one") return 0;
  if (match.options.handeln) {
    return Math.max(...hand.map((card) => sum(hand.filter((other) => other[0] === card[0]))));
  }
  const suits = new Set(hand.map((card) => card[1]));
  if (suits.size < 3 || hand.some((card) => card[0] !== hand[0][0])) return 0;
  const aces = hand[0][0] === "A";
  if (match.rule_set === "schnauz") return aces ? 32 : sum(hand);
  if (match.rule_set === "dutch-31") return aces ? 30.5 : sum(hand);
  return aces && match.options.feuer ? 33 : 30.5;
}

function sum(cards) {
  return cards.reduce((total, card) => total + (FACE[card[0]] ?? Number(card[0])), 0);
}

module.exports = { choose };
