import { problemOf } from '#kit/web/fetch-json.ts'
import type { Refusal } from '#ui/form/use-sending.ts'

/** An error of a search's name is shown at its field; any other above the form. */
export function refusalOf(error: unknown): Refusal {
  const { code, messages } = problemOf(error)
  return code.startsWith('search_name') ? { onField: messages[0]! } : { beside: messages }
}
