import type { App } from '#app/app.ts'
import { searchCatalogue } from '#features/catalogue/server/catalogue.ts'
import { checkOwn } from '#features/school/settings/server/settings.ts'
import { businessDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { lastRequested } from '../../server/downloads.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'clock'>
type PreviewRecord = { bibId: string; title: string; from: 'DOWNLOADS' | 'CATALOGUE' }

/** This many records of the catalogue include one that shows every setting. */
const lookedThrough = 100
const maxOfDownloads = 6

export async function previewRecords(
  app: Needs,
  caller: SchoolCaller,
  id: string,
): Promise<{ response: PreviewRecord[] }> {
  checkOwn(caller, id)
  return { response: await recordsToTry(app, caller) }
}

/** The record that shows the most settings comes first, one of the school's own if there is one. */
export async function recordsToTry(app: Needs, caller: SchoolCaller): Promise<PreviewRecord[]> {
  const [own, sample] = await Promise.all([ofDownloads(app, caller), ofCatalogue(app, caller)])
  const all = [
    ...own.slice(0, maxOfDownloads).map((document) => ({ document, from: 'DOWNLOADS' as const })),
    ...(sample && own.every(({ id }) => id !== sample.id) ? [{ document: sample, from: 'CATALOGUE' as const }] : []),
  ]
  const best = all.reduce((one, other) => (showsOf(other.document) > showsOf(one.document) ? other : one), all[0]!)
  return [best, ...all.filter((each) => each !== best)].filter(Boolean).map(({ document, from }) => ({
    bibId: document.id,
    title: document.title.titlePrimary,
    from,
  }))
}

async function ofDownloads({ db, catalogue }: Needs, { customerId }: SchoolCaller) {
  return catalogue.documents(await lastRequested({ db }, customerId))
}

async function ofCatalogue({ catalogue, clock }: Needs, caller: SchoolCaller) {
  const query = { query: { match_all: {} }, size: lookedThrough }
  const { hits } = await searchCatalogue(catalogue, query, { caller, today: businessDay(clock) })
  return hits.hits
    .map(({ _source }) => _source)
    .reduce<PreviewedDocument | undefined>(
      (one, other) => (!one || showsOf(other) > showsOf(one) ? other : one),
      undefined,
    )
}

type PreviewedDocument = Pick<
  BibliographicDocument,
  'id' | 'title' | 'isbn' | 'deweyFull' | 'deweyAbridged' | 'subjectHeadings'
>

/** How many of the settings are visible on a record. */
function showsOf({ isbn, deweyFull, deweyAbridged, subjectHeadings }: PreviewedDocument): number {
  const schemes = new Set(subjectHeadings.map(({ scheme }) => scheme))
  const facts = [
    deweyFull !== '',
    deweyAbridged !== '' && deweyAbridged !== deweyFull,
    isbn.length > 0,
    schemes.has('scot'),
    schemes.has('scisshl'),
  ]
  return facts.filter(Boolean).length + Math.min(isbn.length, 3) / 10
}
