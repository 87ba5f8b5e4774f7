import { z } from 'zod'
import type { Day } from '#kit/day.ts'
import type { KeyScope } from './key-scopes.ts'
import { type FieldErrors, Problem, sentencesOr } from './problem.ts'
import type { Who } from './roles.ts'

/** A calendar day, as in `2026-11-21`. */
export const dayText = (error?: string): z.ZodType<Day, string> =>
  z.iso.date(error) as unknown as z.ZodType<Day, string>

/** The schema parses `json` replies; the others are sent unchanged. */
export type Answers = 'json' | 'text' | 'html' | 'file' | 'picture' | 'redirect'

/** Not `z.ZodType`: to compare a schema with it, the compiler compares each of its hundred methods. */
export type Schema<Output = unknown> = z.core.$ZodType<Output> & {
  parse(value: unknown): Output
  safeParse(value: unknown, context?: z.core.ParseContext<z.core.$ZodIssue>): z.ZodSafeParseResult<Output>
}

/** Types of pictures that people send, and of covers. */
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type FreshProof = 'in-part' | 'always'
export type WithoutFactor = 'to-set-up' | 'always'

export type Endpoint = {
  /** Our own client uses the first one. */
  methods: readonly [Method, ...Method[]]
  path: string
  /** The least role that may call it; see roles.ts. */
  who: Who
  /**
   * A program may call it with an access key that has this scope, as staff of the key's school: only reads, or requests
   * for files.
   */
  forKeys?: KeyScope | 'any'
  /**
   * For actions that a stranger at an unlocked computer must not take: requires a proof of identity within the last
   * minutes, otherwise 403 `proof_needed`. `in-part`: the handler decides by the input.
   */
  freshProof?: FreshProof
  /**
   * Also open to callers with only a password who must have a second factor; `to-set-up`: only if they have none yet.
   * Every other call is refused with 403 `second_factor_needed`.
   */
  withoutFactor?: WithoutFactor
  input: Schema
  reply: Schema
  answers: Answers
  /** For a success. */
  status?: 202
  /** Replies have an ETag, and 304 answers a client that has this version. */
  tagged?: boolean
  /** Types of replies that are files, beside or instead of JSON: for the description. */
  mediaTypes?: readonly string[]
  /** Headers beside the usual ones with their meaning, for the description: of requests, and of a success. */
  takes?: Readonly<Record<string, string>>
  sends?: Readonly<Record<string, string>>
  /** Statuses of refusals beside those of every call, for the description. */
  refuses?: readonly (404 | 406 | 422)[]
  /** True if a call changes something: it then requires proof that it comes from our own pages. */
  changes: boolean
  /** Maximum body size in bytes. */
  bodyLimit?: number
  /** The body is a list with this name in the input; the other members are in the address. */
  listBody?: string
  /** A POST whose members are in the address, as the specification writes it; the server takes a body too. */
  inAddress?: boolean
  summary: string
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type RawInput<E extends Endpoint> = z.input<E['input']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
/** A handler's result: the reply before the schema cuts it to the contract. */
export type RawReply<E extends Endpoint> = z.input<E['reply']>

type Parts<W, I, R> = {
  who: W
  forKeys?: KeyScope | 'any'
  freshProof?: FreshProof
  withoutFactor?: WithoutFactor
  summary: string
  input?: I
  reply?: R
  answers?: Answers
  status?: 202
  tagged?: boolean
  mediaTypes?: readonly string[]
  takes?: Endpoint['takes']
  sends?: Endpoint['sends']
  refuses?: Endpoint['refuses']
  changes?: boolean
  bodyLimit?: number
  listBody?: string
  inAddress?: boolean
}

const verb =
  <const M extends readonly [Method, ...Method[]]>(...methods: M) =>
  <
    const W extends Who,
    R extends Schema = z.ZodUnknown,
    I extends Schema = z.ZodObject<Record<never, never>, z.core.$strict>,
  >(
    path: string,
    parts: Parts<W, I, R>,
  ) =>
    // Terse, as every page loads it.
    ({
      methods,
      path,
      input: z.strictObject({}),
      reply: z.unknown(),
      answers: 'json',
      changes: methods[0] !== 'GET',
      ...parts,
    }) as unknown as Omit<Endpoint, 'methods' | 'who' | 'input' | 'reply'> & { methods: M; who: W; input: I; reply: R }

export const get = verb('GET')
export const post = verb('POST')
export const patch = verb('PATCH')
export const del = verb('DELETE')
/** A read whose query may be too long for an address: GET, or POST with the same members as JSON. */
export const getOrPost = verb('GET', 'POST')

type ProblemDetails = {
  messages?: string[]
  errors?: FieldErrors
  about?: Record<string, string>
  waitSeconds?: number
}

/**
 * `problems({ folder_empty: [400, 'No Items to save'] })('folder_empty')` is a Problem to throw. Status 429 requires
 * the seconds until a retry; the server creates Problems only here.
 */
export const problems =
  <const T extends Record<string, readonly [status: number, message: string]>>(table: T) =>
  <C extends keyof T & string>(
    code: C,
    ...[told = {} as ProblemDetails]: 429 extends T[C][0]
      ? [told: ProblemDetails & { waitSeconds: number }]
      : [told?: ProblemDetails]
  ) => {
    const [status, message] = table[code]!
    const { messages = [], errors, about, waitSeconds } = told
    return new Problem(code, status, sentencesOr(message, messages), errors, about, waitSeconds)
  }
