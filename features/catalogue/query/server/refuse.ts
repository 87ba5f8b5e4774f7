import type { z } from 'zod'
import { plainReason } from '#kit/server/plain-reason.ts'
import { catalogueProblem } from '../../contract.ts'

/** 400 with a sentence that says what is not accepted. */
export const refuse = (sentence: string) => catalogueProblem('query_not_accepted', { messages: [sentence] })

/** A name or value from the request, quoted for a sentence. */
export function quoted(sent: unknown): string {
  const text = typeof sent === 'string' ? sent : (JSON.stringify(sent) ?? String(sent))
  return `“${text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text}”`
}

/** The value parsed by the schema, or a refusal that names the place of the error. */
export function accept<S extends z.ZodType>(schema: S, value: unknown, where: string): z.output<S> {
  const read = schema.safeParse(value, { error: plainReason })
  if (read.success) return read.data
  const issue = read.error.issues[0]!
  if (issue.code === 'unrecognized_keys') throw refuse(`${quoted(issue.keys[0])} is not accepted in ${where}.`)
  if (issue.code === 'too_big' && issue.origin === 'string')
    throw refuse(`A search can have at most ${issue.maximum} characters (${where}).`)
  const path = issue.path.length ? ` at ${issue.path.join('.')}` : ''
  throw refuse(`The search cannot be read: ${where}${path} ${issue.message}.`)
}
