"""Pages are looked at with patience: what is read at once may be read before it has come."""

import re
from pathlib import Path

HASTY = re.compile(
    r"\.(is_(?:visible|hidden|enabled|disabled|checked|editable)|all_(?:inner_texts|text_contents)|all|input_value"
    r"|bounding_box|wait_for_timeout)\("
)


def test_no_browser_test_looks_once_at_what_may_yet_come():
    found = {
        f"{path.name}: {hasty[1]}"
        for path in Path(__file__).parent.rglob("*.py")
        for hasty in HASTY.finditer(path.read_text())
    }
    assert not found, "use expect(…), which waits; measure several things in one evaluate_all"
