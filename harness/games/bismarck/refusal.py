"""Why an action is refused, in one sentence for the seat that tried it."""

from harness.games.bismarck.modes import MODES, NAMINGS
from harness.games.bismarck.view import BismarckView
from harness.games.cards import TEXT
from harness.games.game import Action

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
_FORMS = {
    "mode": "one of: " + ", ".join(NAMINGS),
    "discard": "discard and a card of your hand, as in discard 2c",
    "play": "play and a card of your hand, as in play Ah",
}


def reason(view: BismarckView, action: Action) -> str:
    """The reason why this action, which is not legal, is refused to the seat that the view is of."""
    if view.phase == "over":
        return "the match is over"
    if action in NAMINGS or action in MODES:
        return _no_naming(view, action)
    word, _, card = action.partition(" ")
    if word in ("discard", "play") and card in TEXT:
        return _no_card(view, word, card)
    # A stranger's text: repr makes it printable.
    return f"{action[:40]!r} is not an action here; write {_FORMS[view.phase]}"


def _no_naming(view: BismarckView, action: Action) -> str:
    if view.phase != "mode":
        return "the mode of this deal is already named"
    mode = action.split()[0]
    if f"{view.seat} {mode}" in view.used_modes:
        return f"{mode} is already used: you play each mode once in a match"
    return "valfri names its trump as well: valfri c, valfri d, valfri h or valfri s"


def _no_card(view: BismarckView, word: str, card: str) -> str:
    if view.phase == "mode":
        return "a mode must be named before the cards are dealt"
    if word == "discard" and view.phase == "play":
        return "all four cards are already discarded"
    if word == "play" and view.phase == "discard":
        return f"four cards must be discarded before one is played, {4 - len(view.discards)} more"
    if card not in view.hand:
        return f"{card} is not in your hand"
    return f"you hold {SUIT_NAMES[view.trick[0][1]]} and must follow suit"
