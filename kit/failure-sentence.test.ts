import { afterEach, expect, test, vi } from 'vitest'
import { failureSentence } from './failure-sentence.ts'
import { genericSentence as onServer } from './server/answer-problems.ts'
import { fetchAnswer, generalSentence, genericSentence as inBrowser } from './web/fetch-json.ts'

const generic =
  "Error performing this operation. Please try again later. If error persists, please contact the provider's support."
const ofAccount =
  'Error performing this operation. Please try again later. If error persists, please contact SCIS support.'
const unable = "We're unable to perform the this operation. Please try again later"

const unknown = 'An unknown error has occured. Please contact the system administrator.'
const unableToSearch = "We're unable to perform the search. Please try again later"

afterEach(() => vi.unstubAllGlobals())

test('server and browser have the first document’s sentence', () => {
  expect([onServer, inBrowser]).toEqual([generic, generic])
})

test.each([
  ['/rest/catalogue/search', 500, generic],
  ['/rest/mydownload/request/create', 500, generic],
  ['/rest/cataloguerequests', 502, generic],
  ['/rest/mycatalogue/folder', 500, generic],
  ['/rest/user/update/personal', 500, ofAccount],
  ['/rest/customer/current/pin', 500, ofAccount],
  ['/rest/subscriptions', 502, ofAccount],
  ['/rest/invoice/7/pdf', 500, ofAccount],
  ['/rest/payment/amount?customerNo=1', 500, ofAccount],
  ['/cms/cart/count/7', 500, ofAccount],
  ['/rest/mydownload/request/create', 503, unable],
  ['/rest/customer/update', 503, unable],
])('%s answered by %d', (path, status, sentence) => {
  expect(failureSentence(generic, path, status, 'SCIS')).toBe(sentence)
})

test.each([
  ['/rest/mydownload/list', 500, unknown],
  ['/rest/cataloguerequests/7', 502, unknown],
  ['/rest/user/update/personal', 500, unknown],
  ['/rest/payment/amount?customerNo=1', 504, unknown],
  ['/rest/mydownload/list', 503, unable],
  ['/rest/mydownload/list?page=2', 400, unable],
  ['/rest/mycatalogue/folder/delete', 409, unable],
  ['/rest/collection/list', 404, unable],
  ['/rest/customer/update', 400, ofAccount],
  ['/rest/subscriptions', 403, ofAccount],
  ['/rest/catalogue/search', 400, unableToSearch],
  ['/rest/catalogue/search?bodybuilderquery=%7B%7D', 500, unableToSearch],
  ['/rest/heading/search', 503, unableToSearch],
  ['/rest/mydownload/title/search', 502, unableToSearch],
])('%s with %d and no reason, in the browser', async (address, status, sentence) => {
  for (const body of ['', '{}', '{"messages":[]}', '<h1>Bad gateway</h1>'.repeat(100)]) {
    vi.stubGlobal('fetch', async () => new Response(body, { status }))
    await expect(fetchAnswer(address)).rejects.toMatchObject({ status, messages: [sentence] })
  }
  vi.stubGlobal('fetch', async () => Response.json({ messages: ['Closed today.'] }, { status }))
  await expect(fetchAnswer(address)).rejects.toMatchObject({ status, messages: ['Closed today.'] })
})

test.each([
  ['/', generic],
  ['/discover/results/', generic],
  ['/myDownloads', generic],
  ['/CatalogueRequestDeatils/7', generic],
  ['/mySettings', ofAccount],
  ['/subscription/details', ofAccount],
  ['/payment/receipt', ofAccount],
  ['/payInvoice/1/2', ofAccount],
  ['/cms/cart', ofAccount],
  ['/standards', ofAccount],
])('the screen %s that could not be shown', (path, sentence) => {
  expect(generalSentence(path)).toBe(sentence)
})
