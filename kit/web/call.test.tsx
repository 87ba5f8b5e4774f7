import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { get, getOrPost, post } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { asks } from './ask-who.ts'
import { call, renderTimeoutMs } from './call.ts'
import { fetchJson, generalSentence, genericSentence, problemOf } from './fetch-json.ts'
import { words } from './messages.ts'

const books = {
  find: getOrPost('/rest/books', {
    who: 'visitor',
    summary: 'Find',
    input: z.strictObject({ query: z.string(), tag: z.array(z.string()).optional() }),
    reply: z.object({ title: z.string(), createdDate: z.string() }),
  }),
  show: get('/rest/books/:id', {
    who: 'visitor',
    summary: 'Show',
    input: z.strictObject({ id: z.string() }),
    reply: z.object({ title: z.string() }),
  }),
  save: post('/rest/books', {
    who: 'staff',
    summary: 'Save',
    input: z.strictObject({ title: z.string() }),
    reply: z.object({ updatedDate: z.string() }),
  }),
}

/** Replies in order, and records the requests. */
function answer(...replies: (Response | Error)[]) {
  const requests: { address: string; init: RequestInit }[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    requests.push({ address, init })
    const reply = replies.shift()
    if (!reply || reply instanceof Error) throw reply ?? new Error('not expected')
    return reply
  })
  return requests
}
const ended = () => Response.json({ code: 'sign_in_required', messages: ['Please sign in.'] }, { status: 403 })

afterEach(() => {
  vi.unstubAllGlobals()
  for (const code of ['sign_in_required', 'proof_needed'] as const) delete asks[code]
})

test('a list is sent as the body, its other members in the address', async () => {
  const reorder = post('/rest/books/order', {
    who: 'staff',
    summary: 'Reorder',
    input: z.strictObject({ shelf: z.string(), ids: z.array(z.string()) }),
    listBody: 'ids',
  })
  const requests = answer(Response.json({}))
  await call(reorder, { shelf: 'A 1', ids: ['2', '1'] })
  expect(requests[0]?.address).toBe('/rest/books/order?shelf=A+1')
  expect(requests[0]?.init).toMatchObject({ method: 'POST', body: '["2","1"]' })
})

test('a POST whose members are in the address has no body', async () => {
  const amount = post('/rest/books/amount', {
    who: 'visitor',
    summary: 'Price',
    input: z.strictObject({ InvoiceNumber: z.string() }),
    inAddress: true,
  })
  const requests = answer(Response.json({}))
  await call(amount, { InvoiceNumber: 'SCINV 1' })
  expect(requests[0]?.address).toBe('/rest/books/amount?InvoiceNumber=SCINV+1')
  expect(requests[0]?.init).toMatchObject({ method: 'POST' })
  expect(requests[0]?.init).not.toHaveProperty('body')
})

test('a read is a GET with its names in the address and a proof of origin', async () => {
  const requests = answer(Response.json({ title: 'T' }))
  expect(await call(books.show, { id: 'a/b ü' })).toEqual({ title: 'T' })
  expect(requests[0]!.address).toBe('/rest/books/a%2Fb%20%C3%BC')
  expect(requests[0]!.init.method).toBe('GET')
  expect(requests[0]!.init.headers).toHaveProperty('x-requested-with')
})

test('a request to another site needs no CORS preflight', async () => {
  const requests = answer(Response.json({ count: 2 }))
  expect(await fetchJson('https://shop.example/cart/count/u1')).toEqual({ count: 2 })
  expect(requests[0]!.init.headers).toEqual({ accept: 'application/json, text/plain' })
})

test('a query above 4 KiB is sent by POST with the same members', async () => {
  const reply = () => Response.json({ title: 'T', createdDate: '2026-01-02' })
  const requests = answer(reply(), reply())
  await call(books.find, { query: 'short', tag: ['a', 'b'] })
  await call(books.find, { query: 'ü'.repeat(1000) })
  expect(requests[0]!.address).toBe('/rest/books?query=short&tag=a&tag=b')
  expect(requests[1]!.address).toBe('/rest/books')
  expect(requests[1]!.init).toMatchObject({ method: 'POST', body: JSON.stringify({ query: 'ü'.repeat(1000) }) })
})

test('dates of a read are parsed, those of an action stay as sent', async () => {
  answer(Response.json({ title: 'T', createdDate: '2026-01-02' }), Response.json({ updatedDate: '2026-01-02' }))
  expect((await call(books.find, { query: 'x' })).createdDate).toEqual(new Date('2026-01-02'))
  expect((await call(books.save, { title: 'x' })).updatedDate).toBe('2026-01-02')
})

test('a refusal is a Problem with the server’s code, messages and field errors', async () => {
  const body = { code: 'too_long', messages: ['Too long'], errors: { title: ['Too long'] } }
  answer(Response.json(body, { status: 422 }))
  const problem = await call(books.save, { title: 'x' }).catch((error: unknown) => error)
  expect(problem).toBeInstanceOf(Problem)
  expect(problem).toMatchObject({ ...body, status: 422 })
})

test('the one message of another server’s failure is its sentence', async () => {
  answer(Response.json({ message: 'SHOPPING_CART_EXPIRED' }, { status: 400 }), Response.json({}, { status: 400 }))
  const saying = { code: 'unnamed', status: 400, messages: ['SHOPPING_CART_EXPIRED'] }
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject(saying)
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject({ code: 'unexpected', messages: [words.unable] })
})

test('a missing reply and one that is not JSON are Problems too', async () => {
  answer(new TypeError('Failed to fetch'), new Response('<html>', { status: 502 }))
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject({ code: 'unreachable', status: 0 })
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject({ code: 'unexpected', status: 502 })
})

test('an empty reply and one whose responseCode is that of a failure are Problems; other codes are not', async () => {
  const body = { responseCode: 400, messages: ['This link has expired.'], title: 'T' }
  const replies = [new Response(''), Response.json(body), Response.json(body, { status: 500 })]
  answer(...replies, Response.json({ ...body, responseCode: 4003 }))
  const show = () => call(books.show, { id: '1' })
  await expect(show()).rejects.toMatchObject({ code: 'empty', status: 200, messages: [genericSentence] })
  for (let n = 0; n < 2; n++)
    await expect(show()).rejects.toMatchObject({ code: 'unnamed', status: 400, messages: body.messages })
  expect(await show()).toMatchObject({ title: 'T' })
})

test.each([
  ['The consent service is closed today.\n', 'The consent service is closed today.'],
  ['"The consent service is closed today."', 'The consent service is closed today.'],
  ['<html>Bad gateway</html>', undefined],
  ['x'.repeat(201), undefined],
  ['', undefined],
  ['null', undefined],
])('of a failure without an object, a short text is kept: %j', async (text, kept) => {
  answer(new Response(text, { status: 400 }))
  const problem = await call(books.show, { id: '1' }).catch((error: unknown) => error)
  expect(problem).toMatchObject({ code: 'unexpected', status: 400, messages: [words.unable] })
  expect((problem as Problem).about).toEqual(kept && { text: kept })
})

describe('a reply that does not come', () => {
  /** Answers after `ms`, with a body that never ends if `stalls`; rejects when aborted, as `fetch` does. */
  const slow = (ms: number, stalls = false) =>
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const aborted = new Promise<never>((_, reject) =>
        signal!.addEventListener('abort', () => reject(signal!.reason as Error)),
      )
      const reply = new Promise((resolve) => setTimeout(resolve, ms)).then(() => {
        const response = Response.json({ title: 'A', createdDate: '2026-01-01T00:00:00Z', updatedDate: '' })
        return stalls ? Object.assign(response, { text: () => aborted }) : response
      })
      return Promise.race([reply, aborted])
    })
  const outcome = (made: Promise<unknown>) =>
    made.then(
      () => 'answered',
      (error: Problem | DOMException) => error,
    )
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
  afterEach(() => void vi.useRealTimers())

  test.each([
    ['without a reply', renderTimeoutMs + 1, false],
    ['with a body that stalls', 10, true],
  ])('a read %s is a Problem after 15 seconds', async (_, ms, stalls) => {
    slow(ms, stalls)
    const made = outcome(call(books.find, { query: 'x' }))
    await vi.advanceTimersByTimeAsync(renderTimeoutMs)
    expect(await made).toMatchObject({ code: 'late', status: 504, messages: [genericSentence] })
  })

  test('an action waits as long as its caller says, and leaves no timer', async () => {
    slow(60_000)
    const made = outcome(call(books.save, { title: 'A' }))
    await vi.advanceTimersByTimeAsync(60_000)
    expect(await made).toBe('answered')
    const hurried = outcome(call(books.save, { title: 'A' }, { timeoutMs: 50 }))
    await vi.advanceTimersByTimeAsync(50)
    expect(await hurried).toMatchObject({ name: 'TimeoutError' })
    await vi.runAllTimersAsync()
    slow(10)
    const quick = outcome(call(books.find, { query: 'x' }))
    await vi.advanceTimersByTimeAsync(10)
    expect(await quick).toBe('answered')
    expect(vi.getTimerCount()).toBe(0)
  })

  test('a caller that aborts gets its own reason, even before the call', async () => {
    slow(1000)
    const leaving = new AbortController()
    const made = outcome(call(books.find, { query: 'x' }, { signal: leaving.signal }))
    leaving.abort(new DOMException('left', 'AbortError'))
    expect(await made).toMatchObject({ message: 'left' })
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => signal!.throwIfAborted())
    expect(await outcome(call(books.find, { query: 'x' }, { signal: leaving.signal }))).toMatchObject({
      message: 'left',
    })
  })
})

test('when the session has ended, the person is asked once for all calls and they are retried', async () => {
  const requests = answer(ended(), ended(), Response.json({ title: 'A' }), Response.json({ title: 'B' }))
  let signIn = () => {}
  const ask = vi.fn(() => new Promise<void>((resolve) => (signIn = resolve)))
  asks.sign_in_required = ask

  const both = Promise.all([call(books.show, { id: '1' }), call(books.show, { id: '2' })])
  await vi.waitFor(() => expect(ask).toHaveBeenCalled(), 20_000)
  signIn()

  expect((await both).map(({ title }) => title)).toEqual(['A', 'B'])
  expect(ask).toHaveBeenCalledOnce()
  expect(requests).toHaveLength(4)
})

test('someone who declines to sign in gets the refusal', async () => {
  answer(ended())
  asks.sign_in_required = () => Promise.reject(new Error('not now'))
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject({ code: 'sign_in_required' })
})

test('a call that requires a proof is retried after it, even if the session had ended before', async () => {
  const unproved = () => Response.json({ code: 'proof_needed', messages: ['Please confirm.'] }, { status: 403 })
  const requests = answer(ended(), unproved(), Response.json({ title: 'A' }))
  const order: string[] = []
  asks.sign_in_required = async () => void order.push('sign in')
  asks.proof_needed = async () => void order.push('prove')

  expect((await call(books.show, { id: '1' })).title).toBe('A')
  expect([order, requests.length]).toEqual([['sign in', 'prove'], 3])

  answer(unproved(), unproved())
  await expect(call(books.show, { id: '1' })).rejects.toMatchObject({ code: 'proof_needed' })
  expect(order).toEqual(['sign in', 'prove', 'prove'])
})

test('a failure is shown by the server’s sentences; a bug is logged, and shown by the general one', () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const refused = new Problem('too_many', 429, ['Try again in 20 seconds.'])
  expect(problemOf(refused)).toBe(refused)
  expect(logged).not.toHaveBeenCalled()
  const bug = new TypeError('undefined is not a function')
  expect(problemOf(bug)).toMatchObject({ code: 'unexpected', messages: [generalSentence()] })
  expect(logged).toHaveBeenCalledWith(bug)
  logged.mockRestore()
})
