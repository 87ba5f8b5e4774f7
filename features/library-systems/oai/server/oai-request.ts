import { z } from 'zod'
import { mapOf } from '#kit/map-of.ts'

export type Verb = 'Identify' | 'ListMetadataFormats' | 'ListSets' | 'ListIdentifiers' | 'ListRecords' | 'GetRecord'
export type Arguments = Record<string, string>

/** The protocol's error conditions (OAI-PMH 2.0, 3.6). */
type Code =
  | 'badArgument'
  | 'badResumptionToken'
  | 'badVerb'
  | 'cannotDisseminateFormat'
  | 'idDoesNotExist'
  | 'noRecordsMatch'

export class OaiError extends Error {
  readonly code: Code
  constructor(code: Code, message: string) {
    super(message)
    this.code = code
  }
}

const list = { required: ['metadataPrefix'], optional: ['from', 'until', 'set'], resumed: true }
const argumentsOf: Record<Verb, { required: string[]; optional: string[]; resumed: boolean }> = {
  Identify: { required: [], optional: [], resumed: false },
  ListMetadataFormats: { required: [], optional: ['identifier'], resumed: false },
  ListSets: { required: [], optional: [], resumed: true },
  ListIdentifiers: list,
  ListRecords: list,
  GetRecord: { required: ['identifier', 'metadataPrefix'], optional: [], resumed: false },
}

/** Values that the protocol's schema allows. */
const forms = mapOf<RegExp>({
  metadataPrefix: /^[\w.!~*'()-]+$/,
  set: /^[\w.!~*'()-]+(:[\w.!~*'()-]+)*$/,
})

/** The verb with its arguments. Throws OaiError. */
export function readRequest(given: URLSearchParams): { verb: Verb; args: Arguments } {
  const [verb, ...others] = given.getAll('verb')
  if (verb === undefined) throw new OaiError('badVerb', 'The verb is missing.')
  if (others.length > 0) throw new OaiError('badVerb', 'The verb is repeated.')
  if (!isVerb(verb)) throw new OaiError('badVerb', `“${verb}” is not an OAI-PMH verb.`)
  const { required, optional, resumed } = argumentsOf[verb]
  const args: Arguments = {}
  for (const [name, value] of given) {
    if (name === 'verb') continue
    if (![...required, ...optional, ...(resumed ? ['resumptionToken'] : [])].includes(name))
      throw new OaiError('badArgument', `${verb} does not take “${name}”.`)
    if (name in args) throw new OaiError('badArgument', `“${name}” is repeated.`)
    if (forms.get(name)?.test(value) === false)
      throw new OaiError('badArgument', `“${name}” contains a character that is not allowed.`)
    args[name] = value
  }
  if (args.resumptionToken !== undefined) {
    if (Object.keys(args).length > 1) throw new OaiError('badArgument', 'A resumptionToken must be the only argument.')
    return { verb, args }
  }
  const missing = required.find((name) => args[name] === undefined)
  if (missing) throw new OaiError('badArgument', `${verb} needs “${missing}”.`)
  return { verb, args }
}

/** The verb, if it is one of the protocol. */
export const verbIn = (given: URLSearchParams): Verb | undefined => {
  const verb = given.get('verb')
  return verb !== null && isVerb(verb) ? verb : undefined
}

const isVerb = (text: string): text is Verb => Object.hasOwn(argumentsOf, text)

/** A day or a second of UTC. */
const form = /^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\dZ)?$/

/** Inclusive bounds in Unix seconds; a day ends with its last second. Throws OaiError. */
export function readSpan({ from, until }: { from?: string | undefined; until?: string | undefined }): Span {
  if (from !== undefined && until !== undefined && from.length !== until.length)
    throw new OaiError('badArgument', '“from” and “until” must have the same granularity.')
  const span: Span = {}
  if (from !== undefined) span.from = secondsOf('from', from)
  if (until !== undefined) span.until = secondsOf('until', until) + (until.length === 10 ? 86_399 : 0)
  if (span.from !== undefined && span.until !== undefined && span.from > span.until)
    throw new OaiError('badArgument', '“from” is later than “until”.')
  return span
}
export type Span = { from?: number; until?: number }

function secondsOf(name: string, text: string): number {
  const at = form.test(text) ? new Date(text) : undefined
  // JavaScript reads 31 February as a day of March.
  if (!at || Number.isNaN(at.getTime()) || !at.toISOString().startsWith(text.slice(0, 19)))
    throw new OaiError('badArgument', `“${name}” must be a UTC date such as 2026-11-25 or 2026-11-25T08:00:00Z.`)
  return at.getTime() / 1000
}

/** `2026-11-25T08:00:00Z` */
export const datestamp = (seconds: number): string => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`

/** Position in a list. The token holds everything, so that it never expires. */
const Resumption = z.strictObject({
  verb: z.enum(['ListIdentifiers', 'ListRecords']),
  prefix: z.string(),
  from: z.number().int().optional(),
  until: z.number().int().optional(),
  set: z.string().optional(),
  /** The cursor of the last change given. */
  after: z.string(),
  /** How many were given before. */
  given: z.number().int(),
  /** The complete list's size, if known. */
  size: z.number().int().optional(),
})
export type Resumption = z.infer<typeof Resumption>

export const resumptionToken = (resumption: Resumption): string =>
  Buffer.from(JSON.stringify(resumption)).toString('base64url')

export function readToken(token: string, verb: Verb): Resumption {
  try {
    const read = Resumption.parse(JSON.parse(Buffer.from(token, 'base64url').toString()))
    if (read.verb === verb) return read
  } catch {
    // Not one of our tokens.
  }
  throw new OaiError('badResumptionToken', `This resumptionToken is not one of ${verb}.`)
}
