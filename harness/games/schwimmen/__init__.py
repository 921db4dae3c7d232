"""The Schwimmen family: five rule sets, one engine, told apart by option values alone.

``schwimmen``
    Source: the Schwimmen page of cardgames.zone. Deviations: the first dealer is drawn from the match's seed, not by
    lowest card; a deal is cut short after ``circuit_cap`` circuits; if the last seats go out together they share the
    first rank, where the page has no winner; misdeals, cards shown by accident and knocks out of turn cannot happen.
    Feuer, which the page's own computer game has on, is an option, worth 33.
``einunddreissig``
    Source: the encyclopedia article on Schwimmen or Einunddreißig (in a garbled translation), all variants as options.
    Deviations: as above; the article's "push" is on by default, as without it a run of passes has no consequence. It
    says little of the closed game and nothing of two packs; what is played here is written out by ``rules()``: in the
    closed game the loose cards count for nobody, a run of pushes renews them, and a knock passes the same two on.
``schnauz``
    Source: the page on Schwimmen and its relatives in a Russian collection of card games, first part. Deviations: chips
    are lives, there is no bank to win; the dealer's other packet becomes the centre only once he has chosen; a seat is
    asked after each turn whether it closes, and the others then have one more turn; a short reserve is made up from the
    shuffled discards; when all pass the centre is renewed; tied by points and suit, all tied seats lose.
``dutch-31``
    Source: the same page, "Dutch 31". Deviations: as for ``schnauz`` where it applies; with a dealt 31 every other seat
    has the one turn that the page grants to those who had none.
``forty-one``
    Source: the same page, "41". Deviations: discards are shuffled before they become the new reserve; a match is a
    fixed number of deals, which the page leaves open; all seats that tie for best score their value.
"""

from harness.games.schwimmen.game import game
from harness.games.schwimmen.presets import PRESETS

__all__ = ["PRESETS", "game"]
