import type { EnrichmentPort } from '#features/catalogue/server/enrichment-port.ts'
import { all, askForXml, type Element, plainText, readXml } from './ask-for-xml.ts'

export type LibraryThingSettings = { key: string; api: string; covers: string }

/**
 * LibraryThing's web services 1.1 (`librarything.ck.getwork`), its thingISBN for other editions, and its covers. A
 * work's facts come from Common Knowledge, which has no reviews in full: awards and the members' rating stand for them.
 */
export function openLibraryThing({ key, api, covers }: LibraryThingSettings): EnrichmentPort {
  return {
    async lookUp(isbn, signal) {
      const work = `${api}/services/rest/1.1/?${new URLSearchParams({ method: 'librarything.ck.getwork', isbn, apikey: key })}`
      const [found, others] = await Promise.all([
        askForXml(work, signal).then(readXml),
        // Without it the work is known all the same.
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

/** From 0 to 10, where 0 says that nobody has rated it. */
function ratingOf(item: Element) {
  const rating = Number(item.children.find(({ name }) => name === 'rating')?.text)
  return rating > 0 && rating <= 10 ? [{ source: 'Members’ rating', text: `${(rating / 2).toFixed(1)} of 5` }] : []
}
