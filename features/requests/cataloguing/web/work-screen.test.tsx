import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cataloguingProblem, type WholeWork, type Work } from '#features/requests/cataloguing/contract.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, asker, cataloguer, counts, type Fakes, hoursAgo, item, template, whole, work } from './testing.ts'
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
      leavingAnswers: () => ({ response: [] }),
      colleagueNotes: () => ({ response: [] }),
      merges: () => ({ response: [] }),
      answerTemplates: () => ({
        response: [template('Outside our catalogue'), template('Enjoy', { kind: 'CATALOGUED' })],
      }),
      suggest: () => ({ response: { titles: [], authors: [], headings: [], series: [], record: null } }),
      ...fakes,
    },
  })
}
const inTenMinutes = { answerId: 'w', leavesDate: hoursAgo(-1 / 6) }
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }))

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('the schools’ details are merged, and differences name their schools', async () => {
  open(two)
  const facts = within(await screen.findByRole('region', { name: 'Request details' }))
  expect(facts.getByText('Rivers').closest('dd')!.textContent).toContain('Hillview Primary School')
  expect(facts.getByText('The rivers').closest('dd')!.textContent).toContain('Riverside College')
  expect(facts.getAllByText('A. Writer')).toHaveLength(1)
  const stub = await screen.findByRole('region', { name: 'Draft MARC record' })
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
      compareRecord: () => ({
        response: [
          { name: 'title', requested: ['Rivers', 'The rivers'], record: 'Rivers of the south', differs: false },
          { name: 'standardNumber', requested: ['9780207132759'], record: '9780732284329', differs: true },
          { name: 'resourceType', requested: ['Book'], record: 'DVD', differs: true },
          { name: 'publicationDate', requested: [], record: '2004', differs: false },
        ],
      }),
      attachRecord: () => {
        done = true
        return { response: { recordId: '77', items: two.askers, ...inTenMinutes } }
      },
    },
  )
  await press('Attach Rivers of the south')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/Hillview Primary School/)).toBeTruthy()
  expect(await dialog.findByRole('row', { name: 'Number 9780207132759 9780732284329' })).toBeTruthy()
  expect(dialog.getByRole('row', { name: 'Year not given 2004' })).toBeTruthy()
  expect(dialog.getByText(/^Number and type differ from the request\./)).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Note to them (optional)'), 'The second edition')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer 2 items' }))
  const notice = (await screen.findByText(/^Catalogued as/)).closest('.answered') as HTMLElement
  const next = within(notice).getByRole('link', { name: 'Next: The next one' })
  expect(sent(calls, 'attachRecord')).toEqual([
    { itemIds: ['a', 'b'], recordId: '77', note: 'The second edition', replace: false, undoMinutes: 10 },
  ])
  expect(next.getAttribute('href')).toBe('/desk/cataloguing/z?state=mine')
})

test('an answer says when we’ll send its email, and undoing it leaves the work as it was, with the reason', async () => {
  let leaving = false
  const { calls } = open(
    () => ({
      ...two,
      askers: two.askers.map((each) => ({ ...each, leavesDate: leaving ? inTenMinutes.leavesDate : null })),
    }),
    {
      declineItems: () => {
        leaving = true
        return { response: { items: two.askers, ...inTenMinutes } }
      },
      undoAnswer: () => {
        leaving = false
        return { response: { items: two.askers, reason: 'It is lost', note: '' } }
      },
    },
  )
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await userEvent.type(screen.getByLabelText('Reason'), 'It is lost')
  await press('Decline 2 items')
  expect((await screen.findByText(/^Declined\./)).textContent).toMatch(/at \d+:\d\d.*you can undo it/)
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Decline' })).toBeNull())
  await press('Undo')
  expect(await screen.findByRole('tab', { name: 'Decline' })).toBeTruthy()
  expect(screen.queryByText(/^Declined\./)).toBeNull()
  expect(sent(calls, 'undoAnswer')).toEqual([{ answerId: 'w' }])
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }))
  await userEvent.click(screen.getByRole('tab', { name: 'Decline' }))
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Reason')).value).toBe('It is lost')
})

test('“We emailed” appears once the emails were sent, no matter what the clock says; a returned answer is hidden', async () => {
  let shown: WholeWork = two
  const answered = (leavesDate: string | null, status: 'REQUESTED' | 'DECLINED') => {
    shown = { ...two, askers: two.askers.map((each) => ({ ...each, leavesDate, status })) }
  }
  open(() => shown, {
    declineItems: () => {
      answered(hoursAgo(1), 'REQUESTED')
      return { response: { items: two.askers, answerId: 'w', leavesDate: hoursAgo(1) } }
    },
    messageRequester: () => ({ response: two }),
  })
  const lookAgain = async () => {
    await userEvent.type(await screen.findByLabelText(/^Message to/), 'Hello')
    await press('Send')
  }
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await press('Outside our catalogue')
  await press('Decline 2 items')
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Decline' })).toBeNull())
  expect(screen.getByText(/^Declined\./).textContent).toMatch(/We’ll send the email to/)
  answered(null, 'DECLINED')
  await lookAgain()
  expect((await screen.findByText(/We emailed/)).textContent).toContain('the reason')
  shown = two
  await lookAgain()
  await waitFor(() => expect(screen.queryByText(/^Declined\./)).toBeNull())
})

test('a template fills the note to schools, which can still be edited', async () => {
  const { calls } = open(two, {
    compareRecord: () => ({ response: [] }),
    attachRecord: () => ({ response: { recordId: '77', items: two.askers, ...inTenMinutes } }),
  })
  await press(/^Attach Rivers/)
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(await dialog.findByRole('button', { name: 'Enjoy' }))
  expect(dialog.queryByRole('button', { name: 'Outside our catalogue' })).toBeNull()
  await userEvent.type(dialog.getByLabelText('Note to them (optional)'), ' Really.')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer 2 items' }))
  await waitFor(() => expect(sent(calls, 'attachRecord')).toMatchObject([{ note: 'Text of Enjoy. Really.' }]))
})

test('a template follows what was written, and is read again after it was edited in another window', async () => {
  let text = 'Enjoy it.'
  open(two, {
    compareRecord: () => ({ response: [] }),
    answerTemplates: () => ({ response: [template('Enjoy', { kind: 'CATALOGUED', text })] }),
  })
  await press(/^Attach Rivers/)
  const dialog = within(await screen.findByRole('dialog'))
  const note = dialog.getByLabelText<HTMLTextAreaElement>('Note to them (optional)')
  await userEvent.type(note, 'The second edition.')
  const button = await dialog.findByRole('button', { name: 'Enjoy' })
  await userEvent.click(button)
  await userEvent.click(button)
  expect(note.value).toBe('The second edition.\n\nEnjoy it.')
  text = 'Enjoy them.'
  fireEvent.focus(window)
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
  await userEvent.clear(note)
  await userEvent.click(button)
  expect(note.value).toBe('Enjoy them.')
  await userEvent.clear(note)
})

test('a merged item is separated on its page', async () => {
  const merge = { id: 'm', mergedDate: hoursAgo(1), by: 'Desk Two', items: [{ itemId: 'a', name: 'Rivers' }] }
  const { calls } = open(two, {
    merges: () => ({ response: [merge] }),
    undoMerge: () => ({ response: merge }),
  })
  await press('Undo the merge of Rivers')
  await waitFor(() => expect(sent(calls, 'undoMerge')).toEqual([{ mergeId: 'm' }]))
  expect(sent(calls, 'merges')[0]).toEqual({ itemId: 'a' })
})

test('the note of an undone answer is back in the dialog', async () => {
  let leavesDate: string | null = null
  open(() => ({ ...two, askers: two.askers.map((each) => ({ ...each, leavesDate })) }), {
    compareRecord: () => ({ response: [] }),
    attachRecord: () => {
      leavesDate = inTenMinutes.leavesDate
      return { response: { recordId: '77', items: two.askers, ...inTenMinutes } }
    },
    undoAnswer: () => {
      leavesDate = null
      return { response: { items: two.askers, reason: '', note: 'The second edition' } }
    },
  })
  await press('Attach Rivers of the south')
  const note = () => screen.findByLabelText<HTMLTextAreaElement>('Note to them (optional)')
  await userEvent.type(await note(), 'The second edition')
  await press('Answer 2 items')
  await press('Undo')
  await press('Attach Rivers of the south')
  expect((await note()).value).toBe('The second edition')
})

test('a deselected school is neither answered nor messaged', async () => {
  const { calls } = open(two, {
    declineItems: () => ({ response: { items: [two.askers[1]!], ...inTenMinutes } }),
    messageRequester: () => ({ response: two }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Answer Hillview Primary School, CI-a' }))
  await userEvent.type(await screen.findByLabelText('Message to Riverside College'), 'Which edition?')
  await press('Send')
  await waitFor(() => expect(sent(calls, 'messageRequester')).toEqual([{ itemIds: ['b'], text: 'Which edition?' }]))
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await press('Outside our catalogue')
  await press('Decline 1 item')
  await waitFor(() =>
    expect(sent(calls, 'declineItems')).toMatchObject([{ itemIds: ['b'], reason: 'Text of Outside our catalogue.' }]),
  )
})

test('declining requires a reason, and the input survives a reload', async () => {
  const { calls } = open(two)
  await userEvent.click(await screen.findByRole('tab', { name: 'Decline' }))
  await press('Decline 2 items')
  expect(await screen.findByText('Please enter a reason.')).toBeTruthy()
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
    compared: [{ name: 'title' as const, requested: ['Rivers'], record: 'Rivers', differs: false }],
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
  expect(screen.getByText(/already has record 500\. This one will replace it/)).toBeTruthy()
  expect(sent(calls, 'readRecord')).toEqual([{ base64: btoa('00026nam'), itemId: 'a' }])
  await press('Attach this record')
  await press('Answer 2 items')
  expect(await screen.findByText('Someone has already answered this.')).toBeTruthy()
  expect(sent(calls, 'attachRecord')).toEqual([
    { itemIds: ['a', 'b'], base64: btoa('00026nam'), replace: true, undoMinutes: 10 },
  ])
})

test('a file with no record, or several, is refused with a reason', async () => {
  open(two, {
    readRecord: () => {
      throw cataloguingProblem('unreadable_record')
    },
  })
  await screen.findByRole('tab', { name: 'MARC file' })
  fireEvent.drop(document, { dataTransfer: { types: ['Files'], files: [new File(['x'], 'x.mrc')] } })
  expect(await screen.findByText('We couldn’t find a readable MARC record in this file.')).toBeTruthy()
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
  await userEvent.type(await screen.findByLabelText('Find another record'), 'other')
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
  await press('Rotate right')
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
  const talk = await screen.findByRole('region', { name: 'Activity' })
  expect(talk.textContent).toContain('Hillview Librarian wrote · Hillview Primary School')
  expect(talk.textContent).toContain('Is it there?')
  cleanup()
  open({ ...two, events: [{ ...event, itemId: 'another' }] })
  const other = await screen.findByRole('region', { name: 'Activity' })
  expect(other.textContent).toContain('wrote about another item of the request')
})

test('colleagues’ notes are counted beside the title; own ones can be deleted', async () => {
  const note = { id: 'n1', writtenDate: hoursAgo(1), by: 'Desk Two', own: false, text: 'Publisher asked' }
  const own = { ...note, id: 'n2', by: 'Desk One', own: true, text: 'Still no reply' }
  const { calls } = open(whole('a', { notes: 2 }), {
    colleagueNotes: () => ({ response: [note, own] }),
    addColleagueNote: () => ({ response: [note, own] }),
    removeColleagueNote: () => ({ response: { id: 'n2' } }),
  })
  expect((await screen.findByRole('link', { name: '2 notes' })).getAttribute('href')).toBe('#notes')
  const notes = within(await screen.findByRole('region', { name: 'Notes for colleagues' }))
  expect((await notes.findByText('Publisher asked')).closest('li')!.textContent).toContain('Desk Two')
  await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
  expect(notes.getByText('Please enter a note.')).toBeTruthy()
  await userEvent.type(notes.getByLabelText('New note'), 'Rang them')
  await userEvent.click(notes.getByRole('button', { name: 'Add note' }))
  await waitFor(() => expect(sent(calls, 'addColleagueNote')).toEqual([{ itemId: 'a', text: 'Rang them' }]))
  await userEvent.click(notes.getByRole('button', { name: /^Delete/ }))
  await waitFor(() => expect(sent(calls, 'removeColleagueNote')).toEqual([{ noteId: 'n2' }]))
})

test('an item that no one waits for links back to the queue', async () => {
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
  await press('No answer needed')
  await waitFor(() => expect(sent(calls, 'nothingToAnswer')).toEqual([{ itemId: 'b', messageIds: ['e1'] }]))
})
