"""TrueSkill for players on their own, one against all: the package's arithmetic without its objects.

Operation for operation and in the same order what ``trueskill.TrueSkill.rate`` computes for teams of one, so that
the results have the same bits; but numbers where the package keeps factors, variables and messages as objects. A normal
distribution is held as the package holds it: precision, and precision times mean.
"""

import math
from collections.abc import Sequence
from itertools import pairwise

import trueskill
from trueskill.backends import erfc

# A version of a bot does not change, so its skill does not drift: tau = 0. With drift the order of matches alone
# would move the ranking of equal bots.
ENVIRONMENT = trueskill.TrueSkill(tau=0.0, draw_probability=0.1)
_VARIANCE: float = ENVIRONMENT.beta**2  # of a performance around its skill
_MARGIN: float = trueskill.calc_draw_margin(ENVIRONMENT.draw_probability, 2, ENVIRONMENT)  # less is a tie
_ROUNDS = 10  # of messages along the chain, at most
_DELTA: float = trueskill.DELTA  # a round that moves less is the last
_ROOT_2 = math.sqrt(2)
_PEAK = 1 / math.sqrt(2 * math.pi)

Normal = tuple[float, float]  # precision, precision times mean
_NOTHING: Normal = (0.0, 0.0)


def rate(skills: Sequence[tuple[float, float]], ranks: Sequence[int]) -> list[tuple[float, float]]:
    """The skills (mu, sigma) after a match, by player; ranks ascend, equal ones are ties."""
    priors = [_prior(mu, sigma) for mu, sigma in skills]
    performances = [_performance(prior) for prior in priors]
    chain = _Chain([_summed(one) for one in performances], [a == b for a, b in pairwise(ranks)])
    chain.settle()
    told = [_summed(told) for told in chain.told()]
    return [
        _posterior(prior, performance, evidence)
        for prior, performance, evidence in zip(priors, performances, told, strict=True)
    ]


def _prior(mu: float, sigma: float) -> Normal:
    mu, sigma = _rating(mu, sigma)
    pi = math.sqrt(sigma**2) ** -2
    return pi, pi * mu


def _rating(mu: float, sigma: float) -> tuple[float, float]:
    """A rating read from the object that the package makes of it: the last bit may differ."""
    pi: float = sigma**-2
    return pi * mu / pi, math.sqrt(1 / pi)


def _performance(skill: Normal) -> Normal:
    a = 1.0 / (1.0 + _VARIANCE * skill[0])
    return a * skill[0], a * skill[1]


def _summed(one: Normal) -> Normal:
    """The sum of a team of one. Taken there and back its precision may change in the last bit."""
    pi = 1.0 / (1 / one[0])
    return pi, pi * (one[1] / one[0])


def _posterior(prior: Normal, performance: Normal, evidence: Normal) -> tuple[float, float]:
    told = performance[0] + evidence[0] - performance[0], performance[1] + evidence[1] - performance[1]
    a = 1.0 / (1.0 + _VARIANCE * told[0])
    pi, tau = prior[0] + a * told[0], prior[1] + a * told[1]
    return _rating(tau / pi, math.sqrt(1 / pi))


class _Chain:
    """The players by rank, each compared with the next; messages go up and down until they change no more."""

    def __init__(self, own: Sequence[Normal], ties: Sequence[bool]) -> None:
        self._own = own
        self._players = list(own)  # what is believed of each performance
        self._ties = ties
        self._differences = [_NOTHING] * len(ties)  # of each player from the next
        self._sums = [_NOTHING] * len(ties)  # what the two performances say of it
        self._cuts = [_NOTHING] * len(ties)  # what the result says of it
        self._from_left = [_NOTHING] * len(own)  # what the comparison before each player says of it
        self._from_right = [_NOTHING] * len(own)  # and the one after it

    def settle(self) -> None:
        last = len(self._ties) - 1
        for _ in range(_ROUNDS):
            if last == 0:
                delta = self._compare(0)
            else:
                delta = 0.0
                for at in range(last):
                    delta = max(delta, self._compare(at))
                    self._tell_right(at)
                for at in range(last, 0, -1):
                    delta = max(delta, self._compare(at))
                    self._tell_left(at)
            if delta <= _DELTA:
                break
        self._tell_left(0)
        self._tell_right(last)

    def told(self) -> list[Normal]:
        """What the others' results say of each player's performance."""
        return [(p[0] - own[0], p[1] - own[1]) for p, own in zip(self._players, self._own, strict=True)]

    def _compare(self, at: int) -> float:
        """Put the result of one comparison into its difference; by how much that moved it."""
        (pi, tau), (from_pi, from_tau) = self._players[at], self._from_right[at]
        (next_pi, next_tau), (to_pi, to_tau) = self._players[at + 1], self._from_left[at + 1]
        pi, tau, next_pi, next_tau = pi - from_pi, tau - from_tau, next_pi - to_pi, next_tau - to_tau
        said = 1.0 / (1 / pi + 1 / next_pi)
        told = said * (tau / pi - next_tau / next_pi)
        (old_pi, old_tau), (sum_pi, sum_tau) = self._differences[at], self._sums[at]
        self._sums[at] = said, told
        now_pi, now_tau = old_pi - sum_pi + said, old_tau - sum_tau + told
        cut_pi, cut_tau = self._cuts[at]
        pi, tau = now_pi - cut_pi, now_tau - cut_tau
        root = math.sqrt(pi)
        v, w = (_tied if self._ties[at] else _won)(tau / root, _MARGIN * root)
        rest = 1.0 - w
        pi, tau = pi / rest, (tau + root * v) / rest
        self._cuts[at] = pi + cut_pi - now_pi, tau + cut_tau - now_tau
        self._differences[at] = pi, tau
        return max(abs(now_tau - tau), math.sqrt(abs(now_pi - pi)))

    def _tell_right(self, at: int) -> None:
        """The comparison's message to the lower player: the upper one less the difference."""
        (pi, tau), (from_pi, from_tau) = self._players[at], self._from_right[at]
        (apart_pi, apart_tau), (sum_pi, sum_tau) = self._differences[at], self._sums[at]
        pi, tau, apart_pi, apart_tau = pi - from_pi, tau - from_tau, apart_pi - sum_pi, apart_tau - sum_tau
        said = 1.0 / (1.0 / pi + 1.0 / apart_pi)
        told = said * (tau / pi - apart_tau / apart_pi)
        (pi, tau), (old_pi, old_tau) = self._players[at + 1], self._from_left[at + 1]
        self._from_left[at + 1] = said, told
        self._players[at + 1] = pi - old_pi + said, tau - old_tau + told

    def _tell_left(self, at: int) -> None:
        """Its message to the upper player: the difference and the lower one."""
        (pi, tau), (from_pi, from_tau) = self._players[at + 1], self._from_left[at + 1]
        (apart_pi, apart_tau), (sum_pi, sum_tau) = self._differences[at], self._sums[at]
        pi, tau, apart_pi, apart_tau = pi - from_pi, tau - from_tau, apart_pi - sum_pi, apart_tau - sum_tau
        said = 1.0 / (1.0 / apart_pi + 1.0 / pi)
        told = said * (apart_tau / apart_pi + tau / pi)
        (pi, tau), (old_pi, old_tau) = self._players[at], self._from_right[at]
        self._from_right[at] = said, told
        self._players[at] = pi - old_pi + said, tau - old_tau + told


def _won(apart: float, margin: float) -> Normal:
    """How a win moves the mean of a difference and shrinks its variance."""
    x = apart - margin
    under = 0.5 * erfc(-x / _ROOT_2)
    v = _PEAK * math.exp(-(x**2 / 2)) / under if under else -x
    w = v * (v + x)
    if not 0 < w < 1:
        raise FloatingPointError("a result too unlikely to be rated: its winner was rated too far below")
    return v, w


def _tied(apart: float, margin: float) -> Normal:
    """How a tie does."""
    aside = abs(apart)
    a, b = margin - aside, -margin - aside
    between = 0.5 * erfc(-a / _ROOT_2) - 0.5 * erfc(-b / _ROOT_2)
    if not between:
        raise FloatingPointError("a result too unlikely to be rated: tied players were rated too far apart")
    at_a, at_b = _PEAK * math.exp(-(a**2 / 2)), _PEAK * math.exp(-(b**2 / 2))
    v = (at_b - at_a) / between
    w = v**2 + (a * at_a - b * at_b) / between
    return (-v if apart < 0 else v), w
