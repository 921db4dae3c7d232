"""One match of Bismarck in play."""

from collections.abc import Sequence
from typing import Self

from harness.errors import IllegalAction
from harness.games import cards
from harness.games.bismarck import modes, refusal
from harness.games.bismarck.modes import MODES, NAMINGS, SEATS
from harness.games.bismarck.trick import playable, winning_place
from harness.games.bismarck.view import BismarckView
from harness.games.cards import TEXT, Card
from harness.games.deals import Deals
from harness.games.game import Action, Event, Seat

DEALS = SEATS * len(MODES)
TRICKS = 16
OPEN = 4  # cards turned up for forehand, who discards as many
PACK = cards.pack(52)
PLAY = tuple(f"play {text}" for text in TEXT)
DISCARD = tuple(f"discard {text}" for text in TEXT)
_CARD: dict[Action, Card] = {action: card for texts in (PLAY, DISCARD) for card, action in enumerate(texts)}


class BismarckState:
    """A match from its first deal to its ranks. Hands are kept in pack order, and so are the legal actions."""

    # What a copy shares with its original, since it is only ever replaced, and what it needs of its own.
    _SHARED = ("_opening", "_luck", "_pack", "_deal", "_dealer", "_phase", "_turn", "_mode", "_trump")
    _OWN = ("_named", "_totals", "_discards", "_trick", "_leaders", "_played", "_tricks")
    __slots__ = ("_hands", *_OWN, *_SHARED)

    def __init__(self, luck: Deals) -> None:
        self._luck = luck
        self._deal = 0
        self._dealer = luck.first_dealer(SEATS)
        self._named: list[tuple[Seat, str]] = []  # forehand and mode, in the order named
        self._totals = [0] * SEATS
        self._opening = tuple(self._open_deal())

    def opening(self) -> Sequence[Event]:
        return self._opening

    def to_act(self) -> Seat | None:
        return None if self._phase == "over" else self._turn

    def legal(self) -> Sequence[Action]:
        if self._phase == "play":
            return [PLAY[card] for card in playable(self._hands[self._turn], self._trick)]
        if self._phase == "discard":
            return [DISCARD[card] for card in self._hands[self._turn]]
        return self._namings() if self._phase == "mode" else []

    def default(self) -> Action:
        legal = self.legal()
        if self._phase == "mode":
            return legal[0]
        # They are in pack order, so that of equal ranks the lower suit comes first.
        return min(legal, key=lambda action: _CARD[action] % 13)

    def apply(self, action: Action) -> Sequence[Event]:
        if action not in self.legal():
            raise IllegalAction(refusal.reason(self.view(self._turn), action))
        if self._phase == "play":
            return self._play(_CARD[action])
        if self._phase == "discard":
            return self._discard(_CARD[action])
        mode, trump = NAMINGS[action]
        return self._name_mode(mode, trump, forced=len(self._unused()) == 1)

    def ranks(self) -> list[int] | None:
        if self._phase != "over":
            return None
        return [1 + sum(other > total for other in self._totals) for total in self._totals]

    def scores(self) -> list[int]:
        return self._totals.copy()

    def copy(self) -> Self:
        twin = object.__new__(type(self))
        for slot in self._SHARED:
            setattr(twin, slot, getattr(self, slot))
        for slot in self._OWN:
            setattr(twin, slot, getattr(self, slot).copy())
        twin._hands = [hand.copy() for hand in self._hands]
        return twin

    def view(self, seat: Seat) -> BismarckView:
        return BismarckView(
            deal=self._deal,
            seat=seat,
            dealer=self._dealer,
            forehand=self._forehand,
            phase=self._phase,
            mode=self._mode,
            trump=self._trump,
            hand=cards.shown(tuple(self._hands[seat])),
            open=cards.shown(tuple(sorted(self._pack[:OPEN]))),
            discards=cards.shown(tuple(sorted(self._discards))) if seat == self._forehand else (),
            trick=cards.shown(tuple(self._trick)),
            leader=self._leader,
            played=cards.shown(tuple(self._played)),
            leaders=tuple(self._leaders),
            tricks=tuple(self._tricks),
            quotas=tuple(modes.quotas(self._mode, self._forehand)) if self._mode else (),
            totals=tuple(self._totals),
            used_modes=tuple([f"{seat} {mode}" for seat, mode in self._named]),
        )

    def snapshot(self) -> dict[str, object]:
        return {
            "to_act": self.to_act(),
            "legal": sorted(self.legal()),
            "hands": [cards.texts(hand) for hand in self._hands],
            "centre": cards.in_pack_order(self._pack[:OPEN]) if self._phase == "mode" else cards.texts(self._trick),
            "reserve": len(PACK) - OPEN if self._phase == "mode" else 0,
            "lives": None,
            "dealer": self._dealer,
            "ranks": self.ranks(),
            "totals": self._totals.copy(),
        }

    @property
    def _forehand(self) -> Seat:
        return (self._dealer + 1) % SEATS

    @property
    def _leader(self) -> Seat:
        return (self._turn - len(self._trick)) % SEATS

    def _unused(self) -> list[str]:
        return [mode for mode in MODES if (self._forehand, mode) not in self._named]

    def _namings(self) -> list[Action]:
        unused = self._unused()
        return [action for action, (mode, _) in NAMINGS.items() if mode in unused]

    def _event(self, name: str, seat: Seat | None = None, /, **fields: object) -> Event:
        """Something that everybody may know."""
        doer = {} if seat is None else {"seat": seat}
        return Event({"event": name, "deal": self._deal, **doer, **fields})

    def _open_deal(self) -> list[Event]:
        """Turn up the four cards of the next deal; a mode that leaves nothing to ask is set at once."""
        self._deal += 1
        self._phase, self._mode, self._trump = "mode", "", ""
        self._turn = self._forehand
        self._pack = self._luck.pack(self._deal, PACK)
        self._hands: list[list[Card]] = [[] for _ in range(SEATS)]
        self._discards: list[Card] = []
        self._trick: list[Card] = []
        self._leaders: list[Seat] = []  # of the finished tricks
        self._played: list[Card] = []  # in the finished tricks
        self._tricks = [0] * SEATS
        turned_up = cards.in_pack_order(self._pack[:OPEN])
        event = self._event("deal", dealer=self._dealer, forehand=self._forehand, open=turned_up)
        namings = self._namings()
        return [event] if len(namings) > 1 else [event, *self._name_mode(*NAMINGS[namings[0]], forced=True)]

    def _name_mode(self, mode: str, trump: str, *, forced: bool) -> list[Event]:
        """Fix mode and trump, then deal out the other cards; forehand takes the four."""
        self._phase, self._mode, self._trump = "discard", mode, trump
        self._named.append((self._forehand, mode))
        fields = {"mode": mode, "trump": trump, **({"forced": True} if forced else {})}
        events = [self._event("mode", self._forehand, **fields)]
        for place in range(SEATS):
            seat = (self._forehand + place) % SEATS
            hand = self._pack[OPEN + place :: SEATS] + (self._pack[:OPEN] if place == 0 else [])
            self._hands[seat] = sorted(hand)
            fields = {"event": "hand", "deal": self._deal, "seat": seat, "cards": cards.in_pack_order(hand)}
            events.append(Event(fields, (seat,)))
        return events

    def _discard(self, card: Card) -> list[Event]:
        self._hands[self._turn].remove(card)
        self._discards.append(card)
        if len(self._discards) == OPEN:
            self._phase = "play"
        fields: dict[str, object] = {"event": "discard", "deal": self._deal, "seat": self._turn, "card": TEXT[card]}
        return [Event(fields, (self._turn,))]

    def _play(self, card: Card) -> list[Event]:
        seat = self._turn
        self._hands[seat].remove(card)
        self._trick.append(card)
        events = [Event({"event": "play", "deal": self._deal, "seat": seat, "card": TEXT[card]})]
        self._turn = (seat + 1) % SEATS
        if len(self._trick) == SEATS:
            events.append(self._take_trick())
            if len(self._leaders) == TRICKS:
                events += self._close_deal()
        return events

    def _take_trick(self) -> Event:
        """The winner takes the trick and leads the next."""
        leader = self._leader
        winner = (leader + winning_place(self._trick, self._trump)) % SEATS
        event = self._event("trick", winner, cards=cards.texts(self._trick))
        self._leaders.append(leader)
        self._played += self._trick
        self._trick = []
        self._tricks[winner] += 1
        self._turn = winner
        return event

    def _close_deal(self) -> list[Event]:
        """Score the deal, then open the next, or end the match."""
        scores = modes.points(self._mode, self._forehand, self._tricks)
        self._totals = [total + score for total, score in zip(self._totals, scores, strict=True)]
        event = self._event("showdown", tricks=self._tricks.copy(), scores=scores, totals=self._totals.copy())
        if self._deal < DEALS:
            self._dealer = self._forehand
            return [event, *self._open_deal()]
        self._phase = "over"
        return [event, self._event("match", ranks=self.ranks(), scores=self.scores())]
