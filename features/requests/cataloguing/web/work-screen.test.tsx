import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cataloguingProblem, type WholeWork, type Work } from '#features/requests/cataloguing/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, asker, cataloguer, counts, type Fakes, hoursAgo, item, whole, work } from './testing.ts'
import { WorkScreen } from './work-screen.tsx'

const riverside = {
  organisation: 'Riverside College',
  requestedBy: 'Riverside Librarian',
  email: 'r@riverside.example',
}
const two = whole('a', {
  name: 'Rivers',
  askers: [asker('a'), asker('b', { ...riverside, status: 'RECEIVED', physicalResource: true, depot: 'North depot' })],
  items: [
    item('a', { title: 'Rivers', authors: 'A. Writer' }),
    item('b', { title: 'The rivers', authors: 'A. Writer', organisation: 'Riverside College' }),
  ],
  candidates: [
    {
      recordId: '77',
      title: 'Rivers of the south',
      responsibility: 'by A. Writer',
      year: '2019',
      identifiers: ['9780143506522'],
      found: 'number',
    },
  ],
})

function open(
  shown: WholeWork | (() => WholeWork),
  fakes: Fakes = {},
  queue: Work[] = [work('a'), work('z', { name: 'The next one' })],
) {
  return renderScreen(<WorkScreen />, {
    api,
    path: '/desk/cataloguing/$itemId',
    address: '/desk/cataloguing/a?state=mine',
    fakes: {
      currentUser: () => cataloguer(),
      queue: () => ({ response: queue, totalCount: queue.length, counts: counts() }),
      work: () => ({ response: typeof shown === 'function' ? shown() : shown }),
      suggest: () => ({ response: { titles: [], authors: [], headings: [], series: [], record: null } }),
      ...fakes,
    },
  })
}
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('the schools’ details are merged, and differences name their schools', async () => {
  open(two)
  const facts = within(await screen.findByRole('region', { name: 'What was asked for' }))
  expect(facts.getByText('Rivers').closest('dd')!.textContent).toContain('Hillview Primary School')
  expect(facts.getByText('The rivers').closest('dd')!.textContent).toContain('Riverside College')
  expect(facts.getAllByText('A. Writer')).toHaveLength(1)
  const stub = await screen.findByRole('region', { name: 'Record to start from' })
  expect(stub.textContent).toContain('245 10 $a A title')
})

test('markup in a school’s text stays text, and a script address is not a link', async () => {
  open(whole('a', { items: [item('a', { title: '<img src=x onerror=alert(1)>', url: 'javascript:alert(1)' })] }))
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeTruthy()
  expect(screen.getByText('javascript:alert(1)').closest('a')).toBeNull()
})

test('a candidate answers every waiting school, with a note, and the next item is one press away', async () => {
  let done = false
  const { calls } = open(
    () => (done ? { ...two, askers: two.askers.map((each) => ({ ...each, status: 'CATALOGUED' })) } : two),
    {
      attachRecord: () => {
        done = true
        return { response: { recordId: '77', items: two.askers } }
      },
    },
  )
  await press('Attach Rivers of the south')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Hillview Primary School/)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Note to them (optional)'), 'The second edition')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer 2 items' }))
  const notice = (await screen.findByText(/are mailed the link to download it/)).closest('.answered') as HTMLElement
  const next = within(notice).getByRole('link', { name: 'Next: The next one' })
  expect(sent(calls, 'attachRecord')).toEqual([
    { itemIds: ['a', 'b'], recordId: '77', note: 'The second edition', replace: false },
  ])
  expect(next.getAttribute('href')).toBe('/desk/cataloguing/z?state=mine')
})

test('a deselected school is neither answered nor messaged', async () => {
  const { calls } = open(two, {
    declineItems: () => ({ response: { items: [two.askers[1]!] } }),
    messageRequester: () => ({ response: two }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Answer Hillview Primary School, CI-a' }))
  await userEvent.type(await screen.findByLabelText('Message to Riverside College'), 'Which edition?')
  await press('Send')
  await waitFor(() => expect(sent(calls, 'messageRequester')).toEqual([{ itemIds: ['b'], text: 'Which edition?' }]))
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await press('Too little to go by')
  await press('Decline 1 item')
  await waitFor(() =>
    expect(sent(calls, 'declineItems')).toMatchObject(
      [{ itemIds: ['b'], reason: /not enough to catalogue/ }].map(({ itemIds }) => ({ itemIds })),
    ),
  )
})

test('declining requires a reason, and the input survives a reload', async () => {
  const { calls } = open(two)
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await press('Decline 2 items')
  expect(await screen.findByText('Please say why.')).toBeTruthy()
  expect(document.activeElement).toBe(screen.getByLabelText('Reason'))
  await userEvent.type(screen.getByLabelText('Reason'), 'Half a reason')
  cleanup()
  open(two)
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Reason')).value).toBe('Half a reason')
  expect(sent(calls, 'declineItems')).toEqual([])
})

test('a dropped MARC file is checked before it is attached, and says what it replaces', async () => {
  const record = {
    recordId: '500',
    title: 'Rivers',
    responsibility: '',
    identifiers: [],
    lines: ['245 10 $a Rivers'],
    replaces: true,
    problems: ['The record lacks the number that was asked for.'],
  }
  const { calls } = open(two, {
    readRecord: () => ({ response: { records: [record] } }),
    attachRecord: () => {
      throw cataloguingProblem('answered_meanwhile')
    },
  })
  await screen.findByRole('tab', { name: 'MARC file' })
  const file = new File(['00026nam'], 'rivers.mrc')
  fireEvent.drop(document, { dataTransfer: { types: ['Files'], files: [file] } })
  expect(await screen.findByText('The record lacks the number that was asked for.')).toBeTruthy()
  expect(screen.getByText(/record 500 already: this one takes its place/)).toBeTruthy()
  expect(sent(calls, 'readRecord')).toEqual([{ base64: btoa('00026nam'), itemId: 'a' }])
  await press('Attach this record')
  await press('Answer 2 items')
  expect(await screen.findByText('Somebody has answered this meanwhile.')).toBeTruthy()
  expect(sent(calls, 'attachRecord')).toEqual([{ itemIds: ['a', 'b'], base64: btoa('00026nam'), replace: true }])
})

test('a file with no record, or several, is refused with a reason', async () => {
  open(two, {
    readRecord: () => {
      throw cataloguingProblem('unreadable_record')
    },
  })
  await screen.findByRole('tab', { name: 'MARC file' })
  fireEvent.drop(document, { dataTransfer: { types: ['Files'], files: [new File(['x'], 'x.mrc')] } })
  expect(await screen.findByText('This file holds no MARC record that can be read.')).toBeTruthy()
})

test('any other catalogue record is found in place', async () => {
  open(two, {
    suggest: () => ({
      response: {
        titles: [{ id: '9', title: 'Other rivers', responsibility: '' }],
        authors: [],
        headings: [],
        series: [],
        record: null,
      },
    }),
  })
  await userEvent.type(await screen.findByLabelText('Another record'), 'other')
  await press('Attach Other rivers')
  expect(within(await screen.findByRole('dialog')).getByText('Other rivers')).toBeTruthy()
})

test('pictures are zoomed and rotated, and each names its school', async () => {
  const file = (id: string) => ({
    id,
    filename: `${id}.png`,
    filetype: 'image/png',
    filesize: 9,
    url: `/p/${id}`,
    thumbnailUrl: `/p/${id}?s`,
    caption: `About ${id}`,
  })
  open(whole('a', { pictures: 2, items: [item('a', { files: [file('one'), file('two')] })] }))
  const section = within(await screen.findByRole('region', { name: 'Pictures' }))
  const shown = () => section.getAllByRole<HTMLImageElement>('img')[0]!
  expect(shown().alt).toBe('About one')
  await press('Turn right')
  expect(shown().style.transform).toContain('rotate(90deg)')
  await press('Larger')
  expect(shown().style.transform).toContain('scale(1.5)')
  await press('Next picture')
  expect(shown().alt).toBe('About two')
  expect(shown().style.transform).toContain('scale(1)')
  expect(section.getByText('two.png · Hillview Primary School')).toBeTruthy()
})

test('the timeline covers all schools, with who said what', async () => {
  const event = {
    id: 'e',
    happenedDate: hoursAgo(1),
    kind: 'message' as const,
    by: 'Hillview Librarian',
    byDesk: false,
    text: 'Is it there?',
    itemId: null,
    requestId: 'r',
    organisation: 'Hillview Primary School',
  }
  open({ ...two, events: [event] })
  const talk = await screen.findByRole('region', { name: 'What has happened' })
  expect(talk.textContent).toContain('Hillview Librarian wrote · Hillview Primary School')
  expect(talk.textContent).toContain('Is it there?')
  cleanup()
  open({ ...two, events: [{ ...event, itemId: 'another' }] })
  const other = await screen.findByRole('region', { name: 'What has happened' })
  expect(other.textContent).toContain('wrote about another item of the request')
})

test('an item that nobody waits for links back to the queue', async () => {
  open(() => {
    throw cataloguingProblem('item_not_found')
  })
  expect((await screen.findByRole('link', { name: 'Back to the queue' })).getAttribute('href')).toBe(
    '/desk/cataloguing?state=mine',
  )
})

test('a school that writes after its answer is messaged alone, or marked as needing no reply', async () => {
  const declined = asker('a', { ...riverside, status: 'DECLINED' })
  const why = { by: 'R', byDesk: false, kind: 'message' as const, itemId: null, happenedDate: hoursAgo(1) }
  const { calls } = open(
    whole('b', {
      askers: [asker('b'), declined],
      answerWaiting: true,
      events: [{ ...why, id: 'e1', text: 'Why?', requestId: 'r-a', organisation: 'Riverside College' }],
    }),
    {
      messageRequester: () => ({ response: whole('b') }),
      nothingToAnswer: () => ({ response: whole('b') }),
    },
  )
  await userEvent.type(await screen.findByLabelText('Message to Riverside College'), 'It is a comic')
  await press('Send')
  await waitFor(() => expect(sent(calls, 'messageRequester')).toEqual([{ itemIds: ['a'], text: 'It is a comic' }]))
  await press('Nothing to answer')
  await waitFor(() => expect(sent(calls, 'nothingToAnswer')).toEqual([{ itemId: 'b', messageIds: ['e1'] }]))
})
