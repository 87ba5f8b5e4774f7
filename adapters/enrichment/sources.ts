import { type EnrichmentPort, noEnrichment } from '#features/catalogue/covers/server/enrichment-port.ts'
import { all, askForXml, type Element, plainText, readXml } from './ask-for-xml.ts'

/** The outside sources with configured keys; the others return nothing. */
export const openEnrichmentSources = (settings: {
  libraryThing: LibraryThingSettings | undefined
  syndetics: SyndeticsSettings | undefined
}): { libraryThing: EnrichmentPort; syndetics: EnrichmentPort } => ({
  libraryThing: settings.libraryThing ? openLibraryThing(settings.libraryThing) : noEnrichment,
  syndetics: settings.syndetics ? openSyndetics(settings.syndetics) : noEnrichment,
})

type LibraryThingSettings = { key: string; api: string; covers: string }

/**
 * LibraryThing's web services 1.1 (`librarything.ck.getwork`), thingISBN for other editions, and covers. A work's facts
 * come from Common Knowledge, which has no full reviews: awards and the members' rating replace them.
 */
export function openLibraryThing({ key, api, covers }: LibraryThingSettings): EnrichmentPort {
  return {
    async lookUp(isbn, signal) {
      const work = `${api}/services/rest/1.1/?${new URLSearchParams({ method: 'librarything.ck.getwork', isbn, apikey: key })}`
      const [found, others] = await Promise.all([
        askForXml(work, signal).then(readXml),
        // Without editions the work is still useful.
        askForXml(`${api}/api/thingISBN/${isbn}`, signal)
          .then(readXml)
          .catch(() => undefined),
      ])
      const [response] = all(found, 'response')
      const [item] = all(found, 'item')
      if (response?.attributes.stat !== 'ok' || !item) return null
      const facts = (name: string) =>
        all(item, 'field')
          .filter(({ attributes }) => attributes.name === name)
          .flatMap((field) => all(field, 'fact').map(({ text }) => plainText(text)))
          .filter((text) => text !== '')
      const awards = facts('awards')
      return {
        coverUrl: `${covers}/devkey/${encodeURIComponent(key)}/medium/isbn/${isbn}`,
        summary: facts('description')[0] ?? null,
        reviews: [
          ...ratingOf(item),
          ...(awards.length > 0 ? [{ source: 'Awards and honours', text: awards.join('\n') }] : []),
        ],
        editions: others ? all(others, 'isbn').map(({ text }) => text.trim()) : [],
      }
    },
  }
}

/** From 0 to 10, where 0 means unrated. */
function ratingOf(item: Element) {
  const rating = Number(item.children.find(({ name }) => name === 'rating')?.text)
  return rating > 0 && rating <= 10 ? [{ source: 'Members’ rating', text: `${(rating / 2).toFixed(1)} of 5` }] : []
}

type SyndeticsSettings = { client: string; base: string }

const reviews = {
  SLJREVIEW: 'School Library Journal',
  HBREVIEW: 'Horn Book',
  BLREVIEW: 'Booklist',
  KIREVIEW: 'Kirkus Reviews',
  PWREVIEW: 'Publishers Weekly',
  LJREVIEW: 'Library Journal',
  CHREVIEW: 'Choice',
} as const
/** Each one costs a request. */
const maxReviews = 4

/**
 * Syndetics: `index.aspx?isbn=ISBN/ELEMENT&client=CODE`. INDEX.XML lists a book's elements; each has its text in field
 * 520.
 */
export function openSyndetics({ client, base }: SyndeticsSettings): EnrichmentPort {
  const addressOf = (isbn: string, element: string) =>
    `${base}/index.aspx?isbn=${isbn}/${element}&client=${encodeURIComponent(client)}&type=rw12`
  return {
    async lookUp(isbn, signal) {
      const index = readXml(await askForXml(addressOf(isbn, 'INDEX.XML'), signal))
      const there = new Set(index.children.flatMap(({ children }) => children.map(({ name }) => name)))
      const textOf = async (element: string) => {
        // An element that fails does not affect the others.
        const xml = await askForXml(addressOf(isbn, `${element}.XML`), signal).catch(() => undefined)
        const notes = xml === undefined ? [] : all(readXml(xml), 'Fld520')
        return notes
          .map(({ text }) => plainText(text))
          .filter((text) => text !== '')
          .join('\n')
      }
      const summary = ['AVSUMMARY', 'SUMMARY'].find((each) => there.has(each))
      const listed = (Object.keys(reviews) as (keyof typeof reviews)[]).filter((each) => there.has(each))
      const [told, ...said] = await Promise.all([
        summary ? textOf(summary) : '',
        ...listed.slice(0, maxReviews).map(async (each) => ({ source: reviews[each], text: await textOf(each) })),
      ])
      const cover = ['MC', 'LC', 'SC'].find((size) => there.has(size))
      const knowledge = {
        coverUrl: cover ? addressOf(isbn, `${cover}.JPG`) : null,
        summary: told || null,
        reviews: said.filter(({ text }) => text !== ''),
        editions: [],
      }
      return knowledge.coverUrl || knowledge.summary || knowledge.reviews.length > 0 ? knowledge : null
    },
  }
}
