"""The errors of the harness: few, typed, each with a sentence for a person."""


class HarnessError(Exception):
    """Something a person can mend; the text names what is wrong and the next step."""


class ConfigError(HarnessError):
    """A configuration, scenario or log file that cannot be used; the text names file and key."""


class OptionError(HarnessError):
    """A rule set that does not exist, or options it does not take; the text names the option."""


class IllegalAction(HarnessError):
    """An action that the rules do not allow now; the text is the reason, in one sentence."""


class StoreError(HarnessError):
    """A ladder's database that cannot be opened, read or written."""


class MachineFault(HarnessError):
    """The machine or the harness failed, so nobody at the table is to blame; ``word`` is its cause's."""

    def __init__(self, word: str, sentence: str) -> None:
        super().__init__(sentence)
        self.word = word
