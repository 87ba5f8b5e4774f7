import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#kit/contract.ts'

/**
 * No database row holds a NUL, and half a surrogate pair is no character: a call that carries either is answered 400
 * before its handler runs. Register it behind the cookies. Pages and their files are looked up by name only, so they
 * pass.
 */
export function refuseUnreadableText(http: FastifyInstance) {
  http.addHook('onRequest', async (request) => {
    if (request.is404) return
    if (/%00/i.test(request.url)) refuse('The address')
    if (Object.values(request.cookies).some((value) => value?.includes('\0'))) refuse('A cookie')
  })
  http.addHook('preValidation', async (request) => {
    const { body } = request
    if (typeof body === 'object' && body !== null && unreadable(body, isForm(request))) {
      const field = Object.entries(body).find(([name, value]) => unreadable([name, value], isForm(request)))?.[0]
      refuse('The request', Array.isArray(body) || isForm(request) ? undefined : field)
    }
  })
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
  const open: unknown[] = [given]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (!isReadable(next) || (escaped && /%00/.test(next))) return true
    } else if (Array.isArray(next)) for (const each of next) open.push(each)
    else if (typeof next === 'object' && next !== null)
      for (const [name, value] of Object.entries(next)) open.push(name, value)
  }
  return false
}
