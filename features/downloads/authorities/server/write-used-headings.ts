import { z } from 'zod'
import type { App } from '#app/app.ts'
import type { Used } from '#features/catalogue/headings/server/headings-port.ts'
import { seriesName } from '#features/catalogue/rules.ts'
import { job } from '#kit/server/jobs.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { downloadedRecords } from '../../server/authority-request.ts'
import { finish, unfinishedRequest } from '../../server/state.ts'
import { AuthorityKind } from '../contract.ts'
import { kindOf } from './heading-text.ts'
import { agencyOf, releasedRecord } from './released-record.ts'
import { latestRelease } from './stored-releases.ts'

/** One heading of a record: its possible spellings in the authority file, the likeliest first. */
type AccessPoint = { spellings: Used[] }

/** A name used as a subject is looked up among the subjects and among the names. */
function accessPointsOf(document: BibliographicDocument): AccessPoint[] {
  const { authors, searched, series, genreScis, subjectHeadings } = document
  return [
    ...subjectHeadings.flatMap(({ heading, scheme }) => [
      ...withSubdivisions(heading).map((text) => one({ authority: 'isSubject', heading: text, scheme })),
      nameOf(heading.split(' -- ')[0]!),
    ]),
    ...genreScis.map((heading) => one({ authority: 'isSubject', heading })),
    // Also of the works that the record names.
    ...[...authors, ...searched.authors].map(nameOf),
    ...series.map((each) => seriesOf(seriesName(each))),
  ]
}

const one = (used: Used): AccessPoint => ({ spellings: [used] })

/** `Dogs -- Training -- Fiction` uses the heading `Dogs -- Training` and the heading `Dogs`. */
function withSubdivisions(heading: string): string[] {
  const parts = heading.split(' -- ')
  return parts.map((_, at) => parts.slice(0, parts.length - at).join(' -- '))
}

/** The authority may have the name without the dates of the record: `Fox, Mem, 1946-`. */
function nameOf(name: string): AccessPoint {
  const undated = name.replace(/,\s*(?:(?:born|died|active|approximately)\s.*|\d[\d\s?-]*)$/i, '')
  return { spellings: [...new Set([name, undated])].map((heading) => ({ authority: 'isName', heading })) }
}

/** A title page may have an article that the authority lacks, and the other way round. */
function seriesOf(title: string): AccessPoint {
  const bare = title.replace(/^(?:the|an?)\s+/i, '')
  return {
    spellings: [...new Set([title, bare, `The ${bare}`])].map((heading) => ({ authority: 'isSeriesTitle', heading })),
  }
}

type Needs = Pick<App, 'db' | 'catalogue' | 'headings' | 'files' | 'clock' | 'env' | 'queue'>

/** Records, or access points, in one query. */
const atOnce = 500

const failedSentence = 'An unknown error has occured. Please contact the system administrator.'
const noneSentence = 'None of the headings in your downloaded records has an authority record here.'

/** The file key is the request's own, so a retry replaces the file of an earlier run. */
export const writeUsedHeadings = job({
  name: 'authorities.write-used',
  data: z.object({ requestId: z.string(), kind: AuthorityKind }),
  expireSeconds: 15 * 60,
  retries: 4,
  async run(app: Needs, { requestId, kind }, signal) {
    const request = await unfinishedRequest(app.db, { id: requestId })
    if (!request) return
    const ids = await usedHeadings(app, await downloadedRecords(app.db, request.customerId), signal)
    const releasedAt = (await latestRelease(app.db))?.releasedAt ?? app.clock()
    const state = await app.headings.state()
    const matched: string[] = []
    async function* records() {
      for await (const stored of state.records(ids)) {
        signal.throwIfAborted()
        if (kind !== 'ALL' && kindOf(stored.document) !== kind) continue
        matched.push(stored.document.recordId)
        yield releasedRecord(stored, undefined, { agency: agencyOf(app.env), releasedAt }).marc
      }
    }
    const key = `downloads/${requestId}.mrc`
    const size = await app.files.put(key, inPieces(records())).finally(() => state.close())
    const none = matched.length === 0
    if (none) await app.files.remove(key)
    await finish(
      app,
      { id: requestId },
      {
        status: 'READY',
        matched,
        messages: none ? [noneSentence] : [],
        ...(none ? {} : { fileKey: key, fileSize: size }),
      },
    )
  },
  async failed(app: Needs, { requestId }) {
    await finish(app, { id: requestId }, { status: 'FAILED', messages: [failedSentence] })
  },
})

/** Each access point is looked up once, however many records have it. */
async function usedHeadings({ catalogue, headings }: Needs, records: Set<string>, signal: AbortSignal) {
  const ids = new Set<string>()
  const seen = new Set<string>()
  const find = async (points: AccessPoint[]) => {
    const found = await headings.named(points.flatMap(({ spellings }) => spellings))
    let at = 0
    for (const { spellings } of points) {
      const first = found.slice(at, at + spellings.length).find((list) => list.length > 0)
      for (const id of first ?? []) ids.add(id)
      at += spellings.length
    }
  }
  for (const some of inGroups([...records], atOnce)) {
    signal.throwIfAborted()
    const points = (await catalogue.documents(some)).flatMap(accessPointsOf).filter((point) => {
      const key = JSON.stringify(point)
      return !seen.has(key) && seen.add(key)
    })
    for (const each of inGroups(points, atOnce)) await find(each)
  }
  return [...ids]
}

function* inGroups<T>(items: T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size)
}

/** Joins small records into larger pieces. */
async function* inPieces(records: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pieces: Uint8Array[] = []
  for await (const bytes of records) {
    pieces.push(bytes)
    if (pieces.length < 100) continue
    yield Buffer.concat(pieces)
    pieces = []
  }
  yield Buffer.concat(pieces)
}
