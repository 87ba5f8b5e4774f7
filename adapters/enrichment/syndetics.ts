import type { EnrichmentPort } from '#features/catalogue/server/enrichment-port.ts'
import { all, askForXml, plainText, readXml } from './ask-for-xml.ts'

export type SyndeticsSettings = { client: string; base: string }

const reviews = {
  SLJREVIEW: 'School Library Journal',
  HBREVIEW: 'Horn Book',
  BLREVIEW: 'Booklist',
  KIREVIEW: 'Kirkus Reviews',
  PWREVIEW: 'Publishers Weekly',
  LJREVIEW: 'Library Journal',
  CHREVIEW: 'Choice',
} as const
/** Each is a request of its own. */
const mostReviews = 4

/**
 * Syndetics: `index.aspx?isbn=ISBN/ELEMENT&client=CODE`. INDEX.XML lists the elements that there are of a book; texts
 * stand in field 520 of each.
 */
export function openSyndetics({ client, base }: SyndeticsSettings): EnrichmentPort {
  const addressOf = (isbn: string, element: string) =>
    `${base}/index.aspx?isbn=${isbn}/${element}&client=${encodeURIComponent(client)}&type=rw12`
  return {
    async lookUp(isbn, signal) {
      const index = readXml(await askForXml(addressOf(isbn, 'INDEX.XML'), signal))
      const there = new Set(index.children.flatMap(({ children }) => children.map(({ name }) => name)))
      const textOf = async (element: string) => {
        // One element that fails does not take the others with it.
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
        ...listed.slice(0, mostReviews).map(async (each) => ({ source: reviews[each], text: await textOf(each) })),
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
