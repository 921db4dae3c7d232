"""A bot that runs elsewhere: nothing is known of it but its stream."""

import asyncio

from harness.connection import Exit


class Remote:
    """It is there, or it is not; how its process fares only its author knows."""

    async def exited(self, within: float) -> Exit | None:
        await asyncio.sleep(within)
        return None

    def last_words(self) -> list[str]:
        return []

    async def memory(self) -> int | None:
        return None

    async def stop(self) -> None:
        """Its stream has been ended; that is all that can be done."""
