import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cataloguingProblem, type Work } from '#features/requests/cataloguing/contract.ts'
import { switchKey } from '#kit/web/single-keys.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { QueueScreen } from './queue-screen.tsx'
import { api, asker, cataloguer, counts, type Fakes, hoursAgo, work } from './testing.ts'

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
        counts: counts({ received: 2, posted: 3, digital: 4, mine: 1 }),
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
  const [first, second, third, fourth] = await lines()
  expect(first!.textContent).toContain('Rivers')
  expect(first!.textContent).toContain('2 pictures')
  expect(first!.textContent).toContain('Hillview Primary School and Riverside College')
  expect(first!.textContent).toContain('School has written')
  expect(first!.textContent).toContain('Here')
  expect(first!.textContent).toContain('4 weeks')
  expect(first!.textContent).toContain('Desk Two')
  expect(second!.textContent).toContain('By post')
  expect(second!.textContent).toContain('You')
  expect(third!.textContent).toContain('Digital')
  expect(third!.textContent).toContain('3 days')
  expect(fourth!.textContent).toContain('1 minute')
  expect(within(third!).getByRole('button', { name: 'Take Item d' })).toBeTruthy()
})

test('each part of the queue is one press away, with its count', async () => {
  const { calls } = open([work('a')])
  const parts = within(await screen.findByRole('navigation', { name: 'Parts of the queue' }))
  await waitFor(() => expect(parts.getByRole('link', { name: 'All 9' }).getAttribute('aria-current')).toBe('true'))
  await userEvent.click(parts.getByRole('link', { name: 'By post 3' }))
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
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Item a')
  await new Promise((resolve) => setTimeout(resolve, 80))
  await userEvent.keyboard('j')
  expect(document.activeElement?.textContent).toBe('Item b')
  switchKey('list-keys', false)
  await new Promise((resolve) => setTimeout(resolve, 80))
  await userEvent.keyboard('k')
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
  await userEvent.click(await screen.findByRole('button', { name: 'Take Item a' }))
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
  await userEvent.click(screen.getByRole('button', { name: 'Give to …' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Desk Two' }))
  await waitFor(() => expect(sent(calls, 'assignWork')).toEqual([{ itemIds: ['a'], userId: 'two', from: null }]))
})

test('an empty queue says so, and a filtered one how to continue', async () => {
  open([])
  expect(await screen.findByText('Nothing waits: every school has its answer')).toBeTruthy()
  cleanup()
  open([], {}, '/desk/cataloguing?state=answer')
  expect(await screen.findByText('Nothing here waits')).toBeTruthy()
})

test('a school’s staff see that this is the desk', async () => {
  const { calls } = open([work('a')], {}, undefined, 'staff')
  expect(await screen.findByRole('heading', { name: 'You are not allowed to do this.' })).toBeTruthy()
  expect(sent(calls, 'queue')).toEqual([])
})
