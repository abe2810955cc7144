"""Finds the listings of the mission's texts and puts them into the shape in which they compile.

The texts are not ours and are not part of the project: they lie in `VICINITY_MISSION`, or in `../shared/mission`. What is
changed in them is what this file says, and nothing else:

- the saved pages of the session put a listing on one line: its comments and line ends are found again;
- the article is written in the Swift of 2015: `CURRENT_FORMS` has today's spelling of the same calls;
- the import line names this project's module;
- a case with nothing but a comment gets a `break`, as Swift wants it;
- placeholders of the article stand for a UUID and an identifier.
"""

import os
import pathlib
import re

from debug_build import ROOT

FOLDER = pathlib.Path(os.environ.get("VICINITY_MISSION", ROOT.parent / "shared" / "mission"))

# Swift of 2015 → today's, as the migrator would write it; in order.
CURRENT_FORMS = [
    # Core Location and Core Bluetooth.
    (r"^import Core(Bluetooth|Location)$", ""),
    (r"func (locationManager|peripheralManagerDidUpdateState|application)\((manager|peripheral|application):", r"func \1(_ \2:"),
    (r"didStartMonitoringForRegion region", "didStartMonitoringFor region"),
    (r"didChangeAuthorizationStatus status", "didChangeAuthorization status"),
    (r"forRegion region", "for region"),
    (r"requestStateForRegion\(", "requestState(for: "),
    (r"startMonitoringForRegion\(", "startMonitoring(for: "),
    (r"isMonitoringAvailableForClass\(CLBeaconRegion\)", "isMonitoringAvailable(for: CLBeaconRegion.self)"),
    (r"proximityUUID: NSUUID\(UUIDString: \"[^\"]*\"\)!", 'uuid: UUID(uuidString: "5AFE0000-0000-4000-8000-00000000002C")!'),
    (r"peripheralDataWithMeasuredPower\(", "peripheralData(withMeasuredPower: "),
    (r"\.PoweredOn\b", ".poweredOn"),
    (r"\.Authorized(Always|WhenInUse)\b", r".authorized\1"),
    (r"\.Inside\b", ".inside"),
    # Foundation.
    (r"\[String: AnyObject\]", "[String: Any]"),
    (r"NSUserDefaults\.standardUserDefaults\(\)", "UserDefaults.standard"),
    (r"objectForKey\(", "object(forKey: "),
    (r"setObject\(", "set("),
    (r"\bNSDate\b", "Date"),
    (r"timeIntervalSinceDate\(", "timeIntervalSince("),
    (r"\bNSTimeInterval\b", "TimeInterval"),
    (
        r"stringByAddingPercentEncodingWithAllowedCharacters\(NSCharacterSet\.URLQueryAllowedCharacterSet\(\)\)",
        "addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)",
    ),
    (r", url = NSURL\(", ", let url = URL("),
    # Labels of first parameters.
    (r"message message:", "message:"),
    (r"shouldNotifyWithMessage\(message: String", "shouldNotifyWithMessage(_ message: String"),
]

TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|\$\d+|[@#]?[A-Za-z_]\w*|\d[\d.]*|\s+|.', re.S)
WORD = re.compile(r'["\w@#]')
# Words after which a statement goes on, and words that go on with the one before.
OPENING = {
    "let", "var", "func", "if", "guard", "switch", "case", "return", "else", "in", "as", "is", "for", "_",
    "struct", "extension", "some", "async", "do", "try", "catch", "@main", "@State",
}
JOINING = {"else", "as", "is", "in", "where", "async"}


def text(beginning):
    """The text whose file name begins so, or None."""
    files = sorted(FOLDER.glob(f"{beginning}_*.txt")) if FOLDER.is_dir() else []
    return files[0].read_text(encoding="utf-8") if files else None


def session_listings(page):
    """The listings of a session's page, by their titles, with their lines found again."""
    pairs = re.findall(r"^\d+:\d\d - (.+)\n(.+)$", page, re.M)
    listings = {}
    for title, listing in pairs:
        listings[title] = listings.get(title, "") + "\n" + lines_of(listing)
    return {title: re.sub(r"(case \.\w+:)\s*\}", r"\1 break\n}", listing) for title, listing in listings.items()}


def lines_of(listing):
    """Removes the comments of a listing on one line, and breaks the line where a statement ends."""
    code = re.sub(r"//.*?(?=\b(?:func|let|if|switch)\s|\b\w+(?:\.\w+)+\(|\}|$)", "", listing)
    lines, before, depth = "", "", 0
    for token in TOKEN.findall(code.strip()):
        if not token.isspace():
            depth += (token in "([") - (token in ")]")
            ends = before[-1:] in (")", "]", "}", '"', "!") or (WORD.match(before) and before not in OPENING)
            if depth == 0 and ends and WORD.match(token) and token not in JOINING:
                lines += "\n"
            before = token
        lines += token
    return lines


def tip_listings(page):
    """The listings of the session on tips, in their order; a group is declared by its value, as Swift wants it."""
    listings = re.findall(r"^// .*?(?=(?:@main )?struct )(.+)$", page, re.M)
    return [lines_of(re.sub(r": (TipGroup\()", r" = \1", listing)) for listing in listings]


def article_files(page):
    """The pieces of code of the article in their order: from a file name or an import to where the last brace closes."""
    blocks, block, depth = [], None, 0
    for line in page.splitlines():
        code = line.strip()
        if depth == 0 and re.match(r"// \w+\.swift$|import \w+$", code):
            if block is None or any("{" in other for other in block):
                block = []
                blocks.append(block)
        elif depth == 0 and block is not None and code and not re.match(r"[a-z/@]", code):
            block = None
        if block is not None:
            block.append(line)
            depth += line.count("{") - line.count("}")
    return ["\n".join(current(line) for line in block) + "\n" for block in blocks]


def current(line):
    """A line of the article in today's spelling."""
    for old, new in CURRENT_FORMS:
        line = re.sub(old, new, line)
    return line
