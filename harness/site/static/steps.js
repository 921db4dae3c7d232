// The steps of a match, unfolded from the short form that the page holds: what follows from an action is not written.
"use strict";

const stepsOf = (match) => {
  // Cards are written as a letter each. A starred key holds a row of them, or a row for each seat.
  const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  const unpacked = (text) => [...text].map((letter) => match.cards[LETTERS.indexOf(letter)]);
  const packed = (cards) => cards.map((card) => LETTERS[match.cards.indexOf(card)]).join("");

  // Every so many of some letters, in order; twins count once.
  function drawn(letters, count) {
    if (count === 0) return [""];
    const found = [...letters].flatMap((letter, at) => drawn(letters.slice(at + 1), count - 1).map((rest) => letter + rest));
    return [...new Set(found)];
  }

  const cut = (letters, count) => Array.from({ length: letters.length / count }, (_, at) => letters.slice(at * count, (at + 1) * count));

  // "FiFj": row by row. "FG.ij": each of the first with each of the others. "FIYfl!FIY": every three but those; "~" stands
  // for the seat's own cards, before the "!" with those it was handed.
  function listed(text, count, { own, handed }) {
    if (text.includes(".")) {
      const [firsts, others] = text.split(".");
      return [...firsts].flatMap((first) => [...others].map((other) => first + other));
    }
    if (!text.includes("!")) return cut(text, count);
    const [among, lacking] = text.split("!");
    const without = lacking === "~" ? [own] : cut(lacking, count);
    return drawn(among === "~" ? [...own + handed].sort() : among, count).filter((letters) => !without.includes(letters));
  }

  // Legal actions: each group is the number of a verb, and the cards of its actions.
  function actions({ legal, known }) {
    return legal.split(" ").filter(Boolean).flatMap((group) => {
      const [verb, count] = match.verbs[parseInt(group, 10)];
      return count ? listed(group.replace(/^\d+/, ""), count, known).map((letters) => [verb, ...unpacked(letters)].join(" ")) : verb;
    });
  }

  const cardsOf = (action) => action.split(" ").slice(1).filter((word) => match.cards.includes(word));

  // The cards that legal actions name, each as often as one of them does, without those of the chosen one.
  function rest(legal, chosen) {
    const hands = legal.map(cardsOf);
    return match.cards.filter((card) => hands.some((hand) => hand.includes(card))).flatMap((card) => {
      const times = (cards) => cards.filter((one) => one === card).length;
      return Array(Math.max(...hands.map(times)) - times(chosen)).fill(card);
    });
  }

  // A value that is not written: where it stands instead.
  function implied(source, step, event, before) {
    if (source === "seat") return event.seat;
    if (source === "passed") return before.passed;
    const legal = actions(step);
    const chosen = cardsOf(legal[step.chosen]);
    return { chosen, first: chosen[0], second: chosen[1], get rest() { return rest(legal, chosen); } }[source];
  }

  // An event of a step; what is written of it is taken from the values. Who passed its cards on knows of it too.
  function named([name, ...keys], step, values, before) {
    const event = { event: name };
    for (const key of keys) {
      const [target, source] = key.split("=");
      const [, ahead] = key.split("+");
      if (ahead !== undefined) event.seat = (step.seat + Number(ahead)) % match.seats.length;
      else if (source !== undefined) event[target] = implied(source, step, event, before);
      else if (key.startsWith("*")) {
        const value = values.shift();
        event[key.slice(1)] = typeof value === "string" ? unpacked(value) : value.map(unpacked);
      } else event[key] = values.shift();
      if (source === "passed") event.giver = before.to;
    }
    return event;
  }

  // Every step in a row. The first of a deal has no action where the deal opens with it.
  function unfolded() {
    let [number, actor, handed] = [match.number, 0, ""];
    let own = [];
    return match.deals.flatMap(([deal, written]) => {
      [actor, own, handed] = [0, match.seats.map(() => ""), ""];
      return written.map(([shape, ...values]) => {
        const [ahead, flag, ...kinds] = match.shapes[shape];
        const step = { deal, number, events: [], seat: null, flag, chosen: null, legal: "" };
        if (ahead !== null) {
          actor = (actor + ahead) % match.seats.length;
          number += 1;
          const [chosen, legal] = values.splice(0, 2);
          Object.assign(step, { number, seat: actor, chosen, legal, known: { own: own[actor], handed } });
        }
        for (const kind of kinds) {
          const event = named(match.kinds[kind], step, values, step.events.at(-1));
          step.events.push(event);
          if (event.event === "hand" || event.event === "hold") own[event.seat] = packed(event.cards);
          if (event.event === "loose") handed = packed(event.cards);
        }
        return step;
      });
    });
  }

  return { unfolded, actions };
};
