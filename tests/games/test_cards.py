"""Cards: text and order."""

import pytest

from harness.errors import ConfigError
from harness.games import cards


def test_a_card_is_its_text_and_back() -> None:
    assert len(set(cards.TEXT)) == 52
    for card, text in enumerate(cards.TEXT):
        assert cards.parse(text) == card


def test_pack_order_is_suit_by_suit_low_to_high() -> None:
    assert " ".join(cards.texts(cards.pack(32))) == (
        "7c 8c 9c Tc Jc Qc Kc Ac 7d 8d 9d Td Jd Qd Kd Ad 7h 8h 9h Th Jh Qh Kh Ah 7s 8s 9s Ts Js Qs Ks As"
    )
    assert " ".join(cards.texts(cards.pack(52))[:14]) == "2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"


@pytest.mark.parametrize(("size", "lowest", "copies"), [(32, "7", 1), (36, "6", 1), (52, "2", 1), (64, "7", 2)])
def test_packs_have_their_size_and_lowest_card(size: int, lowest: str, copies: int) -> None:
    pack = cards.texts(cards.pack(size))
    assert len(pack) == size
    assert pack[0] == f"{lowest}c"
    assert {pack.count(card) for card in pack} == {copies}


def test_twins_stand_side_by_side() -> None:
    assert cards.texts(cards.pack(64))[:4] == ["7c", "7c", "8c", "8c"]


def test_any_hand_can_be_put_in_pack_order() -> None:
    assert cards.in_pack_order(cards.parse_all("As 2c Th Td Ac")) == ["2c", "Ac", "Td", "Th", "As"]
    assert cards.texts(cards.parse_all("As 2c Th")) == ["As", "2c", "Th"]


@pytest.mark.parametrize("text", ["", "A", "1h", "10h", "aH", "Ax", "hA", "Ah ", "AhKh"])
def test_what_is_no_card_is_refused_by_name(text: str) -> None:
    with pytest.raises(ConfigError, match=f"'{text}' is not a card; write rank .* and suit"):
        cards.parse(text)
