import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import type { DataField, MarcRecord } from '../record.ts'
import { dataFiles, hasData, readAll } from '../testing.ts'
import { toDocument } from './crosswalk.ts'

/** `| 003 | The code of the library … |` */
const leftOut = new Map(
  readFileSync('docs/record-page.md', 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, tags = '', reason = ''] = /^\| (\d[\d, X]*(?: \$\w(?:, \d{3} \$\w)*)?) \| (.+) \|$/.exec(line) ?? []
      return tags.split(', ').flatMap((tag) => (tag === '' ? [] : [[tag, reason] as const]))
    }),
)
const isLeftOut = (tag: string) =>
  leftOut.has(tag) || leftOut.has(`${tag.slice(0, 2)}X`) || leftOut.has(`${tag.charAt(0)}XX`)

const perKind = 60

/** Records of each resource type, the first of every file before the second. */
async function manyKinds(): Promise<Map<string, MarcRecord[]>> {
  const kinds = new Map<string, MarcRecord[]>()
  for (const path of dataFiles('bib', /\.(mrc|marc|xml|dat|usmarc)$/)) {
    if (/NIST|traject|bookops|pymarc/.test(path)) continue
    let ofFile = 0
    for (const record of (await readAll(path)).records) {
      const { scisType } = toDocument(record)
      const known = kinds.get(scisType) ?? []
      if (known.length >= perKind || ofFile >= 100) continue
      ofFile++
      kinds.set(scisType, [...known, record])
    }
  }
  return kinds
}

/** All texts of a record’s page, which also says its type. */
function shown(record: MarcRecord): string {
  const {
    searched,
    scisType: _k,
    titleSort: _t,
    authorSort: _a,
    work: _w,
    fiction: _f,
    ...document
  } = toDocument(record)
  return JSON.stringify({ ...document, localNotes: searched.localNotes })
}

/** The record with this field alone shows more than without any. */
function isShown(record: MarcRecord, field: DataField): boolean {
  // A language in 041 is often that of 008.
  const bare = record.fields.filter(({ tag }) => tag === '001')
  return shown({ ...record, fields: [...bare, field] }) !== shown({ ...record, fields: bare })
}

const isOfInterest = (tag: string, { code, value }: { code: string; value: string }) =>
  code >= 'a' && value.trim() !== '' && !leftOut.has(`${tag} $${code}`)

/** Only fields with words in them. */
const fieldsOf = ({ fields }: MarcRecord) =>
  fields.filter(
    (field): field is DataField => !('value' in field) && field.subfields.some((each) => isOfInterest(field.tag, each)),
  )

describe.runIf(hasData)('fields of real records', () => {
  let kinds: Map<string, MarcRecord[]>
  beforeAll(async () => {
    kinds = await manyKinds()
  }, 300_000)

  test('are of ten kinds and more', () => {
    expect(kinds.size).toBeGreaterThanOrEqual(10)
    expect([...kinds.values()].flat().length).toBeGreaterThanOrEqual(100)
  })

  test('are shown on the page, or docs/record-page.md says why not', () => {
    const missing = new Map<string, string>()
    for (const [kind, records] of kinds)
      for (const record of records)
        for (const field of fieldsOf(record))
          if (!isLeftOut(field.tag) && !isShown(record, field))
            missing.set(field.tag, `${kind}: ${JSON.stringify(field)}`)
    expect(Object.fromEntries(missing)).toEqual({})
  })

  test('that docs/record-page.md leaves out are shown nowhere', () => {
    const found = new Set<string>()
    for (const record of [...kinds.values()].flat())
      for (const field of fieldsOf(record)) if (isLeftOut(field.tag) && isShown(record, field)) found.add(field.tag)
    expect([...found]).toEqual([])
  })
})
