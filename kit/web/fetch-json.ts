import { isOfAccounts } from '#kit/failure-sentence.ts'
import { type FieldErrors, Problem, sentencesOr } from '#kit/problem.ts'
import { words } from './messages.ts'
import { settings } from './settings.ts'

export const genericSentence = words.genericFailure

/** The general sentence for a call or, without a path, for the screen that is shown. */
export const generalSentence = (path = window.location.pathname): string =>
  isOfAccounts(path) ? words.genericFailureOf({ provider: settings.providerName }) : genericSentence

/** For a reply that gives no reason. 503: part of the service is away. */
function sentenceWithout(path: string, status: number): string {
  if (/\/search$/.test(path)) return words.unableToSearch
  if (status >= 500 && status !== 503) return words.unknownFailure
  return status !== 503 && isOfAccounts(path) ? generalSentence(path) : words.unable
}

/** A failure to show to people. What is no Problem is a bug: it is logged, and only the general sentence is shown. */
export function problemOf(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error) console.error(error)
  return new Problem('unexpected', 500, [generalSentence()])
}

let send: typeof fetch = (address, request) => fetch(address, request)

/** Replaces the browser's `fetch`. */
export function sendBy(given: typeof fetch): void {
  send = given
}

/** `proof`: the answer to the puzzle of a `work_needed`. */
type Request = { method?: string; body?: unknown; signal?: AbortSignal | undefined; proof?: string | undefined }

/**
 * One request to the server. A failure becomes a Problem with the server's code and messages; a missing reply becomes
 * `unreachable`, status 0. An aborted call rejects with the abort's reason.
 */
export async function fetchAnswer(
  address: string,
  { method = 'GET', body, signal, proof }: Request = {},
): Promise<Response> {
  const headers: Record<string, string> = { accept: 'application/json, text/plain' }
  // Proves the origin: another site would need an explicit permission to send it.
  if (address.startsWith('/')) headers['x-requested-with'] = 'fetch'
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (proof) headers['x-proof-of-work'] = proof
  const response = await send(address, {
    method,
    headers,
    credentials: 'same-origin',
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw unreachable()
  })
  if (!response.ok) throw await problemIn(response, address)
  return response
}

/** Without a schema: the shell's own calls must not load one. */
export async function fetchJson<T>(address: string, request?: Request): Promise<T> {
  const response = await fetchAnswer(address, request)
  return (await response.json()) as T
}

export const unreachable = () => new Problem('unreachable', 0, [words.unreachable])

/** A sentence that a server sends as plain text, without JSON; longer ones and HTML are pages of a proxy. */
const isSentence = (text: string) => text.trim() !== '' && text.length <= 200 && !text.includes('<')

/** The problem of a failed reply. If the body is a sentence instead of an object, `about.text` has it. */
export async function problemIn(response: Response, address: string): Promise<Problem> {
  const without = sentenceWithout(address.replace(/\?.*/s, ''), response.status)
  const text = await response.text().catch(() => '')
  const body = parsed(text)
  if (typeof body === 'object') return problemOfBody(body, response.status, without)
  const sentence = typeof body === 'string' ? body : text
  const about = isSentence(sentence) ? { text: sentence.trim() } : undefined
  return new Problem('unexpected', response.status, [without], undefined, about)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

type ProblemBody = {
  responseCode?: unknown
  code?: unknown
  messages?: unknown
  message?: unknown
  errors?: FieldErrors
  about?: Record<string, string>
}

/** Whether the body marks a failure, regardless of the reply's status. */
export const isFailure = (body: unknown): boolean => failureCodeOf(body) !== undefined

function failureCodeOf(body: unknown): number | undefined {
  const code = (body as ProblemBody | null)?.responseCode
  return typeof code === 'number' && code >= 400 && code < 600 ? code : undefined
}

/**
 * The status is the body's own, if it has one; `without`: the sentence of a body without messages. Another server's
 * reply may explain a failure without our code for it: `unnamed`.
 */
export function problemOfBody(given: unknown, status: number, without: string): Problem {
  const body = given as ProblemBody | null
  const messages = [Array.isArray(body?.messages) ? body.messages : body?.message]
    .flat()
    .filter((text) => typeof text === 'string')
  return new Problem(
    typeof body?.code === 'string' ? body.code : messages.length > 0 ? 'unnamed' : 'unexpected',
    failureCodeOf(body) ?? status,
    sentencesOr(without, messages),
    body?.errors,
    body?.about,
  )
}
