import { sentPicture } from '#features/requests/attachments/server/testing.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import { idOf, personId } from './fill-testing.ts'
import { home, id, type RightCalls } from './right-call-testing.ts'
import { common, records } from './world-testing.ts'

const query = '{"query":{"match_all":{}}}'
const folder = { folderId: id('saved_folder') }
const request = { requestId: id('download_request') }
/** Not downloaded yet. */
const fresh = { requestId: id('download_request', 2) }
const draft = id('catalogue_request', 1)
const sent = id('catalogue_request', 2)
const assistant = personId({ school: home, person: 'assistant' })
const items = [{ bibId: '7001' }, { bibId: '7002' }]

export const schoolCalls: RightCalls = {
  'POST /rest/catalogue/record/email': { by: 'assistant', input: { bibId: '7001', emailId: 'friend@other.example' } },
  'POST /rest/contact': { by: 'assistant', input: { message: 'Where is our parcel?' } },
  'POST /rest/catalogue/record/report': {
    ...{ by: 'assistant', input: { bibId: '7001', kind: 'RECORD_ERROR', text: 'The year is wrong.' } },
  },
  'POST /rest/mydownload/request/authority/create': { by: 'assistant', input: { kind: 'ALL' } },
  'POST /rest/requests': { by: 'assistant', input: { identifiers: records, name: 'By a program' } },
  'POST /rest/mydownload/request/create': { by: 'assistant', input: { identities: records, requestName: 'New' } },
  'POST /rest/mydownload/request/item/:type/create': { by: 'assistant', input: { type: 'marc', bibId: '7001' } },
  'POST /rest/mydownload/request/digital/create': { by: 'assistant', input: { from: '2026-01-01', to: '2026-02-01' } },
  'POST /rest/mydownload/request/collection/create': {
    ...{ by: 'assistant', input: { collectionId: idOf('collection', common(1)) } },
  },
  'POST /rest/mydownload/request/item/remove': { by: 'assistant', input: { ...fresh, identities: ['7001'] } },
  'POST /rest/mydownload/request/choose': {
    ...{ by: 'assistant', input: { ...fresh, chosen: [{ identifier: '9780141365428', ids: ['7001'] }] } },
  },
  'POST /rest/mydownload/request/rename': { by: 'assistant', input: { ...request, requestName: 'Renamed' } },
  'POST /rest/mydownload/request/hide': {
    by: 'assistant',
    input: { requestIds: [id('download_request')], hidden: false },
  },
  'POST /rest/mydownload/request/changed/create': { by: 'assistant' },
  'POST /rest/temp/folder/keep': {
    ...{ by: 'assistant', input: { userId: assistant, keep: false }, also: { kept_folder: { user_id: assistant } } },
  },
  'POST /rest/temp/folder/kept/change': {
    by: 'assistant',
    input: { userId: assistant, add: [], remove: ['7001'] },
    also: { kept_folder: { user_id: assistant } },
  },
  'POST /rest/temp/folder/download': { by: 'assistant', input: { searchFolderJson: items } },
  'POST /rest/catalogue/temp/email/send': {
    ...{ by: 'assistant', input: { searchFolderJson: items, emailId: 'friend@other.example' } },
  },
  'POST /rest/catalogue/temp/save': { by: 'assistant', input: { folderName: 'New', searchFolderJson: items } },
  'GET /rest/mycatalogue/folder/delete': { by: 'assistant', input: folder },
  'POST /rest/mycatalogue/folder/update': { by: 'assistant', input: { ...folder, items } },
  'POST /rest/mycatalogue/folder/rename': { by: 'assistant', input: { ...folder, folderName: 'Renamed' } },
  'POST /rest/mycatalogue/folder/share': { by: 'assistant', input: { ...folder, shared: false } },
  'POST /rest/cataloguerequests/scanfiles': {
    ...{ by: 'assistant', input: async () => ({ files: [await sentPicture()] }) },
  },
  'POST /rest/cataloguerequests': {
    ...{ by: 'assistant', input: { items: [{ resourceType: 'BOOK', physicalResource: true, title: 'New' }] } },
  },
  'PATCH /rest/cataloguerequests/:id': {
    ...{ by: 'assistant', input: { id: draft, ops: [{ op: 'replace', path: '/items/0/title', value: 'Other' }] } },
  },
  'DELETE /rest/cataloguerequests/:id': {
    by: 'assistant',
    input: { id: draft },
    // The file is kept for a while.
    also: { catalogue_attachment: { item_id: id('catalogue_item') } },
  },
  'POST /rest/cataloguerequests/:id/message': { by: 'assistant', input: { id: sent, text: 'Thank you.' } },
  'POST /rest/cataloguerequests/:id/withdraw': {
    ...{ by: 'assistant', input: { id: sent, itemId: id('catalogue_item', 2) } },
  },
  'POST /rest/cataloguerequests/:id/download': {
    by: 'assistant',
    input: async ({ db }) => {
      const answered = { status: 'CATALOGUED', recordId: '7001' } as const
      await db.updateTable('catalogueItem').set(answered).where('id', '=', id('catalogue_item', 2)).execute()
      return { id: sent }
    },
  },
  'POST /rest/cataloguerequests/:id/confirm': {
    ...{ by: 'assistant', input: { id: draft } },
  },
  'POST /rest/savedsearch/save': { by: 'assistant', input: { name: 'New', address: 'q=y', bodybuilderquery: query } },
  'POST /rest/savedsearch/change': { by: 'assistant', input: { id: id('saved_search'), name: 'Renamed' } },
  'POST /rest/savedsearch/seen': { by: 'assistant', input: { id: id('saved_search') } },
  'POST /rest/savedsearch/delete': { by: 'assistant', input: { id: id('saved_search') } },
  'POST /rest/customer/:id/settings/update': {
    by: 'assistant',
    input: { id: home, deweyPref: 'ABRIDGED_DDC' },
    also: { customer_settings: { customer_id: home } },
    note: 'settings_changed',
  },
  'POST /rest/z3950settings': {
    by: 'assistant',
    input: async (app) => ({ cust_id: home, token: await solveHumanCheck(app, 'z3950-reset') }),
    also: { z3950_login: { customer_id: home } },
    note: 'z3950_password_reset',
  },
  'POST /rest/z3950settings/system': {
    by: 'assistant',
    input: { cust_id: home, librarySystem: 'koha' },
    also: { z3950_login: { customer_id: home } },
    note: 'library_system_chosen',
  },
}
