"""What pymarc reads in a file of MARC-8, or in a damaged file of any charset, in the form of Marc4jLines.java."""

import sys

from pymarc import MARCReader


def escaped(text):
    return text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t")


permissive = len(sys.argv) > 2
handling = "replace" if permissive else "strict"

with open(sys.argv[1], "rb") as file:
    for record in MARCReader(file, to_unicode=True, permissive=permissive, utf8_handling=handling):
        if record is None:
            if not permissive:
                sys.exit("pymarc could not read a record.")
            print("!\n")
            continue
        for field in record.fields:
            if field.is_control_field():
                cells = [field.tag, "", "", escaped(field.data)]
            else:
                cells = [field.tag, "".join(field.indicators)]
                for code, value in field.subfields:
                    cells += [code, escaped(value)]
            print("\t".join(cells))
        print()
