"""The showdown: who loses a life, or what each hand scores."""

from collections.abc import Mapping

from harness.games.game import Seat
from harness.games.schwimmen.deal import Deal
from harness.games.schwimmen.hands import STEPS, Worth
from harness.games.schwimmen.options import Rules


def results(deal: Deal) -> dict[Seat, Worth]:
    """What each seat of the deal has got: its final hand and, where combinations are banked, those too."""
    return {seat: _with_bank(deal.worth(seat), deal.banked[seat]) for seat in deal.order}


def _with_bank(worth: Worth, banked: int) -> Worth:
    return worth._replace(points=worth.points + banked, order=worth.order + banked * STEPS) if banked else worth


def losers(rules: Rules, worths: Mapping[Seat, Worth]) -> list[Seat]:
    """The seats that lose a life, ascending."""
    if any(worth.feuer for worth in worths.values()):
        return sorted(seat for seat, worth in worths.items() if not worth.feuer)
    if rules.losers == "twenty-or-less":
        return _twenty_or_less(worths)
    orders = [worth.order for worth in worths.values()]
    if rules.ties_spared and min(orders) == max(orders):
        return []
    return sorted(seat for seat, worth in worths.items() if worth.order == min(orders))


def _twenty_or_less(worths: Mapping[Seat, Worth]) -> list[Seat]:
    """Everybody at 20 or less and the lowest above 20 pay, but never the best."""
    best = max(worth.order for worth in worths.values())
    lowest = min((worth.order for worth in worths.values() if worth.points > 20), default=best)
    return sorted(
        seat for seat, worth in worths.items() if worth.order != best and (worth.points <= 20 or worth.order == lowest)
    )


def points(worths: Mapping[Seat, Worth], seats: int) -> list[int]:
    """By seat, the score of a deal: the best hand its value, every other minus the difference to it."""
    best = max(int(worth.points) for worth in worths.values())
    values = [int(worths[seat].points) for seat in range(seats)]
    return [best if value == best else value - best for value in values]
