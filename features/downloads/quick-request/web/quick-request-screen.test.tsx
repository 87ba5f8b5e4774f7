import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { downloadProblem } from '#features/downloads/contract.ts'
import { defaultSettings } from '#features/school/settings/rules.ts'
import { Problem } from '#kit/problem.ts'
import { onMove } from '#kit/web/history.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, checkAmong, hit, librarian, request, searchAmong } from '../../web/testing.ts'
import { QuickRequestScreen } from './quick-request-screen.tsx'

const kereru = hit('1001', 'The kererū who wouldn’t fly', { isbn13: ['9781869713805'] })
const birds = hit('1002', 'Birds of the forest floor', { isbn13: ['9780143506522'], publicationYear: 2018 })
const ebook = hit('1004', 'The hobbit', { isbn13: ['9780007322602'], scisType: 'E-book' })
/** By record: numbers that find it but are not shown. */
const hidden = { 1002: ['9780306406157'], 1004: ['9780261103344', '9780261103340'] }

type Fakes = Parameters<typeof renderScreen<typeof api>>[1]['fakes']
const open = (fakes: Fakes = {}) =>
  renderScreen(<QuickRequestScreen />, {
    api,
    fakes: {
      currentUser: () => librarian,
      search: searchAmong([kereru, birds, ebook], hidden),
      checkIdentifiers: checkAmong(hidden, { 1004: 'print_isbn' }),
      ...fakes,
    },
  })
/** Titles arrive only when the test lets them, so that a slow machine sees the rows being checked too. */
function openHeld() {
  const held = Promise.withResolvers<void>()
  const found = searchAmong([kereru, birds, ebook], hidden)
  open({
    search: async (input: Parameters<typeof found>[0]) => {
      await held.promise
      return found(input)
    },
  })
  return held
}
const field = () => screen.findByLabelText<HTMLTextAreaElement>('Identifiers', { selector: 'textarea' })
const rowOf = async (text: string) =>
  (await screen.findByText(text, { ignore: '.only-heard, .only-heard *' })).closest('tr')!
const sendButton = () => screen.getByRole('button', { name: /^Request / })

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

test('a pasted column shows each title and each error', async () => {
  const held = openHeld()
  await userEvent.click(await field())
  await userEvent.paste('978-1-86971-380-5\n0143506528\n9780306406158\n9781869713805\n9.78044E+12\n9780000000002')

  expect(within(await rowOf('ISBN-10 → 9780143506522')).getByText('Checking')).toBeTruthy()
  held.resolve()
  expect(await screen.findByText('Birds of the forest floor')).toBeTruthy()
  expect((await rowOf('Same as line 1')).textContent).toContain('Counted once')
  expect((await rowOf('Check digit should be 7')).textContent).toContain('Use 9780306406157')
  expect((await rowOf('Number cut short by a spreadsheet')).textContent).toContain('Format the column as text')
  expect((await rowOf('9780000000002')).textContent).toContain('Not found')
  expect(screen.getByText('2 found')).toBeTruthy()
  expect(screen.getByText('1 duplicate')).toBeTruthy()
  expect(screen.getByText('2 to fix')).toBeTruthy()
  expect(sendButton().textContent).toBe('Request 2 records')
  // Each number counts once, and what needs a person comes first.
  expect(screen.getByText('5 identifiers')).toBeTruthy()
  const states = [...document.querySelectorAll('.check-pane tbody .status')].map(({ textContent }) => textContent)
  expect(states).toEqual(['Fix', 'Fix', 'Not found', 'Duplicate', 'Found', 'Found'])
})

test('a number that the record does not show still leads to its title', async () => {
  const held = openHeld()
  await userEvent.click(await field())
  await userEvent.paste('9781869713805 9780306406157 9780000000002')
  expect((await rowOf('9780306406157')).textContent).toContain('Checking')
  held.resolve()
  await screen.findByText('2 found')
  expect((await rowOf('9780306406157')).textContent).toContain('Birds of the forest floor')
})

test('a number that a record only holds is not found until a person confirms the record', async () => {
  const { calls } = open({ createRequest: () => ({ response: request() }) })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805\n978-0-261-10334-4')
  await screen.findByText('1 to confirm')
  const row = await rowOf('9780261103344')
  expect(row.textContent).toContain('Print ISBN of the e-book “The hobbit”')
  expect(row.textContent).toContain('Confirm')
  expect(sendButton().textContent).toBe('Request 1 record')
  within(row)
    .getByRole('button', { name: /^Use this record ?: The hobbit$/ })
    .focus()
  await userEvent.keyboard('{Enter}')
  expect(area.value).toBe('9781869713805\n978-0-261-10334-4')
  const confirmed = (await rowOf('9780261103344')).textContent
  expect(confirmed).toContain('Found')
  expect(confirmed).toContain('Print ISBN in an e-book record, confirmed.')
  expect(document.activeElement?.textContent).toBe('Undo: The hobbit')
  await userEvent.keyboard('{Enter}')
  await screen.findByText('1 to confirm')
  await userEvent.click(screen.getByRole('button', { name: /^Use this record/ }))
  await waitFor(() => expect(sendButton().textContent).toBe('Request 2 records'))
  await userEvent.click(sendButton())
  await waitFor(() => expect(calls.some(({ name }) => name === 'createRequest')).toBe(true))
  expect(calls.find(({ name }) => name === 'createRequest')?.input).toMatchObject({
    identities: ['9781869713805', '978-0-261-10334-4'],
    chosen: [{ identifier: '9780261103344', ids: ['1004'] }],
  })
})

test('an unwanted proposal can be removed, or replaced by a search for its title', async () => {
  open()
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9780261103344\n9781869713805')
  await screen.findByText('1 to confirm')
  expect(within(await rowOf('9780261103344')).getByRole('button', { name: 'search by title' })).toBeTruthy()
  await userEvent.click(within(await rowOf('9780261103344')).getByRole('button', { name: /^Remove/ }))
  expect(area.value).toBe('9781869713805')
})

test('for a number with a wrong check digit that a record holds, the record and the likely number are proposed', async () => {
  open()
  await userEvent.click(await field())
  await userEvent.paste('9780261103340')
  await screen.findByText('1 to confirm')
  const row = await rowOf('Check digit should be 4')
  expect(row.textContent).toContain('The hobbit')
  expect(within(row).getByRole('button', { name: 'Use 9780261103344' })).toBeTruthy()
})

test('titles are looked up once, and only for new numbers', async () => {
  const { calls } = open()
  await userEvent.click(await field())
  await userEvent.paste('9781869713805\n')
  await screen.findByText('1 found')
  await userEvent.paste('9780143506522\n9781869713805')
  await screen.findByText('2 found')
  const inputs = calls
    .filter((each) => each.name === 'search')
    .map((each) => JSON.parse((each.input as { bodybuilderquery: string }).bodybuilderquery).query.terms.identifier)
  expect(inputs).toEqual([['9781869713805'], ['9780143506522']])
})

test('a row marks a record that the school has downloaded before', async () => {
  const moon = hit('1003', 'The moon', { isbn13: ['9780140328721'] })
  const { calls } = open({
    search: searchAmong([moon, hit('1002', 'The kererū', { isbn13: ['9781869713805'] })]),
    createRequest: () => ({ response: request() }),
    downloadedRecords: () => ({
      response: [{ id: '1003', downloadedDate: '2020-05-03T10:00:00.000Z', changed: false }],
    }),
  })
  await userEvent.click(await field())
  await userEvent.paste('9780140328721\n9781869713805')
  expect((await screen.findByText(/^Downloaded .*2020/)).closest('tr')!.textContent).toContain('The moon')
  expect(await screen.findByText('1 you already have')).toBeTruthy()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Leave out those' }))
  await userEvent.click(screen.getByRole('button', { name: 'Request 1 record' }))
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'createRequest')?.input).toMatchObject({ identities: ['9781869713805'] }),
  )
})

test('with everything left out the button names no number, and a press says why nothing is sent', async () => {
  const { calls } = open({
    search: searchAmong([hit('1003', 'The moon', { isbn13: ['9780140328721'] })]),
    downloadedRecords: () => ({
      response: [{ id: '1003', downloadedDate: '2020-05-03T10:00:00.000Z', changed: false }],
    }),
  })
  await userEvent.click(await field())
  await userEvent.paste('9780140328721')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Leave out those' }))
  await userEvent.click(screen.getByRole('button', { name: 'Request records' }))
  expect((await screen.findAllByText(/^You already have all of these\./)).length).toBeGreaterThan(0)
  expect(calls.some(({ name }) => name === 'createRequest')).toBe(false)
})

test('“Use …” replaces the number in the text', async () => {
  open()
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713806\n123')
  await userEvent.click(await screen.findByRole('button', { name: 'Use 9781869713805' }))
  expect(area.value).toBe('9781869713805\n123')
  expect(await screen.findByText('The kererū who wouldn’t fly')).toBeTruthy()
})

/** Keys with the time stamps of the browser. */
function press(area: HTMLTextAreaElement, keys: string[], everyMs: number, from = 0) {
  return keys.filter((key, i) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })
    Object.defineProperty(event, 'timeStamp', { value: from + i * everyMs })
    return !fireEvent(area, event)
  })
}

test('a scanner that ends its codes with Tab stays in the field; a person’s Tab leaves it', async () => {
  open()
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805')
  expect(press(area, [...'9781869713805', 'Tab'], 15)).toEqual(['Tab'])
  expect(area.value).toBe('9781869713805\n')

  expect(press(area, ['Tab'], 400, 1000)).toEqual([])
  expect(press(area, [...'9780143506522', 'Tab'], 120, 2000)).toEqual([])
  expect(area.value).toBe('9781869713805\n')
})

test('a request is sent once for each book and leads to its page', async () => {
  const { calls } = open({ createRequest: () => ({ response: request() }) })
  const visited: string[] = []
  const stop = onMove(({ to }) => visited.push(to.pathname))
  await userEvent.click(await field())
  await userEvent.paste('978 1 86971 380 5\n9781869713805\nhello')
  await userEvent.type(screen.getByLabelText('Request name'), 'Term 1')
  await userEvent.click(sendButton())
  await waitFor(() => expect(visited[0]).toBe('/downloadRequest/r1'))
  stop()
  expect(calls.find((each) => each.name === 'createRequest')?.input).toEqual({
    identities: ['978 1 86971 380 5', 'hello'],
    requestName: 'Term 1',
    idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
  })
})

test('when the server refuses, its sentence takes focus and nothing typed is lost', async () => {
  const ended = 'subscribe::Your subscription has ended. Please renew it to download records.'
  open({
    createRequest: () => {
      throw new Problem('no_subscription', 403, [ended])
    },
  })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805')
  await userEvent.click(sendButton())
  const box = await screen.findByRole('alert')
  expect(box.textContent).toContain('Your subscription has ended. Please renew it to download records.')
  expect(box.textContent).not.toContain('subscribe::')
  // It links to no field, since none of them is wrong.
  expect(within(box).queryByRole('link')).toBeNull()
  expect(area.getAttribute('aria-invalid')).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(box))
  expect(area.value).toBe('9781869713805')
})

test.each([
  ['the provider’s people', { user: { ...librarian.user, roles: ['desk' as const] }, customer: null }, '/desk'],
  ['students', { ...librarian, user: { ...librarian.user, roles: ['student' as const] } }, '/discover'],
])('%s begin at their own place', async (_, me, place) => {
  open({ currentUser: () => me })
  await waitFor(() => expect(window.location.pathname).toBe(place))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('the server’s error about the identifiers leads to their field', async () => {
  open({
    createRequest: () => {
      throw downloadProblem('unreadable_identifiers')
    },
  })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805')
  await userEvent.click(sendButton())
  await userEvent.click(within(await screen.findByRole('alert')).getByRole('link', { name: 'Parsing failed' }))
  expect(document.activeElement).toBe(area)
  expect(area.getAttribute('aria-invalid')).toBe('true')
})

test('a pasted list is shown from its beginning, a typed line at its end', async () => {
  open()
  await userEvent.click(await field())
  await userEvent.paste('9781869713805\n9780143506522\n9780000000002')
  await waitFor(async () => expect((await rowOf('9781869713805')).getAttribute('aria-current')).toBe('true'))
  await userEvent.keyboard('\n123')
  await waitFor(async () => expect((await rowOf('123')).getAttribute('aria-current')).toBe('true'))
  await userEvent.paste('\n456\n789')
  await waitFor(async () => expect((await rowOf('456')).getAttribute('aria-current')).toBe('true'))
  expect((await rowOf('789')).getAttribute('aria-current')).toBeNull()
})

test('a count shows its own rows, and on a second press all of them', async () => {
  open()
  await userEvent.click(await field())
  await userEvent.paste('9781869713805\n9780306406158\n9.78044E+12')
  const toFix = await screen.findByRole('button', { name: '2 to fix' })
  await userEvent.click(toFix)
  expect(toFix.getAttribute('aria-pressed')).toBe('true')
  expect(screen.getAllByRole('row')).toHaveLength(3)
  expect(screen.queryByText('9781869713805')).toBeNull()
  await userEvent.click(toFix)
  expect(screen.getAllByRole('row')).toHaveLength(4)

  // Once the last of them is corrected, all are shown.
  await userEvent.click(await screen.findByRole('button', { name: '1 found' }))
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  await userEvent.paste('9780306406158')
  expect(await screen.findByText('Check digit should be 7')).toBeTruthy()
})

test('a number without a match is replaced by a record found by its title', async () => {
  const { calls } = open({ titleSearch: () => ({ hits: { total: 1, hits: [kereru] } }) })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9780143506522\n9780000000002')
  await userEvent.click(await within(await rowOf('9780000000002')).findByRole('button', { name: 'Search by title' }))
  const box = screen.getByRole('combobox', { name: /Search by title/ })
  expect(document.activeElement).toBe(box)
  await userEvent.keyboard('kereru')
  await screen.findByRole('option', { name: /The kererū who wouldn’t fly/ })
  await userEvent.keyboard('{Enter}')
  expect(area.value).toBe('9780143506522\n1001')
  expect((await rowOf('1001')).textContent).toContain('The kererū who wouldn’t fly')
  expect(calls.filter(({ name }) => name === 'createRequest')).toEqual([])
})

test('words in place of a number are searched for, and replaced together', async () => {
  open({ titleSearch: () => ({ hits: { total: 1, hits: [kereru] } }) })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('Hungry caterpillar\n9780143506522')
  await userEvent.click(
    await within(await rowOf('caterpillar')).findByRole('button', { name: 'search for “Hungry caterpillar”' }),
  )
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: /Search by title/ }).value).toBe('Hungry caterpillar')
  await userEvent.click(await screen.findByRole('option'))
  expect(area.value).toBe('1001\n9780143506522')
})

test('titles are chosen by the keyboard alone, one after the other, and are marked', async () => {
  const { calls } = open({ titleSearch: () => ({ hits: { total: 2, hits: [kereru, birds] } }) })
  const area = await field()
  const box = screen.getByRole('combobox', { name: /Search by title/ })
  box.focus()
  await userEvent.keyboard('b')
  expect(await screen.findAllByRole('option')).toHaveLength(2)
  expect(box.getAttribute('aria-expanded')).toBe('true')
  // Enter without a choice adds nothing and sends nothing.
  await userEvent.keyboard('{Enter}')
  expect(area.value).toBe('')
  await userEvent.keyboard('{ArrowUp}')
  expect(screen.getByRole('option', { selected: true }).textContent).toContain('Birds of the forest floor')
  expect(box.getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
  await userEvent.keyboard('{Enter}{ArrowUp}{Enter}')
  expect(area.value).toBe('1002\n1001\n')
  await waitFor(() => expect(screen.getAllByText('In the list')).toHaveLength(2))
  await userEvent.keyboard('{Enter}')
  expect(area.value).toBe('1002\n1001\n')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  expect(box.getAttribute('aria-expanded')).toBe('false')
  const inputs = calls.find(({ name }) => name === 'titleSearch')!.input as { bodybuilderquery: string }
  expect(JSON.parse(inputs.bodybuilderquery)).toMatchObject({ size: 20 })
  expect(inputs.bodybuilderquery).toContain('70%')
  expect(calls.filter(({ name }) => name === 'createRequest')).toEqual([])
})

test('a title search without matches, or that fails, is reported at the search', async () => {
  let down = true
  open({
    titleSearch: () => {
      if (down) throw new Problem('search_unavailable', 503, ['Please try again later'])
      return { hits: { total: 0, hits: [] } }
    },
  })
  await field()
  await userEvent.type(screen.getByRole('combobox', { name: /Search by title/ }), 'zzz')
  expect(await screen.findByText(/Please try again later/)).toBeTruthy()
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^No titles match/)).toBeTruthy()
})

test('covers are requested with the records, and the choice survives a reload', async () => {
  const first = open()
  await userEvent.click(await screen.findByRole('radio', { name: 'Records and covers' }))
  first.unmount()
  const { calls } = open({ createRequest: () => ({ response: request() }) })
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'Records and covers' })).checked).toBe(true)
  await userEvent.click(await field())
  await userEvent.paste('9781869713805')
  await userEvent.click(sendButton())
  await waitFor(() =>
    expect(calls.find(({ name }) => name === 'createRequest')?.input).toEqual({
      identities: ['9781869713805'],
      content: 'DATA_AND_IMAGE',
      idempotencyKey: expect.any(String),
    }),
  )
})

test('the content starts with the one last sent from this browser, unless the school has set another', async () => {
  const sent = open({ createRequest: () => ({ response: request() }) })
  await userEvent.click(await screen.findByRole('radio', { name: 'Covers' }))
  await userEvent.click(await field())
  await userEvent.paste('9781869713805')
  await userEvent.click(sendButton())
  await waitFor(() => expect(sent.calls.map(({ name }) => name)).toContain('createRequest'))
  sent.unmount()
  sessionStorage.clear()
  const again = open()
  expect(await screen.findByRole('radio', { name: 'Covers', checked: true })).toBeTruthy()
  again.unmount()
  open({ customerSettings: () => ({ response: { ...defaultSettings, downloadContent: 'DATA_AND_IMAGE' } }) })
  expect(await screen.findByRole('radio', { name: 'Records and covers', checked: true })).toBeTruthy()
})

test('the format of the file comes from the settings, with a link to change it', async () => {
  open({
    customerSettings: () => {
      throw new Problem('settings_not_saved', 404, ['No settings were saved.'])
    },
  })
  expect((await screen.findByText(/A MARC 21 file\./)).textContent).toContain('Change')
  expect(screen.getByRole('link', { name: /Change/ }).getAttribute('href')).toBe('/mySettings')
})

test('an endless word is cut short in its row', async () => {
  open()
  await userEvent.click(await field())
  await userEvent.paste('9'.repeat(300))
  expect((await rowOf(`${'9'.repeat(64)}…`)).textContent).toContain('Fix')
})

test('an empty field is reported at the field', async () => {
  open()
  await field()
  await userEvent.click(sendButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Please enter at least one identifier.')
})

test('more than 4,000 identifiers are refused before anything is sent', async () => {
  const { calls } = open()
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste(Array.from({ length: 4001 }, (_, i) => `rec${i}`).join('\n'))
  expect((await screen.findByText(/^Parsing failed as the file is too big/)).textContent).toBe(
    'Parsing failed as the file is too big. Remove 1: a request can have at most 4,000 identifiers.',
  )
  expect(area.getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByRole('heading', { level: 2 }).textContent).toBe('4,001 identifiers')
  expect(screen.getByText('1 too many')).toBeTruthy()
  expect(screen.queryByText('Checked when you request it')).toBeNull()
  expect(sendButton().textContent).toBe('Request records')
  await userEvent.click(sendButton())
  expect(
    within(await screen.findByRole('alert'))
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('#identifiers')
  expect(calls.filter(({ name }) => name !== 'currentUser' && name !== 'customerSettings')).toEqual([])
})

test('the typed text survives a reload, but is not shown to another person', async () => {
  const first = open()
  await userEvent.click(await field())
  await userEvent.paste('9781869713805')
  first.unmount()

  const second = open()
  expect((await field()).value).toBe('9781869713805')
  second.unmount()

  open({ currentUser: () => ({ ...librarian, user: { ...librarian.user, id: 'u2' } }) })
  expect((await field()).value).toBe('')
})

test('codes that are scanned while a request fails or succeeds stay in the field', async () => {
  const held = Promise.withResolvers<void>()
  const { calls } = open({
    createRequest: async () => {
      await held.promise
      return { response: request() }
    },
  })
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805\n')
  const reach = globalThis.fetch
  const lost = Promise.withResolvers<Response>()
  globalThis.fetch = () => lost.promise
  await userEvent.click(sendButton())
  await userEvent.click(area)
  await userEvent.paste('9780143506522\n')
  lost.reject(new TypeError('No network.'))
  expect(await screen.findByText(/^1 code saved on this device/)).toBeTruthy()
  expect(area.value).toBe('9780143506522\n')

  globalThis.fetch = reach
  await userEvent.click(sendButton())
  await userEvent.click(area)
  await userEvent.paste('9780007322602\n')
  held.resolve()
  await waitFor(() => expect(window.location.pathname).toBe('/downloadRequest/r1'))
  expect(calls.find(({ name }) => name === 'createRequest')?.input).toMatchObject({ identities: ['9780143506522'] })
  cleanup()
  open()
  expect((await field()).value).toBe('9780007322602\n')
})

test('clearing can be undone', async () => {
  open()
  const area = await field()
  await userEvent.click(area)
  await userEvent.paste('9781869713805')
  await userEvent.click(await screen.findByRole('button', { name: 'Clear' }))
  expect(area.value).toBe('')
  await userEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(area.value).toBe('9781869713805')
})

test('when the catalogue cannot be reached, the rows say so and the request can still be sent', async () => {
  let down = true
  open({
    search: (input) => {
      if (down)
        throw new Problem('search_unavailable', 503, ["We're unable to perform the search. Please try again later"])
      return searchAmong([kereru])(input)
    },
  })
  await userEvent.click(await field())
  await userEvent.paste('9781869713805')
  expect(await screen.findByText(/We're unable to perform the search. Please try again later/)).toBeTruthy()
  expect(screen.getByText('Not checked')).toBeTruthy()
  expect(sendButton().textContent).toBe('Request 1 identifier')
  down = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('The kererū who wouldn’t fly')).toBeTruthy()
})
