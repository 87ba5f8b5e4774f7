import type { App } from '#app/app.ts'
import { dayMs } from '#kit/day.ts'
import { reasonOf } from '#kit/server/logged-error.ts'
import { identifierKey } from '#marc/identifier.ts'
import { isIsbn10, isIsbn13 } from '#marc/isbn.ts'
import type { Enrichment } from '../../record/contract.ts'
import type { CataloguePort } from '../../server/catalogue-port.ts'
import { type EnrichmentPort, noEnrichment, type OutsideKnowledge } from './enrichment-port.ts'

type CacheEntry = { until: number; knowledge: OutsideKnowledge | null }

/** Cache times: a day for a found book, less for an unknown one or a failure. */
const keepFoundMs = dayMs
const keepNothingMs = 10 * 60_000
const maxCached = 5000
const timeoutMs = 3000
/** More concurrent requests would only queue up at the source. */
const maxAtOnce = 8

export type Enrich = (isbnValue: string) => Promise<{ response: Enrichment | null }>

/**
 * Asks one outside source, only for books of the catalogue: no one can use our key to ask for others. Any failure there
 * is a null here, never an error of ours.
 */
export function openEnrichment(
  { catalogue, clock, log }: Pick<App, 'catalogue' | 'clock' | 'log'>,
  name: string,
  source: EnrichmentPort,
): Enrich {
  const cache = new Map<string, CacheEntry>()
  const asking = new Map<string, Promise<OutsideKnowledge | null>>()

  async function knowledgeOf(isbn: string) {
    const known = cache.get(isbn)
    if (known && known.until > clock().getTime()) return known.knowledge
    const started = asking.get(isbn)
    if (started) return started
    if (asking.size >= maxAtOnce) return null
    const answer = ask(isbn).finally(() => asking.delete(isbn))
    asking.set(isbn, answer)
    return answer
  }

  async function ask(isbn: string) {
    const knowledge = await source.lookUp(isbn, AbortSignal.timeout(timeoutMs)).catch((error: unknown) => {
      log.warn({ source: name, reason: reasonOf(error) }, 'enrichment failed')
      return null
    })
    cache.delete(isbn)
    cache.set(isbn, { until: clock().getTime() + (knowledge ? keepFoundMs : keepNothingMs), knowledge })
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return knowledge
  }

  return async (isbnValue) => {
    if (source === noEnrichment) return { response: null }
    const isbn = isbnValue.replace(/[\s-]/g, '').toUpperCase()
    if (!isIsbn10(isbn) && !isIsbn13(isbn)) return { response: null }
    const { key } = identifierKey(isbn)
    const own = (await catalogue.lookup([key])).get(key) ?? []
    if (own.length === 0) return { response: null }
    const knowledge = await knowledgeOf(isbn)
    if (!knowledge) return { response: null }
    const { editions, ...rest } = knowledge
    return { response: { ...rest, similar: await held(catalogue, editions, own) } }
  }
}

const maxSimilar = 10

/** The editions that the catalogue has, without the book itself. */
async function held(catalogue: CataloguePort, isbns: string[], own: string[]): Promise<Enrichment['similar']> {
  const keys = isbns.slice(0, 200).map((isbn) => identifierKey(isbn).key)
  const found = await catalogue.lookup([...new Set(keys)].filter((key) => key !== ''))
  const ids = [...new Set([...found.values()].flat())].filter((id) => !own.includes(id)).slice(0, maxSimilar)
  return (await catalogue.documents(ids)).map(({ id, title, publicationYear }) => ({
    id,
    title: title.titlePrimary,
    year: publicationYear === null ? '' : String(publicationYear),
  }))
}
