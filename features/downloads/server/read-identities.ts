import { type Identifier, identifierKey } from '#marc/identifier.ts'
import { downloadProblem, maxIdentities } from '../contract.ts'

const longestIdentifier = 512

/**
 * What was asked for, in its order, each book once: an ISBN-10 and the ISBN-13 of the same book have one key. A text is
 * split on line ends, spaces and commas. In a list each item is one identifier, spaces within it belong to it.
 */
export function readIdentities(sent: string | string[]): { identifier: string; read: Identifier }[] {
  const texts = typeof sent === 'string' ? split(sent, /[\s,]+/u) : sent.flatMap((item) => split(item, /[\r\n\t,]+/u))
  if (texts.length === 0) throw downloadProblem('nothing_to_request')
  if (texts.length > maxIdentities) throw downloadProblem('too_many_identifiers')
  if (texts.some((text) => text.length > longestIdentifier)) throw downloadProblem('unreadable_identifiers')
  const each = new Map<string, { identifier: string; read: Identifier }>()
  for (const identifier of texts) {
    const read = identifierKey(identifier)
    const same = read.key === '' ? `as written: ${identifier}` : read.key
    if (!each.has(same)) each.set(same, { identifier, read })
  }
  return [...each.values()]
}

const split = (text: string, between: RegExp) =>
  storable(text)
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '')

/** A byte order mark is no part of the first identifier, nor is what cannot be seen of any. */
const storable = (text: string) =>
  text.replace(/\uFEFF/gu, '').replace(/\p{Cc}/gu, (control) => (/\s/u.test(control) ? control : '\uFFFD'))
