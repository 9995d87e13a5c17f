"""What the proof needs, written by machine from each rule: witnesses and near misses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clingo import Function, ast

from ontology.reasoner.patterns import Key, pattern

__all__ = ["CARRIERS", "Built", "instrument"]

CARRIERS = {"applies", "may", "pick", "bars"}
_SUBJECTS = {"check", "event", "happens", "ask", "arg", "active"}


@dataclass(frozen=True)
class Built:
    """A statement: its text, patterns of its heads and of its positive premises, every predicate it reads.

    ``guard`` is the literal that ties it to a rule in force (or out of force), as it stands in the text.
    """

    text: str
    heads: tuple[Key, ...]
    needs: tuple[Key, ...]
    reads: frozenset[str]
    guard: str = ""


def instrument(
    tree: ast.AST, owner: str | None, counter: Iterator[int], names: dict[int, tuple[str, str]]
) -> list[Built]:
    """Return the statement with its guard, its witnesses and its near misses.

    ``names`` receives, for each witness or miss number, the rule and the kind of head it speaks of.
    """
    body = [_part(literal) for literal in tree.body]
    heads, inner = _heads(tree.head)
    carried = list(_carried(tree.head))
    if not carried or carried[0][0].arguments[0].ast_type == ast.ASTType.Variable:  # the frame itself
        return [_built(str(tree), heads, [*body, *inner])]
    guard = f'active("{owner}")'
    extra: list[Built] = []
    for head, condition in carried:
        rule = head.arguments[0]
        if owner is None or str(rule) != f'"{owner}"':
            raise ValueError(
                f"{tree.location.begin.line}: the head {head} does not stand under the header of its rule"
            )
        number = next(counter)
        names[number] = (owner, head.name)
        extra.extend(_explanations(number, guard, head, [*tree.body, *condition]))
    text = f"{tree.head} :- {'; '.join([guard, *(b.text for b in body)])}."
    return [_built(text, heads, [*body, *inner], guard), *extra]


@dataclass(frozen=True)
class _Part:
    """A literal of a body: its text, its pattern if it is a positive atom, the predicates it reads."""

    text: str
    need: Key | None
    reads: frozenset[str]


def _part(literal: ast.AST) -> _Part:
    text = str(literal)
    if _is_atom(literal):
        key = pattern(str(literal.atom))
        return _Part(text, None if literal.sign else key, frozenset([key[0]]))
    reader = _Readers()
    reader.visit(literal)
    return _Part(text, None, frozenset(reader.found))


def _atom(text: str) -> _Part:
    key = pattern(text)
    return _Part(text, key, frozenset([key[0]]))


def _heads(head: ast.AST) -> tuple[list[Key], list[_Part]]:
    """Patterns of the atoms of a head, and what the conditions of a choice read (they bind nothing outside it)."""
    if _is_atom(head):
        return [pattern(str(head.atom))], []
    if head.ast_type != ast.ASTType.Aggregate:
        return [], []
    keys = [pattern(str(e.literal.atom)) for e in head.elements]
    parts = [_part(c) for e in head.elements for c in e.condition]
    return keys, [_Part(p.text, None, p.reads) for p in parts]


def _built(text: str, heads: list[Key], parts: list[_Part], guard: str = "") -> Built:
    """Return the statement; its guard is a premise like any other."""
    guards = [_atom(guard)] if guard else []
    needs = tuple(p.need for p in (*guards, *parts) if p.need is not None)
    reads = frozenset().union(*(p.reads for p in (*guards, *parts)))
    return Built(text, tuple(heads), needs, reads, guard)


def _carried(head: ast.AST) -> Iterator[tuple[Any, list[ast.AST]]]:
    """Atoms of a head that carry a rule, with the condition of their choice element."""
    if head.ast_type == ast.ASTType.Literal:
        symbol = head.atom.symbol if head.atom.ast_type == ast.ASTType.SymbolicAtom else None
        if symbol is not None and symbol.ast_type == ast.ASTType.Function and symbol.name in CARRIERS:
            yield symbol, []
    elif head.ast_type == ast.ASTType.Aggregate:
        for element in head.elements:
            literal = element.literal
            symbol = literal.atom.symbol
            if symbol.ast_type == ast.ASTType.Function and symbol.name in CARRIERS:
                yield symbol, list(element.condition)


def _explanations(number: int, guard: str, head: Any, body: list[ast.AST]) -> Iterator[Built]:
    x = head.arguments[1]
    named = _name_anonymous(body)
    parts = [_part(literal) for literal in named]
    texts = [p.text for p in parts]
    premises = [_premise(literal) for literal in named]
    shown = ",".join(p for p in premises if p)
    witness = f"w({number},{x},({shown}{',' if shown else ''}))"
    held = _atom(str(head))
    yield _built(
        f"{witness} :- {'; '.join([held.text, guard, *texts])}.", [pattern(witness)], [held, *parts], guard
    )
    dormant = guard.replace("active", "dormant", 1)
    miss = f"m({number},{x},out_of_force)"
    yield _built(f"{miss} :- {'; '.join([dormant, *texts])}.", [pattern(miss)], parts, dormant)
    # The first premise that is not the bare moment is what the rule is about: without it there is no near miss.
    subject = next((i for i, b in enumerate(named) if str(b) != "check"), 0)
    for index, literal in enumerate(named):
        complement = _complement(literal)
        if complement is None or index <= subject:
            continue
        rest = [*parts[:index], *parts[index + 1 :]]
        bound = _bound([*named[:index], *named[index + 1 :]])
        if not (_variables(x) | _global_variables(literal)) <= bound:
            continue
        miss = f"m({number},{x},{premises[index]})"
        yield _built(
            f"{miss} :- {'; '.join([guard, *(p.text for p in rest), complement.text])}.",
            [pattern(miss)],
            [*rest, complement],
            guard,
        )


def _is_atom(literal: ast.AST) -> bool:
    return literal.ast_type == ast.ASTType.Literal and literal.atom.ast_type == ast.ASTType.SymbolicAtom


def _premise(literal: ast.AST) -> str | None:
    """Ground term that stands for a premise in a proof."""
    if _is_atom(literal):
        return f"no({_Any().visit(literal.atom)})" if literal.sign else str(literal.atom)
    if (
        literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type == ast.ASTType.Comparison
        and not literal.sign
    ):
        guards = literal.atom.guards
        if len(guards) == 1:
            name = ast.ComparisonOperator(guards[0].comparison).name
            return f"compare(op_{name.lower()},{literal.atom.term},{guards[0].term})"
    return None


class _Any(ast.Transformer):
    """Shows an anonymous variable of a negated premise as the constant ``any``."""

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo's visitor asks for
        return ast.SymbolicTerm(node.location, Function("any", [])) if node.name == "_" else node


def _complement(literal: ast.AST) -> _Part | None:
    if _is_atom(literal):
        symbol = literal.atom.symbol
        if symbol.ast_type != ast.ASTType.Function or symbol.name in _SUBJECTS:
            return None
        held = _atom(str(literal.atom))
        return held if literal.sign else _Part(f"not {held.text}", None, held.reads)
    if (
        literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type == ast.ASTType.Comparison
        and _premise(literal)
    ):
        return _Part(f"not {literal}", None, frozenset())
    return None


class _Readers(ast.Transformer):
    """Finds every predicate inside an aggregate or another literal that is no plain atom."""

    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo's visitor asks for
        self.found.add(pattern(str(node))[0])
        return node


class _Variables(ast.Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo's visitor asks for
        self.found.add(node.name)
        return node


def _variables(node: ast.AST) -> set[str]:
    visitor = _Variables()
    visitor.visit(node)
    return visitor.found


def _global_variables(literal: ast.AST) -> set[str]:
    return {v for v in _variables(literal) if v != "_"}


def _bound(literals: list[ast.AST]) -> set[str]:
    """Variables bound by positive atoms (a sound under-approximation)."""
    result: set[str] = set()
    for literal in literals:
        if _is_atom(literal) and not literal.sign:
            result |= _global_variables(literal)
    return result


class _Namer(ast.Transformer):
    def __init__(self) -> None:
        self.count = 0

    def visit_Variable(self, node: ast.AST) -> ast.AST:  # noqa: N802
        if node.name == "_":
            self.count += 1
            return node.update(name=f"Any{self.count}")
        return node


def _name_anonymous(body: list[ast.AST]) -> list[ast.AST]:
    """Give anonymous variables of positive atoms a name, so that a premise can be shown with its value."""
    namer = _Namer()
    return [namer.visit(b) if _is_atom(b) and not b.sign else b for b in body]
