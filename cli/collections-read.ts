import { readFileSync } from 'node:fs'
import Papa from 'papaparse'
import { z } from 'zod'
import type { CollectionInput } from '#features/downloads/collections/server/manage-collections.ts'
import { mapOf } from '#kit/map-of.ts'
import { NeedsPassword, readSheets, sheetFormat } from '#kit/read-sheets.ts'

/** A malformed file; the message has the fault and its line. */
export class UnreadableFile extends Error {}

type Column = 'category' | 'collection' | 'identifier' | 'description'
const names = mapOf<Column>({
  category: 'category',
  categories: 'category',
  collection: 'collection',
  identifier: 'identifier',
  identifiers: 'identifier',
  isbn: 'identifier',
  issn: 'identifier',
  'record number': 'identifier',
  number: 'identifier',
  description: 'description',
})

/** The collections of a file: JSON if it starts so, otherwise a table. */
export async function readCollections(file: string): Promise<CollectionInput[]> {
  const text = await tableTextOf(file)
  if (text.trim() === '') throw new UnreadableFile('the file is empty.')
  return /^\s*[[{]/.test(text) ? fromJson(text) : fromTable(text)
}

/** The text of a table; of a workbook, its first visible sheet with rows as CSV. */
export async function tableTextOf(file: string): Promise<string> {
  const bytes = readFileSync(file)
  const format = sheetFormat(bytes.toString('latin1', 0, 200))
  if (!format) return decoded(bytes)
  const [sheet] = await readSheets(bytes, format).catch((error: unknown) => {
    throw new UnreadableFile(`the workbook ${error instanceof NeedsPassword ? 'needs a password' : 'is damaged'}.`)
  })
  return Papa.unparse((sheet?.rows ?? []).map((cells) => cells.map((cell) => cell.replace(/\s+/g, ' '))))
}

/** Spreadsheets save in UTF-8, UTF-16 or the Windows character set. */
function decoded(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function fromTable(text: string): CollectionInput[] {
  const { data: rows } = Papa.parse<string[]>(text, { delimitersToGuess: [',', ';', '\t'] })
  const cell = (row: string[], at: number | undefined) => (at === undefined ? '' : (row[at] ?? '').trim())
  const first = rows[0] ?? []
  const named = new Map(first.map((title, at) => [names.get(title.trim().toLowerCase()), at]))
  const hasHead = named.has('collection')
  if (hasHead && !named.has('category')) throw new UnreadableFile('line 1: the column “category” is missing.')
  const columns = hasHead
    ? named
    : new Map<Column | undefined, number>([
        ['category', 0],
        ['collection', 1],
        ['identifier', 2],
      ])
  const found = new Map<string, CollectionInput>()
  let last: { category: string; collection: string } = { category: '', collection: '' }
  rows.forEach((row, at) => {
    if ((hasHead && at === 0) || row.every((each) => each.trim() === '')) return
    const line = at + 1
    // A blank cell repeats the one above, as people write lists.
    const category = cell(row, columns.get('category')) || last.category
    const written = cell(row, columns.get('collection'))
    const collection = written || (category === last.category ? last.collection : '')
    if (category === '') throw new UnreadableFile(`line ${line}: the category is missing.`)
    if (collection === '') throw new UnreadableFile(`line ${line}: the collection is missing.`)
    last = { category, collection }
    const path = pathOf(category)
    const key = JSON.stringify([path, collection])
    const entry = found.get(key) ?? { path, name: collection, identifiers: [] }
    found.set(key, entry)
    const description = cell(row, columns.get('description'))
    if (description !== '') entry.description = description
    const identifier = cell(row, columns.get('identifier'))
    if (identifier !== '') entry.identifiers.push({ text: identifier, line })
    check(entry, `line ${line}`)
  })
  if (found.size === 0) throw new UnreadableFile('the file has no collections.')
  return [...found.values()]
}

const InJson = z.array(
  z.strictObject({
    category: z.union([z.string(), z.array(z.string())]),
    collection: z.string(),
    description: z.string().optional(),
    identifiers: z.array(z.union([z.string(), z.number()]).transform(String)).default([]),
  }),
)

function fromJson(text: string): CollectionInput[] {
  let sent: unknown
  try {
    sent = JSON.parse(text)
  } catch (error) {
    throw new UnreadableFile(`this is not JSON: ${(error as Error).message}.`)
  }
  const read = InJson.safeParse(sent)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    throw new UnreadableFile(
      `${path.length > 0 ? `${path.join('.')}: ` : ''}${message}. It must be a list of { category, collection, description, identifiers }.`,
    )
  }
  return read.data.map(({ category, collection, description, identifiers }, at) =>
    check(
      {
        path: typeof category === 'string' ? pathOf(category) : category,
        name: collection.trim(),
        ...(description === undefined ? {} : { description }),
        identifiers: identifiers.map((each) => ({ text: each, line: at + 1 })),
      },
      `collection ${at + 1}`,
    ),
  )
}

/** `Reading > Genres`: levels from the top down. */
const pathOf = (category: string) => category.split(/\s*[>›]\s*/).map((each) => each.trim())

function check(collection: CollectionInput, place: string): CollectionInput {
  if (collection.path.some((each) => each === ''))
    throw new UnreadableFile(`${place}: a level of the category has no name.`)
  if (collection.path.length > 8) throw new UnreadableFile(`${place}: at most 8 levels of categories.`)
  if ([...collection.path, collection.name].some((each) => each.length > 200))
    throw new UnreadableFile(`${place}: a name has more than 200 characters.`)
  if (collection.name === '') throw new UnreadableFile(`${place}: the collection has no name.`)
  return collection
}
