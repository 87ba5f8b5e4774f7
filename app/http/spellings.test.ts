import { expect, test } from 'vitest'
import { readableAddress, rewriteSpelling } from './spellings.ts'

test.each([
  ['/mydownload/list', '/rest/mydownload/list'],
  ['/catalogue/record/email', '/rest/catalogue/record/email'],
  ['/catalogue/temp/save', '/rest/catalogue/temp/save'],
  ['/cataloguerequests/scanfiles', '/rest/cataloguerequests/scanfiles'],
  ['/cataloguerequests?pageNumber=1', '/rest/cataloguerequests?pageNumber=1'],
  ['/customer/7/local-depots', '/rest/customer/7/local-depots'],
  ['/ref-data/cat-resource-types', '/rest/ref-data/cat-resource-types'],
])('%s is the same call as %s', (short, whole) => {
  expect(rewriteSpelling(short)).toBe(whole)
  expect(rewriteSpelling(whole)).toBe(whole)
})

test.each(['/myDownloads', '/customers', '/discover/temp/folder', '/', '/customer/7/settings'])('%s stays', (url) => {
  expect(rewriteSpelling(url)).toBe(url)
})

test.each([
  ['/discover/details/%zz', '/discover/details/%25zz'],
  ['/discover/details/%ff?return=%zz', '/discover/details/%25ff?return=%zz'],
  ['/discover/details/caf%C3%A9?query=%', '/discover/details/caf%C3%A9?query=%'],
])('%s is read as %s', (url, read) => {
  expect(readableAddress(url)).toBe(read)
})
