"""Errors in one line."""

import sys


def report_errors(main):
    """Runs a script. An error that the user can fix ends it with one line."""
    try:
        main()
    except OSError as error:
        sys.exit(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except ValueError as error:
        sys.exit(str(error))
    except KeyboardInterrupt:
        sys.exit("interrupted")
