import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { facetValues, identifiersOf, searchFields } from '#features/catalogue/fields.ts'
import { analyse } from '#features/catalogue/query/server/analysis.ts'
import { stem } from '#features/catalogue/query/server/stem.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { identifierKey } from '#marc/identifier.ts'
import { pythonWith } from '../scale/services/python.ts'
import { folderMiB, residentMiB, type SearchEngine, type Sizes } from './search-engine.ts'
import { isbnsOf, type Question } from './search-queries.ts'
import { marcRecord, readTitles } from './search-records.ts'

const textFields = ['title', 'author', 'series', 'subject', 'genre', 'notes'] as const
const counted = [
  'scisType',
  'targetAudienceText',
  'placeOfPublicationMarcCountry',
  'genreScis',
  'subjects',
  'language',
] as const
const filterFields = { genre: 'genreScis', audience: 'targetAudienceText', language: 'language' } as const

type Answer = { id: number; total?: number; error?: string }

/**
 * Tantivy, the search library of Quickwit and others, in its own process: the same words and weights, 30 hits with
 * documents, the exact count and the same seven facets. Undefined if Python or PyPI is not available.
 */
export async function startTantivy({ records, scratch }: Sizes): Promise<SearchEngine | undefined> {
  const python = pythonWith('tantivy==0.27.0')
  if (!python) return undefined
  const folder = join(scratch, 'tantivy', 'index')
  mkdirSync(folder, { recursive: true })
  const script = join(import.meta.dirname, 'tantivy/serve.py')
  const program = spawn(python, [script, folder, String(availableParallelism())], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const { ask, loaded } = openLines(program)
  const start = performance.now()
  await load(program.stdin, records)
  await loaded
  return {
    name: 'Tantivy',
    loadSeconds: (performance.now() - start) / 1000,
    ask: (question) => ask(askedOf(question)),
    lookup: (round) => ask({ keys: isbnsOf(round, records) }),
    diskMiB: folderMiB(folder),
    memoryMiB: () => residentMiB([program.pid!]),
    close: async () => {
      if (program.exitCode !== null) return
      const gone = once(program, 'exit')
      program.stdin.end()
      await gone
    },
  }
}

function openLines(program: ChildProcessByStdio<Writable, Readable, null>) {
  const waiting = new Map<number, { resolve(total: number): void; reject(error: Error): void }>()
  let last = 0
  let tellLoaded = () => {}
  let tellEnd = (_: Error) => {}
  const loaded = new Promise<void>((resolve, reject) => {
    tellLoaded = resolve
    tellEnd = reject
  })
  createInterface(program.stdout).on('line', (line) => {
    const { id, total, error } = JSON.parse(line) as Answer
    if (id === undefined) return tellLoaded()
    const request = waiting.get(id)!
    waiting.delete(id)
    if (error === undefined) request.resolve(total!)
    else request.reject(new Error(error))
  })
  // Its exit tells the reason.
  program.stdin.on('error', () => {})
  program.once('exit', (code) => {
    const ended = new Error(`Tantivy ended with ${code}`)
    tellEnd(ended)
    for (const { reject } of waiting.values()) reject(ended)
  })
  // No one may be waiting for it any more.
  loaded.catch(() => {})
  const ask = (question: object) =>
    new Promise<number>((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      program.stdin.write(`${JSON.stringify({ id: last, ...question })}\n`)
    })
  return { ask, loaded }
}

async function load(to: Writable, records: number): Promise<void> {
  const titles = readTitles()
  const send = async (line: object) => {
    if (!to.write(`${JSON.stringify(line)}\n`)) await once(to, 'drain')
  }
  for (let i = 0; i < records; i++) {
    const document = toDocument(marcRecord(titles, i))
    const texts = textFields.map((field) => searchFields[field].text(document).flatMap(analyse))
    await send({
      ...Object.fromEntries(textFields.map((field, at) => [`exact_${field}`, texts[at]!.join(' ')])),
      ...Object.fromEntries(textFields.map((field, at) => [`stem_${field}`, texts[at]!.map(stem).join(' ')])),
      words: [...new Set(texts.flat())].join(' '),
      ...Object.fromEntries(counted.map((facet) => [facet, facetValues[facet](document)])),
      isbn: identifiersOf(document).map((text) => identifierKey(text).key),
      year: document.publicationYear ?? 0,
      created: Number(document.voyagerCreateDate.replaceAll('-', '')),
      document: JSON.stringify(document),
    })
  }
  await send({ weights: Object.fromEntries(textFields.map((field) => [field, searchFields[field].weight])) })
}

const askedOf = ({ words, how, filters, newestFirst }: Question) => ({
  words,
  stems: words.map(stem),
  how,
  newestFirst,
  filters: Object.entries(filters).map(([name, value]) => [filterFields[name as keyof typeof filterFields], value]),
})
