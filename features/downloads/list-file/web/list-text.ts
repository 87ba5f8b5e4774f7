import { readIdentifiers } from '../../quick-request/web/identifier-list.ts'
import type { Column } from './columns.ts'
import type { ListFile } from './read-list-file.ts'

export type Read = Extract<ListFile, { is: 'list' }>

/** A column as text for the field, a line for each cell, at most as long as a request. */
export function asText({ lines }: Column): string {
  const text = lines.join('\n')
  const { rows, over } = readIdentifiers(text)
  return `${over > 0 ? text.slice(0, rows.at(-1)!.to) : text}\n`
}
