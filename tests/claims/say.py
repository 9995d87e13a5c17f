"""What a sentence is read to claim: ``python -m tests.claims.say dm|ygo SENTENCE…``."""

import sys

from ingest.claims import read_claims


def main(arguments: list[str]) -> int:
    if len(arguments) < 2 or arguments[0] not in ("dm", "ygo"):
        print("usage: python -m tests.claims.say dm|ygo SENTENCE…", file=sys.stderr)
        return 2
    for text in arguments[1:]:
        reading = read_claims(text, game=arguments[0])
        for claim in reading.claims:
            told = " ".join(f"{name}={value}" for name, value in claim.args.items())
            line = f"{'not ' if claim.negated else ''}{claim.predicate} {told}".rstrip()
            line += f"  [{claim.phrase}: {claim.said}]"
            line += f"  subject: {claim.subject}" if claim.subject else ""
            line += f"  if: {', '.join(claim.conditions)}" if claim.conditions else ""
            line += f"  ({claim.modality})" if claim.modality != "is" else ""
            print(line + ("  (exception)" if claim.exception else ""))
        for words in reading.unread:
            print(f"not read: {words}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
