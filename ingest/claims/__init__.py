"""What a statement claims, read by a grammar that is data; questions and answers read into boards."""

from ingest.claims.grammar import GrammarError
from ingest.claims.reader import Claim, Reading, read_claims

__all__ = ["Claim", "GrammarError", "Reading", "read_claims"]
