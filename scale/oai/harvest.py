"""What Sickle harvests from the repository at an address, with a user name and a password; records read by pymarc."""

import io
import json
import sys

from lxml import etree
from pymarc import parse_xml_to_array
from sickle import Sickle
from sickle.oaiexceptions import NoRecordsMatch

address, name, password, since = sys.argv[1:5]
visitor = Sickle(address)
school = Sickle(address, auth=(name, password))
dates = {"from": since} if since else {}


def listed(client, prefix, **choice):
    try:
        yield from client.ListRecords(metadataPrefix=prefix, **dates, **choice)
    except NoRecordsMatch:
        pass


def marc_of(record):
    found = record.xml.find(".//{*}metadata/{*}record")
    (read,) = parse_xml_to_array(io.BytesIO(etree.tostring(found)), strict=True)
    return read


def local_id(identifier):
    return identifier.rsplit(":", 1)[1]


identity = visitor.Identify()
marc = list(listed(school, "marcxml"))
read = [marc_of(record) for record in marc if not record.deleted]
print(
    json.dumps(
        {
            "granularity": identity.granularity,
            "deletedRecord": identity.deletedRecord,
            "formats": [each.metadataPrefix for each in visitor.ListMetadataFormats()],
            "sets": [each.setSpec for each in school.ListSets()],
            "titles": {record["001"].data: record["245"]["a"] for record in read},
            "deleted": [local_id(record.header.identifier) for record in marc if record.deleted],
            "dublinCore": sum(1 for record in listed(visitor, "oai_dc") if not record.deleted),
            "mods": sum(1 for record in listed(school, "mods") if not record.deleted),
            "books": [local_id(each.header.identifier) for each in listed(visitor, "oai_dc", set="type:Book")],
        }
    )
)
