"""`python3 -m perceptron_ref`: the command line."""

import sys

if __name__ == "__main__":
    try:
        from perceptron_ref.cli.main import main

        sys.exit(main())
    except KeyboardInterrupt:  # as early as while the modules are read
        sys.exit(130)
