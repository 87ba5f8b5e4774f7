import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { type FolderItem, foldersApi, type SavedFolder } from '#features/folders/contract.ts'
import { Problem } from '#kit/problem.ts'

/** All calls of these screens. */
export const api = { ...accountApi, ...catalogueApi, ...downloadsApi, ...foldersApi }

const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}

const noHits = { hits: { total: 0, hits: [] }, aggregations: {}, took: 1 }
/** Cover look-ups fail, so records are neither found nor removed. */
const search = () => {
  throw new Problem('not_now', 503, ['Not now.'])
}

export const asLibrarian = { currentUser: () => librarian, search }
export const asStudent = {
  ...asLibrarian,
  currentUser: () => ({ ...librarian, user: { ...librarian.user, roles: ['student' as const] } }),
}
export const asVisitor = {
  search: () => noHits,
  currentUser: () => {
    throw new Problem('sign_in_required', 403, ['Please sign in.'])
  },
}

export const record = (bibId: string, more: Partial<FolderItem> = {}): FolderItem => ({
  bibId,
  itemTitle: `Book ${bibId}`,
  itemContributor: 'by somebody',
  dateIssuedMarc: '2004',
  isbn: ['9780306406157'],
  issn: [],
  otherIdentifier: [],
  inCatalogue: true,
  ...more,
})

export const savedFolder = (more: Partial<SavedFolder> = {}): SavedFolder => ({
  id: 'f1',
  listName: 'Owls',
  folderName: 'Owls',
  userId: 'u1',
  savedBy: 'L B',
  recordLength: 3,
  createdDate: '2026-03-12T04:05:06.000Z',
  updatedDate: '2026-03-12T04:05:06.000Z',
  shareToken: null,
  ...more,
})
