import { cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { withRecordPieces } from '#app/record-pieces.tsx'
import { accountApi, type CurrentUser } from '#features/account/contract.ts'
import { catalogueApi, type Hit } from '#features/catalogue/contract.ts'
import { type Enrichment, recordApi } from '#features/catalogue/record/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { parseSearch } from '../../query/server/parse-search.ts'
import { hitOf } from '../../web/testing.ts'
import { RecordScreen } from './record-screen.tsx'

const Screen = withRecordPieces(RecordScreen)

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
const librarian: CurrentUser = {
  user: { id: 'u1', username: 'l', email: 'l@hillview.example', firstName: 'L', lastName: 'B', roles: ['staff'] },
  customer: { id: 'c1', customerNo: '10001', name: 'Hillview', subscriptions: [], emailDomain: 'hillview.example' },
}
const shownOnly = {
  issn: ['14410176'],
  variantTitles: ['Kererū'],
  notes: ['First published in 1998.', 'Includes index.'],
}
const marcXml =
  '<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam</leader><datafield tag="245" ind1="1" ind2="4"><subfield code="a">The kererū</subfield></datafield></record>'

const student = { ...librarian, user: { ...librarian.user, roles: ['student' as const] } }
const desk = { user: { ...librarian.user, roles: ['desk' as const] }, customer: null }

type Opened = {
  marc?: boolean
  me?: CurrentUser
  outside?: Enrichment | null
  more?: Partial<Hit['_source']>
  series?: Hit[]
  search?: (input: { bodybuilderquery: unknown }) => {
    hits: { total: number; hits: Hit[] }
    aggregations: Record<string, never>
    took: number
  }
}

const forestFriends = [
  hitOf('1003', 'The tūī', { series: ['Forest friends ; 10'] }),
  hitOf('1001', 'The kererū', { series: ['Forest friends ; 2'] }),
  hitOf('1002', 'The kea', { series: ['Forest friends ; bk. 1'], publicationYear: 1999 }),
  hitOf('1004', 'The kea', { series: ['Forest friends ; 1'], publicationYear: 2009 }),
  hitOf('1005', 'Another one', { series: ['Forest friends forever ; 3'] }),
]

function open(
  address = '/discover/details/1001',
  { marc = true, me = librarian, outside = null, more = {}, series = forestFriends, search }: Opened = {},
) {
  return renderScreen(<Screen />, {
    api: { ...accountApi, ...catalogueApi, ...recordApi, ...downloadsApi },
    path: '/discover/details/$sourceId',
    address,
    fakes: {
      currentUser: () => me,
      itemFormats: () => ({ response: { marc: 'MARC_21' as const, data: 'MARC_XML' as const, image: false } }),
      libraryThing: () => ({ response: outside }),
      syndetics: () => ({ response: null }),
      search: search ?? (() => ({ hits: { total: 3, hits: series }, aggregations: {}, took: 1 })),
      emailRecord: () => ({ messages: ['Email sent successfully'] }),
      reportRecord: ({ bibId, kind, text, field = '' }) => ({
        response: {
          id: 'r1',
          bibId,
          kind,
          text,
          field,
          state: 'OPEN' as const,
          createdDate: '2026-11-21T00:00:00.000Z',
        },
      }),
      record: ({ bodybuilderquery }) => {
        const { clause } = parseSearch(bodybuilderquery)
        const found = JSON.stringify(clause).includes('"1001"')
        const _source = { ...book._source, ...shownOnly, ...more, ...(marc ? { bibMarcData: marcXml } : {}) }
        return { hits: { total: found ? 1 : 0, hits: found ? [{ ...book, _source }] : [] } }
      },
    },
  })
}

test('the title comes before the actions in reading order', async () => {
  open()
  const title = await screen.findByRole('heading', { level: 1 })
  const add = screen.getByRole('button', { name: /^Add to folder/ })
  expect(title.compareDocumentPosition(add)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('access points are search links', async () => {
  open()
  await screen.findByRole('heading', { level: 1 })
  const href = async (name: string) => (await screen.findAllByRole('link', { name }))[0]!.getAttribute('href')
  expect(await href('Moana, Hine')).toBe(
    '/discover/results/?query=author%3A%22Moana%2C+Hine%22&queryForDisplay=Moana%2C+Hine',
  )
  expect(await href('Forest friends ; 2')).toBe(
    '/discover/results/?query=series%3A%22Forest+friends%22&queryForDisplay=Forest+friends',
  )
  expect(await href('Birds — Fiction')).toBe('/discover/results/?filter=subjects%3ABirds+--+Fiction')
})

test('subjects are listed under their scheme', async () => {
  open()
  const subjects = (scheme: HTMLElement) =>
    [...scheme.parentElement!.querySelectorAll('li a:first-child')].map((link) => link.textContent)
  expect(subjects(await screen.findByText('SCIS subject headings'))).toEqual(['Birds — Fiction'])
  expect(subjects(screen.getByText('Schools Online Thesaurus'))).toEqual(['Birds'])
})

test('a subject links to its heading in the thesaurus, without its subdivisions', async () => {
  open()
  const links = await screen.findAllByRole('link', { name: 'Birds in the thesaurus' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/discover/thesaurus?query=%22Birds%22&selectedThesaurus=subjects',
    '/discover/thesaurus?query=%22Birds%22&selectedThesaurus=subjects',
  ])
})

test('names and series link to the thesaurus too, a series without its number', async () => {
  open()
  const href = async (name: string) => (await screen.findByRole('link', { name })).getAttribute('href')
  expect(await href('Moana, Hine in the thesaurus')).toBe(
    '/discover/thesaurus?query=%22Moana%2C+Hine%22&selectedThesaurus=names',
  )
  expect(await href('Forest friends in the thesaurus')).toBe(
    '/discover/thesaurus?query=%22Forest+friends%22&selectedThesaurus=series',
  )
})

test('a contributor who only had a part in it is no author', async () => {
  open(undefined, {
    more: {
      authors: ['Moana, Hine', 'Denton, Terry', 'Kererū Press'],
      mainAuthor: { namePersonalPrimary: 'Moana, Hine', nameCorporatePrimary: '' },
    },
  })
  const names = async (name: string) =>
    [...(await screen.findByText(name)).parentElement!.querySelectorAll('li a:first-child')].map(
      ({ textContent }) => textContent,
    )
  expect(await names('Author')).toEqual(['Moana, Hine'])
  expect(await names('Contributors')).toEqual(['Denton, Terry', 'Kererū Press'])
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
  const field = within(await screen.findByRole('row', { name: /245/ }))
  expect(field.getByText('14')).toBeTruthy()
  expect(field.getByText(/The kererū/)).toBeTruthy()
})

test('without a current subscription the MARC view says what is required', async () => {
  open(undefined, { marc: false })
  await userEvent.click(await screen.findByRole('tab', { name: 'MARC' }))
  expect(screen.getByText('Your school has no current subscription.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'View your subscriptions' })).toBeTruthy()
  cleanup()
  open(undefined, { marc: false, me: desk })
  await userEvent.click(await screen.findByRole('tab', { name: 'MARC' }))
  expect(screen.getByText('Schools with a subscription can see it.')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'View your subscriptions' })).toBeNull()
})

test('a record without a title goes by its number', async () => {
  open(undefined, { more: { title: { titlePrimary: '', noteStmOfResponsibility: '' } } })
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toBe('Record 1001')
})

test('an unknown record number says so', async () => {
  open('/discover/details/404')
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this record' })).toBeTruthy()
})

test('an overlong record number is not even requested', async () => {
  const { calls } = open(`/discover/details/${'9'.repeat(300)}`)
  expect(await screen.findByRole('heading', { name: 'We couldn’t find this record' })).toBeTruthy()
  expect(calls.map(({ name }) => name)).not.toContain('record')
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

test('a history of more than two entries leads back; otherwise the link leads to discovery', async () => {
  open()
  await screen.findByRole('heading', { name: 'The kererū' })
  const length = vi.spyOn(window.history, 'length', 'get')
  for (const [entries, name] of [
    [2, 'Discover'],
    [3, 'Back'],
  ] as const) {
    cleanup()
    length.mockReturnValue(entries)
    open()
    expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe('/discover')
  }
  length.mockRestore()
})

test('a description of 581 characters is cut at 580, and a button shows the rest', async () => {
  const description = `${'Word '.repeat(116)}w`
  expect(description.length).toBe(581)
  open(undefined, { more: { description } })
  await userEvent.click(await screen.findByRole('button', { name: 'Read more' }))
  expect(screen.getByText(new RegExp(description.slice(0, 40))).textContent).toContain(description)
})

test('the other volumes of its series are in the order of their numbers, one edition each', async () => {
  open()
  const part = within(await screen.findByRole('region', { name: 'In the series Forest friends' }))
  const links = part.getAllByRole('link').filter((link) => link.getAttribute('href')?.startsWith('/discover/details/'))
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/discover/details/1004',
    '/discover/details/1001',
    '/discover/details/1003',
  ])
  expect(links[1]!.getAttribute('aria-current')).toBe('page')
})

test('in a series without numbers each volume shows its year', async () => {
  open(undefined, {
    more: { series: ['Forest friends'] },
    series: [
      hitOf('1002', 'The kea', { series: ['Forest friends'], dateIssuedMarc: '1999' }),
      hitOf('1003', 'The tūī', { series: ['Forest friends'], dateIssuedMarc: '2004' }),
    ],
  })
  const part = within(await screen.findByRole('region', { name: 'In the series Forest friends' }))
  expect(part.getByRole('link', { name: /1999/ })).toBeTruthy()
  expect(part.queryByText('No number')).toBeNull()
})

test('in a series too long to fetch whole the record is shown among the fetched ones', async () => {
  open(undefined, {
    more: { series: ['Forest friends ; 12'] },
    series: forestFriends.filter(({ _id }) => _id !== '1001'),
  })
  const part = within(await screen.findByRole('region', { name: 'In the series Forest friends' }))
  expect(part.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('The kea'),
    expect.stringContaining('The tūī'),
    expect.stringContaining('The kererū'),
  ])
  expect(part.getByRole('link', { current: 'page' }).getAttribute('href')).toBe('/discover/details/1001')
})

test('in a series too long to fetch whole the volumes before and after the record are fetched by their numbers', async () => {
  const volume = (number: number) => hitOf(`v${number}`, `Volume ${number}`, { series: [`Forest friends ; ${number}`] })
  const first = Array.from({ length: 100 }, (_, i) => volume(i + 1))
  const { calls } = open(undefined, {
    more: { series: ['Forest friends', 'Forest friends ; no. 140'] },
    search: ({ bodybuilderquery }) => {
      const near = String(bodybuilderquery).includes('139 OR 140 OR 141')
      const hits = near ? [volume(141), volume(138), volume(139), volume(1)] : first
      return { hits: { total: near ? 4 : 250, hits }, aggregations: {}, took: 1 }
    },
  })
  const part = within(await screen.findByRole('region', { name: 'In the series Forest friends' }))
  const names = part.getAllByRole('listitem').map((item) => item.querySelector('.name')?.textContent)
  expect(names.slice(-4)).toEqual(['Volume 138', 'Volume 139', 'The kererū', 'Volume 141'])
  expect(part.queryByText(/doesn’t have/)).toBeNull()
  expect(calls.filter(({ name }) => name === 'search')).toHaveLength(2)
})

test('students and the provider’s people see the record and cite it, and get no action that they may not use', async () => {
  for (const me of [student, desk]) {
    const { calls } = open(undefined, { me })
    expect(await screen.findByRole('button', { name: 'Cite' })).toBeTruthy()
    for (const name of [/^Email/, /HTML/, /Report/, /^MARC record/, /^Data/])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(calls.map(({ name }) => name)).not.toContain('itemFormats')
    cleanup()
  }
})

test('the record is emailed to the reader’s own address unless they change it', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Email' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  const address = dialog.getByLabelText<HTMLInputElement>('Email address')
  expect(address.value).toBe('l@hillview.example')
  await userEvent.clear(address)
  await userEvent.type(address, 'other@hillview.example')
  await userEvent.click(dialog.getByRole('button', { name: 'Send' }))
  expect(await dialog.findByText('Email sent successfully')).toBeTruthy()
  expect(calls.find(({ name }) => name === 'emailRecord')?.input).toEqual({
    bibId: '1001',
    emailId: 'other@hillview.example',
    scisNumber: '1001',
    issn: ['14410176'],
    isbn: [],
    title: 'The kererū',
    subject: [],
    publicationYear: null,
    mainAuthor: '',
    contributors: [],
  })
})

test('an error is reported with words, a wrong cover also without; success is shown in place', async () => {
  const { calls } = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(dialog.getByText('Please tell us what’s wrong.')).toBeTruthy()
  expect(calls.some(({ name }) => name === 'reportRecord')).toBe(false)
  await userEvent.selectOptions(dialog.getByLabelText('Which part'), 'Dewey')
  await userEvent.type(dialog.getByLabelText('Details'), 'Not NZ')
  await userEvent.click(dialog.getByRole('button', { name: 'Send report' }))
  expect(await dialog.findByText('Thank you. We’ve received your report.')).toBeTruthy()
  expect(calls.at(-1)?.input).toEqual({ bibId: '1001', kind: 'RECORD_ERROR', text: 'Not NZ', field: 'Dewey' })
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' }).at(-1)!)

  await userEvent.click(await screen.findByRole('button', { name: 'Report a problem' }))
  await userEvent.click(screen.getByLabelText('The wrong cover'))
  await userEvent.click(screen.getByRole('button', { name: 'Send report' }))
  expect(await screen.findByText('Thank you. We’ve received your report.')).toBeTruthy()
  expect(calls.at(-1)?.input).toEqual({ bibId: '1001', kind: 'WRONG_COVER', text: '' })
})

test('an outside source’s text is attributed and escaped; without any, nothing is shown', async () => {
  open(undefined, {
    outside: {
      coverUrl: 'https://covers.example/1.jpg',
      summary: 'A bird <b>sings</b>.',
      reviews: [{ source: 'Booklist', text: 'Lovely.' }],
      similar: [{ id: '1009', title: 'The kererū, large print', year: '2001' }],
    },
  })
  const part = within(await screen.findByRole('region', { name: 'From LibraryThing' }))
  expect(part.getByText('A bird <b>sings</b>.')).toBeTruthy()
  expect(part.getByText('Booklist').parentElement?.textContent).toContain('Lovely.')
  expect(part.getByRole('link', { name: 'The kererū, large print' }).getAttribute('href')).toBe(
    '/discover/details/1009',
  )
  expect(part.getByRole('img', { name: 'Cover at LibraryThing' })).toBeTruthy()
  cleanup()
  open()
  await screen.findByRole('region', { name: 'In the series Forest friends' })
  expect(screen.queryByRole('region', { name: /^From/ })).toBeNull()
})

test('the record is cited in five styles and three files; the style is remembered', async () => {
  localStorage.clear()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Cite' }))
  const dialog = within(await screen.findByRole('dialog', {}, { timeout: 10_000 }))
  for (const [style, words] of [
    ['APA', 'The kererū. (n.d.).'],
    ['Harvard (Australia)', 'The kererū (n.d.).'],
    ['MLA', 'The Kererū'],
    ['Chicago', 'The Kererū. Forest Friends 2. n.d.'],
    ['Vancouver', 'The kererū. [place unknown: publisher unknown]; [date unknown].'],
    ['BibTeX', '@book{kereru,'],
    ['RIS', 'TY  - BOOK'],
    ['CSL-JSON', '"title":"The kererū"'],
  ] as const) {
    await userEvent.selectOptions(dialog.getByLabelText('Style'), style)
    expect(dialog.getByRole('region', { name: `${style} reference` }).textContent).toContain(words)
    expect(dialog.getByRole('button', { name: `Copy ${style}` })).toBeTruthy()
  }
  await userEvent.selectOptions(dialog.getByLabelText('Style'), 'Chicago')
  cleanup()
  open()
  await userEvent.click(await screen.findByRole('button', { name: 'Cite' }))
  expect(await screen.findByRole('region', { name: 'Chicago reference' })).toBeTruthy()
})

test('a map shows the area that a map covers, and says it; a record without one loads none', async () => {
  const areas = [{ west: 113, east: 154, north: -10, south: -44 }]
  const facts = [{ label: 'Coordinates', text: '113° E to 154° E, 10° S to 44° S', find: '' }]
  const { container, unmount } = open(undefined, { more: { areas, facts } as Partial<Hit['_source']> })
  expect(await screen.findByRole('img', { name: 'Covers 10° S to 44° S, 113° E to 154° E' })).toBeTruthy()
  expect(container.querySelectorAll('.record-map rect')).toHaveLength(1)
  unmount()
  open()
  await screen.findByRole('heading', { level: 1 })
  expect(screen.queryByRole('img', { name: /^Covers/ })).toBeNull()
})
