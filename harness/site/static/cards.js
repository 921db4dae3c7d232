// Cards drawn by the harness itself: French or German faces, in two colours or four. Without this they are French text.
"use strict";

const Cards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const FACES = {
    french: {
      ranks: { T: "10" },
      rankNames: { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" },
      suitNames: { c: "clubs", d: "diamonds", h: "hearts", s: "spades" },
      pips: {
        c: "M0-10a4.6 4.6 0 0 1 3.6 7.5a4.6 4.6 0 1 1-2.2 8.1Q2 8.5 4 10H-4Q-2 8.5-1.4 5.6a4.6 4.6 0 1 1-2.2-8.1A4.6 4.6 0 0 1 0-10Z",
        d: "M0-10L7.5 0L0 10L-7.5 0Z",
        h: "M0 9.5C-9 2.5-10-1-10-4A5 5 0 0 1 0-5.5A5 5 0 0 1 10-4C10-1 9 2.5 0 9.5Z",
        s: "M0-10C9-3 10 1 10 3.5A4.8 4.8 0 0 1 1.5 6Q2 8.8 4 10H-4Q-2 8.8-1.5 6A4.8 4.8 0 0 1-10 3.5C-10 1-9-3 0-10Z",
      },
    },
    german: {
      ranks: { T: "10", J: "U", Q: "O", A: "D" },
      rankNames: { T: "10", J: "Unter", Q: "Ober", K: "König", A: "Daus" },
      suitNames: { c: "acorns", d: "bells", h: "hearts", s: "leaves" },
      pips: {
        c: "M-.8-7.8L-1.5-10.5H1L.8-7.8Q6.8-7.5 6.8-2.2H-6.8Q-6.8-7.5-.8-7.8ZM-5.4-.8H5.4Q5.4 5.5 0 10Q-5.4 5.5-5.4-.8Z",
        d: "M0-10.5a1.8 1.8 0 0 1 1.3 2.8A8.4 8.4 0 0 1 1 8.6V4A2.2 2.2 0 1 0-1 4V8.6A8.4 8.4 0 0 1-1.3-7.7A1.8 1.8 0 0 1 0-10.5Z",
        h: "M0 9.5C-9 2.5-10-1-10-4A5 5 0 0 1 0-5.5A5 5 0 0 1 10-4C10-1 9 2.5 0 9.5Z",
        s: "M0-10C2-6.5 8-6 9-.5C9.6 3.5 5 6 .9 4.8Q1.2 8 3.5 9.3L2 10.5Q-.9 8.8-.9 4.8C-5 6-9.6 3.5-9-.5C-8-6-2-6.5 0-10Z",
      },
    },
  };
  // Where the pips of a number card lie, in the card's 50 by 70 units; below the middle they stand on their heads.
  const PIPS = {
    2: [[25, 20], [25, 50]], 3: [[25, 18], [25, 35], [25, 52]], 4: [[17, 20], [33, 20], [17, 50], [33, 50]],
    5: [[17, 20], [33, 20], [25, 35], [17, 50], [33, 50]],
    6: [[17, 20], [33, 20], [17, 35], [33, 35], [17, 50], [33, 50]],
    7: [[17, 18], [33, 18], [25, 26.5], [17, 35], [33, 35], [17, 52], [33, 52]],
    8: [[17, 18], [33, 18], [25, 26.5], [17, 35], [33, 35], [25, 43.5], [17, 52], [33, 52]],
    9: [[17, 16], [33, 16], [17, 29], [33, 29], [25, 35.5], [17, 42], [33, 42], [17, 55], [33, 55]],
    T: [[17, 16], [33, 16], [25, 22.5], [17, 29], [33, 29], [17, 42], [33, 42], [25, 48.5], [17, 55], [33, 55]],
  };
  let suits = "french";

  function element(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const rank = (card) => FACES[suits].ranks[card[0]] ?? card[0];

  function name(card) {
    const faces = FACES[suits];
    return `${faces.rankNames[card[0]] ?? card[0]} of ${faces.suitNames[card[1]]}`;
  }

  function pip(suit, x, y, scale) {
    const turned = y > 36 && scale < 0.6 ? " rotate(180)" : "";
    return element("path", {
      d: FACES[suits].pips[suit], fill: "currentColor", transform: `translate(${x} ${y})${turned} scale(${scale})`,
    });
  }

  function middle(card) {
    const [letter, suit] = card;
    if (PIPS[letter]) return PIPS[letter].map(([x, y]) => pip(suit, x, y, 0.4));
    if (letter === "A" && suits === "french") return [pip(suit, 25, 36, 1.3)];
    const frame = element("rect", { x: 12, y: 10, width: 26, height: 50, rx: 2, class: "frame" });
    const big = element("text", { x: 25, y: 43.5, class: "court" }, rank(card));
    // An Unter carries its suit low, an Ober high, as on any German card.
    const low = suits === "german" ? letter === "J" : false;
    const pips = suits === "german" && (letter === "K" || letter === "A") ? [17.5, 53] : [low ? 53 : 17.5];
    return [frame, big, ...pips.map((y) => pip(suit, 25, y, 0.599))];
  }

  function face(card) {
    const letters = rank(card);
    const wide = letters.length > 1; // a 10 is drawn narrower, so that it stays on its card
    const index = element("text", { x: wide ? 8.5 : 6.5, y: 13.5, class: wide ? "index wide" : "index" }, letters);
    return element("symbol", { id: `card-${card}`, viewBox: "0 0 50 70" },
      element("rect", { x: 0.5, y: 0.5, width: 49, height: 69, rx: 5, class: "paper" }),
      index, pip(card[1], 6.5, 20.5, 0.38), ...middle(card));
  }

  function back() {
    return element("symbol", { id: "card-back", viewBox: "0 0 50 70" },
      element("rect", { x: 0.5, y: 0.5, width: 49, height: 69, rx: 5, class: "paper" }),
      element("rect", { x: 4, y: 4, width: 42, height: 62, rx: 3, class: "back" }),
      element("path", { d: "M25 10L41 35L25 60L9 35ZM25 20L34 35L25 50L16 35Z", class: "weave" }));
  }

  const sprite = element("svg", { width: 0, height: 0, class: "sprite", "aria-hidden": "true" });

  function cut() {
    const cards = [..."cdhs"].flatMap((suit) => [..."23456789TJQKA"].map((letter) => letter + suit));
    const pips = Object.keys(FACES[suits].pips).map((suit) =>
      element("symbol", { id: `pip-${suit}`, viewBox: "-11 -11 22 22" }, pip(suit, 0, 0, 1)));
    sprite.replaceChildren(back(), ...cards.map(face), ...pips);
  }

  // A card as a picture; null is one whose face is not to be seen.
  function drawn(card) {
    const label = card === null ? "hidden card" : name(card);
    const kind = card === null ? "playing" : `playing ${card[1]}`;
    return element("svg", { viewBox: "0 0 50 70", class: kind, role: "img", "aria-label": label },
      element("use", { href: `#card-${card ?? "back"}` }));
  }

  const SYMBOLS = { c: "♣", d: "♦", h: "♥", s: "♠" };
  const SUITS = Object.fromEntries(Object.entries(SYMBOLS).map(([suit, symbol]) => [symbol, suit]));

  // A card within a text: rank and symbol.
  function fill(mark) {
    mark.dataset.card ??= notation(mark.textContent);
    const card = mark.dataset.card;
    if (suits === "french") {
      mark.textContent = `${rank(card)}${SYMBOLS[card[1]]}\ufe0e`;
    } else {
      const symbol = element("svg", { class: "pip", role: "img", "aria-label": FACES.german.suitNames[card[1]] },
        element("use", { href: `#pip-${card[1]}` }));
      mark.replaceChildren(rank(card), symbol);
    }
  }

  // "10♥" in the one notation: "Th".
  const notation = (words) => words.replace(/^10/, "T").replace(/([♣♦♥♠])\ufe0e?/, (_, symbol) => SUITS[symbol]);

  // The name of a suit, as the faces that are shown have it.
  function suit(letter) {
    const named = document.createElement("span");
    named.dataset.suit = letter;
    named.textContent = FACES[suits].suitNames[letter];
    return named;
  }

  const NAMED = Object.fromEntries(Object.entries(FACES.french.suitNames).map(([letter, word]) => [word, letter]));

  // Makes a mark of each card in the sentences of a transcript, and of each suit that is named; names and what bots
  // sent stay as they are.
  function find(box) {
    const walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (/[♣♦♥♠]|clubs|diamonds|hearts|spades/.test(data) && !parentElement.closest("b, bdi, code, i")) found.push(walker.currentNode);
    }
    for (const node of found) {
      const words = node.data.split(/((?:10|[2-9JQKA])[♣♦♥♠]|\b(?:clubs|diamonds|hearts|spades)\b)/);
      node.replaceWith(...words.map((word, index) => (index % 2 ? (word in NAMED ? suit(NAMED[word]) : written(notation(word))) : word)));
    }
  }

  function written(card) {
    const mark = document.createElement("i");
    mark.className = card[1];
    mark.dataset.card = card;
    fill(mark);
    return mark;
  }

  // A text of the one notation, such as "swap 7d 9s", with its cards written as on the table.
  function text(words) {
    return words.split(/(\b[2-9TJQKA][cdhs]\b)/).map((word, index) => (index % 2 ? written(word) : word));
  }

  // An element's text as it is to be read aloud.
  function spoken(node) {
    const copy = node.cloneNode(true);
    for (const mark of copy.querySelectorAll("i[data-card]")) mark.textContent = name(mark.dataset.card);
    for (const line of copy.querySelectorAll("br")) line.replaceWith(" ");
    return copy.textContent;
  }

  const marks = () => document.querySelectorAll("i.c, i.d, i.h, i.s");

  function show(choice) {
    suits = choice.suits;
    document.documentElement.dataset.suits = choice.suits;
    document.documentElement.dataset.colours = choice.colours;
    cut();
    for (const mark of marks()) fill(mark);
    for (const named of document.querySelectorAll("[data-suit]")) named.textContent = FACES[suits].suitNames[named.dataset.suit];
    for (const drawing of document.querySelectorAll("svg.playing[class~=c], svg.playing[class~=d], svg.playing[class~=h], svg.playing[class~=s]")) {
      drawing.setAttribute("aria-label", name(drawing.firstChild.getAttribute("href").slice(6)));
    }
  }

  const CHOICES = { suits: ["french", "german"], colours: ["two", "four"] };
  const NAMES = { french: "French suits", german: "German suits", two: "two colours", four: "four colours" };

  // The address wins over what was chosen on another page; a browser may keep nothing for pages from disk.
  function remembered(what) {
    const wanted = new URLSearchParams(location.search).get(what) ?? kept(what);
    return CHOICES[what].includes(wanted) ? wanted : CHOICES[what][0];
  }

  function kept(what) {
    try { return localStorage.getItem(`cards-${what}`); } catch { return null; }
  }

  function keep(what, value) {
    try { localStorage.setItem(`cards-${what}`, value); } catch { /* for this page alone, then */ }
  }

  function chooser(choice) {
    const box = document.createElement("div");
    box.className = "faces";
    for (const what of Object.keys(CHOICES)) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.choice = what;
      const label = () => { button.textContent = NAMES[choice[what]]; };
      button.addEventListener("click", () => {
        choice[what] = CHOICES[what][1 - CHOICES[what].indexOf(choice[what])];
        keep(what, choice[what]);
        label();
        show(choice);
      });
      button.title = `Change the cards' ${what}`;
      label();
      box.append(button);
    }
    return box;
  }

  const choice = { suits: remembered("suits"), colours: remembered("colours") };
  document.body.append(sprite);
  for (const box of document.querySelectorAll(".transcript")) find(box);
  if (marks().length) document.querySelector("h1").after(chooser(choice));
  show(choice);
  return { drawn, name, suit, text, spoken };
})();
