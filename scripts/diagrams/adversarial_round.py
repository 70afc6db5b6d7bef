"""An adversarial round: an attack that is run, a defence that is run, and the next attack."""

from moot.formats.workshop.setup import Attacking


def adversarial_round() -> str:
    """The diagram, with the numbers that hold unless something else is agreed."""
    agreed = Attacking()
    return f"""sequenceDiagram
  participant R as Red<br/>red_team, security …
  participant S as Executor<br/>the sandbox
  participant B as Blue<br/>blue_team, or the author
  Note over R,B: each of the {agreed.candidates} best candidates at once, and nobody attacks its own unless alone
  loop at most {agreed.rounds} rounds
    R->>S: ATTACK: a claim, and tests that show it
    alt no tests
      Note over R,B: nothing new, the fight is over
    else tests
      S->>S: runs them on the best version
      S-->>R: REPORT: broke, or held
      alt nothing broke
        Note over R,B: the fight is over
      else something broke
        S-->>B: what broke, and how
        B->>S: DEFENCE: mended files, or a dispute
        S->>S: runs what was mended: the suite, every attack so far
        S-->>B: REPORT
        S-->>R: the mended version, to attack anew
      end
    end
  end
"""
