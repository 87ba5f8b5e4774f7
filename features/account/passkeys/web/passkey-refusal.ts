import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import type { Refusal } from '#ui/form/use-sending.ts'

export const sentencesOf = (error: unknown): readonly string[] =>
  error instanceof Problem ? error.messages : [genericSentence]

/** Errors of the one field are shown on it, all others above the form. */
export function refusalOf(error: unknown): Refusal {
  const { password, name, code } = (error instanceof Problem && error.errors) || {}
  const named = (password ?? name ?? code)?.[0]
  return named ? { onField: named } : { beside: sentencesOf(error) }
}
