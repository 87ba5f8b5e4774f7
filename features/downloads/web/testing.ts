import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { catalogueApi, type Hit } from '#features/catalogue/contract.ts'
import { downloadedRecordsApi } from '#features/downloads/changed-records/contract.ts'
import { collectionsApi } from '#features/downloads/collections/contract.ts'
import { type Choice, type DownloadRequest, downloadsApi, type HeldAs } from '#features/downloads/contract.ts'
import { digitalContentApi } from '#features/downloads/digital-content/contract.ts'
import { manageApi } from '#features/downloads/my-downloads/contract.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { identifierKey } from '#marc/identifier.ts'

/** All calls of these screens. */
export const api = {
  ...accountApi,
  ...catalogueApi,
  ...downloadsApi,
  ...collectionsApi,
  ...digitalContentApi,
  ...manageApi,
  ...downloadedRecordsApi,
  ...settingsApi,
}

export const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}

export function hit(id: string, titlePrimary: string, more: Partial<Hit['_source']> = {}): Hit {
  return {
    _id: id,
    _score: 1,
    _source: {
      ...blankDocument(id),
      title: { titlePrimary, noteStmOfResponsibility: '' },
      publicationYear: 2021,
      ...more,
    },
  }
}

export const request = (more: Partial<DownloadRequest> = {}): DownloadRequest => ({
  id: 'r1',
  requestName: 'Term 1',
  requestType: 'IDENTIFIERS',
  requestStatus: 'READY',
  identities: '',
  matchedRecords: '',
  unmatchedRecords: '',
  unmatchedReasons: {},
  choices: [],
  downloadComplete: false,
  timeout: false,
  createdDate: '2026-03-12T04:05:06.000Z',
  content: 'DATA_ONLY',
  fileFormat: 'MARC_21',
  fileSize: null,
  imageAlone: false,
  dataSize: null,
  imageSize: null,
  covers: null,
  asked: null,
  messages: [],
  followedBy: [],
  ...more,
})

/** A catalogue of these hits. `hidden`: numbers that find a record but are not shown. */
export const searchAmong =
  (hits: Hit[], hidden: Record<string, string[]> = {}) =>
  ({ bodybuilderquery }: { bodybuilderquery: unknown }) => {
    const { query } = (typeof bodybuilderquery === 'string' ? JSON.parse(bodybuilderquery) : bodybuilderquery) as {
      query: { terms: { _id?: string[]; identifier?: string[] } }
    }
    const { _id, identifier = [] } = query.terms
    const found = hits.filter(({ _source: { id, isbn13, issn } }) =>
      _id
        ? _id.includes(id)
        : [id, ...isbn13, ...issn, ...(hidden[id] ?? [])].some((text) => identifier.includes(identifierKey(text).key)),
    )
    return { hits: { total: found.length, hits: found }, aggregations: {}, took: 1 }
  }

/** The server's check of numbers that these hits do not show; `kinds`: records whose own they are not. */
export const checkAmong =
  (hidden: Record<string, string[]>, kinds: Record<string, HeldAs> = {}) =>
  ({ identifiers }: { identifiers: readonly string[] }): { response: Choice[] } => ({
    response: identifiers.flatMap((identifier) => {
      const ids = Object.keys(hidden).filter((id) =>
        hidden[id]!.some((text) => identifierKey(text).key === identifierKey(identifier).key),
      )
      const heldAs = Object.fromEntries(ids.flatMap((id) => (kinds[id] ? [[id, kinds[id]]] : [])))
      return ids.length === 0 ? [] : [{ identifier, ids, ...(Object.keys(heldAs).length > 0 ? { heldAs } : {}) }]
    }),
  })
