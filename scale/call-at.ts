import type { Endpoint, RawInput, Reply } from '#kit/contract.ts'
import { Problem } from '#kit/problem.ts'

export type Call = <E extends Endpoint>(endpoint: E, input: RawInput<E>) => Promise<Reply<E>>

/** Calls a portal as our own pages do, with this session cookie; refusals are thrown as `Problem`. */
export function callAt(origin: string, cookie = ''): Call {
  return async (endpoint, input) => {
    const rest: Record<string, unknown> = { ...(input as object) }
    const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
      const value = String(rest[name])
      delete rest[name]
      return encodeURIComponent(value)
    })
    const [method] = endpoint.methods
    const asQuery = method === 'GET' || method === 'DELETE'
    const body = endpoint.listBody === undefined ? rest : rest[endpoint.listBody]
    if (endpoint.listBody !== undefined) delete rest[endpoint.listBody]
    const query = asQuery || endpoint.listBody !== undefined ? queryOf(rest) : ''
    const answer = await fetch(`${origin}${path}${query}`, {
      method,
      headers: { 'x-requested-with': 'test', cookie, ...(asQuery ? {} : { 'content-type': 'application/json' }) },
      ...(asQuery ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.ok) return (endpoint.answers === 'json' ? JSON.parse(text) : text) as never
    const { code, messages, errors, about } = JSON.parse(text)
    throw new Problem(code, answer.status, messages, errors, about)
  }
}

function queryOf(members: Record<string, unknown>) {
  const given = Object.entries(members).filter(([, value]) => value !== undefined)
  return `?${new URLSearchParams(given.map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)]))}`
}
