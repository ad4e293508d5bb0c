"""The door of the surface: what people give is read by the type that an argument is declared with.

So a number is one in every question, be it numpy's or a text, and what is none is an error that names the argument.
"""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Iterable, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from exact.errors import UsageError, quoted
from exact.game.bets import Bet
from exact.game.numbers import whole_number, whole_numbers
from exact.game.shoe import Shoe

P = ParamSpec("P")
T = TypeVar("T")
Reader = Callable[[Any, str], Any]


def at_the_door(question: Callable[P, T]) -> Callable[P, T]:
    """A question whose arguments are read before it is asked; raises UsageError for what is not of its kind."""
    signature = inspect.signature(question)
    readers = {name: READERS[kind] for name, parameter in signature.parameters.items()
               if (kind := str(parameter.annotation).removesuffix(" | None")) in READERS}
    if not readers:
        return question

    @wraps(question)
    def asked(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            given = signature.bind(*args, **kwargs)
        except TypeError as error:
            known = [name for name in signature.parameters if name != "self"]
            raise TypeError(f"{question.__name__}: {error}; its arguments are {', '.join(known)}") from None
        for name, reader in readers.items():
            value = given.arguments.get(name)
            if value is None:
                if name in given.arguments and not _optional(signature.parameters[name]):
                    reader(value, name)
            elif signature.parameters[name].kind is inspect.Parameter.VAR_POSITIONAL:
                given.arguments[name] = tuple(reader(each, name) for each in value)
            else:
                given.arguments[name] = reader(value, name)
        return question(*given.args, **given.kwargs)

    return asked


def _optional(parameter: inspect.Parameter) -> bool:
    return str(parameter.annotation).endswith(" | None")


def _text(value: Any, argument: str) -> str:
    if not isinstance(value, str):
        raise UsageError(f"`{argument}` {quoted(value)}: write a text")
    return value


def _texts(value: Any, argument: str) -> str | list[str]:
    """One or several."""
    return value if isinstance(value, str) else [_text(each, argument) for each in _several(value, argument)]


def _several(value: Any, argument: str) -> Iterable[Any]:
    if not isinstance(value, Iterable) or isinstance(value, Mapping):
        raise UsageError(f"`{argument}` {quoted(value)}: write a text, or a list of them")
    return value


def _decks(value: Any, argument: str) -> int | str:
    return value if isinstance(value, str) and value == "inf" else Shoe.decks(whole_number(value, argument)).cards // 52


def _bets(value: Any, argument: str) -> str | list[str | Bet]:
    """Bets by name, as pay tables, or as what has one: `game.bet("tie")`, the law of a bet."""
    if isinstance(value, str):
        return value
    alone = isinstance(value, Bet) or isinstance(getattr(value, "bet", None), Bet)
    found = [getattr(each, "bet", each) for each in ([value] if alone else _several(value, argument))]
    wrong = next((each for each in found if not isinstance(each, str | Bet)), None)
    if wrong is not None:
        raise UsageError(f"`{argument}` {quoted(wrong)}: a bet is named by a text, such as 'dragon-7'")
    return found


def _by_name(value: Any, argument: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise UsageError(f"`{argument}` {quoted(value)}: give names with numbers, such as {{'player': 10, 'tie': 1}}")
    return {_text(name, argument): number for name, number in value.items()}


def _place(value: Any, argument: str) -> Any:
    if not isinstance(value, str | os.PathLike):
        raise UsageError(f"`{argument}` {quoted(value)}: give the name of a file or a folder")
    return value


READERS: Mapping[str, Reader] = {
    "int": whole_number, "int | Iterable[int]": whole_numbers, "int | str": _decks, "str": _text,
    "str | Iterable[str]": _texts, "BetsLike": _bets, "Mapping[str, Number]": _by_name,
    "PathLike": _place}
"""What reads an argument, by its type as the signature spells it; the others are read by what they are given to."""
