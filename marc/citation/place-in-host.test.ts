import { expect, test } from 'vitest'
import { placeInHost } from './place-in-host.ts'

test.each([
  // AACR2 and RDA, as MARC 21 shows them.
  ['Vol. 12, no. 3 (May 2019), p. 22-25', '12', '3', '22-25', '2019'],
  ['Vol. 24, pt. B no. 9 (Sept. 1993), p. 235-48', '24', '9', '235-248', '1993'],
  ['volume 12, issue 3 (May 2019), pages 22–25', '12', '3', '22-25', '2019'],
  ['Vol.12 No.3, Winter 2001, p.4', '12', '3', '4', '2001'],
  ['No. 34 (2004), p. 12-15, 18', '', '34', '12-15, 18', '2004'],
  ['Vol. XII, no. 3-4, pp. [101]-[104]', 'XII', '3-4', '101-104', ''],
  ['p. xi-xiv', '', '', 'xi-xiv', ''],
  ['Pages 108-119.', '', '', '108-119', ''],
  ['Dec. 1, 2004, p. 13 ff.', '', '', '13', '2004'],
  ['1998, v. 7, n. 2, p. A12-A15', '7', '2', 'A12-A15', '1998'],
  // Other services.
  ['v12 n3 p22-25 May 2019', '12', '3', '22-25', '2019'],
  ['12(3):22-25', '12', '3', '22-25', ''],
  ['12:3 (2019), p. 22-25', '12', '3', '22-25', '2019'],
  ['12 (2019) 22-25', '12', '', '22-25', '2019'],
  ['Bd. 12 (1999), H. 3, S. 3-5', '12', '3', '3-5', '1999'],
  ['Jg. 12 (1999), Nr. 3, Seite 3-5', '12', '3', '3-5', '1999'],
  ['Año 5, n° 2, páginas 12-15', '5', '2', '12-15', ''],
  ['第12卷第3期, 頁22-25', '12', '3', '22-25', ''],
  // No place in the host.
  ['87pp.', '', '', '', ''],
  ['Spring 2019', '', '', '', '2019'],
  ['includes the volumes of verse', '', '', '', ''],
  ['', '', '', '', ''],
])('%s', (words, volume, issue, page, year) => {
  expect(placeInHost({ parts: [words], enumeration: '' })).toEqual({ volume, issue, page, year })
})

test('several subfields, as union catalogues write them', () => {
  const parts = ['volume:12', 'year:2019', 'number:3', 'month:05', 'pages:22-25', 'extent:4']
  const place = { volume: '12', issue: '3', page: '22-25', year: '2019' }
  expect(placeInHost({ parts, enumeration: '' })).toEqual(place)
})

test('the code and 300 fill what the words leave open', () => {
  const coded = { parts: [], enumeration: '12:3<22' }
  expect(placeInHost(coded)).toEqual({ volume: '12', issue: '3', page: '22', year: '' })
  expect(placeInHost({ parts: ['Vol. 5'], enumeration: '12:3' }, 'pages 22-25 : illustrations')).toEqual({
    ...{ volume: '5', issue: '3', page: '22-25', year: '' },
  })
  for (const extent of ['22 p. : ill. ; 24 cm', '22 p : ill', '22 pages : 12 maps'])
    expect(placeInHost({ parts: [], enumeration: '' }, extent).page).toBe('')
})
