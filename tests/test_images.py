"""The bot images of `make images` play, as containers: the samples in Python, and the bot in JavaScript."""

import asyncio
import shutil
from collections.abc import Callable, Sequence

import pytest

from harness.bots.pool import Settings
from harness.match import Bot, Limits, Match, Result
from harness.played import Played
from harness.worker import Hall, Outcome

LIMITS = Limits(memory_mb=256, cpus=1.0, processes=64, files=256, tmp_mb=16)


def play(game: str, bots: Sequence[Bot], sets: int) -> list[Result]:
    """The results of so many sets, each played in all cyclic rotations of the seats, by bots kept alive."""
    matches = [
        Match(
            f"{number}.{turn}", f"wire-{number}.{turn}", game, {}, (*bots[turn:], *bots[:turn]), seed=f"seed-{number}"
        )
        for number in range(sets)
        for turn in range(len(bots))
    ]

    async def run() -> list[Outcome]:
        async with Hall(Settings("test-images.", limits=LIMITS)) as hall:
            futures = []
            for match in matches:
                over: asyncio.Future[Outcome] = asyncio.get_running_loop().create_future()
                hall.play(match, over.set_result)
                futures.append(over)
            return await asyncio.gather(*futures)

    results = []
    for outcome in asyncio.run(run()):
        assert isinstance(outcome, Played), outcome
        results.append(outcome.result)
    return results


@pytest.mark.parametrize(("game", "sets"), [("schwimmen", 4), ("forty-one", 4), ("bismarck", 2)])
def test_the_bot_in_javascript_beats_random(game: str, sets: int, images: Callable[..., dict[str, str]]) -> None:
    if shutil.which("npm") is None:
        pytest.skip("Node.js and its npm are not here; as root: apt-get install nodejs npm")
    ids = images("harness-python", "harness-bot-random", "harness-node", "harness-bot-node")
    randoms = [Bot(name, image=ids["harness-bot-random"]) for name in ("chance", "hazard")]
    results = play(game, [Bot("node", image=ids["harness-bot-node"]), *randoms], sets)
    assert len(results) == 3 * sets
    for result in results:
        assert {verdict.cause for verdict in result.verdicts} == {"played"}
        assert result.strikes == (0, 0, 0)
    # The rotation moves it from seat 0 to seat 2 to seat 1.
    ranks = [result.ranks[-number % 3] for number, result in enumerate(results)]
    assert sum(ranks) / len(ranks) < 1.5, ranks


@pytest.mark.parametrize("bots", [("greedy", "thoughtful"), ("bismarck-greedy", "bismarck-thoughtful", "random")])
def test_sample_bots_play_as_containers(bots: tuple[str, ...], images: Callable[..., dict[str, str]]) -> None:
    tags = [f"harness-bot-{name}" for name in bots]
    ids = images("harness-python", *tags)
    game = "bismarck" if len(bots) == 3 else "schwimmen"
    results = play(game, [Bot(name, image=ids[tag]) for name, tag in zip(bots, tags, strict=True)], sets=1)
    assert all(verdict.cause == "played" for result in results for verdict in result.verdicts)


def test_no_image_of_that_name(images: Callable[..., dict[str, str]]) -> None:
    with pytest.raises(AssertionError, match=r"error: there is no image harness-moo; there are harness-python, "):
        images("harness-moo")
