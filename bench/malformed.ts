import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { damages, fieldText, type Pick } from '#marc/damage-testing.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709.ts'
import { readRecords } from '#marc/read-records.ts'
import type { MarcField } from '#marc/record.ts'
import { dataFile, dataFiles, dataFolder } from '#marc/testing.ts'
import { otherReaders } from '../scale/marc8/readers.ts'
import { beginTable } from './table.ts'

/**
 * `npm run bench:malformed [records of each damage, 100 unless said]`: damaged files as this program, yaz, pymarc and marc4j
 * (its permissive reader) read them. First the odd files of the test data, where nobody knows what is right: records read,
 * and refused. Then good records, damaged in one way each and with an unharmed record behind each, where it is known.
 */
const perDamage = Number(process.argv[2] ?? 100)
if (!existsSync(dataFolder)) {
  console.log(`No benchmark: the test data (${dataFolder}) is not here.`)
  process.exit()
}
const others = otherReaders()
const scratch = mkdtempSync(join(tmpdir(), 'bench-malformed-'))

type Ours = { whole: number; repaired: number; rejected: number }

async function ownReading(file: string): Promise<{ records: (MarcField[] | undefined)[]; counts: Ours }> {
  const counts: Ours = { whole: 0, repaired: 0, rejected: 0 }
  const records: (MarcField[] | undefined)[] = []
  for await (const item of readRecords([readFileSync(file)])) {
    if ('error' in item) counts.rejected++
    else if (item.repairs.length > 0) counts.repaired++
    else counts.whole++
    records.push('error' in item ? undefined : item.record.fields)
  }
  return { records, counts }
}

/** ISO 2709 only: XML and MicroLIF are read by other programs of these peers. */
async function oddFiles() {
  console.log('\n**Odd files: records read, and refused (whole + repaired, rejected of ours)**\n')
  const row = beginTable(['own', ...others.map(({ name }) => name)])
  for (const file of dataFiles('malformed', /\.(?:mrc|marc|dat|usmarc)$/)) {
    const path = join(dataFolder, file)
    const { whole, repaired, rejected } = (await ownReading(path)).counts
    const cells = [`${whole} + ${repaired}, ${rejected}`]
    for (const other of others) {
      const read = await other.readDamaged(path)
      const good = read.filter((fields) => fields !== undefined).length
      cells.push(`${good}, ${read.length - good}`)
    }
    row(file.replace('malformed/', ''), ...cells)
  }
}

type Outcome = { right: number; wrong: number; refused: number; lost: number; nextLost: number }

/** Of the damaged records: read as they were, read otherwise, refused, not seen; and the good ones behind them that are lost. */
async function damagedRecords() {
  console.log(
    `\n**${perDamage} good records with each damage: right, wrong, refused or lost (and unharmed records behind them that are lost)**\n`,
  )
  const row = beginTable(['own', ...others.map(({ name }) => name)], 22)
  const good = goodRecords().slice(0, perDamage)
  const sums = new Map<string, number>()
  for (const { name, apply } of damages) {
    const pick = numbers()
    const harmed = good.flatMap((bytes) => {
      const damaged = apply(bytes, pick)
      return damaged ? [{ damaged, truth: textsOf(fieldsOf(bytes)) }] : []
    })
    const file = join(scratch, 'damaged.mrc')
    writeFileSync(file, Buffer.concat(harmed.flatMap(({ damaged }, n) => [damaged, marker(n)])))
    const truths = harmed.map(({ truth }) => truth)
    const readings: [string, (MarcField[] | undefined)[]][] = [['own', (await ownReading(file)).records]]
    for (const other of others) readings.push([other.name, await other.readDamaged(file)])
    const cells = readings.map(([reader, records]) => {
      const outcome = judge(truths, records)
      for (const [kind, count] of Object.entries(outcome))
        sums.set(`${reader} ${kind}`, (sums.get(`${reader} ${kind}`) ?? 0) + count)
      return cellOf(outcome)
    })
    row(name, ...cells)
  }
  row(
    '**all**',
    ...['own', ...others.map(({ name }) => name)].map((reader) => {
      const of = (kind: keyof Outcome) => sums.get(`${reader} ${kind}`) ?? 0
      return cellOf({
        right: of('right'),
        wrong: of('wrong'),
        refused: of('refused'),
        lost: of('lost'),
        nextLost: of('nextLost'),
      })
    }),
  )
}

const cellOf = ({ right, wrong, refused, lost, nextLost }: Outcome) =>
  `${right}, ${wrong}, ${refused + lost}${nextLost > 0 ? ` (${nextLost})` : ''}`

/** What was read between two of the unharmed records belongs to the damaged one between them. */
function judge(truths: string[], records: (MarcField[] | undefined)[]): Outcome {
  const outcome: Outcome = { right: 0, wrong: 0, refused: 0, lost: 0, nextLost: 0 }
  const places = new Map<number, number>()
  records.forEach((fields, place) => {
    const number = markerNumber(fields)
    if (number !== undefined) places.set(number, place)
  })
  let from = 0
  truths.forEach((truth, n) => {
    const end = places.get(n)
    if (end === undefined) {
      outcome.nextLost++
      const next = [...Array(truths.length - n).keys()]
        .map((i) => places.get(n + i))
        .find((place) => place !== undefined)
      count(records.slice(from, next ?? records.length), truth)
      from = next ?? records.length
      return
    }
    count(records.slice(from, end), truth)
    from = end + 1
  })
  return outcome

  function count(read: (MarcField[] | undefined)[], truth: string) {
    const good = read.filter((fields) => fields !== undefined)
    if (good.length === 1 && textsOf(good[0]!) === truth) outcome.right++
    else if (good.length > 0) outcome.wrong++
    else if (read.length > 0) outcome.refused++
    else outcome.lost++
  }
}

/** In any order: peers sort fields, or take them as the directory or the data has them. No two keep the same blanks at an end. */
const textsOf = (fields: MarcField[]) =>
  fields
    .map((field) => fieldText(field).trimEnd())
    .sort()
    .join('\n')
const fieldsOf = (bytes: Uint8Array) => decodeRecord(bytes).record.fields

const markerText = 'Unharmed record number '
const marker = (n: number) =>
  encodeRecord({
    leader: '00000nam a2200000 a 4500',
    fields: [
      { tag: '001', value: `marker${n}` },
      { tag: '245', ind1: '0', ind2: '0', subfields: [{ code: 'a', value: `${markerText}${n}` }] },
    ],
  }).bytes
function markerNumber(fields: MarcField[] | undefined): number | undefined {
  for (const field of fields ?? [])
    if ('subfields' in field && field.subfields[0]?.value.startsWith(markerText) && fields!.length === 2)
      return Number(field.subfields[0].value.slice(markerText.length))
  return undefined
}

/** Whole records in UTF-8 that are more than ASCII for a part, from several libraries. */
function goodRecords(): Buffer[] {
  const files = [
    'bib/qacat_LC_BooksAll2014_100.mrc',
    'bib/traject_test_data.utf8.mrc',
    'bib/usgpo/SPOT_RECORD_SET_20240627.mrc',
  ]
  const good = files.map((file) =>
    [...splitBuffer(dataFile(file))]
      .map(({ bytes }) => Buffer.from(bytes))
      .filter((bytes) => bytes[9] === 0x61 && decodeRecord(bytes).repairs.length === 0),
  )
  // By turns, so that few records are of all files.
  return Array.from({ length: Math.max(...good.map(({ length }) => length)) }, (_, i) =>
    good.flatMap((some) => some[i] ?? []),
  ).flat()
}

/** The same places in every run. */
function numbers(): Pick {
  let state = 17
  return (limit) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
}

try {
  await oddFiles()
  await damagedRecords()
} finally {
  rmSync(scratch, { recursive: true })
}
