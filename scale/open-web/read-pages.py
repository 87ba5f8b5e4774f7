"""Reads feeds with feedparser and COinS with coins-parser: {"feeds": [xml], "pages": [html]} on standard input."""

import json
import sys

import feedparser
from coins_parser import CoinsParser

given = json.load(sys.stdin)


def feed_of(xml):
    read = feedparser.parse(xml.encode())
    entry = lambda each: {name: each.get(name, "") for name in ("id", "title", "updated", "link", "summary")}
    return {
        "fault": str(read.get("bozo_exception", "")) if read.bozo else "",
        "version": read.version,
        "title": read.feed.get("title", ""),
        "updated": read.feed.get("updated", ""),
        "entries": [entry(each) for each in read.entries],
    }


print(
    json.dumps(
        {
            "feeds": [feed_of(xml) for xml in given["feeds"]],
            "coins": [CoinsParser().parse(html) for html in given["pages"]],
        },
        default=str,
    )
)
