import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { confirmApi } from '../confirm/contract.ts'
import { type CatalogueItem, type CatalogueRequest, requestsApi } from '../contract.ts'
import { timelineApi } from '../timeline/contract.ts'

/** Every call of these screens. */
export const api = { ...accountApi, ...timelineApi, ...requestsApi, ...confirmApi, ...downloadsApi }

export const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}

export const item = (more: Partial<CatalogueItem> = {}): CatalogueItem => ({
  id: 'i1',
  itemNumber: 'CI10000018',
  status: 'REQUESTED',
  title: 'Seven small boats',
  standardNumber: '9780143506522',
  resourceType: 'BOOK',
  physicalResource: false,
  url: '',
  publisher: 'Harbour Press',
  publicationDate: '2021',
  publicationPlace: '',
  subtitles: '',
  authors: '',
  series: '',
  pages: '',
  additionalInfo: '',
  files: [],
  depot: null,
  receivedDate: null,
  answeredDate: null,
  recordId: null,
  declineReason: '',
  downloadRequestId: null,
  ...more,
})

export const request = (more: Partial<CatalogueRequest> = {}): CatalogueRequest => ({
  id: 'q1',
  requestNumber: 'CR1000018',
  status: 'REQUESTED',
  requestedById: 'u1',
  requestedBy: 'Hillview Librarian',
  version: 2,
  createdDate: '2026-11-20T09:00:00Z',
  updatedDate: '2026-11-20T10:00:00Z',
  updatedBy: 'Hillview Assistant',
  submittedDate: '2026-11-20T10:00:00Z',
  items: [item()],
  ...more,
})
