"""The rules in force, in plain English: every option has its sentence."""

from harness.games.schwimmen.options import Rules

_PACKS = {
    32: "32 cards, 7 to A in four suits",
    36: "36 cards, 6 to A in four suits",
    52: "52 cards, 2 to A in four suits",
    64: "64 cards, two packs of 7 to A in four suits",
}
_COUNTS = {3: "three", 4: "four"}


def rules_text(name: str, rules: Rules, seats: range) -> str:
    """The rules as Markdown, complete enough to play from."""
    parts = {
        "Cards": _cards(rules),
        "What a hand is worth": _worth(rules),
        "Dealing": _dealing(rules),
        "A turn": _turn_closed(rules) if rules.closed else _turn(rules),
        "A special hand": _special(rules),
        "How a deal ends": _ending(rules),
        "The showdown": _showdown(rules),
        "The match": _match(rules),
    }
    sections = [f"## {title}\n\n" + "\n".join(f"- {line}" for line in lines) for title, lines in parts.items() if lines]
    return "\n\n".join([f"# {name}, for {seats[0]} to {seats[-1]} seats", *sections]) + "\n"


def _cards(rules: Rules) -> list[str]:
    lines = [f"{_PACKS[rules.pack]}. Seats are numbered clockwise; turns go {rules.direction}."]
    if rules.pack == 64:
        lines.append("Two equal cards are one card twice: swapping one for the other is allowed and is an exchange.")
    return lines


def _worth(rules: Rules) -> list[str]:
    lines = [
        "A counts 11; K, Q, J and T count 10; the others their face.",
        "A hand is worth its best sum of cards of one suit. Suits never add up: Ah Ks Ts is 20.",
    ]
    if rules.pack == 64:
        lines.append("Equal cards add up too, but a suit counts at most 31.")
    if rules.handeln:
        lines.append("Cards of one rank add up as well, pairs included, and the better sum counts: As Ah 9s is 22.")
    elif rules.trips == "flat":
        order = "of two such hands the higher rank is better" if rules.trip_order else "all such hands are equal"
        lines.append(f"Three cards of one rank in three suits are worth 30.5; {order}.")
    elif rules.trips == "sum":
        lines.append(f"Three cards of one rank are worth their sum, but three aces {rules.aces}.")
    if rules.feuer:
        lines.append("Three aces in three suits are Feuer, worth 33: it beats everything.")
    return lines


def _dealing(rules: Rules) -> list[str]:
    count = _COUNTS[rules.cards]
    if rules.closed:
        return [
            "Each seat gets three cards at once, from forehand (the seat after the dealer) on; then forehand gets two "
            "more, the loose cards. There is no centre. The rest is the reserve."
        ]
    if not rules.two_packets:
        return [
            f"Each seat gets {count} cards, one at a time, from forehand (the seat after the dealer) on; then {count} "
            "are laid open as the centre. The rest is the reserve.",
        ]
    return [
        f"Each seat gets {count} cards, one at a time, from forehand (the seat after the dealer) on; then the dealer "
        f"gets a second packet of {count}. The rest is the reserve.",
        "The dealer looks at his first packet only. `keep`: he plays it, and the second is laid open as the centre. "
        "`refuse`: the first is laid open as the centre, and he plays the second.",
    ]


def _turn(rules: Rules) -> list[str]:
    count = _COUNTS[rules.cards]
    lines = [
        "Forehand begins. On its turn a seat does exactly one of these:",
        "`swap 7d 9s`: give 7d, take 9s from the centre. Swapping two cards is never legal.",
    ]
    if rules.swap_all:
        closes = ", and close the deal with it" if rules.swap_all_closes else ""
        lines.append(f"`swap-all`: exchange the whole hand for the centre{closes}.")
    if rules.draw_all:
        lines.append(
            f"`draw-all`: throw the hand away, face down, and draw {count} from the reserve. If that is short, what is "
            "left is drawn, and the discards, those just thrown included, are shuffled into a new reserve."
        )
    if rules.passing != "never":
        lines.append("`pass`" + (", once somebody has knocked." if rules.passing == "not-before-knock" else "."))
    if rules.ending == "knock":
        lines.append(_knock(rules))
    elif rules.ending == "close-instead":
        lines.append("`close`.")
    else:
        lines.append("Then it says `close` or `stay`; after somebody has closed nobody is asked.")
    return lines


def _turn_closed(rules: Rules) -> list[str]:
    push = "Holding one's own three is a push"
    push += "; it is legal only once somebody has knocked." if rules.passing == "not-before-knock" else "."
    return [
        "Forehand begins. On its turn a seat looks at the two loose cards and does one of these:",
        f"`hold 7d 8d 9d`: keep any three of the five, written in pack order (c d h s, each low to high). {push} The "
        "other two go face down to the next seat. The others see only whether the seat pushed or exchanged.",
        f"{_knock(rules)} It keeps its own three and passes the same two on. Forehand may not knock on its first turn.",
    ]


def _knock(rules: Rules) -> str:
    waited = rules.knock_from_circuit - 1
    limits = []
    if waited:
        limits.append(f"not before every seat has had {'a turn' if waited == 1 else f'{waited} turns'}")
    if rules.knock_minimum:
        limits.append(f"with a hand worth at least {rules.knock_minimum}")
    return "`knock`" + (f": {', and only '.join(limits)}." if limits else ".")


def _special(rules: Rules) -> list[str]:
    what = "A hand worth 31 or more"
    if rules.special == "ends":
        dealt = "dealt" if rules.closed else "dealt (which is looked at after the dealer's choice)"
        return [f"{what} is shown at once, even if it was {dealt} or made in the last turns, and ends the deal."]
    if rules.special == "ends-with-grace":
        return [
            f"{what} is shown at once and ends the deal, except in the first circuit: then every seat that has had no "
            "turn yet has one (`swap`, `swap-all`, or `decline`), which a further 31 does not cut short and a "
            "`swap-all` does not close. With a dealt 31 that is everybody who was not dealt one.",
            "A `swap-all` that makes 31 in a turn that was not granted closes the deal all the same.",
        ]
    if rules.special == "banks":
        return [
            f"{what} is shown at once, in the last turns too: its points are banked, its cards are discarded, and "
            "three new ones are drawn; again, if those are special too.",
            "What was dealt is declared after the dealer's choice, from forehand on.",
            "A seat's result is its banked points and its final hand together.",
        ]
    return []


def _ending(rules: Rules) -> list[str]:
    lines = {
        "knock": ["After a knock every other seat has exactly one more turn, without a second knock."],
        "close-after": ["After a close every other seat has exactly one more turn."],
        "close-instead": ["After a close nobody moves any more."],
    }[rules.ending]
    run = "pushed" if rules.closed else "passed"
    if rules.passing != "never" and not rules.refresh:
        lines.append(f"When all seats have {run} one after the other, the deal ends.")
    elif rules.passing != "never" and rules.closed:
        lines.append(
            "When all seats have pushed one after the other, the two loose cards are set aside, and the seat that "
            "began the run gets two new ones from the reserve; with fewer than two left the deal ends."
        )
    elif rules.passing != "never":
        lines.append(
            "When all seats have passed one after the other, the centre is set aside, three new cards are laid open "
            "from the reserve, and the seat that began the run moves; with fewer than three left the deal ends. There "
            "is none of this in the last turns."
        )
    if rules.circuit_cap:
        cap = _counted(rules.circuit_cap, "circuit", "circuits")
        lines.append(f"A deal still running after {cap} (one turn of every seat) ends; last turns are played out.")
    return lines


def _showdown(rules: Rules) -> list[str]:
    if rules.counted == "points":
        return [
            "The best hand scores its value, every other seat minus the difference to it; all who tie for best score."
        ]
    lines = []
    if rules.suit_order:
        lines.append(
            "Ties are broken by suit, diamonds lowest, then hearts, spades, clubs: the highest suit among the cards of "
            "the final hand that score."
        )
    if rules.losers == "lowest":
        spared = "if all tie, nobody does" if rules.ties_spared else "also if that is everybody"
        lines.append(f"The lowest loses a life. All who tie for lowest lose one; {spared}.")
    else:
        lines.append(
            "Everybody at 20 or less loses a life, and so do all who tie for the lowest above 20; but never a seat "
            "with the best hand."
        )
    if rules.feuer:
        lines.append("If there is Feuer, every seat without it loses a life instead.")
    return lines


def _match(rules: Rules) -> list[str]:
    passing = "The next seat deals next; the first dealer is drawn by lot."
    if rules.counted == "points":
        deals = "one deal for every seat" if rules.deals is None else _counted(rules.deals, "deal", "deals")
        return [f"A match is {deals}. The highest total wins, equal totals share the rank.", passing]
    swims = (
        "A seat without lives swims: it plays on, and is out at its next loss."
        if rules.swimming
        else "A seat without lives is out."
    )
    return [
        f"Every seat starts with {_counted(rules.lives, 'life', 'lives')}. {swims} Out seats are skipped.",
        "The match ends when at most one seat is left. The later a seat goes out the better its rank; seats that go "
        "out in the same deal share it.",
        passing,
    ]


def _counted(count: int, one: str, more: str) -> str:
    return f"{count} {one if count == 1 else more}"
