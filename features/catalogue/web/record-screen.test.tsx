import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { catalogueApi } from '#features/catalogue/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../server/parse-search.ts'
import { RecordScreen } from './record-screen.tsx'
import { hitOf } from './testing.ts'

afterEach(cleanup)

const book = hitOf('1001', 'The kererū', {
  authors: ['Moana, Hine'],
  series: ['Forest friends ; 2'],
  isbn13: ['9780306406157'],
  deweyFull: 'NZ823.4',
  deweyAbridged: '823',
  subjectHeadings: [
    { heading: 'Birds -- Fiction', scheme: 'scisshl' },
    { heading: 'Birds', scheme: 'scot' },
  ],
  voyagerCreateDate: '2021-03-12',
  url: [{ href: 'https://example.org/book', label: 'Read online' }],
})
const shownOnly = {
  issn: ['14410176'],
  variantTitles: ['Kererū'],
  notes: ['First published in 1998.', 'Includes index.'],
}
const marcXml =
  '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam</leader><datafield tag="245" ind1="1" ind2="4"><subfield code="a">The kererū</subfield></datafield></record>'

function open(address = '/discover/details/1001', { marc = true } = {}) {
  return renderScreen(<RecordScreen />, {
    api: catalogueApi,
    path: '/discover/details/$sourceId',
    address,
    fakes: {
      record: ({ bodybuilderquery }) => {
        const { clause } = parseSearch(bodybuilderquery)
        const found = JSON.stringify(clause).includes('"1001"')
        const _source = { ...book._source, ...shownOnly, ...(marc ? { bibMarcData: marcXml } : {}) }
        return { hits: { total: found ? 1 : 0, hits: found ? [{ ...book, _source }] : [] } }
      },
    },
  })
}

test('access points are links that search', async () => {
  open()
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await href('Moana, Hine')).toBe(
    '/discover/results/?query=author%3A%22Moana%2C+Hine%22&queryForDisplay=Moana%2C+Hine',
  )
  expect(await href('Forest friends ; 2')).toBe(
    '/discover/results/?query=series%3A%22Forest+friends%22&queryForDisplay=Forest+friends',
  )
  expect(await href('Birds — Fiction')).toBe('/discover/results/?filter=subjects%3ABirds+--+Fiction')
})

test('subjects stand under the scheme that they come from', async () => {
  open()
  const subjects = (scheme: HTMLElement) =>
    [...scheme.parentElement!.querySelectorAll('li a:first-child')].map((link) => link.textContent)
  expect(subjects(await screen.findByText('SCIS subject headings'))).toEqual(['Birds — Fiction'])
  expect(subjects(screen.getByText('Schools Online Thesaurus'))).toEqual(['Birds'])
})

test('a subject leads to its heading in the thesaurus, without its subdivisions', async () => {
  open()
  const links = await screen.findAllByRole('link', { name: 'Birds in the thesaurus' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/discover/thesaurus?query=%22Birds%22&selectedThesaurus=subjects',
    '/discover/thesaurus?query=%22Birds%22&selectedThesaurus=subjects',
  ])
})

test('Dewey is shown full and abridged, identifiers can be copied', async () => {
  open()
  const dewey = within((await screen.findByText('Dewey')).parentElement!)
  expect(dewey.getByText('NZ823.4')).toBeTruthy()
  expect(dewey.getByText('abridged')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Copy ISBN 9780306406157' }))
  expect(await navigator.clipboard.readText()).toBe('9780306406157')
})

test('other titles and notes are shown, an ISSN with its hyphen', async () => {
  open()
  const fact = async (name: string) =>
    [...(await screen.findByText(name)).parentElement!.querySelectorAll('dd li')].map((item) => item.textContent)
  expect(await fact('Other title')).toEqual(['Kererū'])
  expect(await fact('Notes')).toEqual(['First published in 1998.', 'Includes index.'])
  expect(await fact('ISSN')).toEqual([expect.stringContaining('1441-0176')])
  await userEvent.click(screen.getByRole('button', { name: 'Copy ISSN 1441-0176' }))
  expect(await navigator.clipboard.readText()).toBe('1441-0176')
})

test('MARC is shown by tag, indicators and subfields', async () => {
  open()
  await userEvent.click(await screen.findByRole('tab', { name: 'MARC' }))
  const field = within(screen.getByRole('row', { name: /245/ }))
  expect(field.getByText('14')).toBeTruthy()
  expect(field.getByText(/The kererū/)).toBeTruthy()
})

test('without a current subscription the MARC view says what it needs', async () => {
  open(undefined, { marc: false })
  await userEvent.click(await screen.findByRole('tab', { name: 'MARC' }))
  expect(screen.getByText('MARC is part of a subscription')).toBeTruthy()
})

test('a number that no record has', async () => {
  open('/discover/details/404')
  expect(await screen.findByRole('heading', { name: 'There is no such record' })).toBeTruthy()
})

test.each([
  ['/discover/results/?query=birds', 'Your search', '/discover/results/?query=birds'],
  ['https://evil.example/', 'Evil', undefined],
  ['//evil.example/', 'Evil', undefined],
  ['/\t/evil.example/', 'Evil', undefined],
  ['javascript:alert(1)', 'Evil', undefined],
])('the return link %s', async (back, title, href) => {
  open(`/discover/details/1001?${new URLSearchParams({ return: back, 'return-title': title })}`)
  await screen.findByRole('heading', { name: 'The kererū' })
  expect(screen.queryByRole('link', { name: title })?.getAttribute('href')).toBe(href)
})
