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

/** Every record, and some of each resource type, the first of every file before the second. */
async function realRecords(): Promise<{ all: MarcRecord[]; kinds: Map<string, MarcRecord[]> }> {
  const all: MarcRecord[] = []
  const kinds = new Map<string, MarcRecord[]>()
  for (const path of dataFiles('bib', /\.(mrc|marc|xml|dat|usmarc)$/)) {
    if (/NIST|traject|bookops|pymarc/.test(path)) continue
    let ofFile = 0
    for (const record of (await readAll(path)).records) {
      all.push(record)
      const { scisType } = toDocument(record)
      const known = kinds.get(scisType) ?? []
      if (known.length >= perKind || ofFile >= 100) continue
      ofFile++
      kinds.set(scisType, [...known, record])
    }
  }
  return { all, kinds }
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

/** What the page says of a field alone. A language in 041 is often that of 008. */
const shownAlone = (record: MarcRecord, ...fields: DataField[]) =>
  shown({ ...record, fields: [...record.fields.filter(({ tag }) => tag === '001'), ...fields] })

/** The record with this field alone shows more than without any. */
const isShown = (record: MarcRecord, field: DataField) => shownAlone(record, field) !== shownAlone(record)

/** In real records twice, although MARC 21 has them once: the first is read. */
const once = new Set(['020 $a', '034 $e', '034 $f'])
const isRepeated = ({ tag, subfields }: DataField, subfield: DataField['subfields'][number]) =>
  once.has(`${tag} $${subfield.code}`) && subfields.find(({ code }) => code === subfield.code) !== subfield

/** Without $u, 856 has the note of an address that another field replaces. */
const isWithoutAddress = ({ tag, subfields }: DataField) => tag === '856' && subfields.every(({ code }) => code !== 'u')

/** The subfields of interest without which the page says the same of the field. */
function subfieldsNotShown(record: MarcRecord, field: DataField) {
  const whole = shownAlone(record, field)
  return field.subfields.filter((subfield) => {
    if (!/[a-z]/.test(subfield.code) || !isOfInterest(field.tag, subfield)) return false
    if (isRepeated(field, subfield)) return false
    const others = field.subfields.filter((each) => each !== subfield)
    // What two subfields say is shown once.
    if (others.some(({ value }) => value.includes(subfield.value.trim()))) return false
    return shownAlone(record, { ...field, subfields: others }) === whole
  })
}

const isOfInterest = (tag: string, { code, value }: { code: string; value: string }) =>
  code >= 'a' && value.trim() !== '' && !leftOut.has(`${tag} $${code}`)

/** Only fields with words in them. */
const fieldsOf = ({ fields }: MarcRecord) =>
  fields.filter(
    (field): field is DataField => !('value' in field) && field.subfields.some((each) => isOfInterest(field.tag, each)),
  )

describe.runIf(hasData)('fields of real records', () => {
  let all: MarcRecord[]
  let kinds: Map<string, MarcRecord[]>
  beforeAll(async () => {
    ;({ all, kinds } = await realRecords())
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

  test('are shown with each of their subfields, or docs/record-page.md says why not', () => {
    const missing = new Map<string, string>()
    for (const record of all)
      for (const field of fieldsOf(record))
        if (!isLeftOut(field.tag) && !isWithoutAddress(field))
          for (const { code } of subfieldsNotShown(record, field))
            missing.set(`${field.tag} $${code}`, JSON.stringify(field))
    expect(Object.fromEntries(missing)).toEqual({})
  }, 120_000)

  test('that docs/record-page.md leaves out are shown nowhere', () => {
    const found = new Set<string>()
    for (const record of [...kinds.values()].flat())
      for (const field of fieldsOf(record)) if (isLeftOut(field.tag) && isShown(record, field)) found.add(field.tag)
    expect([...found]).toEqual([])
  })
})
