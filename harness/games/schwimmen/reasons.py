"""Why an action is refused, in one sentence."""

from harness.games.cards import TEXT, in_pack_order
from harness.games.game import Action
from harness.games.schwimmen.actions import USAGE
from harness.games.schwimmen.deal import Deal
from harness.games.schwimmen.turns import knock_refusal

_ECHO = 40  # characters of a refused text that are repeated


_ASKED = {
    "choice": "the dealer chooses first: keep or refuse",
    "closing": "you have acted; say close or stay",
    "over": "the match is over",
}


def refusal(deal: Deal, action: Action) -> str:
    """Why an action that is not legal now is refused."""
    if deal.phase in _ASKED:
        return _ASKED[deal.phase]
    word, *named = action.split(" ") if len(action) <= 100 else [action]
    if word not in _words(deal):
        return _word_unknown(deal, action)
    if word == "swap":
        return _swap_refusal(deal, action, named)
    if word == "hold":
        return _hold_refusal(deal, action, named)
    return f"{_echo(action)} is no action; write '{word}' alone" if named else _word_refusal(deal, word)


def _word_unknown(deal: Deal, action: Action) -> str:
    if action == "pass" and deal.rules.closed:
        return "there is no pass in the closed game; to push, hold your own three"
    return f"{_echo(action)} is no action in these rules; there are: {', '.join(USAGE[word] for word in _words(deal))}"


def _words(deal: Deal) -> list[str]:
    """The words that have a use in these rules, whether or not now."""
    rules = deal.rules
    used = {
        "keep": rules.two_packets and not rules.closed,
        "refuse": rules.two_packets and not rules.closed,
        "swap": not rules.closed,
        "swap-all": rules.swap_all and not rules.closed,
        "draw-all": rules.draw_all,
        "pass": rules.passing != "never" and not rules.closed,
        "knock": rules.ending == "knock",
        "close": rules.ending != "knock",
        "stay": rules.ending == "close-after",
        "hold": rules.closed,
        "decline": rules.special == "ends-with-grace",
    }
    return [word for word in USAGE if used[word]]


def _word_refusal(deal: Deal, word: str) -> str:
    if word in ("keep", "refuse"):
        return "the dealer has chosen already"
    if word == "pass":
        return "you may not pass before somebody has knocked"
    if word == "decline":
        return "decline is for a turn granted after somebody has shown 31"
    if word == "knock":
        return knock_refusal(deal) or f"{_echo(word)} is not legal now"
    if deal.phase == "last-turns":
        return f"{word} has no place in the last turns"
    return f"act first; then say {word}"


def _swap_refusal(deal: Deal, action: Action, named: list[str]) -> str:
    if len(named) == 4:
        return "swapping two cards is never legal"
    if len(named) != 2:
        return f"{_echo(action)} is no action; write swap, the card given and the card taken, as in: swap 7d 9s"
    given, taken = named
    if wrong := _no_card(named):
        return wrong
    if given not in in_pack_order(deal.table.hands[deal.actor]):
        return f"{given} is not in your hand"
    return f"{taken} is not in the centre"


def _hold_refusal(deal: Deal, action: Action, named: list[str]) -> str:
    if len(named) != 3:
        return f"{_echo(action)} is no action; write hold and the three cards kept, as in: hold 7d 8d 9d"
    if wrong := _no_card(named):
        return wrong
    own = in_pack_order(deal.table.hands[deal.actor])
    left = own + in_pack_order(deal.table.loose)
    for card in named:
        if card not in left:
            return f"{card} is not among your three and the two loose cards, or not so often"
        left.remove(card)
    ordered = sorted(named, key=TEXT.index)
    if named != ordered:
        return f"the cards are written in pack order: hold {' '.join(ordered)}"
    return "you may not push before somebody has knocked"


def _no_card(named: list[str]) -> str | None:
    for card in named:
        if card not in TEXT:
            return f"{_echo(card)} is not a card; write rank (2-9 T J Q K A) and suit (c d h s), as in Th"
    return None


def _echo(text: str) -> str:
    """A refused text as it may be shown: short, and with nothing in it that a terminal would obey."""
    return repr(text) if len(text) <= _ECHO else repr(text[:_ECHO]) + "…"
