import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'
import { afterWork } from './after-work.ts'
import { afterAsking } from './ask-who.ts'
import { type Dated, readDates } from './dates.ts'
import { fetchAnswer, generalSentence, isFailure, problemOfBody } from './fetch-json.ts'

/** The client's reply type: reads have parsed dates (see dates.ts). */
export type Answer<E extends Endpoint> = E['methods'][0] extends 'GET' ? Dated<Reply<E>> : Reply<E>

/**
 * Milliseconds after which a screen's data count as not coming (the specification's render timeout): a read then rejects
 * with the Problem `late`.
 */
export const renderTimeoutMs = 15_000

/** Longer queries are sent by POST: proxies and servers truncate long addresses. */
const maxQueryLength = 4096

/**
 * Calls an endpoint. The server has cut the reply to the contract's schema. Throws Problem, network failures
 * (`unreachable`, status 0), an empty body (`empty`) and a reply whose `responseCode` is that of a failure included. If
 * the session has ended, it asks to sign in and retries.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: RawInput<E>,
  options: CallOptions = {},
): Promise<Answer<E>> {
  const { address, method, body } = requestOf(endpoint, input)
  const { isRead = endpoint.methods[0] === 'GET' && endpoint.answers !== 'file' && !options.timeoutMs } = options
  const { signal: outer, timeoutMs = isRead ? renderTimeoutMs : undefined } = options
  const late = () =>
    isRead ? new Problem('late', 504, [generalSentence(endpoint.path)]) : new DOMException('', 'TimeoutError')
  const send = async () => {
    // `AbortSignal.any` would need browsers of 2024.
    outer?.throwIfAborted()
    const inner = new AbortController()
    const { signal } = inner
    outer?.addEventListener('abort', () => inner.abort(outer.reason))
    const timer = timeoutMs && setTimeout(() => inner.abort(late()), timeoutMs)
    try {
      const response = await afterWork((proof) => fetchAnswer(address, { method, body, signal, proof }), outer)
      return await readReply(endpoint, response)
    } catch (error) {
      throw signal.aborted ? signal.reason : error
    } finally {
      clearTimeout(timer)
    }
  }
  return options.askToSignIn === false ? send() : afterAsking(send)
}

async function readReply<E extends Endpoint>(endpoint: E, response: Response): Promise<Answer<E>> {
  if (endpoint.answers === 'file') return response.blob() as Promise<Answer<E>>
  if (endpoint.answers === 'text' || endpoint.answers === 'html') return response.text() as Promise<Answer<E>>
  const text = await response.text()
  if (text.trim() === '') throw new Problem('empty', response.status, [generalSentence(endpoint.path)])
  const reply: unknown = JSON.parse(text)
  if (isFailure(reply)) throw problemOfBody(reply, response.status, generalSentence(endpoint.path))
  return (endpoint.methods[0] === 'GET' ? readDates(reply) : reply) as Answer<E>
}

/**
 * `timeoutMs`: then the call rejects with a `TimeoutError`; time spent signing in does not count. `askToSignIn: false`:
 * an ended session is a Problem like any other. `isRead`: for a screen's data, regardless of the method.
 */
export type CallOptions = {
  signal?: AbortSignal | undefined
  timeoutMs?: number
  askToSignIn?: false
  isRead?: true
}

/** Whether a call with `timeoutMs` took longer. */
export const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

/** The address of a read, for links and downloads that the browser itself follows. */
export const addressOf = <E extends Endpoint>(endpoint: E, input: RawInput<E>): string =>
  requestOf(endpoint, input, Number.POSITIVE_INFINITY).address

function requestOf<E extends Endpoint>(endpoint: E, input: RawInput<E>, longest = maxQueryLength) {
  const members: Record<string, unknown> = { ...(input as object) }
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(members[name])
    delete members[name]
    return encodeURIComponent(value)
  })
  const [method] = endpoint.methods
  if (method === 'GET' || method === 'DELETE') {
    const query = queryOf(members)
    const canPost = endpoint.methods.includes('POST')
    if (!canPost || query.length <= longest) return { address: query ? `${path}?${query}` : path, method }
  }
  if (endpoint.inAddress) return { address: `${path}?${queryOf(members)}`, method }
  if (endpoint.listBody !== undefined) {
    const { [endpoint.listBody]: body, ...rest } = members
    return { address: `${path}?${queryOf(rest)}`, method, body }
  }
  return { address: path, method: method === 'GET' ? 'POST' : method, body: members }
}

function queryOf(members: Record<string, unknown>) {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(members)) {
    if (value === undefined) continue
    for (const each of [value].flat())
      query.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each))
  }
  return query.toString()
}
