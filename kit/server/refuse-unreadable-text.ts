import '@fastify/cookie'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Problem } from '#kit/problem.ts'

/**
 * The one check of all text: 400 for a NUL, an unpaired surrogate or invalid UTF-8 in the address, cookies or body,
 * also without a route. No database row can hold a NUL, and unreadable text must not be taken for another. Register it
 * after the cookie plugin and before routes.
 */
export function refuseUnreadableText(http: FastifyInstance) {
  http.addHook('onRequest', async ({ originalUrl, cookies = {} }) => {
    if (!isReadable(originalUrl) || !hasReadableEscapes(originalUrl)) refuse('The address')
    if (Object.values(cookies).some((value) => value !== undefined && !isReadable(value))) refuse('A cookie')
  })
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser('application/json')
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer)
    if (text === undefined) return done(unreadable('The request'))
    return parse(request, text, done)
  })
  http.addHook('preValidation', async (request) => refuseUnreadableBody(request))
}

/** Accepts JSON under these types too; an empty body counts as none, as DELETE may bring one. */
export function takeJsonAs(part: FastifyInstance, types: string[]) {
  part.removeAllContentTypeParsers()
  const parse = part.getDefaultJsonParser('error', 'error')
  part.addContentTypeParser(types, { parseAs: 'buffer' }, (request, body, done) => {
    const text = textOf(body as Buffer)
    if (text === undefined) return done(unreadable('The request'))
    return text === '' ? done(null, undefined) : parse(request, text, done)
  })
}

/** Maximum fields of a form; no service sends as many. */
const maxFields = 100

/** Accepts only forms as bodies in this part; rejects those with unreadable bytes or escapes, or too many fields. */
export function takeFormsOnly(
  part: FastifyInstance,
  { bodyLimit, as = (text) => new URLSearchParams(text) }: { bodyLimit: number; as?: (text: string) => unknown },
) {
  part.removeAllContentTypeParsers()
  const type = 'application/x-www-form-urlencoded'
  part.addContentTypeParser(type, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    const text = textOf(body as Buffer)
    if (text === undefined || !isReadable(text) || !hasReadableEscapes(text)) return done(unreadable('The request'))
    if (text.split('&', maxFields + 1).length > maxFields)
      return done(new Problem('invalid_input', 400, [`The form has more than ${maxFields} fields.`]))
    return done(null, as(text))
  })
  part.addContentTypeParser('*', (_request, _body, done) =>
    done(new Problem('invalid_input', 400, [`The body must be a form (${type}).`])),
  )
}

/** At any nesting depth. */
function refuseUnreadableBody({ body }: FastifyRequest): void {
  if (typeof body !== 'object' || body === null || holdsReadable(body)) return
  const field = Object.entries(body).find(([name, value]) => !holdsReadable([name, value]))?.[0]
  refuse('The request', Array.isArray(body) ? undefined : field)
}

function refuse(where: string, field?: string): never {
  throw unreadable(where, field)
}

function unreadable(where: string, field?: string): Problem {
  const sentence = `${where} contains a character that cannot be read (NUL, or half a character).`
  const errors = field === undefined || !isReadable(field) ? undefined : { [field]: [sentence.replace(where, 'This')] }
  return new Problem('invalid_input', 400, [sentence], errors)
}

/** Whether a text can be stored; also for text within text, once that is parsed. */
export const isReadable = (text: string) => !text.includes('\0') && text.isWellFormed()

/** A percent sign without two digits is literal: people search for “100%”. */
const hasReadableEscapes = (text: string) =>
  (text.match(/(?:%[0-9a-f]{2})+/gi) ?? []).every((escapes) => {
    const read = textOf(Buffer.from(escapes.replaceAll('%', ''), 'hex'))
    return read !== undefined && isReadable(read)
  })

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
/** Undefined if the bytes are not valid UTF-8. */
function textOf(bytes: Buffer): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Checks names and values without recursion: JSON may be nested as deep as its body is long. */
function holdsReadable(given: object): boolean {
  const open: unknown[] = [given]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (!isReadable(next)) return false
    } else if (Array.isArray(next)) for (const each of next) open.push(each)
    else if (typeof next === 'object' && next !== null)
      for (const name of Object.keys(next)) {
        if (!isReadable(name)) return false
        open.push((next as Record<string, unknown>)[name])
      }
  }
  return true
}
