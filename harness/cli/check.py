"""``harness check``."""

import click

from harness.cli.terminal import put_json, say

_SAID = {
    "passed": "a ladder would accept it",
    "failed": "a ladder would refuse it",
    "machine": "the machine failed, not the bot: mend that, then check it again",
}


@click.command("check")
@click.argument("source", required=False)
@click.option("--command", "process", metavar="COMMAND", help="Check a process that this command starts instead.")
@click.option("--game", "rule_set", required=True, metavar="RULESET", help="The rule set; `harness games` lists them.")
@click.option("--seats", type=click.IntRange(2, 10), metavar="N", help="Of the table [the fewest the game takes].")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(source: str | None, process: str | None, rule_set: str, seats: int | None, as_json: bool) -> int:
    """Check a bot as a ladder would before it takes it.

    SOURCE is an image, a folder with a Dockerfile, or a file that `docker save` wrote. The bot has to start, connect,
    and play against sample bots in every seat, within the limits that a ladder has unless it says otherwise.
    """
    from harness.cli import report
    from harness.config import single
    from harness.submission import State

    found = report.checked(report.entry(source, process), single(rule_set, seats), quiet=as_json)
    if as_json:
        put_json(report.as_json(found))
    else:
        say(_SAID[found.state])
    return 0 if found.state is State.PASSED else 1
