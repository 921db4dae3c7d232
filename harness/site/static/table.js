// What lies on the table, found by telling its events one after the other to somebody who may know some of them.
// A card is its text, or null where its face is not known to the one who looks.
"use strict";

const Table = (() => {
  const fill = (count) => Array(count).fill(null);

  // The table before the first deal that the page knows of.
  function empty(match) {
    const { lives, totals, out, gone } = match.standing;
    const seats = totals.length;
    const among = (some) => totals.map((_, seat) => some.includes(seat));
    return {
      size: match.game === "forty-one" ? 4 : 3,
      closed: Boolean(match.options.closed),
      hands: totals.map(() => []),
      lives: match.options.lives === undefined ? null : [...(lives ?? fill(seats).map(() => match.options.lives))],
      totals: match.options.lives === undefined ? [...totals] : null,
      out: among(out),
      gone: among(gone),
      ...cleared(seats),
    };
  }

  // What begins anew with each deal.
  function cleared(seats) {
    return {
      centre: [], loose: null, reserve: 0, discards: [], second: false, owing: 0, trick: [], winner: null,
      dealer: null, forehand: null, mode: null, trump: null, tricks: null, quotas: null, inDeal: [],
      said: Array(seats).fill(""), values: null, scores: null, losers: null, banked: Array(seats).fill(0),
    };
  }

  function replace(cards, old, fresh) {
    const at = cards.includes(old) ? cards.indexOf(old) : cards.indexOf(null);
    cards[at] = fresh;
  }

  function remove(cards, card) {
    cards.splice(cards.includes(card) ? cards.indexOf(card) : cards.indexOf(null), 1);
  }

  // A whole hand goes to the discards, and a new one is drawn; what the reserve lacks comes after a reshuffle.
  function redraw(table, seat) {
    table.discards.push(...table.hands[seat]);
    table.hands[seat] = fill(table.size);
    table.owing = Math.max(0, table.size - table.reserve);
    table.reserve = Math.max(0, table.reserve - table.size);
  }

  function ends(table, event) {
    if (event.hands) table.hands = event.hands.map((hand) => [...hand]);
    table.values = event.values ?? null;
    table.scores = event.scores ?? null;
    table.losers = event.losers ?? null;
    if (event.lives) table.lives = event.lives;
    if (event.scores) table.totals = table.totals.map((total, seat) => total + event.scores[seat]);
  }

  function dealt(table, event) {
    const seats = table.hands.length;
    Object.assign(table, cleared(seats));
    table.dealer = event.dealer;
    table.inDeal = event.seats ?? [...Array(seats).keys()];
    table.forehand = event.forehand ?? event.seats[0];
    table.hands = table.hands.map((_, seat) => (event.seats?.includes(seat) ? fill(table.size) : []));
    table.centre = [...(event.open ?? event.centre)];
    table.reserve = event.reserve ?? 48;
    if (table.closed) table.loose = fill(2);
    else table.second = event.seats !== undefined && table.centre.length === 0;
    if (event.open) table.tricks = Array(seats).fill(0);
  }

  function mode(table, event) {
    table.mode = event.mode;
    table.trump = event.trump;
    table.hands = table.hands.map((_, seat) => fill(seat === event.seat ? 20 : 16));
    const [own, others] = event.mode === "pass" ? [4, 6] : [8, 4];
    table.quotas = table.hands.map((_, seat) => (seat === event.seat ? own : others));
    table.centre = [];
    table.reserve = 0;
  }

  const say = (words) => (table, event) => { table.said[event.seat] = words; };

  const seen = {
    deal: dealt,
    hand(table, event) { table.hands[event.seat] = [...event.cards]; },
    keep(table, event) { table.centre = [...event.centre]; table.second = false; say("keeps")(table, event); },
    refuse(table, event) {
      table.centre = [...event.centre];
      table.second = false;
      table.hands[event.seat] = fill(table.size);
      say("refuses")(table, event);
    },
    swap(table, event) {
      replace(table.hands[event.seat], event.given, event.taken);
      replace(table.centre, event.taken, event.given);
      say("swaps")(table, event);
    },
    "swap-all"(table, event) {
      table.hands[event.seat] = [...event.taken];
      table.centre = [...event.given];
      say("swaps all")(table, event);
    },
    "draw-all"(table, event) { redraw(table, event.seat); say("draws")(table, event); },
    drew(table, event) { table.hands[event.seat] = [...event.cards]; },
    pass: say("passes"),
    knock(table, event) { say("knocks")(table, event); if (table.closed) table.loose = fill(2); },
    close: say("closes"),
    stay() {},
    decline: say("declines"),
    push(table, event) { table.loose = fill(2); say("pushes")(table, event); },
    exchange(table, event) {
      table.loose = fill(2);
      table.hands[event.seat] = fill(3);
      say("exchanges")(table, event);
    },
    hold(table, event) { table.hands[event.seat] = [...event.cards]; table.loose = [...event.passed]; },
    loose(table, event) { table.loose = [...event.cards]; },
    refresh(table, event) {
      if (event.centre) {
        table.discards.push(...event.aside);
        table.centre = [...event.centre];
      } else {
        table.discards.push(...table.loose);
        table.loose = fill(2);
      }
      table.reserve -= event.centre?.length ?? 2;
    },
    reshuffle(table, event) {
      table.reserve = event.reserve - table.owing;
      table.owing = 0;
      table.discards = [];
    },
    shown(table, event) { table.hands[event.seat] = [...event.cards]; say(`shows ${event.value}`)(table, event); },
    banked(table, event) {
      table.hands[event.seat] = [...event.cards];
      redraw(table, event.seat);
      table.banked[event.seat] += event.points;
      say(`banks ${event.points}`)(table, event);
    },
    mode,
    discard(table, event) {
      remove(table.hands[event.seat], event.card ?? null);
      table.discards.push(event.card ?? null);
    },
    play(table, event) {
      if (table.winner !== null) { table.trick = []; table.winner = null; }
      remove(table.hands[event.seat], event.card);
      table.trick.push([event.seat, event.card]);
    },
    trick(table, event) { table.winner = event.seat; table.tricks[event.seat] += 1; },
    showdown: ends,
    out(table, event) { table.out[event.seat] = true; },
    match() {},
  };

  // What even those see who may not know it: that a card is laid away, not which.
  const unseen = {
    discard(table, event) { seen.discard(table, { seat: event.seat }); },
    loose(table) { table.loose ??= fill(2); },
  };

  // Tell the table an event, as the seat that looks may know it; null looks at everything.
  function tell(table, event, viewer) {
    const open = viewer === null || event.to === undefined || event.to === viewer;
    (open ? seen : unseen)[event.event]?.(table, event);
  }

  // The table after some steps, as somebody sees it.
  function after(match, steps, viewer) {
    const table = empty(match);
    for (const step of steps) {
      if (step.flag === "forfeit") table.gone[step.seat] = true;
      for (const event of step.events) tell(table, event, viewer);
    }
    return table;
  }

  return { after };
})();
