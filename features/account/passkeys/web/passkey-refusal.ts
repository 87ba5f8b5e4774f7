import { problemOf } from '#kit/web/fetch-json.ts'
import type { Refusal } from '#ui/form/use-sending.ts'

/** Errors of the one field are shown on it, all others above the form. */
export function refusalOf(error: unknown): Refusal {
  const { errors: { password, name, code } = {}, messages } = problemOf(error)
  const named = (password ?? name ?? code)?.[0]
  return named ? { onField: named } : { beside: messages }
}
