"""TrueSkill, wrapped: the one place that knows the ``trueskill`` package, which is untyped."""

import math
from collections.abc import Mapping, Sequence

import msgspec
import trueskill

# A version of a bot does not change, so its skill does not drift: tau = 0. With drift the order of matches alone
# would move the ranking of equal bots.
_ENVIRONMENT = trueskill.TrueSkill(tau=0.0, draw_probability=0.1)


class Skill(msgspec.Struct, frozen=True):
    """What is believed of a bot's skill: a normal distribution."""

    mu: float = trueskill.MU
    sigma: float = trueskill.SIGMA


def rated(before: Mapping[int, Skill], ranks: Mapping[int, int]) -> dict[int, Skill]:
    """The skills after one free-for-all match, by bot; ranks from 1, ties share a rank.

    TrueSkill compares neighbours in the order of ranks, so that of three tied seats the middle one would come off
    differently. Averaging over the orders in which every tied seat stands in every place makes their changes equal.
    """
    orders = _orders(ranks)
    if len(orders) == 1:
        return _rated(before, ranks, orders[0])
    runs = [_rated(before, ranks, order) for order in orders]
    return {bot: _mean([run[bot] for run in runs]) for bot in before}


def _rated(before: Mapping[int, Skill], ranks: Mapping[int, int], order: Sequence[int]) -> dict[int, Skill]:
    groups = [(_ENVIRONMENT.create_rating(before[bot].mu, before[bot].sigma),) for bot in order]
    after = _ENVIRONMENT.rate(groups, ranks=[ranks[bot] for bot in order])
    return {bot: Skill(rating.mu, rating.sigma) for bot, (rating,) in zip(order, after, strict=True)}


def _orders(ranks: Mapping[int, int]) -> list[list[int]]:
    """Orders by rank in which each of some tied bots stands in each of their places equally often."""
    tied = [[bot for bot in sorted(ranks) if ranks[bot] == rank] for rank in sorted(set(ranks.values()))]
    if len(ranks) == 2:
        return [[bot for group in tied for bot in group]]
    turns = math.lcm(*(len(group) for group in tied))
    return [[bot for group in tied for bot in _turned(group, turn)] for turn in range(turns)]


def _turned(group: Sequence[int], turn: int) -> list[int]:
    at = turn % len(group)
    return [*group[at:], *group[:at]]


def _mean(skills: Sequence[Skill]) -> Skill:
    # fsum: the sum must not depend on the order of its terms, or equal changes would differ in the last digit.
    mu = math.fsum(skill.mu for skill in skills) / len(skills)
    return Skill(mu, math.sqrt(math.fsum(skill.sigma**2 for skill in skills) / len(skills)))
