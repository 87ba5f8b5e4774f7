"""What pymarc reads in a file of MARC-8, in the form of Marc4jLines.java."""

import sys

from pymarc import MARCReader


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


with open(sys.argv[1], "rb") as file:
    for record in MARCReader(file, to_unicode=True):
        if record is None:
            sys.exit("pymarc could not read a record.")
        for field in record.fields:
            if field.is_control_field():
                cells = [field.tag, "", "", escaped(field.data)]
            else:
                cells = [field.tag, "".join(field.indicators)]
                for code, value in field.subfields:
                    cells += [code, escaped(value)]
            print("\t".join(cells))
        print()
