"""``harness close``: the secret is published, nothing is played any more, and everybody can deal the packs again."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest

from harness import games
from harness.cli.template import ladder_toml
from harness.ladder import open_ladder
from harness.match import Bot
from harness.replay import frames
from harness.verify import verify
from tests.cli.conftest import LADDER, Run


@pytest.fixture
def secretive(harness: Run, tmp_path: Path) -> Path:
    """A ladder without a seed of its own, played to its end."""
    text = LADDER.replace('seed = "of the command line\'s tests"\n', "").format(python="python")
    (tmp_path / "ladder.toml").write_text(text)
    ran = harness("run", tmp_path)
    assert ran.returncode == 0, ran.stderr
    return tmp_path


def pages(folder: Path) -> str:
    return "".join(path.read_text() for path in (folder / "site").rglob("*.html"))


def dealt_as_documented(secret: str, set_key: str) -> list[str]:
    """The first pack of a set, from proto/README.md alone."""
    seed = hmac.new(secret.encode(), f"set {set_key}".encode(), hashlib.sha256).hexdigest()
    pack = [rank + suit for suit in "cdhs" for rank in "789TJQKA"]
    stream = b"".join(hashlib.sha256(f"{seed}:deal:1:{block}".encode()).digest() for block in range(9))
    words = [int.from_bytes(stream[at : at + 4], "big") for at in range(0, len(stream), 4)]
    for last in range(31, 0, -1):
        while (word := words.pop(0)) >= 2**32 - 2**32 % (last + 1):
            pass
        other = word % (last + 1)
        pack[last], pack[other] = pack[other], pack[last]
    return pack


def test_the_secret_is_told_when_all_is_played_and_not_before(harness: Run, secretive: Path) -> None:
    with open_ladder(secretive).read() as store:
        secret, commitment = store.noted("secret") or "", store.noted("commitment") or ""
    assert secret not in pages(secretive)
    assert secret not in harness("status", secretive, "--json").stdout
    assert commitment in pages(secretive)
    ran = harness("close", secretive, "--json")
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert (told["secret"], told["commitment"], told["lacking"]) == (secret, commitment, 0)
    assert hashlib.sha256(secret.encode()).hexdigest() == commitment
    assert secret in pages(secretive)
    assert verify(open_ladder(secretive), lambda done, total: None).findings == []


def test_every_pack_is_the_one_that_the_secret_gives(harness: Run, secretive: Path) -> None:
    secret = json.loads(harness("close", secretive, "--json").stdout)["secret"]
    with open_ladder(secretive).read() as store:
        for row in store.matches():
            pack = dealt_as_documented(secret, row.set_key)
            opening = next(frames(store.log(row.key)))
            hands = {e.fields["seat"]: e.fields["cards"] for e in opening.events if e.name == "hand"}
            (dealer,) = (e.fields["dealer"] for e in opening.events if e.name == "deal")
            forehand = 1 - int(str(dealer))
            assert hands[forehand] == sorted(pack[0:6:2], key=_in_pack)
            assert hands[1 - forehand] == sorted(pack[1:6:2], key=_in_pack)


def _in_pack(card: str) -> tuple[int, int]:
    return "cdhs".index(card[1]), "23456789TJQKA".index(card[0])


def test_a_closed_ladder_plays_no_more(harness: Run, secretive: Path) -> None:
    assert harness("close", secretive).returncode == 0
    before = (secretive / "ladder.db").read_bytes()
    ran = harness("run", secretive)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "this ladder is closed" in ran.stderr
    with pytest.raises(Exception, match="this ladder is closed"), open_ladder(secretive).beside() as store:
        store.roster.register(Bot("late", ("x",)))
    assert (secretive / "ladder.db").read_bytes() == before
    again = harness("close", secretive)
    assert again.returncode == 0, "what is closed stays so"
    assert harness("status", secretive).returncode == 0


def test_an_unfinished_ladder_is_closed_on_request_only(harness: Run, secretive: Path) -> None:
    toml = secretive / "ladder.toml"
    toml.write_text(toml.read_text().replace("sets = 2", "sets = 3"))
    ran = harness("close", secretive)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "matches of the schedule are not played" in ran.stderr
    assert json.loads(harness("close", secretive, "--unfinished", "--json").stdout)["lacking"] > 0


def test_what_was_never_played_cannot_be_closed(harness: Run, tmp_path: Path) -> None:
    (tmp_path / "ladder.toml").write_text(ladder_toml(games.game("schwimmen"), {}, seats=(3,)))
    ran = harness("close", tmp_path)
    assert (ran.returncode, ran.stdout) == (1, "")
    assert "nothing was played yet" in ran.stderr
