"""`python3 -m perceptron_ref`: the command line."""

import sys

if __name__ == "__main__":
    from perceptron_ref.cli.main import main

    sys.exit(main())
