import { seriesName } from '#features/catalogue/rules.ts'
import type { Used } from '#features/headings/server/headings-port.ts'
import type { BibliographicDocument } from '#marc/document.ts'

/** What a record has under one heading: the spellings under which that may stand, the likeliest first. */
export type AccessPoint = { spellings: Used[] }

/** A name that is a subject is looked for among the subjects and among the names. */
export function accessPointsOf(document: BibliographicDocument): AccessPoint[] {
  const { authors, series, genreScis, subjectHeadings } = document
  return [
    ...subjectHeadings.flatMap(({ heading, scheme }) => [
      ...withSubdivisions(heading).map((text) => one({ authority: 'isSubject', heading: text, scheme })),
      nameOf(heading.split(' -- ')[0]!),
    ]),
    ...genreScis.map((heading) => one({ authority: 'isSubject', heading })),
    ...authors.map(nameOf),
    ...series.map((each) => seriesOf(seriesName(each))),
  ]
}

const one = (used: Used): AccessPoint => ({ spellings: [used] })

/** `Dogs -- Training -- Fiction` uses the heading `Dogs -- Training` and the heading `Dogs`. */
function withSubdivisions(heading: string): string[] {
  const parts = heading.split(' -- ')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(' -- '))
}

/** A name may stand in the authority without the dates that the record gives: `Fox, Mem, 1946-`. */
function nameOf(name: string): AccessPoint {
  const undated = name.replace(/,\s*(?:(?:born|died|active|approximately)\s.*|\d[\d\s?-]*)$/i, '')
  return { spellings: [...new Set([name, undated])].map((heading) => ({ authority: 'isName', heading })) }
}

/** A title page has an article where the authority may have none, and the other way round. */
function seriesOf(title: string): AccessPoint {
  const bare = title.replace(/^(?:the|an?)\s+/i, '')
  return {
    spellings: [...new Set([title, bare, `The ${bare}`])].map((heading) => ({ authority: 'isSeriesTitle', heading })),
  }
}
