import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cataloguingProblem, type Work } from '#features/requests/cataloguing/contract.ts'
import { switchKey } from '#kit/web/single-keys.ts'
import { pressKey, renderScreen } from '#kit/web/testing.tsx'
import { api, asker, cataloguer, counts, type Fakes, hoursAgo, template, whole, work } from '../../web/testing.ts'
import { QueueScreen } from './queue-screen.tsx'

function open(works: Work[], fakes: Fakes = {}, address = '/desk/cataloguing', role: 'desk' | 'staff' = 'desk') {
  return renderScreen(<QueueScreen />, {
    api,
    path: '/desk/cataloguing',
    address,
    fakes: {
      currentUser: () => cataloguer(role),
      queue: () => ({
        response: works,
        totalCount: works.length,
        counts: counts({ received: 2, posted: 3, described: 3, online: 1, mine: 1 }),
      }),
      leavingAnswers: () => ({ response: [] }),
      merges: () => ({ response: [] }),
      answerTemplates: () => ({
        response: [template('Parcel not received', { items: 'POSTED' }), template('Outside our catalogue')],
      }),
      ...fakes,
    },
  })
}
const lines = async () => (await screen.findAllByRole('row')).slice(1)
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

test('a line shows the item, its schools, its place, the waiting time and the assignee', async () => {
  open([
    work('a', {
      name: 'Rivers',
      received: true,
      physicalResource: true,
      pictures: 2,
      answerWaiting: true,
      assignedToId: 'other',
      assignedTo: 'Desk Two',
      submittedDate: hoursAgo(24 * 30),
      askers: [asker('a'), asker('b', { organisation: 'Riverside College' })],
    }),
    work('c', { physicalResource: true, assignedToId: 'me', assignedTo: 'Desk One' }),
    work('d'),
    work('e', { submittedDate: hoursAgo(0) }),
  ])
  await lines()
  const line = (name: string) => screen.getByRole('link', { name }).closest('tr')!
  const [first, second, third, fourth] = [line('Rivers'), line('Item c'), line('Item d'), line('Item e')]
  expect(first!.textContent).toContain('Rivers')
  expect(first!.textContent).toContain('2 pictures')
  expect(first!.textContent).toContain('Hillview Primary School and Riverside College')
  expect(first!.textContent).toContain('New message')
  expect(first!.textContent).toContain('On site')
  expect(first!.textContent).toContain('4 weeks')
  expect(first!.textContent).toContain('Desk Two')
  expect(second!.textContent).toContain('Posted')
  expect(second!.textContent).toContain('You')
  expect(third!.textContent).toContain('Online')
  expect(third!.textContent).toContain('3 days')
  expect(fourth!.textContent).toContain('1 minute')
  expect(within(third!).getByRole('button', { name: /^Assign to me.*Item d$/ })).toBeTruthy()
  // Nothing can be done about a parcel that has not arrived.
  expect(second!.closest('details')?.textContent).toMatch(/^1 posted item in transit/)
  expect(screen.getByRole('link', { name: 'Start next' }).getAttribute('href')).toBe('/desk/cataloguing/d')
})

test('each part of the queue is one press away, with its count', async () => {
  const { calls } = open([work('a')])
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the queue' }))
  await waitFor(() => expect(parts.getByRole('link', { name: 'All 9' }).getAttribute('aria-current')).toBe('true'))
  await userEvent.click(parts.getByRole('link', { name: 'Posted 3' }))
  await waitFor(() => expect(sent(calls, 'queue').at(-1)).toEqual({ page: 1, state: 'posted' }))
  expect(window.location.search).toBe('?state=posted')
})

test('words filter the queue, and an opened work links back to it', async () => {
  const { calls } = open([work('a')], {}, '/desk/cataloguing?state=mine')
  await userEvent.type(await screen.findByRole('searchbox', { name: 'Find in the queue' }), 'river')
  await waitFor(() => expect(sent(calls, 'queue').at(-1)).toEqual({ page: 1, state: 'mine', text: 'river' }))
  const link = await screen.findByRole('link', { name: 'Item a' })
  expect(link.getAttribute('href')).toMatch(/^\/desk\/cataloguing\/a\?text=river&state=mine$/)
})

test('J and K move between lines, unless they are switched off', async () => {
  open([work('a'), work('b')])
  await lines()
  pressKey('j')
  expect(document.activeElement?.textContent).toBe('Item a')
  pressKey('j')
  expect(document.activeElement?.textContent).toBe('Item b')
  switchKey('list-keys', false)
  pressKey('k')
  expect(document.activeElement?.textContent).toBe('Item b')
})

test('an unassigned work is taken in place with all of its items', async () => {
  const kept = [
    work('a', { askers: [asker('a'), asker('b', { status: 'DECLINED' }), asker('c', { status: 'RECEIVED' })] }),
  ]
  const { calls } = open(kept, {
    assignWork: () => {
      kept[0] = { ...kept[0]!, assignedToId: 'me', assignedTo: 'Desk One' }
      return { response: { ...kept[0], items: [], events: [], candidates: [], stub: [] } }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: /^Assign to me.*Item a$/ }))
  await screen.findByText('You')
  expect(sent(calls, 'assignWork')).toEqual([{ itemIds: ['a', 'c'], userId: 'me', from: null }])
})

test('several are assigned to a colleague at once', async () => {
  const { calls } = open([work('a'), work('b', { assignedToId: 'me', assignedTo: 'Desk One' })], {
    deskPeopleToAssign: () => ({
      response: [
        { id: 'me', name: 'Desk One' },
        { id: 'two', name: 'Desk Two' },
      ],
    }),
    assignWork: () => {
      throw cataloguingProblem('taken_meanwhile')
    },
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 2 items' }))
  await userEvent.click(screen.getByRole('button', { name: 'Assign to…' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Desk Two' }))
  await waitFor(() => expect(sent(calls, 'assignWork')).toEqual([{ itemIds: ['a'], userId: 'two', from: null }]))
})

test('an empty queue says so, and a filtered one how to continue', async () => {
  open([])
  expect(await screen.findByText('All done: every request is answered')).toBeTruthy()
  cleanup()
  open([], {}, '/desk/cataloguing?state=answer')
  expect(await screen.findByText('No items found')).toBeTruthy()
})

test('a school’s staff see that this is the desk', async () => {
  const { calls } = open([work('a')], {}, undefined, 'staff')
  expect(await screen.findByRole('heading', { name: 'You don’t have permission to do this.' })).toBeTruthy()
  expect(sent(calls, 'queue')).toEqual([])
})

test('answers that have not left can be undone or sent from the queue; beyond three they are folded', async () => {
  const answer = (id: string) => ({
    ...{
      id,
      leavesDate: hoursAgo(-0.1),
      kind: 'CATALOGUED' as const,
      by: 'Desk Two',
      name: `Item ${id}`,
      title: 'Tūī',
    },
    items: [asker(id)],
  })
  const { calls } = open([work('z')], {
    leavingAnswers: () => ({ response: ['a', 'b', 'c', 'd'].map(answer) }),
    undoAnswer: () => ({ response: { items: [], reason: '', note: '' } }),
    sendAnswerNow: () => ({ response: { items: [] } }),
  })
  const leaving = within(await screen.findByRole('region', { name: 'Answers you can still undo' }))
  expect(leaving.getAllByRole('listitem')).toHaveLength(3)
  await userEvent.click(leaving.getByRole('button', { name: 'Show all 4' }))
  expect(leaving.getAllByRole('listitem')[0]!.textContent).toMatch(/Item aCatalogued as Tūī · Hillview.* · by Desk Two/)
  await userEvent.click(leaving.getByRole('button', { name: 'Undo the answer to Item a' }))
  await waitFor(() => expect(sent(calls, 'undoAnswer')).toEqual([{ answerId: 'a' }]))
  await userEvent.click(leaving.getByRole('button', { name: 'Send now the answer to Item b' }))
  await waitFor(() => expect(sent(calls, 'sendAnswerNow')).toEqual([{ answerId: 'b' }]))
})

const tick = async (name: string) => userEvent.click(await screen.findByRole('checkbox', { name }))
const sentLater = { answerId: 'w', leavesDate: hoursAgo(-1 / 6) }

test('selected items are answered together, each with the record of its number; one that differs is left out', async () => {
  const record = (recordId: string) => ({
    ...{ recordId, title: `Record ${recordId}`, responsibility: '', year: '', identifiers: [] },
    found: 'number' as const,
  })
  const works = ['a', 'b', 'c'].map((id) => work(id, { standardNumber: id === 'c' ? '' : `978${id}` }))
  const { calls } = open(works, {
    work: ({ itemId }) => ({ response: whole(itemId, { candidates: [record(`r-${itemId}`)] }) }),
    compareRecord: ({ itemId }) => ({
      response: [{ name: 'title' as const, requested: ['x'], record: 'y', differs: itemId === 'b' }],
    }),
    attachRecord: ({ recordId }) => ({ response: { recordId: recordId!, items: [], ...sentLater } }),
  })
  for (const id of ['a', 'b', 'c']) await tick(`Select Item ${id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Attach records…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('No number was requested')).toBeTruthy()
  expect(dialog.getByText('Differs: title')).toBeTruthy()
  await userEvent.type(dialog.getByLabelText(/^Note to all/), 'Enjoy')
  await userEvent.click(dialog.getByRole('button', { name: 'Answer 1 title' }))
  const answer = { itemIds: ['a'], recordId: 'r-a', note: 'Enjoy', replace: false, undoMinutes: 10 }
  await waitFor(() => expect(sent(calls, 'attachRecord')).toEqual([answer]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(screen.queryByRole('group', { name: 'Selected items' })).toBeNull()
})

test('of several answers, a refused one is named and can be given again, even if the queue is empty by now', async () => {
  const candidates = [
    {
      ...{ recordId: '7', title: 'Seven', responsibility: '', year: '', identifiers: [] },
      found: 'number' as const,
    },
  ]
  const works = [work('a', { standardNumber: '1' }), work('b', { standardNumber: '2' })]
  let tries = 0
  const { calls } = open(works, {
    work: ({ itemId }) => ({ response: whole(itemId, { candidates }) }),
    compareRecord: () => ({ response: [] }),
    attachRecord: ({ itemIds }) => {
      works.length = 0
      if (itemIds[0] === 'a' && tries++ === 0) throw cataloguingProblem('answered_meanwhile')
      return { response: { recordId: '7', items: [], ...sentLater } }
    },
  })
  for (const id of ['a', 'b']) await tick(`Select Item ${id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Attach records…' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Answer 2 titles' }))
  expect(await screen.findByText('Item a: Someone has already answered this.')).toBeTruthy()
  expect(sent(calls, 'attachRecord')).toHaveLength(2)
  expect(await screen.findByText('All done: every request is answered')).toBeTruthy()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByText('Item b')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Answer 1 title' }))
  await waitFor(() => expect(sent(calls, 'attachRecord').slice(2)).toMatchObject([{ itemIds: ['a'] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('of several records with the number, none is ticked', async () => {
  const candidates = ['7', '8'].map((recordId) => ({
    ...{ recordId, title: `Record ${recordId}`, responsibility: '', year: '', identifiers: [] },
    found: 'number' as const,
  }))
  open([work('a', { standardNumber: '1' })], {
    work: ({ itemId }) => ({ response: whole(itemId, { candidates }) }),
    compareRecord: () => ({ response: [] }),
  })
  await tick('Select Item a')
  await userEvent.click(screen.getByRole('button', { name: 'Attach records…' }))
  expect(await screen.findByText('Several records have this number')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Answer 0 titles' })).toBeTruthy()
})

test('selected items are declined together with one reason that suits all', async () => {
  const { calls } = open([work('a'), work('b', { physicalResource: true, askers: [asker('b'), asker('d')] })], {
    declineItems: () => ({ response: { items: [], ...sentLater } }),
  })
  for (const id of ['a', 'b']) await tick(`Select Item ${id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Decline…' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Decline 3 items' }))
  expect(await dialog.findByText('Please enter a reason.')).toBeTruthy()
  await userEvent.click(await dialog.findByRole('button', { name: 'Outside our catalogue' }))
  expect(dialog.queryByRole('button', { name: 'Parcel not received' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Decline 3 items' }))
  await waitFor(() =>
    expect(sent(calls, 'declineItems')).toEqual([
      { itemIds: ['a', 'b', 'd'], reason: 'Text of Outside our catalogue.', undoMinutes: 10 },
    ]),
  )
})

const mergeOf = (ids: string[]) => ({
  ...{ id: 'm', mergedDate: hoursAgo(0), by: 'Desk One' },
  items: ids.map((itemId) => ({ itemId, name: `Item ${itemId}` })),
})

test('selected items are merged after a preview of what becomes of each, and Undo separates them', async () => {
  const works = ['a', 'b', 'c'].map((id) => work(id, { standardNumber: `978${id}` }))
  let made: ReturnType<typeof mergeOf>[] = []
  const { calls } = open(works, {
    merges: () => ({ response: made }),
    mergeWorks: ({ itemIds }) => {
      made = [mergeOf(itemIds)]
      return { response: { merge: made[0]!, refused: [] } }
    },
    undoMerge: () => ({ response: mergeOf([]) }),
  })
  await tick('Select Item a')
  expect(screen.queryByRole('button', { name: 'Merge…' })).toBeNull()
  for (const id of ['b', 'c']) await tick(`Select Item ${id}`)
  await userEvent.click(screen.getByRole('button', { name: 'Merge…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Joins “Item a”')).toHaveLength(2)
  expect(dialog.getAllByText('Differs: number')).toHaveLength(2)
  await userEvent.click(dialog.getByRole('checkbox', { name: /^Item c/ }))
  expect(dialog.getByText('Stays a separate item')).toBeTruthy()
  expect(dialog.getByRole('status').textContent).toBe('One item for 2 requests of 1 school.')
  await userEvent.click(dialog.getByRole('button', { name: 'Merge 2 items' }))
  await waitFor(() => expect(sent(calls, 'mergeWorks')).toEqual([{ itemIds: ['a', 'b'] }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const recent = within(await screen.findByRole('region', { name: 'Recently merged' }))
  await userEvent.click(recent.getByRole('button', { name: 'Undo the merge of Item a and Item b' }))
  await waitFor(() => expect(sent(calls, 'undoMerge')).toEqual([{ mergeId: 'm' }]))
})

test('after Undo the focus is on the heading of the merges', async () => {
  let made = ['m', 'n'].map((id) => ({ ...mergeOf([id]), id }))
  open([work('a')], {
    merges: () => ({ response: made }),
    undoMerge: () => {
      made = made.slice(1)
      return { response: mergeOf([]) }
    },
  })
  await userEvent.click(await screen.findByRole('button', { name: 'Undo the merge of Item m' }))
  await waitFor(() => expect(screen.queryByText('Item m')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Recently merged' }))
})

test('an item refused by the server is named with its reason, and one assigned to another person is left out', async () => {
  const works = [
    work('a', { assignedToId: 'me', assignedTo: 'Desk One' }),
    work('b', { assignedToId: 'two', assignedTo: 'Desk Two' }),
    work('c'),
    work('d'),
  ]
  const { calls } = open(works, {
    mergeWorks: () => ({
      response: {
        merge: mergeOf(['a', 'c']),
        refused: [{ itemId: 'd', reason: 'Someone has already answered this.' }],
      },
    }),
  })
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all 4 items' }))
  await userEvent.click(screen.getByRole('button', { name: 'Merge…' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/^Assigned to Desk Two, but “Item a” to Desk One/)).toBeTruthy()
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: /^Item b/ }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('button', { name: 'Merge 3 items' }))
  expect(await dialog.findByText('Item d: Someone has already answered this.')).toBeTruthy()
  expect(sent(calls, 'mergeWorks')).toEqual([{ itemIds: ['a', 'c', 'd'] }])
  await userEvent.click(dialog.getByRole('button', { name: /^Merge \d/ }))
  expect(await dialog.findByText('Please tick at least two items.')).toBeTruthy()
  expect(sent(calls, 'mergeWorks')).toHaveLength(1)
})
