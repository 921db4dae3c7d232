"""TrueSkill of single matches: free for all, with ties."""

import math
from collections.abc import Mapping, Sequence

import msgspec

from harness import inference

_LUCK = 2 * inference.ENVIRONMENT.beta**2  # variance that a match of two adds to their skills


class Skill(msgspec.Struct, frozen=True):
    """What is believed of a bot's skill: a normal distribution."""

    mu: float = inference.ENVIRONMENT.mu
    sigma: float = inference.ENVIRONMENT.sigma

    @property
    def rating(self) -> float:
        """What the table is sorted by: mu - 3 sigma, a skill that the bot has almost surely."""
        return self.mu - 3 * self.sigma


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


def odds(one: Skill, two: Skill) -> float:
    """The probability that the first does better than the second in a match, ties counting half."""
    spread = 2 * (_LUCK + one.sigma * one.sigma + two.sigma * two.sigma)
    return 0.5 * math.erfc((two.mu - one.mu) / math.sqrt(spread))


def _rated(before: Mapping[int, Skill], ranks: Mapping[int, int], order: Sequence[int]) -> dict[int, Skill]:
    skills = [(before[bot].mu, before[bot].sigma) for bot in order]
    after = inference.rate(skills, [ranks[bot] for bot in order])
    return {bot: Skill(mu, sigma) for bot, (mu, sigma) in zip(order, after, strict=True)}


def _orders(ranks: Mapping[int, int]) -> list[list[int]]:
    """Orders by rank in which each of some tied bots stands in each of their places equally often."""
    if len(ranks) == 2 or len(set(ranks.values())) == len(ranks):
        return [sorted(ranks, key=lambda bot: (ranks[bot], bot))]
    tied = [[bot for bot in sorted(ranks) if ranks[bot] == rank] for rank in sorted(set(ranks.values()))]
    turns = math.lcm(*(len(group) for group in tied))
    return [[bot for group in tied for bot in _turned(group, turn)] for turn in range(turns)]


def _turned(group: Sequence[int], turn: int) -> list[int]:
    at = turn % len(group)
    return [*group[at:], *group[:at]]


def _mean(skills: Sequence[Skill]) -> Skill:
    # fsum: the sum must not depend on the order of its terms, or equal changes would differ in the last digit.
    mu = math.fsum(skill.mu for skill in skills) / len(skills)
    return Skill(mu, math.sqrt(math.fsum(skill.sigma**2 for skill in skills) / len(skills)))
