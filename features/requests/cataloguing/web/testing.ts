import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { discoverApi } from '#features/catalogue/discover/contract.ts'
import { answersApi } from '#features/requests/cataloguing/answers/contract.ts'
import { type Asker, cataloguingApi, type WholeWork, type Work } from '#features/requests/cataloguing/contract.ts'
import { mergesApi } from '#features/requests/cataloguing/merges/contract.ts'
import { notesApi } from '#features/requests/cataloguing/notes/contract.ts'
import { type AnswerTemplate, templatesApi } from '#features/requests/cataloguing/templates/contract.ts'
import { hourMs } from '#kit/day.ts'
import type { fakeServer } from '#kit/web/testing.tsx'

const { deskPeopleToAssign, ...others } = cataloguingApi
/** Specific paths must precede parameters, as on the server: the people's call comes before that of an item. */
export const api = {
  deskPeopleToAssign,
  ...accountApi,
  ...discoverApi,
  ...answersApi,
  ...mergesApi,
  ...templatesApi,
  ...others,
  ...notesApi,
}
export type Fakes = Parameters<typeof fakeServer<typeof api>>[1]

export const cataloguer = (role: 'desk' | 'staff' = 'desk'): CurrentUser => ({
  user: { id: 'me', username: 'd', email: 'd@provider.example', firstName: 'Desk', lastName: 'One', roles: [role] },
  customer: null,
})

export const hoursAgo = (hours: number): string => new Date(Date.now() - hours * hourMs).toISOString()

export const asker = (itemId: string, part: Partial<Asker> = {}): Asker => ({
  itemId,
  itemNumber: `CI-${itemId}`,
  requestId: `r-${itemId}`,
  requestNumber: `CR-${itemId}`,
  status: 'REQUESTED',
  physicalResource: false,
  customerId: 'hillview',
  organisation: 'Hillview Primary School',
  customerNo: '10001',
  requestedBy: 'Hillview Librarian',
  email: 'librarian@hillview.example',
  submittedDate: hoursAgo(72),
  receivedDate: null,
  depot: '',
  leavesDate: null,
  ...part,
})

export const work = (itemId: string, part: Partial<Work> = {}): Work => ({
  itemId,
  name: `Item ${itemId}`,
  resourceType: 'E_BOOK',
  standardNumber: '',
  physicalResource: false,
  received: false,
  submittedDate: hoursAgo(72),
  assignedToId: null,
  assignedTo: '',
  pictures: 0,
  notes: 0,
  answerWaiting: false,
  askers: [asker(itemId)],
  ...part,
})

export const item = (itemId: string, part: Partial<WholeWork['items'][number]> = {}): WholeWork['items'][number] => ({
  id: itemId,
  itemNumber: `CI-${itemId}`,
  status: 'REQUESTED',
  resourceType: 'E_BOOK',
  physicalResource: false,
  title: '',
  standardNumber: '',
  url: '',
  publisher: '',
  publicationDate: '',
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
  organisation: 'Hillview Primary School',
  ...part,
})

export const whole = (itemId: string, part: Partial<WholeWork> = {}): WholeWork => ({
  ...work(itemId),
  items: [item(itemId)],
  events: [],
  candidates: [],
  stub: ['LDR    00000nam', '245 10 $a A title'],
  ...part,
})

/** Counts as the server sends them; only those the tests check need a value. */
export const counts = (part: Partial<Record<string, number>> = {}) => ({
  received: 0,
  posted: 0,
  described: 0,
  online: 0,
  unassigned: 0,
  mine: 0,
  answer: 0,
  ...part,
})

export const template = (name: string, part: Partial<AnswerTemplate> = {}): AnswerTemplate => ({
  ...{ id: name, kind: 'DECLINED', name, text: `Text of ${name}.`, items: 'ALL', version: 1 },
  ...part,
})
