import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEmbeddedCatalogue } from '#adapters/catalogue/embedded/embedded-catalogue.ts'
import { everyRecord } from '#cli/catalogue-export.ts'
import { searchOtherwise } from '#features/catalogue/other-reading/server/other-reading.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { dayOfMidnight } from '#kit/day.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { decodeRecord, encodeWhole } from '#marc/iso2709/iso2709.ts'
import { dataFiles, dataFolder, hasData } from '#marc/testing.ts'
import { type Peer, startDefaults, startRanked } from './relevance-peers.ts'
import { type Book, type Question, type QuestionClass, questionsAbout } from './relevance-questions.ts'
import { crowdedShelf } from './relevance-shelf.ts'
import { loadByCommand } from './search-embedded.ts'
import { beginTable, grouped, say } from './table.ts'

const usage = `node bench/relevance.ts [FILE ...] [--crowded] [--engines NAME,NAME] [--questions N] [--class NAME] [--misses]

  FILE         MARC files; the test data's if none is named
  --crowded    with about 97,000 further books, many of the same title
  --engines    portal,opensearch,zebra; those that this machine does not have are left out
  --questions  500 of a class
  --class      only this class
  --misses     also prints the questions whose answer the portal does not have first
`
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    engines: { type: 'string', default: 'portal,opensearch,zebra' },
    questions: { type: 'string', default: '500' },
    class: { type: 'string' },
    misses: { type: 'boolean' },
    crowded: { type: 'boolean' },
    help: { type: 'boolean' },
  },
})

const depth = 10

/** How often the answer comes first, among five, among ten; and the mean of 1/place (MRR). */
async function measure() {
  const scratch = mkdtempSync(join(tmpdir(), 'bench-relevance-'))
  const peers: Peer[] = []
  try {
    const { catalogue, books, documents, file } = await loadBooks(scratch)
    peers.push({ name: 'portal', ask: (text) => askPortal(catalogue, text), close: () => catalogue.close() })
    const engines = values.engines.split(',')
    for (const [name, start] of [
      ['opensearch', startDefaults],
      ['zebra', startRanked],
    ] as const) {
      if (!engines.includes(name)) continue
      const peer = await start({ books, file, scratch })
      if (peer) peers.push(peer)
      else say(`${name}: not on this machine`)
    }
    const classes = questionsAbout(books, documents, Number(values.questions))
    say(`\n${grouped(books.length)} records\n`)
    const row = beginTable(['questions', ...peers.map(({ name }) => `${name} @1 @5 @10 MRR`)], 30)
    for (const each of classes)
      if (values.class === undefined || values.class === each.name)
        row(each.name, String(each.questions.length), ...(await scoresOf(peers, each)))
  } finally {
    for (const peer of peers) await peer.close()
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** Loads the files by the program's own command; peers get the same records in one file. */
async function loadBooks(scratch: string) {
  const dataDir = join(scratch, 'portal')
  const files =
    positionals.length > 0
      ? positionals
      : dataFiles('bib', /^(?!usgpo).*\.(mrc|marc|xml|dat|usmarc)$/).map((path) => join(dataFolder, path))
  // Copies: a load lists what it repaired beside the file.
  const copies = files.map((each, i) => join(scratch, `${i}-${basename(each)}`))
  for (const [i, each] of files.entries()) copyFileSync(each, copies[i]!)
  if (values.crowded) {
    copies.push(join(scratch, 'crowded.mrc'))
    writeFileSync(copies.at(-1)!, crowdedShelf())
  }
  loadByCommand(copies, dataDir, {}, 'ignore')
  const catalogue = await openEmbeddedCatalogue({ folder: join(dataDir, 'catalogue') })
  const books: Book[] = []
  const documents: BibliographicDocument[] = []
  const parts: Uint8Array[] = []
  for await (const { document, marc } of everyRecord(catalogue)) {
    const { record } = decodeRecord(marc)
    books.push({ id: document.id, marc: record })
    documents.push(document)
    const numbered = [{ tag: '001', value: document.id }, ...record.fields.filter(({ tag }) => tag !== '001')]
    parts.push(encodeWhole({ leader: record.leader, fields: numbered }))
  }
  const file = join(scratch, 'records.mrc')
  writeFileSync(file, Buffer.concat(parts))
  return { catalogue, books, documents, file }
}

/** The records on the first screen, without a press: if a search finds nothing, those of its other reading. */
async function askPortal(catalogue: CataloguePort, text: string): Promise<string[]> {
  const query = { query_string: { query: text, default_operator: 'and', analyze_wildcard: true } }
  const asking = { caller: null, today: dayOfMidnight(new Date(0)), otherwise: true }
  const reply = await searchOtherwise(catalogue, { query: { bool: { must: [query] } }, size: depth }, asking)
  return (reply.otherwise ?? reply).hits.hits.map(({ _id }) => _id)
}

async function scoresOf(peers: Peer[], { questions }: QuestionClass): Promise<string[]> {
  const cells: string[] = []
  for (const peer of peers) {
    const places: number[] = []
    for (const question of questions) {
      const place = placeOf(question, await peer.ask(question.text).catch(refused(peer, question)))
      places.push(place)
      if (peer.name === 'portal' && values.misses && place !== 1) say(`  ${place || '–'}  ${question.text}`)
    }
    cells.push(questions.length === 0 ? '–' : summary(places))
  }
  return cells
}

const refused =
  ({ name }: Peer, { text }: Question) =>
  (error: Error) => {
    process.stderr.write(`${name}: ${text}: ${error.message}\n`)
    return []
  }

const placeOf = ({ answers }: Question, ids: string[]) => ids.slice(0, depth).findIndex((id) => answers.has(id)) + 1

function summary(places: number[]): string {
  const share = (most: number) => places.filter((place) => place > 0 && place <= most).length / places.length
  const reciprocal = places.reduce((sum, place) => sum + (place > 0 ? 1 / place : 0), 0) / places.length
  return [...[1, 5, depth].map((most) => (share(most) * 100).toFixed(1)), reciprocal.toFixed(3)].join('  ')
}

if (values.help || (positionals.length === 0 && !hasData)) process.stdout.write(usage)
else await measure()
