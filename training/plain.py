"""What goes wrong, in a line."""

import sys


def plainly(main):
    """Runs a script. What is wrong with what it was given is said in a line."""
    try:
        main()
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("interrupted")
