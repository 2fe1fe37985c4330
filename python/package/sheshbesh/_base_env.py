"""Base of the environments around one table."""

from __future__ import annotations

from ._native import Table
from .errors import EnvironmentClosed, InvalidInput


def check_choice(name: str, value: object, known: tuple[object, ...]) -> None:
    """Raises ``InvalidInput`` for an unknown value of an option."""
    if value not in known:
        names = ", ".join(map(repr, known))
        raise InvalidInput(f"{name} is one of {names}, not {value!r}")


class BaseEnv:
    """An environment around a table, which exists from the first reset until the environment is closed."""

    render_mode: str | None
    table: Table | None = None
    _closed = False

    def render(self) -> str | None:
        """Returns the board as text, from the view of the player on roll, if ``render_mode`` is ``"ansi"``."""
        table = self._open_table()
        return table.position.board() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Closes the environment. Later calls raise ``EnvironmentClosed``."""
        self._closed, self.table = True, None

    def _check_open(self) -> None:
        if self._closed:
            raise EnvironmentClosed("this environment has been closed")

    def _open_table(self) -> Table:
        self._check_open()
        if self.table is None:
            raise InvalidInput("reset the environment before anything else")
        return self.table
