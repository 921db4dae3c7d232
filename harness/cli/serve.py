"""``harness serve``."""

from pathlib import Path

import click

from harness.cli.terminal import put
from harness.errors import ConfigError

LOOPBACK = ("127.0.0.1", "localhost", "[::1]", "::1")


@click.command("serve")
@click.argument("results", type=click.Path(path_type=Path), default=Path("results"))
@click.option("--port", type=click.IntRange(0, 65_535), default=8031, show_default=True, help="0: any that is free.")
@click.option("--host", default="127.0.0.1", show_default=True, help="Of another interface only if all may read this.")
def command(results: Path, port: int, host: str) -> None:
    """Serve the pages of a folder of ladders, live, to this machine.

    Every match has its page there, and a ladder that is being played shows how far it is. Nothing is written. The
    JSON API is described at /api/openapi.json. Ctrl-C ends it.
    """
    if not results.is_dir():
        raise ConfigError(
            f"{results}: there is no such folder; name one that holds ladders, as harness init makes them"
        )
    if (results / "ladder.toml").is_file():
        raise ConfigError(f"{results}: this is a ladder; name the folder that it lies in: {results.resolve().parent}")
    try:
        import uvicorn

        from harness.site.serve import application
    except ModuleNotFoundError as error:
        raise ConfigError(f"{error.name} is missing; install it with: pip install 'card-bot-harness[serve]'") from None
    app = application(results, LOOPBACK if host in LOOPBACK else ("*",))
    config = uvicorn.Config(app, host, port, log_level="warning", timeout_graceful_shutdown=1, server_header=False)
    with config.bind_socket() as listening:
        listening.listen()  # before the address is told: whoever reads it may come at once
        put(f"http://{host}:{listening.getsockname()[1]}/")
        uvicorn.Server(config).run([listening])
