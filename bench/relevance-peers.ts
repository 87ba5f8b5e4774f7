import { startOpenSearch } from '../scale/services/opensearch.ts'
import { type Book, valuesOf } from './relevance-questions.ts'
import { allOf, hasZebra, serveZebra } from './search-zebra.ts'

/** A catalogue that answers a question with its first ten numbers of records, best first. */
export type Peer = { name: string; ask(text: string): Promise<string[]>; close(): Promise<void> }
type Records = { books: readonly Book[]; file: string; scratch: string }

const size = 10
const fields = {
  title: ['245', '246', '130', '240', '730', '740'],
  author: ['100', '110', '111', '700', '710'],
  series: ['490', '830'],
  subject: ['600', '610', '650', '651', '655'],
  notes: ['500', '505', '520', '880'],
  isbn: ['020'],
}

/** OpenSearch as it is: dynamic mapping, standard analysis, one `multi_match` over all fields. */
export async function startDefaults({ books }: Records): Promise<Peer | undefined> {
  const cluster = await startOpenSearch()
  if (!cluster) return undefined
  const send = async <T>(path: string, body: string): Promise<T> => {
    const reply = await fetch(`${cluster.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-ndjson' },
      body,
    })
    if (!reply.ok) throw new Error(`OpenSearch: ${(await reply.text()).slice(0, 300)}`)
    return (await reply.json()) as T
  }
  const lines = books.map(({ id, marc }) => {
    const texts = Object.entries(fields).map(([name, tags]) => [name, tags.flatMap((tag) => valuesOf(marc, tag))])
    return `${JSON.stringify({ index: { _id: id } })}\n${JSON.stringify(Object.fromEntries(texts))}\n`
  })
  for (let from = 0; from < lines.length; from += 1000)
    await send('/books/_bulk?refresh=true', lines.slice(from, from + 1000).join(''))
  return {
    name: `OpenSearch ${cluster.version.replace(/\.0$/, '')}`,
    ask: async (text) => {
      const query = { multi_match: { query: text, fields: Object.keys(fields) } }
      const found = await send<{ hits: { hits: { _id: string }[] } }>(
        '/books/_search',
        JSON.stringify({ query, size, _source: false }),
      )
      return found.hits.hits.map(({ _id }) => _id)
    },
    close: () => cluster.stop(),
  }
}

/** Zebra by its own ranking: all words of a question, in any field; a number among the ISBNs too. */
export async function startRanked({ file, scratch }: Records): Promise<Peer | undefined> {
  if (!hasZebra()) return undefined
  const { find, close } = await serveZebra(file, scratch)
  return {
    name: 'Zebra',
    ask: async (text) => {
      const words = text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
      if (words.length === 0) return []
      const answer = await find(
        allOf(
          '@and',
          words.map((word) => `@attr 2=102 @attr 1=any "${word}"`),
        ),
        size,
      )
      return [...answer.matchAll(/<controlfield tag="001">([^<]+)</g)].map(([, id]) => id!)
    },
    close,
  }
}
