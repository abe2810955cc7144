"""Catalogues in XLIFF 1.2, as gettext's tools write it. docs/decisions/0058-xliff-1-2-for-exchange.md says why this version.

A message is a `trans-unit` with its English text as `resname`. One with plural forms is a `group` of units, one for each form.
The header of the catalogue is a unit too, so that nothing is lost.
"""

import re
from xml.etree import ElementTree

NAMESPACE = "urn:oasis:names:tc:xliff:document:1.2"
HEADER = "x-gettext-domain-header"
PLURALS = "x-gettext-plurals"
SPACE = "{http://www.w3.org/XML/1998/namespace}space"
# Characters that XML 1.0 cannot hold.
UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")


def written(language, header, messages):
    """A catalogue as an XLIFF document.

    header: the comment before the catalogue's header, and the fields of it.
    messages: (text, plural or None, places, forms) of each message; forms that are not translated are empty.
    """
    root = ElementTree.Element("xliff", version="1.2", xmlns=NAMESPACE)
    file = ElementTree.SubElement(root, "file", {
        "original": f"{language}.po", "source-language": "en", "target-language": language, "datatype": "po"})
    body = ElementTree.SubElement(file, "body")
    comment, fields = header
    unit = add_unit(body, "header", fields, fields, approved=True)
    unit.set("restype", HEADER)
    ElementTree.SubElement(unit, "note").text = comment
    for number, (text, plural, places, forms) in enumerate(messages, 1):
        if plural is None:
            add_places(add_unit(body, str(number), text, forms[0]), places).set("resname", text)
            continue
        group = ElementTree.SubElement(body, "group", id=str(number), restype=PLURALS, resname=text)
        add_places(group, places)
        for index, form in enumerate(forms):
            # The first form is the one for one thing, unless it is the only one.
            source = text if index == 0 and len(forms) > 1 else plural
            add_unit(group, f"{number}[{index}]", source, form)
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def add_unit(parent, identifier, source, target, approved=None):
    approved = bool(target) if approved is None else approved
    attributes = {"id": identifier, SPACE: "preserve", "approved": "yes" if approved else "no"}
    unit = ElementTree.SubElement(parent, "trans-unit", attributes)
    for name, text, properties in (("source", source, {}), ("target", target, {"state": "translated" if target else "new"})):
        if UNWRITABLE.search(text):
            raise ValueError(f"“{text}” has a character that XML cannot hold.")
        ElementTree.SubElement(unit, name, properties).text = text
    return unit


def add_places(element, places):
    group = ElementTree.SubElement(element, "context-group", purpose="location", name="references")
    for place in places:
        ElementTree.SubElement(group, "context", {"context-type": "sourcefile"}).text = place
    return element


def read(document):
    """The language, the header and {text: forms} of an XLIFF document; a ValueError says in a sentence what is wrong."""
    try:
        root = ElementTree.fromstring(document)
    except ElementTree.ParseError as error:
        raise ValueError(f"The file is not XML: {error}.") from error
    files = root.findall(name("file"))
    if root.tag != name("xliff") or len(files) != 1:
        raise ValueError("The file is not XLIFF 1.2 with one catalogue.")
    header, messages = None, {}
    for element in files[0].iterfind(f"{name('body')}/*"):
        if element.get("restype") == HEADER:
            header = element.findtext(name("note"), ""), target(element)
            continue
        text = element.get("resname") or element.findtext(name("source"))
        if not text or text in messages:
            raise ValueError(f"“{text}” is there twice, or has no text.")
        units = element.findall(name("trans-unit")) if element.get("restype") == PLURALS else [element]
        messages[text] = [target(unit) for unit in sorted(units, key=form_number)]
    return files[0].get("target-language", ""), header, messages


def name(tag):
    return f"{{{NAMESPACE}}}{tag}"


def form_number(unit):
    found = re.search(r"\[(\d+)\]$", unit.get("id", ""))
    return int(found[1]) if found else 0


def target(unit):
    """The translation; what a translator has marked as not done counts as none."""
    found = unit.find(name("target"))
    if found is None or found.get("state", "").startswith(("needs-", "new")):
        return ""
    return "".join(found.itertext())
