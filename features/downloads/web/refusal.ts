import { withoutMark } from '#features/downloads/rules.ts'
import type { Problem } from '#kit/problem.ts'

/** Why a request was not sent; `id` of the field to be corrected, if there is one. */
export type Refusal = { id?: string; text: string }

const fields: Record<string, string> = { identities: 'identifiers', requestName: 'request-name' }
const ofIdentifiers = ['too_many_identifiers', 'unreadable_identifiers', 'nothing_to_request']

/** Each sentence once. `subscribe::` marks one about the subscription; the mark is not shown. */
export function refusalOf({ code, messages, errors }: Problem): Refusal[] {
  const refusals = new Map<string, Refusal>()
  const tell = (text: string, id: string | undefined) => refusals.set(text, id ? { id, text } : { text })
  for (const text of messages) tell(withoutMark(text), ofIdentifiers.includes(code) ? 'identifiers' : undefined)
  for (const [name, texts] of Object.entries(errors ?? {})) for (const text of texts) tell(text, fields[name])
  return [...refusals.values()]
}
