import { z } from 'zod'
import { type FieldErrors, Problem } from './problem.ts'
import type { Who } from './roles.ts'

/** `json` replies are parsed by the schema; the others are sent as they are. */
export type Answers = 'json' | 'text' | 'html' | 'file' | 'picture' | 'redirect'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'

export type FreshProof = 'in-part' | 'always'
export type WithoutFactor = 'to-set-up' | 'always'

export type Endpoint = {
  /** The first one is what our own client uses. */
  methods: readonly [Method, ...Method[]]
  path: string
  /** Whom it is for; roles.ts says who else may. */
  who: Who
  /** A program with a customer's access key may call it too, as staff: only what reads, or asks for a file. */
  forKeys?: boolean
  /**
   * What a stranger at an unlocked computer must not do: the caller has shown who they are within the last minutes, else
   * 403 `proof_needed`. `in-part`: the handler says for which input.
   */
  freshProof?: FreshProof
  /**
   * Open also to a caller who gave a password alone and must have a second factor; `to-set-up`: only where they have
   * none yet. Every other call is refused with 403 `second_factor_needed`.
   */
  withoutFactor?: WithoutFactor
  input: z.ZodType
  reply: z.ZodType
  answers: Answers
  /** True where a call changes something: it then needs proof that it comes from our own pages. */
  changes: boolean
  /** Largest body taken, in bytes. */
  bodyLimit?: number
  /** The body is a list, which stands under this name in the input; the other members are in the address. */
  listBody?: string
  summary: string
}

export type Input<E extends Endpoint> = z.output<E['input']>
export type RawInput<E extends Endpoint> = z.input<E['input']>
export type Reply<E extends Endpoint> = z.output<E['reply']>
/** What a handler returns: the reply before the schema has cut it to the contract. */
export type RawReply<E extends Endpoint> = z.input<E['reply']>

type Parts<W, I, R> = {
  who: W
  forKeys?: boolean
  freshProof?: FreshProof
  withoutFactor?: WithoutFactor
  summary: string
  input?: I
  reply?: R
  answers?: Answers
  changes?: boolean
  bodyLimit?: number
  listBody?: string
}

const verb =
  <const M extends readonly [Method, ...Method[]]>(...methods: M) =>
  <
    const W extends Who,
    R extends z.ZodType = z.ZodUnknown,
    I extends z.ZodType = z.ZodObject<Record<never, never>, z.core.$strict>,
  >(
    path: string,
    parts: Parts<W, I, R>,
  ) =>
    // In few words: every page loads them.
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
/** A read whose query may be too long for an address: it answers GET, and POST with the same members as JSON. */
export const getOrPost = verb('GET', 'POST')

type Told = { messages?: string[]; errors?: FieldErrors; about?: Record<string, string>; waitSeconds?: number }

/**
 * `problems({ folder_empty: [400, 'No Items to save'] })('folder_empty')` is a ready-to-throw Problem. One with status
 * 429 must say after how many seconds the call may be made again; the server makes them only here.
 */
export const problems =
  <const T extends Record<string, readonly [status: number, message: string]>>(table: T) =>
  <C extends keyof T & string>(
    code: C,
    ...[told = {} as Told]: 429 extends T[C][0] ? [told: Told & { waitSeconds: number }] : [told?: Told]
  ) => {
    const [status, message] = table[code]!
    const { messages = [message], errors, about, waitSeconds } = told
    return new Problem(code, status, messages, errors, about, waitSeconds)
  }
