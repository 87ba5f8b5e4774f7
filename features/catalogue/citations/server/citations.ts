import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { Input } from '#kit/contract.ts'
import { type Day, writtenDay } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { grouped } from '#kit/wording.ts'
import { bibliography } from '#marc/citation/bibliography.ts'
import type { CslItem } from '#marc/citation/csl.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import type { ReferenceFormId } from '#marc/citation/ids.ts'
import { referenceForms } from '#marc/citation/reference-files.ts'
import { htmlOf, textOf } from '#marc/citation/runs.ts'
import { styles } from '#marc/citation/styles.ts'
import { searchOf } from '../../server/catalogue.ts'
import type { CataloguePort, RecordId } from '../../server/catalogue-port.ts'
import { citationProblem, type citationsApi, maxReferences, mediaTypes, type ReferenceChoice } from '../contract.ts'

type Needs = Pick<App, 'catalogue' | 'clock' | 'db'>
type Sending = { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal }
type Asking = Sending & { caller: Caller | null }

/** References to the results of a search, in its order, or to the records with these ids. */
export async function citeRecords(
  app: Needs,
  { bodybuilderquery: query, ids, ...choice }: Input<typeof citationsApi.citations>,
  { caller, ...sending }: Asking,
): Promise<Readable> {
  if ((query === undefined) === (ids === undefined)) throw citationProblem('nothing_named')
  const named = ids ?? (await found(app.catalogue, query, caller, sending.signal))
  const today = await schoolDay(app, caller?.customerId ?? null)
  return sendReferences(app, named, choice, { name: 'References', today }, sending)
}

async function found(
  catalogue: Pick<CataloguePort, 'find' | 'variants'>,
  query: unknown,
  caller: Caller | null,
  signal: AbortSignal,
): Promise<RecordId[]> {
  const { yearRanges: _, ...search } = searchOf(caller, query, catalogue)
  const { total, ids } = await catalogue.find({ ...search, facets: [], from: 0, size: maxReferences }, signal)
  if (total > maxReferences) throw tooMany(`This search finds ${grouped(total)}. Please narrow it.`)
  return ids
}

const tooMany = (why: string) =>
  citationProblem('too_many_references', {
    messages: [`${citationProblem('too_many_references').messages[0]} ${why}`],
  })

/**
 * A file of references, generated while it is sent: only a list in a citation style, which is sorted, is in memory as a
 * whole. Unknown ids are left out.
 */
export async function sendReferences(
  { catalogue }: Pick<Needs, 'catalogue'>,
  ids: RecordId[],
  { format, style }: ReferenceChoice,
  { name, today }: { name: string; today: Day },
  { request, reply, signal }: Sending,
): Promise<Readable> {
  if (ids.length > maxReferences) throw tooMany(`You asked for ${grouped(ids.length)}.`)
  const items = itemsOf(catalogue, ids, signal)
  const first = await items.next()
  if (first.done) throw citationProblem('nothing_to_cite')
  const all = rest(first.value, items)
  const file = Readable.from(
    format === 'html' || format === 'text' ? listIn(format, style, all, name, today) : fileOf(format, all),
    { objectMode: false },
  )
  // The reply starts after the first bytes: an earlier error is then still a proper reply, not a broken file.
  await once(file, 'readable')
  const ending = format === 'html' ? 'html' : format === 'text' ? 'txt' : referenceForms[format].ending
  reply.headers({
    'content-type': `${mediaTypes[format]}; charset=utf-8`,
    'content-disposition': contentDisposition(`${name} ${writtenDay(today)}.${ending}`),
    'cache-control': 'private, no-store',
  })
  if (request.method !== 'HEAD') return file
  file.destroy()
  return Readable.from([])
}

const perRead = 200

async function* itemsOf(catalogue: Pick<CataloguePort, 'documents'>, ids: RecordId[], signal: AbortSignal) {
  for (let at = 0; at < ids.length; at += perRead) {
    signal.throwIfAborted()
    for (const document of await catalogue.documents(ids.slice(at, at + perRead))) yield cslJsonOf(document)
  }
}

async function* rest(first: CslItem, others: AsyncIterable<CslItem>) {
  yield first
  yield* others
}

async function* fileOf(form: ReferenceFormId, items: AsyncIterable<CslItem>) {
  const { open, between, close, writer } = referenceForms[form]
  const write = writer()
  let text = open
  let count = 0
  for await (const item of items) {
    text += (count++ > 0 ? between : '') + write(item)
    if (text.length < 16_384) continue
    yield text
    text = ''
  }
  yield text + close
}

async function* listIn(
  format: 'html' | 'text',
  id: ReferenceChoice['style'],
  items: AsyncIterable<CslItem>,
  name: string,
  today: Day,
) {
  const { heading, order } = styles.find((style) => style.id === id)!
  const all: CslItem[] = []
  // No style shows them, and they are most of an item.
  for await (const { abstract: _, keyword: __, note: ___, ...item } of items) all.push(item)
  const references = bibliography(id, all, today)
  const numbered = order === 'numbers'
  if (format === 'text') {
    for (const [i, runs] of references.entries()) yield `${numbered ? `${i + 1}. ` : ''}${textOf(runs)}\r\n`
    return
  }
  const [list, entry] = numbered ? ['ol', 'li'] : ['div', 'p']
  yield `<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<title>${htmlOf([{ text: name }])}</title>\n`
  yield '<style>body { max-width: 46em; margin: 2em auto; padding: 0 1em; font: 1em/1.5 serif } p { padding-left: 2em; text-indent: -2em }</style>\n'
  yield `</head>\n<body>\n<h1>${heading}</h1>\n<${list}>\n`
  for (const runs of references) yield `<${entry}>${htmlOf(runs)}</${entry}>\n`
  yield `</${list}>\n</body>\n</html>\n`
}
