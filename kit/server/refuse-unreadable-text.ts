import '@fastify/cookie'
import type { FastifyRequest } from 'fastify'
import { Problem } from '#kit/contract.ts'

/** No database row holds a NUL, and half a surrogate pair is no character: 400 for a call whose address or cookie has one. */
export function refuseUnreadableAddress({ url, cookies = {} }: FastifyRequest): void {
  if (/%00/i.test(url)) refuse('The address')
  if (Object.values(cookies).some((value) => value?.includes('\0'))) refuse('A cookie')
}

/** The same of the body, however deep it is nested. */
export function refuseUnreadableBody(request: FastifyRequest): void {
  const { body } = request
  if (typeof body !== 'object' || body === null || !unreadable(body, isForm(request))) return
  const field = Object.entries(body).find(([name, value]) => unreadable([name, value], isForm(request)))?.[0]
  refuse('The request', Array.isArray(body) || isForm(request) ? undefined : field)
}

const isForm = ({ headers }: FastifyRequest) =>
  /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '')

function refuse(where: string, field?: string): never {
  const sentence = `${where} contains a character that cannot be read (NUL, or half of a character).`
  throw new Problem(
    'invalid_input',
    400,
    [sentence],
    field === undefined || !isReadable(field) ? undefined : { [field]: [sentence.replace(where, 'This')] },
  )
}

const isReadable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** Looks through names and values without recursion: JSON may be nested as deep as its body is long. */
function unreadable(given: object, escaped: boolean): boolean {
  const isBad = (text: string) => !isReadable(text) || (escaped && text.includes('%00'))
  const open: unknown[] = [given]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (isBad(next)) return true
    } else if (Array.isArray(next)) for (const each of next) open.push(each)
    else if (typeof next === 'object' && next !== null)
      for (const name of Object.keys(next)) {
        if (isBad(name)) return true
        open.push((next as Record<string, unknown>)[name])
      }
  }
  return false
}
