"""``harness doctor``."""

from contextlib import ExitStack, closing

import click
import msgspec

from harness.cli.terminal import put, put_json, say


@click.command("doctor")
@click.option("--clean", is_flag=True, help="Remove containers, processes and folders of runs whose harness is gone.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def command(clean: bool, as_json: bool) -> int:
    """Say what this machine lacks, and remove what dead runs left.

    Exits 1 if something is missing. An engine is needed only for bots in containers.
    """
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
