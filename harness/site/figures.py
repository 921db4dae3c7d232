"""Numbers as people read them: true minus signs, few digits, and a dash where there is nothing to say."""

import math

from harness.sums import Estimate

NOTHING = "–"


def fixed(value: float, digits: int = 2) -> str:
    """A number with so many decimals."""
    return f"{value:.{digits}f}".replace("-", "−") if math.isfinite(value) else NOTHING


def signed(value: float, digits: int = 2) -> str:
    """A number that always carries its sign; one that rounds to zero has none."""
    if not math.isfinite(value):
        return NOTHING
    text = f"{value:+.{digits}f}"
    return (text if float(text) else text[1:]).replace("-", "−")


def short(value: float) -> str:
    """A number with no more decimals than it has: 31, 30.5."""
    return f"{value:g}".replace("-", "−")


def percent(share: float) -> str:
    """A share from 0 to 1 as a whole percentage."""
    return f"{share * 100:.0f} %" if math.isfinite(share) else NOTHING


def slight(share: float) -> str:
    """A share that may be tiny, as a percentage to two digits: 0.034 %, 1.2 %, 45 %."""
    percentage = share * 100
    if not math.isfinite(percentage):
        return NOTHING
    digits = 0 if percentage >= 9.95 or percentage == 0 else min(4, 1 - math.floor(math.log10(percentage)))
    return f"{percentage:.{digits}f} %"


def half_width(half: float, digits: int = 2, *, scale: float = 1) -> str:
    """What stands after a number with an interval; the interval of a single set is unknown."""
    return f"± {half * scale:.{digits}f}" if math.isfinite(half) else "± ?"


def margin(found: Estimate, digits: int = 2) -> str:
    """The same after an estimate; nothing where nothing is known."""
    return "" if math.isnan(found.mean) else half_width(found.half, digits)


def interval(low: float, high: float, digits: int = 1) -> str:
    """Both ends of an interval."""
    return (
        f"{fixed(low, digits)}–{fixed(high, digits)}" if low >= 0 else f"{fixed(low, digits)} to {fixed(high, digits)}"
    )


def duration(microseconds: float) -> str:
    """A time in the unit that suits it, to about two digits."""
    milliseconds = microseconds / 1000
    if milliseconds < 10:
        return f"{milliseconds:.{1 if milliseconds >= 1 else 2}f} ms"
    return f"{milliseconds:.0f} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.1f} s"


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th, … 11th …"""
    if 10 <= number % 100 <= 20:
        return f"{number}th"
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th') }"


def places(best: int, worst: int) -> str:
    """A place, or the range of places that the intervals leave open."""
    return str(best) if best == worst else f"{best}–{worst}"


def plural(number: int, noun: str) -> str:
    """1 match, 2 matches, 1,000 deals."""
    ending = "" if number == 1 else "es" if noun.endswith("ch") else "s"
    return f"{number:,} {noun}{ending}"


def lives(number: int) -> str:
    """1 life, 2 lives."""
    return "1 life" if number == 1 else f"{number} lives"


def moment(started: str) -> str:
    """A time in UTC, written as ISO 8601, to the minute."""
    return f"{started[:10]} {started[11:16]} UTC"
