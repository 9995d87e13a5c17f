"""What the proof needs, written by machine from each rule: witnesses and near misses."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from clingo import Function, SymbolType, ast

__all__ = ["CARRIERS", "WORDS_MATTER", "Built", "instrument", "statement_keys"]

CARRIERS = {"applies", "may", "pick", "bars"}
_SUBJECTS = {"check", "event", "happens", "ask", "arg", "active"}

WORDS_MATTER = {"ask/2"}
"""Predicates whose constants are told apart when a program is sliced; for all others only functors are."""

Key = tuple[str, ...]


@dataclass(frozen=True)
class Built:
    """A statement as text; ``proof`` statements are only needed for explanations."""

    text: str
    proof: bool


def instrument(
    tree: ast.AST, owner: str | None, counter: Iterator[int], names: dict[int, tuple[str, str]]
) -> list[Built]:
    """Return the statement with its guard, its witnesses and its near misses.

    ``names`` receives, for each witness or miss number, the rule and the kind of head it speaks of.
    """
    body = [str(literal) for literal in tree.body]
    carried = list(_carried(tree.head))
    if not carried or carried[0][0].arguments[0].ast_type == ast.ASTType.Variable:  # the frame itself
        return [_built(str(tree), proof=False)]
    guards = []
    extra: list[Built] = []
    for head, condition in carried:
        rule = head.arguments[0]
        if owner is None or str(rule) != f'"{owner}"':
            raise ValueError(
                f"{tree.location.begin.line}: the head {head} does not stand under the header of its rule"
            )
        guards.append(f"active({rule})")
        number = next(counter)
        names[number] = (owner, head.name)
        extra.extend(_explanations(number, rule, head, [*tree.body, *condition]))
    guard = sorted(set(guards))
    text = f"{tree.head} :- {'; '.join([*guard, *body])}."
    return [_built(text, proof=False), *extra]


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


def _explanations(number: int, rule: ast.AST, head: Any, body: list[ast.AST]) -> Iterator[Built]:
    x = head.arguments[1]
    named = _name_anonymous(body)
    texts = [str(literal) for literal in named]
    premises = [_premise(literal) for literal in named]
    shown = ",".join(p for p in premises if p)
    held = str(head)
    yield _built(
        f"w({number},{x},({shown}{',' if shown else ''})) :- {'; '.join([held, f'active({rule})', *texts])}.",
        proof=True,
    )
    yield _built(f"m({number},{x},out_of_force) :- {'; '.join([f'dormant({rule})', *texts])}.", proof=True)
    # The first premise that is not the bare moment is what the rule is about: without it there is no near miss.
    subject = next((i for i, b in enumerate(named) if str(b) != "check"), 0)
    for index, literal in enumerate(named):
        complement = _complement(literal)
        if complement is None or index <= subject:
            continue
        rest = [*texts[:index], *texts[index + 1 :]]
        bound = _bound([*named[:index], *named[index + 1 :]])
        if not (_variables(x) | _global_variables(literal)) <= bound:
            continue
        yield _built(
            f"m({number},{x},{premises[index]}) :- {'; '.join([f'active({rule})', *rest, complement])}.",
            proof=True,
        )


def _built(text: str, *, proof: bool) -> Built:
    return Built(text, proof)


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


def _complement(literal: ast.AST) -> str | None:
    if _is_atom(literal):
        symbol = literal.atom.symbol
        if symbol.ast_type != ast.ASTType.Function or symbol.name in _SUBJECTS:
            return None
        return str(literal.atom) if literal.sign else f"not {literal.atom}"
    if (
        literal.ast_type == ast.ASTType.Literal
        and literal.atom.ast_type == ast.ASTType.Comparison
        and _premise(literal)
    ):
        return f"not {literal}"
    return None


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


def statement_keys(tree: ast.AST) -> tuple[tuple[Key, ...], tuple[Key, ...], frozenset[str]]:
    """Patterns of the heads and of the positive premises of a statement, and every predicate it reads.

    A pattern is the predicate and, for each argument, the functor of a compound term or constant, ``?X`` for
    a variable X, ``*`` for anything else.
    """
    heads: list[Key] = []
    head = tree.head
    needs: list[Key] = []
    if head.ast_type == ast.ASTType.Literal and head.atom.ast_type == ast.ASTType.SymbolicAtom:
        heads.append(_key(head.atom.symbol))
    elif head.ast_type == ast.ASTType.Aggregate:
        heads.extend(_key(e.literal.atom.symbol) for e in head.elements)
    for literal in tree.body:
        if _is_atom(literal) and not literal.sign:
            needs.append(_key(literal.atom.symbol))
    reader = _Readers()
    for literal in tree.body:
        reader.visit(literal)
    if head.ast_type == ast.ASTType.Aggregate:
        for element in head.elements:
            for condition in element.condition:
                reader.visit(condition)
    return tuple(heads), tuple(needs), frozenset(reader.found)


class _Readers(ast.Transformer):
    def __init__(self) -> None:
        self.found: set[str] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:  # noqa: N802 - the name clingo's visitor asks for
        self.found.add(_key(node.symbol)[0])
        return node


def _key(symbol: Any) -> Key:
    if symbol.ast_type == ast.ASTType.UnaryOperation:
        return _key(symbol.argument)
    if symbol.ast_type != ast.ASTType.Function:
        return (f"{symbol}/0",)
    name = f"{symbol.name}/{len(symbol.arguments)}"
    return (name, *(_functor(a, name in WORDS_MATTER) for a in symbol.arguments))


def _functor(term: Any, words: bool) -> str:
    if term.ast_type == ast.ASTType.Function and term.arguments:
        return f"{term.name}/{len(term.arguments)}" if term.name else "*"
    if term.ast_type == ast.ASTType.Variable:
        return "*" if term.name == "_" else f"?{term.name}"
    if words and term.ast_type == ast.ASTType.Function:
        return f"{term.name}/0"
    if words and term.ast_type == ast.ASTType.SymbolicTerm and term.symbol.type == SymbolType.Function:
        return f"{term.symbol.name}/0"
    if term.ast_type == ast.ASTType.SymbolicTerm and term.symbol.type == SymbolType.String:
        return f'"{term.symbol.string}"'
    return "*"
