"""What environments of one table have in common."""

from __future__ import annotations

from ._native import Table
from .errors import EnvironmentClosed, InvalidInput


def check_choice(name: str, value: object, known: tuple[object, ...]) -> None:
    """Refuses an option that is none of those that are known."""
    if value not in known:
        names = ", ".join(map(repr, known))
        raise InvalidInput(f"{name} is one of {names}, not {value!r}")


class AtTable:
    """An environment around a table, from its first reset until it is closed."""

    render_mode: str | None
    table: Table | None = None
    _closed = False

    def render(self) -> str | None:
        """The board as the player on roll sees it."""
        table = self._at_table()
        return table.position.board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing can be asked after that."""
        self._closed, self.table = True, None

    def _check_open(self) -> None:
        if self._closed:
            raise EnvironmentClosed("this environment has been closed")

    def _at_table(self) -> Table:
        self._check_open()
        if self.table is None:
            raise InvalidInput("reset the environment before anything else")
        return self.table
