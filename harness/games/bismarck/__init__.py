"""Bismarck, a Swedish trick-taking game for three.

Source: the Russian-language page "Бисмарк" on the game, which follows Pagat's account of today's Swedish rules.

Deviations from it, and what it leaves open:

- The first dealer comes from the match's seed, and nobody cuts: shuffling by seed leaves nothing to cut for.
- The four discards are four actions, one card each, since choosing four of twenty at once is 4,845 legal actions.
- Forehand cannot forget to discard: no card is led before the fourth discard, so no deal is ever repeated for it.
- The last mode a seat has not used is set by the rules and is no action; if it is valfri, the suit alone is asked for.
- Equal totals share the rank.
"""

from harness.games.bismarck.game import PRESETS, Bismarck, game
from harness.games.bismarck.state import BismarckState
from harness.games.bismarck.view import BismarckView

__all__ = ["PRESETS", "Bismarck", "BismarckState", "BismarckView", "game"]
