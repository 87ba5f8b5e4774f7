import { expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { type CitedDocument, cslJsonOf } from './csl-json.ts'

const csl = (more: Partial<CitedDocument>) => cslJsonOf({ ...blankDocument('1001'), ...more })

test.each([
  ['1983.', 1983, { 'date-parts': [[1983]] }],
  ['[1983]', 1983, { 'date-parts': [[1983]] }],
  ['c1983.', 1983, { 'date-parts': [[1983]] }],
  ['[1983?]', 1983, { 'date-parts': [[1983]], circa: true }],
  ['[ca. 1983]', 1983, { 'date-parts': [[1983]], circa: true }],
  ['[approximately 1983]', 1983, { 'date-parts': [[1983]], circa: true }],
  ['[between 1990 and 1999?]', 1990, { 'date-parts': [[1990], [1999]], circa: true }],
  ['[19--?]', null, undefined],
])('the date %s', (dateIssued, publicationYear, issued) => {
  expect(csl({ dateIssued, publicationYear }).issued).toEqual(issued)
})

test.each([
  ['1998-2003', { 'date-parts': [[1998], [2003]] }],
  ['1998-', { 'date-parts': [[1998]], literal: '1998–' }],
  ['1998', { 'date-parts': [[1998]] }],
  ['19uu-', undefined],
])('the years of a serial: %s', (dateIssuedMarc, issued) => {
  const serial = csl({ scisType: 'Serial', dateIssuedMarc, issn: ['14410176'] })
  expect(serial).toMatchObject({ type: 'periodical', ISSN: '1441-0176' })
  expect(serial.issued).toEqual(issued)
})

test.each([
  ['xii, 244 pages : illustrations ; 24 cm', '244'],
  ['32 unnumbered pages', '32'],
  ['1 online resource (xi, 300 p.)', '300'],
  ['1 v. (unpaged)', undefined],
  ['1 videodisc (94 min.)', undefined],
])('pages of %s', (physical, pages) => expect(csl({ physical })['number-of-pages']).toBe(pages))
