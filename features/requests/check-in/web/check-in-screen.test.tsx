import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { cataloguingProblem } from '#features/requests/cataloguing/contract.ts'
import { codeOf } from '#features/requests/rules.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { api, asker, cataloguer, type Fakes } from '../../cataloguing/web/testing.ts'
import { CheckInScreen } from './check-in-screen.tsx'

const slip = codeOf('CR', 100_001)
const named = (id: string, name: string) => ({ ...asker(id, { physicalResource: true }), name })
const found = (part: Partial<Record<'received' | 'before' | 'missing', ReturnType<typeof named>[]>>) => ({
  response: { requestNumber: slip, organisation: 'Riverside College', received: [], before: [], missing: [], ...part },
})

const open = (fakes: Fakes = {}) =>
  renderScreen(<CheckInScreen />, {
    api,
    path: '/desk/checkin',
    fakes: { currentUser: () => cataloguer(), checkIn: () => found({ received: [named('a', 'Songs')] }), ...fakes },
  })
const sent = (calls: { name: PropertyKey; input: unknown }[], name: string) =>
  calls.filter((each) => each.name === name).map(({ input }) => input)
const last = async () => within(await screen.findByRole('region', { name: 'Last scan' }))

beforeEach(() => sessionStorage.clear())
afterEach(cleanup)

test('a scan is sent by its Enter and shown in large type, and the field is ready for the next', async () => {
  const { calls } = open()
  const field = await screen.findByLabelText<HTMLInputElement>('Code')
  await waitFor(() => expect(document.activeElement).toBe(field))
  await userEvent.keyboard(`${slip.toLowerCase()}{Enter}`)
  expect(await (await last()).findByText('1 item checked in')).toBeTruthy()
  expect((await last()).getByText('Songs')).toBeTruthy()
  expect(sent(calls, 'checkIn')).toEqual([{ code: slip }])
  expect(field.value).toBe('')
  expect(document.activeElement).toBe(field)
})

test('a scanner types wherever the focus is: its code goes into the field anyway', async () => {
  const { calls } = open()
  await screen.findByLabelText('Code')
  ;(document.activeElement as HTMLElement).blur()
  await userEvent.keyboard(`${slip}{Enter}`)
  await waitFor(() => expect(sent(calls, 'checkIn')).toEqual([{ code: slip }]))
})

test('a parcel’s missing items and those received before are reported', async () => {
  let turn = 0
  open({
    checkIn: () =>
      turn++ === 0
        ? found({ received: [named('a', 'Songs')], missing: [named('b', 'Volcano')] })
        : found({ before: [named('a', 'Songs')] }),
  })
  await screen.findByLabelText('Code')
  await userEvent.keyboard(`${slip}{Enter}`)
  expect(await (await last()).findByText('1 of 2 items checked in')).toBeTruthy()
  expect((await last()).getByText('Volcano')).toBeTruthy()
  await userEvent.keyboard(`${slip}{Enter}`)
  expect(await (await last()).findAllByText('Already checked in')).toHaveLength(2)
  expect((await last()).queryByRole('button', { name: `Undo ${slip}` })).toBeNull()
})

test('a misread code is refused with a reason and stays in the list', async () => {
  open({
    checkIn: () => {
      throw cataloguingProblem('code_misread')
    },
  })
  await screen.findByLabelText('Code')
  await userEvent.keyboard('CR1000012{Enter}')
  expect(await (await last()).findByText(/last digit of this code doesn’t match/)).toBeTruthy()
  expect((await screen.findAllByRole('row')).at(-1)!.textContent).toContain('CR1000012')
})

test('a mistaken scan is undone', async () => {
  const { calls } = open({ undoCheckIn: () => ({ response: { items: [] } }) })
  await screen.findByLabelText('Code')
  await userEvent.keyboard(`${slip}{Enter}`)
  await userEvent.click((await screen.findAllByRole('button', { name: `Undo ${slip}` }))[0]!)
  expect((await screen.findAllByText('Undone: not checked in')).length).toBeGreaterThan(0)
  expect(sent(calls, 'undoCheckIn')).toEqual([{ itemIds: ['a'] }])
})

test('the session’s list survives a reload, and a new one begins on request', async () => {
  open()
  await screen.findByLabelText('Code')
  await userEvent.keyboard(`${slip}{Enter}`)
  await screen.findByText('1 scan, 1 item checked in')
  cleanup()
  open()
  expect(await screen.findByText('1 scan, 1 item checked in')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Start new session' }))
  expect(screen.queryByText('1 scan, 1 item checked in')).toBeNull()
})
