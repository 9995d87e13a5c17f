"""`python -m explorer.cli` is `saitei`."""

from explorer.cli import main

main()
