"""``harness status``."""

from pathlib import Path
from typing import TYPE_CHECKING

import click
import msgspec

from harness.cli.terminal import put, put_json, say
from harness.submission import Submission

if TYPE_CHECKING:
    from harness.history import History
    from harness.ladder import Ladder
    from harness.rows import SeatRow
    from harness.store import Store


class Fault(msgspec.Struct):
    """What went wrong with a bot, and how often."""

    bot: str
    verdict: str
    matches: int
    last: str  # key of the last such match in schedule order
    sentence: str  # what was said of it there


class Incident(msgspec.Struct):
    """A fault of the machine, of which no bot is guilty."""

    at: str
    key: str
    cause: str
    sentence: str


class Status(msgspec.Struct):
    """How a ladder stands, beside its standings."""

    title: str
    game: str
    scheduled: int
    played: int  # of the scheduled matches
    stored: int  # those of earlier schedules and versions included
    commitment: str
    seeded: bool  # by ladder.toml, so that the secret is none
    faults: list[Fault]
    incidents: list[Incident]
    submissions: list[Submission]


@click.command("status")
@click.argument("folder", metavar="LADDER", type=click.Path(path_type=Path))
@click.option("--matches", is_flag=True, help="List the stored matches instead.")
@click.option("--submissions", is_flag=True, help="Show what was submitted instead, with the reports.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(folder: Path, matches: bool, submissions: bool, as_json: bool) -> None:
    """Show a ladder's standings, progress and faults."""
    from harness.ladder import open_ladder

    ladder = open_ladder(folder)
    if matches:
        with ladder.read() as store:
            _put_matches(store, as_json)
    elif submissions:
        with ladder.read() as store:
            _put_submissions(store, as_json)
    else:
        _put_status(ladder, as_json)


def _put_matches(store: "Store", as_json: bool) -> None:
    """A line for each stored match, in schedule order."""
    labels = {bot.id: bot.label for bot in store.roster.bots()}
    for row in store.matches():
        if as_json:
            seats = [{**msgspec.structs.asdict(seat), "bot": labels[seat.bot]} for seat in row.seats]
            fields = {"key": row.key, "set": row.set_key, "started": row.started, "seconds": row.seconds}
            put_json({**fields, "actions": row.actions, "seats": seats})
        else:
            outcome = "  ".join(f"{seat.rank}. {labels[seat.bot]} ({_result(seat)})" for seat in row.seats)
            put(f"{row.key}  {row.started}  {outcome}")


def _put_submissions(store: "Store", as_json: bool) -> None:
    """Each with its whole report, in the order in which they were submitted."""
    from harness.cli import report

    for one in store.roster.submissions():
        if as_json:
            put_json(report.submission_as_json(one))
        else:
            put(_submitted(one))
            for step in one.report.steps:
                report.put_step(step)


def _submitted(one: "Submission") -> str:
    by = f" by {one.author}" if one.author else ""
    outcome = f"accepted as version {one.version}" if one.accepted else "refused"
    return f"submitted: {one.at} {one.name}{by}: {outcome}"


def _result(seat: "SeatRow") -> str:
    return str(seat.score) if seat.verdict == "played" else f"{seat.score}, {seat.verdict}"


def _put_status(ladder: "Ladder", as_json: bool) -> None:
    from harness import history
    from harness.cli import report, standings
    from harness.ratings import table_of
    from harness.shares import shown

    config = ladder.config
    with ladder.read() as store:
        folded = history.read(store, config.clock.bench_after, config.pages.matches)
        table = shown(table_of(folded, store, ladder.game))
        status = _status(ladder, store, folded)
    if as_json:
        told = {
            **msgspec.structs.asdict(status),
            "submissions": list(map(report.submission_as_json, status.submissions)),
            "standings": list(map(standings.as_json, table.standings)),
        }
        put_json(told)
        return
    put(f"{status.title}: {status.game}, {status.played} of {status.scheduled} matches played")
    standings.put_standings(table)
    for fault in status.faults:
        put(f"fault: {fault.bot}: {fault.verdict} in {fault.matches}, last in {fault.last}: {fault.sentence}")
    for incident in status.incidents:
        put(f"incident: {incident.at} {incident.key}: {incident.cause}: {incident.sentence}")
    for submission in status.submissions:
        put(_submitted(submission))
    put(f"commitment: {status.commitment}{' (to the seed in ladder.toml)' if status.seeded else ''}")
    if status.played < status.scheduled and not any(one.benched for one in table.standings):
        say(f"to play the rest: harness run {ladder.folder}")


def _status(ladder: "Ladder", store: "Store", folded: "History") -> Status:
    scheduled, played = _progress(ladder, store)
    return Status(
        title=ladder.title,
        game=ladder.config.game,
        scheduled=scheduled,
        played=played,
        stored=store.count(),
        commitment=store.noted("commitment") or "",
        seeded=store.noted("seeded") == "yes",
        faults=_faults(store, folded),
        incidents=[Incident(*row) for row in store.incidents()],
        submissions=store.roster.submissions(),
    )


def _progress(ladder: "Ladder", store: "Store") -> tuple[int, int]:
    """How many matches the schedule has, and how many of these are stored."""
    from harness import schedule
    from harness.cli import plan

    bots = list(plan.field(ladder))
    config = ladder.config
    return schedule.matches(bots, config), store.count_among(bots, set(config.table_sizes), config.schedule.sets)


def _faults(store: "Store", folded: "History") -> list[Fault]:
    """The bots' faults in the matches that count, those of a bot together."""
    labels = {bot.id: bot.label for bot in store.roster.bots()}
    found = [
        (bot, word, verdicts)
        for bot, tally in sorted(folded.bots.items())
        for word, verdicts in sorted(tally.verdicts.items())
        if word != "played"
    ]
    rows = store.numbered([verdicts.last for _, _, verdicts in found])
    faults = []
    for bot, word, verdicts in found:
        last = rows[verdicts.last]
        sentence = next(seat.sentence for seat in last.seats if seat.bot == bot)
        faults.append(Fault(labels[bot], word, verdicts.matches, last.key, sentence))
    return faults
