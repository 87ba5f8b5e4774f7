import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'

/** The specification's messages. */
export const saved = 'You details have been saved'
export const notSaved = 'There was a problem while saving your details'

/** Why the server refused, in its own words if it gave any. */
export function refusalSentences(error: unknown): string[] {
  if (error instanceof Problem) return error.messages
  console.error(error)
  return [genericSentence]
}
