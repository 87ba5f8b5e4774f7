import { QueryClient } from '@tanstack/react-query'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useRef } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CurrentUser } from '#features/account/contract.ts'
import { currentUser, goToSignedOut } from '#features/account/web/account-parts.tsx'
import { Problem } from '#kit/problem.ts'
import { renderScreen } from '#kit/web/testing.tsx'
import { maxWaitMs } from '../../web/send-request.ts'
import { api, librarian, request } from '../../web/testing.ts'
import { addedSince, emptyDraft } from './draft.ts'
import { sendWaiting } from './send-waiting.ts'
import { useRequestDraft } from './use-request-draft.ts'
import { dropCodes, keepCodes, ownerHere, setOwner, waitingCodes } from './waiting-codes.ts'
import { WaitingNotice } from './waiting-notice.tsx'
import { SendWaitingCodes } from './waiting-parts.tsx'

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
})
afterEach(cleanup)

const codes = (key: string, ...identities: string[]) =>
  ({ key, identities, chosen: [], name: '', content: 'DATA_ONLY' }) as const
const keep = (owner: string, ...lists: ReturnType<typeof codes>[]) => {
  for (const each of lists) keepCodes(owner, { ...each, chosen: [] })
}
type Reply = { response: ReturnType<typeof request> }
const open = (createRequest: () => Reply | Promise<Reply>) =>
  renderScreen(<QuickRequest />, { api, fakes: { currentUser: () => librarian, createRequest } })

function QuickRequest() {
  const field = useRef<HTMLTextAreaElement>(null)
  const typed = useRequestDraft('u1', field, () => undefined)
  return (
    <>
      <WaitingNotice owner="u1" typed={typed} field={field} />
      <textarea ref={field} value={typed.draft.text} onChange={({ target }) => typed.write(target.value)} />
      <input value={typed.draft.name} onChange={({ target }) => typed.put({ name: target.value })} />
    </>
  )
}
const press = async (name: string, at = 0) => userEvent.click((await screen.findAllByRole('button', { name }))[at]!)
const text = () => document.querySelector('textarea')!.value

test('each list is sent with its key and then leaves the device; another person’s stays', async () => {
  keep('u1', codes('k1', '1', '2'), codes('k2', '3'))
  keep('u2', codes('k3', '4'))
  const { calls } = open(() => ({ response: request() }))
  expect((await screen.findByRole('status')).textContent).toContain(
    '3 codes saved on this device. They will be sent when you are online.',
  )
  expect((await sendWaiting('u1')).map(({ id }) => id)).toEqual(['r1', 'r1'])
  expect(calls.map(({ input }) => input)).toEqual([
    { identities: ['1', '2'], idempotencyKey: 'k1' },
    { identities: ['3'], idempotencyKey: 'k2' },
  ])
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''))
  expect([waitingCodes('u1'), waitingCodes('u2')]).toMatchObject([[], [{ key: 'k3' }]])
})

test.each([
  ['the service cannot be reached', 0, 'unreachable'],
  ['the server fails', 503, 'unavailable'],
  ['the session has ended', 403, 'sign_in_required'],
  ['the second factor is missing', 403, 'second_factor_needed'],
])('nothing is lost or skipped while %s', async (_, status, code) => {
  keep('u1', codes('k1', '1'), codes('k2', '2'))
  const { calls } = open(() => {
    throw new Problem(code, status, ['Later.'])
  })
  expect(await sendWaiting('u1')).toEqual([])
  expect(calls).toHaveLength(1)
  expect(waitingCodes('u1').map(({ key, refused }) => [key, refused])).toEqual([
    ['k1', undefined],
    ['k2', undefined],
  ])
  for (const button of screen.getAllByRole<HTMLButtonElement>('button')) expect(button.disabled).toBe(false)
})

test('what the server refuses stays with its sentence and is not sent again; the rest is sent', async () => {
  keep('u1', codes('k1', '1'), codes('k2', '2'))
  let refuses = true
  const { calls } = open(() => {
    if (!refuses) return { response: request() }
    refuses = false
    throw new Problem('no_subscription', 403, ['Your subscription has ended.'])
  })
  await sendWaiting('u1')
  await sendWaiting('u1')
  expect(calls).toHaveLength(2)
  expect(await screen.findByText('Not sent: Your subscription has ended.')).toBeTruthy()
  expect(screen.queryByText(/will be sent/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
  expect(waitingCodes('u1')).toEqual([])
})

test('what is edited or deleted while others are sent is not sent', async () => {
  keep('u1', codes('k1', '1'), codes('k2', '2'), codes('k3', '3'), codes('k4', '4'))
  const held = Promise.withResolvers<Reply>()
  const { calls } = open(() => held.promise)
  const sent = sendWaiting('u1')
  await screen.findByText('Sent. Waiting for a reply.')
  await press('Edit', 1)
  await press('Delete', 1)
  held.resolve({ response: request() })
  await sent
  expect(calls.map(({ input }) => input)).toMatchObject([{ idempotencyKey: 'k1' }, { idempotencyKey: 'k4' }])
  expect([text(), waitingCodes('u1')]).toEqual(['2\n', []])
})

test('a list that the server may have is neither edited nor deleted until the server has replied', async () => {
  keep('u1', codes('k1', '1'))
  const held = Promise.withResolvers<Reply>()
  let reply = new Promise<Reply>(() => undefined)
  open(() => reply)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const unanswered = sendWaiting('u1')
  await vi.advanceTimersByTimeAsync(maxWaitMs)
  expect(await unanswered).toEqual([])
  vi.useRealTimers()
  await screen.findByText('Sent. Waiting for a reply.')
  await press('Edit')
  await press('Delete')
  expect(waitingCodes('u1')).toMatchObject([{ key: 'k1', unsure: true }])
  reply = held.promise
  const again = sendWaiting('u1')
  held.reject(new Problem('no_subscription', 403, ['Your subscription has ended.']))
  await again
  await screen.findByText('Not sent: Your subscription has ended.')
  await press('Edit')
  expect([text(), waitingCodes('u1')]).toEqual(['1\n', []])
})

test('a refusal does not bring back what another tab has deleted', async () => {
  keep('u1', codes('k1', '1'))
  open(() => {
    dropCodes('u1', 'k1')
    throw new Problem('no_subscription', 403, ['Your subscription has ended.'])
  })
  await sendWaiting('u1')
  expect(waitingCodes('u1')).toEqual([])
})

test('an edited list brings its name, but leaves that of a list that is being typed', async () => {
  for (const key of ['k1', 'k2']) keepCodes('u1', { ...codes(key, key), chosen: [], name: `List ${key}` })
  open(() => ({ response: request() }))
  const name = screen.getByRole<HTMLInputElement>('textbox', { name: (_, element) => element.tagName === 'INPUT' })
  await press('Edit')
  expect([text(), name.value]).toEqual(['k1\n', 'List k1'])
  await press('Edit')
  expect([text(), name.value]).toEqual(['k1\nk2\n', 'List k1'])
})

test.each([
  ['nothing', '1\n2', '1\n2', ''],
  ['a line', '1\n2', '1\n2\n3\n', '3\n'],
  ['a code after a comma', '1,2,', '1,2,3', '3'],
  ['a digit of the last code', '1\n2', '1\n23', '1\n23'],
  ['something in the middle', '1\n2\n', '1\n5\n2\n', '1\n5\n2\n'],
])('of a list that was sent, what was added since stays: %s', (_, sent, now, left) => {
  const draft = (all: string) => ({ ...emptyDraft, text: all, name: 'Term 1' })
  expect(addedSince(draft(sent), draft(now))).toEqual({ ...emptyDraft, text: left })
  expect(addedSince(draft(sent), { ...draft(now), name: 'Term 2' }).name).toBe(left && 'Term 2')
})

const other: CurrentUser = { ...librarian, user: { ...librarian.user, id: 'u2' } }

test('signing out forgets the person and their codes; another person’s stay', () => {
  localStorage.setItem('theme', 'dark')
  keep('u1', codes('k1', '1'))
  keep('u2', codes('k2', '2'))
  setOwner({ id: 'u2', name: 'B' })
  const cache = new QueryClient()
  cache.setQueryData<CurrentUser | null>(currentUser.queryKey, other)
  goToSignedOut(cache, '#signed-out')
  expect([waitingCodes('u2'), ownerHere(), localStorage.length]).toEqual([[], undefined, 2])
  expect(waitingCodes('u1')).toMatchObject([{ key: 'k1' }])
})

const openAs = (person: () => CurrentUser) =>
  renderScreen(<SendWaitingCodes />, {
    api,
    fakes: { currentUser: person, createRequest: () => ({ response: request() }) },
  })

test('nothing is sent if someone else has signed in in another tab', async () => {
  keep('u1', codes('k1', '1'))
  const persons = [librarian, other]
  const { calls } = openAs(() => persons.shift() ?? librarian)
  await waitFor(() => expect(calls).toHaveLength(2))
  await waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(waitingCodes('u1')).toEqual([])
  })
  const names = calls.map(({ name }) => name)
  expect(names.filter((name) => name === 'createRequest')).toHaveLength(1)
  expect(names.indexOf('createRequest')).toBeGreaterThan(2)
  expect(ownerHere()).toEqual({ id: 'u1', name: 'L B' })
})

test('codes saved offline are asked for if another person has signed in since; others are sent', async () => {
  keepCodes('u1', { ...codes('k1', '1'), chosen: [], offline: true })
  keep('u1', codes('k2', '2'))
  setOwner({ id: 'u1', name: 'L B' })
  const first = openAs(() => other)
  await waitFor(() => expect(ownerHere()?.id).toBe('u2'))
  first.unmount()
  const { calls } = open(() => ({ response: request() }))
  await sendWaiting('u1')
  expect(calls.map(({ input }) => input)).toMatchObject([{ idempotencyKey: 'k2' }])
  expect(await screen.findByText('Saved offline, possibly by someone else.')).toBeTruthy()
  expect(screen.queryByText(/will be sent/)).toBeNull()
  await press('Send')
  await sendWaiting('u1')
  expect(calls.map(({ input }) => input)).toMatchObject([{ idempotencyKey: 'k2' }, { idempotencyKey: 'k1' }])
})
