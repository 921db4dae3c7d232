"""Deals: the packs come out as documented for other languages, fairly, and from seed and numbers alone."""

import hashlib
from collections import Counter

import pytest

from harness.games import cards
from harness.games.deals import FixedDeals, SeededDeals

PACK = cards.pack(32)
KNOWN = "9c As 8c Ac 7d 7c 9d Qd Ts Qh 9s Tc Ah Jd 9h Kc 7h 8s 7s Kd Jc 8h Th 8d Td Ks Js Qs Kh Qc Jh Ad"


def shuffled_as_documented(label: str, order: list[int]) -> list[int]:
    """The documented algorithm, written anew: SHA-256 blocks as 32-bit words, Fisher-Yates from the last place."""
    stream = b"".join(hashlib.sha256(f"{label}:{block}".encode()).digest() for block in range(100))
    at = 0
    for last in reversed(range(1, len(order))):
        while True:
            word = int.from_bytes(stream[at : at + 4], "big")
            at += 4
            if word < 2**32 // (last + 1) * (last + 1):
                break
        order[last], order[word % (last + 1)] = order[word % (last + 1)], order[last]
    return order


@pytest.mark.parametrize("size", cards.PACK_SIZES)
@pytest.mark.parametrize("seed", ["", "0", "seed", "9f86d081884c7d65"])
def test_packs_are_shuffled_as_documented(seed: str, size: int) -> None:
    deals = SeededDeals(seed)
    pack = cards.pack(size)
    for deal in (1, 2, 30):
        assert deals.pack(deal, pack) == shuffled_as_documented(f"{seed}:deal:{deal}", list(pack))
    assert deals.reshuffle(2, 3, pack[:17]) == shuffled_as_documented(f"{seed}:reshuffle:2:3", list(pack[:17]))


def test_the_first_dealer_is_drawn_as_documented() -> None:
    for seed in map(str, range(50)):
        word = int.from_bytes(hashlib.sha256(f"{seed}:dealer:0".encode()).digest()[:4], "big")
        assert SeededDeals(seed).first_dealer(3) == word % 3


def test_a_known_pack_stays_as_it_is() -> None:
    assert " ".join(cards.texts(SeededDeals("example").pack(1, PACK))) == KNOWN


def test_packs_depend_on_seed_and_number_alone() -> None:
    first, second = SeededDeals("a"), SeededDeals("a")
    second.first_dealer(3)
    second.pack(1, PACK)
    second.reshuffle(1, 1, PACK)
    assert first.pack(2, PACK) == second.pack(2, PACK)
    orders = [SeededDeals(seed).pack(deal, PACK) for seed in "abc" for deal in (1, 2, 3)]
    orders += [SeededDeals("a").reshuffle(deal, nth, PACK) for deal in (1, 2) for nth in (1, 2)]
    assert len({tuple(order) for order in orders}) == len(orders)
    assert {tuple(sorted(order)) for order in orders} == {PACK}


def test_every_card_comes_everywhere_about_equally_often() -> None:
    places = Counter(
        (place, card) for seed in range(2000) for place, card in enumerate(SeededDeals(str(seed)).pack(1, range(6)))
    )
    # Each count has mean 333 and standard deviation 17; the seeds are fixed, so this cannot fail by chance.
    assert len(places) == 36
    assert all(260 < times < 410 for times in places.values())


def test_a_written_pack_is_completed_in_pack_order() -> None:
    deals = FixedDeals([cards.parse_all("Ah 7c"), []], dealer=1)
    assert deals.first_dealer(3) == 1
    rest = [card for card in PACK if cards.TEXT[card] not in ("Ah", "7c")]
    assert deals.pack(1, PACK) == [*cards.parse_all("Ah 7c"), *rest]
    assert deals.pack(2, PACK) == list(PACK), "an empty pack"
    assert deals.pack(3, PACK) == list(PACK), "no pack"
    assert deals.reshuffle(1, 1, PACK[5:9]) == list(PACK[5:9])


def test_a_written_pack_may_name_both_twins() -> None:
    pack = FixedDeals([cards.parse_all("As As 7c")], dealer=0).pack(1, cards.pack(64))
    assert cards.texts(pack)[:5] == ["As", "As", "7c", "7c", "8c"]
    assert len(pack) == 64
