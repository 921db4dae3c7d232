"""``harness doctor``."""

from contextlib import ExitStack, closing
from pathlib import Path

import click
import msgspec

from harness.cli.terminal import put, put_json, say
from harness.errors import ConfigError


@click.command("doctor")
@click.option("--clean", is_flag=True, help="Remove containers, processes and folders of runs whose harness is gone.")
@click.option(
    "--make-cert",
    "folder",
    is_flag=False,
    flag_value=".",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="[DIR]",
    help="Only make cert.pem and key.pem for `harness run --listen` [here].",
)
@click.option(
    "--host", "hosts", multiple=True, metavar="NAME", help="A name or IP address for --make-cert; repeatable."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(clean: bool, folder: Path | None, hosts: tuple[str, ...], as_json: bool) -> int:
    """Say what this machine lacks, and remove what dead runs left.

    Exits 1 if something is missing. An engine is needed only for bots in containers.
    """
    if folder is not None:
        return _make_certificate(folder, hosts, as_json)
    if hosts:
        raise click.UsageError("--host goes with --make-cert")
    from harness import doctor
    from harness.bots.container import Engine
    from harness.errors import MachineFault

    engine, why_none = None, ""
    with ExitStack() as stack:
        try:
            engine = stack.enter_context(closing(Engine()))
        except MachineFault as fault:
            why_none = str(fault)
        removed = doctor.clean(engine) if clean else None
        findings = list(doctor.examine(engine, why_none))
    if as_json:
        put_json({"ok": all(one.ok for one in findings), "removed": removed, "findings": findings})
    else:
        for one in findings:
            put(f"{'ok' if one.ok else 'LACKS':<6} {one.name}: {one.sentence}")
            if not one.ok:
                put(f"       mend it with: {one.cure}")
        if removed is not None:
            gone = {what: len(names) for what, names in msgspec.structs.asdict(removed).items()}
            say("removed: " + ", ".join(f"{count} {what}" for what, count in gone.items()))
    return 0 if all(one.ok for one in findings) else 1


def _make_certificate(folder: Path, hosts: tuple[str, ...], as_json: bool) -> int:
    try:
        from harness.certificate import make
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is missing; install it with: pip install 'card-bot-harness[remote]'") from None
    pair = make(folder, hosts)
    if as_json:
        put_json({"cert": str(pair.cert), "key": str(pair.key)})
        return 0
    put(str(pair.cert))
    put(str(pair.key))
    say(f"listen with: harness run LADDER --listen 0.0.0.0:8032 --cert {pair.cert} --key {pair.key}")
    say(f"remote bots need {pair.cert.name} as HARNESS_CA; keep {pair.key.name} to yourself")
    return 0
