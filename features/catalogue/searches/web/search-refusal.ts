import { Problem } from '#kit/problem.ts'
import { genericSentence } from '#kit/web/fetch-json.ts'
import type { Refusal } from '#ui/form/use-sending.ts'

/** An error of a search's name is shown at its field; any other above the form. */
export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof Problem)) {
    console.error(error)
    return { beside: [genericSentence] }
  }
  return error.code.startsWith('search_name') ? { onField: error.messages[0]! } : { beside: error.messages }
}
