import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { all } from '#kit/runs-testing.ts'
import { decodeRecord, splitBuffer } from './iso2709/iso2709.ts'
import { MarcError } from './marc-error.ts'
import { type ReadRecord, type RejectedRecord, readRecords } from './read-records.ts'
import type { MarcField, MarcRecord } from './record.ts'

/** Real and odd files from other sources; tests that need them are skipped if the folder is absent. */
export const dataFolder = '../shared/data'
export const hasData = existsSync(dataFolder)
if (!hasData) console.warn(`The test data (${dataFolder}) is not here: tests on real records are skipped.`)

export const dataFile = (path: string): Buffer => readFileSync(join(dataFolder, path))

export const dataFiles = (folder: string, ending: RegExp): string[] =>
  hasData
    ? readdirSync(join(dataFolder, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => ending.test(file))
        .map((file) => join(folder, file))
        .sort()
    : []

export async function readAll(path: string, options: { charset?: string } = {}) {
  const read: ReadRecord[] = []
  const rejected: RejectedRecord[] = []
  for await (const item of readRecords([dataFile(path)], options))
    if ('error' in item) rejected.push(item)
    else read.push(item)
  return { read, rejected, records: read.map(({ record }) => record) }
}

/** For rules that hold for every record: at landing about 60 of each file, spread over it, and all in `test:all`. */
export async function readShare(path: string): Promise<ReadRecord[]> {
  const { read } = await readAll(path)
  const step = all ? 1 : Math.max(1, Math.floor(read.length / 60))
  return read.filter((_, at) => at % step === 0)
}

/** All values of a subfield (`valuesOf(record, '245', 'a')`) or of a control field. */
export const valuesOf = (record: MarcRecord | undefined, tag: string, code = ''): string[] =>
  (record?.fields ?? []).flatMap((field) => {
    if (field.tag !== tag) return []
    if ('value' in field) return [field.value]
    return field.subfields.filter((subfield) => subfield.code === code).map(({ value }) => value)
  })

/** The outcome of each record: read, or the error's code. */
export const outcomes = (bytes: Uint8Array): string[] =>
  [...splitBuffer(bytes)].map((chunk) => {
    try {
      decodeRecord(chunk.bytes)
      return 'ok'
    } catch (error) {
      if (error instanceof MarcError) return error.code
      throw error
    }
  })

/**
 * Texts are the same if their composed forms are (Unicode Standard Annex 15); a ligature in two halves equals the whole
 * one, whose byte its first half has.
 */
const composedText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/[\uFE20\u0361](.)\uFE21/gsu, '\u0361$1')
    .replace(/[\uFE22\u0360](.)\uFE23/gsu, '\u0360$1')
    .replaceAll('\uFE20', '\u0361')
    .replaceAll('\uFE22', '\u0360')

/** Drops empty subfields: a delimiter that nothing follows. */
export const composed = (fields: MarcField[]): MarcField[] =>
  fields.map((field) =>
    'value' in field
      ? { ...field, value: composedText(field.value) }
      : {
          ...field,
          subfields: field.subfields
            .filter(({ code, value }) => code !== '' || value !== '')
            .map(({ code, value }) => ({ code, value: composedText(value) })),
        },
  )
