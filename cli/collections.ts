import { statSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { openCatalogue } from '#app/open-catalogue.ts'
import {
  type CollectionAnswer,
  type CollectionCommand,
  type ExportedRecord,
  manageCollections,
  type NotTaken,
} from '#features/downloads/collections/server/manage-collections.ts'
import { csvLine, csvMark, spreadsheetCsvLine } from '#kit/csv.ts'
import { clockIn } from '#kit/day.ts'
import { writeForUser } from '#operate/umask.ts'
import { whyUnusable } from './catalogue-load-each.ts'
import { readCollections, UnreadableFile } from './collections-read.ts'
import { askPortal } from './command-ask.ts'
import { commandEnv, mainOf, runIfStarted } from './command-main.ts'
import { commandIo, printable, printNotice } from './print-line.ts'

const usage = `npm run collections -- COMMAND

  load FILE…               creates the collections in a file and their categories. Replaces the records of existing
                           collections; other collections don’t change
  list                     prints categories, their collections and the number of records in each
  export [--out FILE] [--spreadsheet]
                           writes all collections to such a file; --spreadsheet: for Excel and others, which would
                           otherwise read identifiers as numbers
  remove [--all] NAME…     removes collections or empty categories, for example "Reading > Fantasy > Dragons"; --all:
                           a category with everything in it

A file is a table (.csv, with commas, semicolons or tabs, or the first sheet of an .xlsx, .xls or .ods file) with the
columns category, collection, identifier and (optional) description; other columns are ignored. Each row is one record,
by ISBN, ISSN or record number. Separate the levels of a category with >. A blank cell repeats the one above it. A file
can also be JSON:
[{ "category": "Reading > Fantasy", "collection": "Dragons", "description": "…", "identifiers": ["9780…", …] }, …]

The portal can be running or stopped.
`

/** How many rejected entries are printed; a list beside the file has all. */
const maxShown = 20

async function run([command, ...given]: string[]): Promise<number> {
  if (['--help', '-h', 'help'].includes(command ?? '') || given.includes('--help')) {
    commandIo().stdout.write(usage)
    return 0
  }
  const { values, positionals: items } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      out: { type: 'string' },
      spreadsheet: { type: 'boolean', default: false },
    },
  })
  switch (command) {
    case 'load':
      return items.length === 0 ? wrong('load: please name a file.') : loadFiles(items)
    case 'list':
      return show<'lines'>(
        await ask({ command }),
        ({ lines }) => lines.map((line) => `${printable(line)}\n`).join('') || 'no collections\n',
      )
    case 'export':
      return exportTo(values.out, values.spreadsheet)
    case 'remove':
      if (items.length === 0) return wrong('remove: please name a collection.')
      return show<'removed'>(
        await ask({ command, names: items, all: values.all }),
        ({ removed: { categories, collections } }) => `removed categories ${categories}, collections ${collections}\n`,
      )
    default:
      return wrong(command === undefined ? '' : `There is no command “${command}”.`)
  }
}

function wrong(sentence: string): number {
  if (sentence !== '') for (const line of [sentence, '']) printNotice(line)
  commandIo().stderr.write(usage)
  return 2
}

const ask = (command: CollectionCommand): Promise<CollectionAnswer> => {
  const env = commandEnv()
  return askPortal(env, command, async (db) => {
    const catalogue = await openCatalogue(env, { brief: true })
    return manageCollections({ db, catalogue, clock: clockIn(env.timeZone) }, command).finally(() => catalogue.close())
  })
}

type Answered<K extends PropertyKey> = Extract<CollectionAnswer, Record<K, unknown>>

function show<K extends 'lines' | 'records' | 'removed' | 'loaded'>(
  answer: CollectionAnswer,
  write: (answer: Answered<K>) => string,
): number {
  if ('refused' in answer) {
    printNotice(answer.refused)
    return 1
  }
  commandIo().stdout.write(write(answer as Answered<K>))
  return 0
}

/** Each file as a whole or not at all. */
async function loadFiles(files: string[]): Promise<number> {
  let failed = 0
  for (const file of files) failed += (await loadFile(file)) === 0 ? 0 : 1
  return failed === 0 ? 0 : 1
}

async function loadFile(file: string): Promise<number> {
  const unusable = whyUnusable(file)
  if (unusable) {
    printNotice(`${file}: ${unusable}`)
    return 1
  }
  try {
    const answer = await ask({ command: 'load', collections: await readCollections(file) })
    if ('loaded' in answer) showNotTaken(file, answer.loaded.notTaken)
    return show<'loaded'>(
      answer,
      ({ loaded: { categories, added, changed, unchanged, records, notTaken } }) =>
        `${file}: new categories ${categories}, collections added ${added}, changed ${changed}, unchanged ${unchanged}, records ${records}, to check ${notTaken.length}\n`,
    )
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error
    printNotice(`${file}: nothing was loaded. ${error.message}`)
    return 1
  }
}

function showNotTaken(file: string, notTaken: NotTaken[]) {
  if (notTaken.length === 0) return
  for (const { line, identifier, reason } of notTaken.slice(0, maxShown))
    printNotice(`${file}: line ${line}: ${identifier}: ${reason}`)
  if (notTaken.length <= maxShown) return
  const list = `${file}.not-found.csv`
  const rows = notTaken.map(({ line, collection, identifier, reason }) =>
    csvLine([line, collection, identifier, reason]),
  )
  writeForUser(list, [csvMark, csvLine(['line', 'collection', 'identifier', 'reason']), ...rows].join(''))
  printNotice(`${file}: … and ${notTaken.length - maxShown} more; all are listed in ${list}`)
}

async function exportTo(out: string | undefined, isForSpreadsheet: boolean): Promise<number> {
  if (out !== undefined && statSync(out, { throwIfNoEntry: false })?.isDirectory()) {
    printNotice(`${out}: this is a folder, not a file.`)
    return 1
  }
  return show<'records'>(await ask({ command: 'export' }), ({ records }) => {
    const lineOf = isForSpreadsheet ? spreadsheetCsvLine : csvLine
    const table = [
      isForSpreadsheet ? csvMark : '',
      lineOf(['category', 'collection', 'description', 'identifier', 'title']),
      ...records.map((record) => lineOf(rowOf(record))),
    ]
    if (out === undefined) return table.join('')
    writeForUser(out, table.join(''))
    return `exported ${records.filter(({ id }) => id !== '').length}\n`
  })
}

const rowOf = ({ path, collection, description, id, title }: ExportedRecord) => [
  path.join(' > '),
  collection,
  description,
  id,
  title,
]

export const main = mainOf(run)

await runIfStarted(process.argv[1], import.meta.filename, main)
