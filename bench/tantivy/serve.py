"""Tantivy behind lines of JSON: first the documents, then questions; each answer names the line that it answers."""

import json
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

import tantivy
from tantivy import Occur, Query

folder, threads = sys.argv[1], int(sys.argv[2])
fields = ["title", "author", "series", "subject", "genre", "notes"]
weights = {}
facets = ["scisType", "targetAudienceText", "placeOfPublicationMarcCountry", "genreScis", "subjects", "language"]

builder = tantivy.SchemaBuilder()
for field in fields:
    # Words are cut, folded and stemmed already.
    builder.add_text_field(f"stem_{field}", tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(f"exact_{field}", tokenizer_name="whitespace", index_option="position")
builder.add_text_field("words", tokenizer_name="whitespace", index_option="basic")
for facet in facets:
    builder.add_text_field(facet, tokenizer_name="raw", index_option="basic", fast=True)
builder.add_text_field("isbn", tokenizer_name="raw", index_option="basic")
builder.add_unsigned_field("year", fast=True)
builder.add_unsigned_field("created", fast=True)
builder.add_bytes_field("document", stored=True, indexed=False)
schema = builder.build()
index = tantivy.Index(schema, path=folder)

years = [(1600, 2004), (2004, 2014), (2014, 2100)]
counts = {facet: {"terms": {"field": facet, "size": 20}} for facet in facets}
counts["year"] = {"range": {"field": "year", "ranges": [{"from": a, "to": b} for a, b in years]}}


def any_of(queries):
    return Query.boolean_query([(Occur.Should, each) for each in queries])


def in_fields(make):
    return any_of([Query.boost_query(make(field), weights[field]) for field in fields])


def word(text):
    return in_fields(lambda field: Query.term_query(schema, f"stem_{field}", text))


def query_of(asked):
    how, parts = asked["how"], []
    if how == "phrase":
        parts = [in_fields(lambda field: Query.phrase_query(schema, f"exact_{field}", asked["words"]))]
    elif how == "prefix":
        parts = [word(each) for each in asked["stems"][:-1]]
        parts.append(Query.regex_query(schema, "words", f"{asked['words'][-1]}.*"))
    elif how == "words":
        parts = [word(each) for each in asked["stems"]]
    for facet, value in asked["filters"]:
        parts.append(Query.const_score_query(Query.term_query(schema, facet, value), 0.0))
    if not parts:
        return Query.all_query()
    return Query.boolean_query([(Occur.Must, each) for each in parts])


def ask(searcher, asked):
    if "keys" in asked:
        found = searcher.search(Query.term_set_query(schema, "isbn", asked["keys"]), limit=len(asked["keys"]) * 2)
        return len(found.hits)
    query = query_of(asked)
    order = {"order_by_field": "created"} if asked["newestFirst"] else {}
    found = searcher.search(query, limit=30, count=True, **order)
    for _, address in found.hits:
        searcher.doc(address)["document"]
    searcher.aggregate(query, counts)
    return found.count


def load(lines):
    writer = index.writer(heap_size=512_000_000)
    for line in lines:
        given = json.loads(line)
        if "weights" in given:
            weights.update(given["weights"])
            break
        document = tantivy.Document()
        for name, value in given.items():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, int):
                    document.add_unsigned(name, each)
                elif name == "document":
                    document.add_bytes(name, each.encode())
                else:
                    document.add_text(name, each)
        writer.add_document(document)
    writer.commit()
    writer.wait_merging_threads()
    index.reload()


lock = threading.Lock()


def tell(answer):
    with lock:
        print(json.dumps(answer), flush=True)


load(sys.stdin)
searcher = index.searcher()
tell({"loaded": searcher.num_docs})


def answer(line):
    asked = json.loads(line)
    try:
        tell({"id": asked["id"], "total": ask(searcher, asked)})
    except Exception as error:
        tell({"id": asked["id"], "error": f"{type(error).__name__}: {error}"})


with ThreadPoolExecutor(threads) as pool:
    for line in sys.stdin:
        pool.submit(answer, line)
