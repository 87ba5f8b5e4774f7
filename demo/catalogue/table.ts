import { readFileSync } from 'node:fs'

/** The rows of a tab-separated file in this folder, keyed by its header. */
export function readTable<Column extends string>(file: string): Record<Column, string>[] {
  const lines = readFileSync(new URL(file, import.meta.url), 'utf8').split('\n')
  const columns = lines[0]?.split('\t') ?? []
  const rows: Record<string, string>[] = []
  for (const line of lines.slice(1)) {
    if (line === '') continue
    const cells = line.split('\t')
    if (cells.length !== columns.length)
      throw new Error(`${file}: ${cells.length} cells instead of ${columns.length} in ${line}`)
    rows.push(Object.fromEntries(columns.map((column, index) => [column, cells[index] ?? ''])))
  }
  return rows as Record<Column, string>[]
}
