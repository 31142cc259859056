"""Abstract types and coercions from definitions: from the cache, or by elimination and then into the cache."""

from __future__ import annotations

import hashlib
import json
import os
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import product
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

from vexil import __version__
from vexil.abstraction.data.elimination import Elimination
from vexil.abstraction.data.families import Definition
from vexil.abstraction.data.queries import Queries, Statistics
from vexil.abstraction.data.values import operations_of
from vexil.core.context import Context
from vexil.core.errors import UsageError
from vexil.ir.expressions import Operator
from vexil.ir.rounding import Rounding
from vexil.ir.text import print_expression
from vexil.ir.types import FloatType, MathType
from vexil.logic.solvers import versions
from vexil.model.tokens.abstract_type import TESTS, UNARY, AbstractType, Coercion, Table, Tokens


@dataclass(frozen=True, slots=True)
class TableBuilder:
    """Makes tables, and remembers them where the cache is; ``statistics`` count the questions to solvers."""

    context: Context
    cache: Cache
    statistics: Statistics

    def abstract_type(self, definition: Definition) -> AbstractType:
        """The tokens of a definition with the tables of all operators; the definition should cover the type."""
        key = key_of(definition, what="tables")
        entry = self.cache.load(key, _sizes(definition))
        if entry is None:
            entry = self._made(definition)
            self.cache.store(key, entry)
            self.statistics.made += 1
            doubtful = sum(len(table.doubtful) for table in entry.tables.values())
            self.context.emit("abstraction", name=definition.name, type=str(definition.concrete), doubtful=doubtful)
        else:
            self.statistics.found += 1
        return AbstractType(
            definition.name,
            definition.concrete,
            definition.tokens,
            definition.members,
            entry.default,
            dict(entry.single),
            {each: table for each, table in entry.tables.items() if each not in TESTS},
            {each: table for each, table in entry.tables.items() if each in TESTS},
            definition.family,
        )

    def knows(self, definition: Definition) -> bool:
        """Say whether the tables are in the cache already."""
        return self.cache.load(key_of(definition, what="tables"), _sizes(definition)) is not None

    def _made(self, definition: Definition) -> Entry:
        with Queries(definition.concrete, self.context, self.statistics) as queries:
            elimination = Elimination(definition, queries)
            operations, tests = elimination.tables()
            return Entry({**operations, **tests}, elimination.single(), elimination.default())

    def coercion(self, source: AbstractType, target: AbstractType) -> Coercion:
        """The tokens of one type that may stand for the same numbers as tokens of another, converted if need be."""
        one, two = definition_of(source), definition_of(target)
        kinds = (source.concrete, target.concrete)
        if any(isinstance(kind, FloatType) for kind in kinds) and any(isinstance(kind, MathType) for kind in kinds):
            what = f"there is no coercion from {source.name} to {target.name}"
            raise UsageError(f"{what}: floats and mathematical integers are not converted into each other")
        sizes = {Operator.CAST: (len(source.tokens), len(target.tokens))}
        key = key_of(one, two, what="coercion")
        entry = self.cache.load(key, sizes)
        if entry is None:
            with Queries(source.concrete, self.context, self.statistics, target=target.concrete) as queries:
                table = Elimination(one, queries).coercion(two)
            entry = Entry({Operator.CAST: table}, {}, 0)
            self.cache.store(key, entry)
            self.statistics.made += 1
        else:
            self.statistics.found += 1
        return Coercion(source, target, entry.tables[Operator.CAST])


def _sizes(definition: Definition) -> dict[Operator, tuple[int, int]]:
    """The numbers of tokens and of results of each table."""
    count = len(definition.tokens)
    return dict.fromkeys(operations_of(definition.concrete), (count, count)) | dict.fromkeys(TESTS, (count, 2))


def definition_of(kind: AbstractType, rounding: Rounding = Rounding.TRUNCATE) -> Definition:
    """What an abstract type was made from."""
    return Definition(kind.name, kind.concrete, kind.tokens, kind.members, kind.family, rounding)


@dataclass(frozen=True, slots=True)
class Entry:
    """What is worth keeping of an abstraction: its tables, and the tokens that stand for one number."""

    tables: Mapping[Operator, Table]
    single: Mapping[int, int]
    default: int


@dataclass(frozen=True, slots=True)
class Cache:
    """A folder of entries; without a folder nothing is kept."""

    folder: Path | None

    def load(self, key: str, sizes: Mapping[Operator, tuple[int, int]]) -> Entry | None:
        """The entry of a key, if there is a sound one; *sizes* are the numbers of tokens and of results of tables."""
        if self.folder is None:
            return None
        try:
            text = (self.folder / f"{key}.json").read_text(encoding="utf-8")
            whole = json.loads(text)
            body = whole["body"]
            if whole["digest"] != _digest(body) or body["key"] != key:
                return None
            return Entry(
                {each: _table(body["tables"][each.value], each, *size) for each, size in sizes.items()},
                {int(token): int(number) for token, number in body["single"].items()},
                int(body["default"]),
            )
        except (OSError, ValueError, KeyError, TypeError, AttributeError, IndexError, RecursionError):
            return None

    def store(self, key: str, entry: Entry) -> None:
        """Keep an entry; another process that writes the same one at the same time does no harm."""
        if self.folder is None:
            return
        body = {
            "key": key,
            "tables": {operator.value: _rows(table) for operator, table in entry.tables.items()},
            "single": {str(token): number for token, number in entry.single.items()},
            "default": entry.default,
        }
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile("w", dir=self.folder, suffix=".new", delete=False, encoding="utf-8") as file:
                json.dump({"digest": _digest(body), "body": body}, file)
            Path(file.name).replace(self.folder / f"{key}.json")


def user_cache() -> Cache:
    """The user's folder: ``VEXIL_CACHE`` (empty for none), else where the platform keeps such files."""
    given = os.environ.get("VEXIL_CACHE")
    if given is not None:
        return Cache(Path(given) / "abstractions" if given else None)
    if sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return Cache(base / "vexil" / "abstractions")


def key_of(*definitions: Definition, what: str) -> str:
    """The key of tables: the definitions, the models of arithmetic, and the version of whatever makes them."""
    parts: list[str] = [what, *_makers()]
    for each in definitions:
        parts += [str(each.concrete), each.rounding.value, str(len(each.tokens))]
        parts += [print_expression(member) for member in each.members]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


@cache
def _makers() -> tuple[str, ...]:
    """Versions of Vexil and the solvers, and a digest of the modules that make tables."""
    total = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        with suppress(OSError):
            total.update(path.read_bytes())
    return __version__, *(f"{name} {version}" for name, version in versions().items()), total.hexdigest()


def _digest(body: Any) -> str:
    return hashlib.sha256(json.dumps(body, sort_keys=True).encode()).hexdigest()


def _rows(table: Table) -> dict[str, Any]:
    keys = list(table.rows)
    return {
        "rows": [list(results) for results in table.rows.values()],
        "partial": sorted(keys.index(row) for row in table.partial),
        "doubtful": sorted([keys.index(row), result] for row, result in table.doubtful),
    }


def _table(kept: Mapping[str, Any], operator: Operator, tokens: int, results: int) -> Table:
    arity = 1 if operator in UNARY or operator is Operator.CAST else 2
    keys: list[Tokens] = list(product(range(tokens), repeat=arity))
    rows = [tuple(int(each) for each in row) for row in kept["rows"]]
    if len(rows) != len(keys) or any(not 0 <= each < results for row in rows for each in row):
        raise ValueError("the entry has other rows")
    return Table(
        dict(zip(keys, rows, strict=True)),
        frozenset(keys[row] for row in kept["partial"]),
        frozenset((keys[row], int(result)) for row, result in kept["doubtful"]),
    )
