import { Problem } from '#kit/problem.ts'
import type { Refusal } from '#ui/form/use-sending.ts'
import { messagesOf } from '../temporary/web/folder-notice.tsx'

/** An error of a folder's name is shown at its field; any other above the form. */
export function refusalOf(error: unknown): Refusal {
  if (error instanceof Problem) {
    const named = error.errors?.folderName?.[0]
    if (named) return { onField: named }
    if (error.code.startsWith('folder_name')) return { onField: error.messages[0] }
  }
  return { beside: messagesOf(error) }
}
