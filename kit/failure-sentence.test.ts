import { expect, test } from 'vitest'
import { failureSentence } from './failure-sentence.ts'
import { genericSentence as onServer } from './server/answer-problems.ts'
import { genericSentence as inBrowser } from './web/fetch-json.ts'

const generic =
  "Error performing this operation. Please try again later. If error persists, please contact the provider's support."
const ofAccount =
  'Error performing this operation. Please try again later. If error persists, please contact SCIS support.'
const unable = "We're unable to perform the this operation. Please try again later"

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
