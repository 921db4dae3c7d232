"""What goes to one bot next: what happens in its matches while it thinks gathers here, and leaves in one message."""

import msgspec

from harness import encoding
from harness.games import Action, Seat
from harness.referee import Ask, Referee
from harness.wire import arena_pb2 as pb


class NextBatch:
    """The batch that gathers for one bot."""

    def __init__(self) -> None:
        self._decisions: dict[str, bytes] = {}  # by match
        self._due: dict[str, Ask] = {}  # by match: what must be answered, rejections included
        self._rest: pb.Batch | None = None  # all but the decisions, if there is any

    def __bool__(self) -> bool:
        """Whether there is anything to send."""
        return self._rest is not None or bool(self._decisions)

    def __len__(self) -> int:
        """Decisions in it."""
        return len(self._decisions)

    def start(self, referee: Referee, seat: Seat) -> None:
        """A match begins."""
        match, clock = referee.match, referee.match.clock
        self._beside().starts.add(
            match_id=match.wire_id,
            rule_set=match.game,
            options=msgspec.json.encode(dict(referee.game.options)).decode(),
            seat=seat,
            seats=len(match.bots),
            move_ms=clock.move * 1000,
            bank_ms=clock.bank * 1000,
            strikes=clock.strikes,
            retries=clock.retries,
        )

    def ask(self, referee: Referee, ask: Ask) -> None:
        """A decision is due."""
        match_id = referee.match.wire_id
        self._decisions[match_id] = encoding.decision(match_id, referee.game.family, ask)
        self._due[match_id] = ask

    def reject(self, referee: Referee, ask: Ask, action: Action, reason: str) -> None:
        """An action was refused; the decision is due again."""
        left = ask.left
        self._beside().rejections.add(
            match_id=referee.match.wire_id,
            decision_id=ask.number,
            action=action,
            reason=reason,
            legal=ask.legal,
            move_ms=max(0.0, left - ask.bank) * 1000,
            bank_ms=min(left, ask.bank) * 1000,
        )
        self._due[referee.match.wire_id] = ask

    def end(self, referee: Referee, news: list[bytes]) -> None:
        """A match is over."""
        result = referee.over.result
        self._beside().ends.add(
            match_id=referee.match.wire_id,
            ranks=result.ranks,
            scores=result.scores,
            verdicts=[verdict.cause for verdict in result.verdicts],
            sentences=[verdict.sentence for verdict in result.verdicts],
            news=[text.decode() for text in news],
        )

    def drop(self, referee: Referee) -> None:
        """A match was given up."""
        self._beside().ends.add(match_id=referee.match.wire_id)

    def take(self, most: int) -> tuple[bytes, dict[str, Ask]]:
        """The message with all that gathered, but no more decisions than ``most``, and what it asks, by match."""
        decisions, due = self._decisions, self._due
        self._decisions, self._due = {}, {}
        if len(decisions) > most:
            for match_id in list(decisions)[most:]:
                self._decisions[match_id] = decisions.pop(match_id)
                self._due[match_id] = due.pop(match_id)
        rest, self._rest = self._rest, None
        return encoding.batch(b"" if rest is None else rest.SerializeToString(), decisions.values()), due

    def _beside(self) -> pb.Batch:
        """All but the decisions, to be added to."""
        if self._rest is None:
            self._rest = pb.Batch()
        return self._rest
