"""`python3 -m perceptron_ref`: the command line."""

import sys

from perceptron_ref.cli import main

if __name__ == "__main__":
    sys.exit(main())
