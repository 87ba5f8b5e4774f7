import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  asIso5426,
  asLatin1,
  asMarc8,
  assemble,
  damages,
  fieldText,
  fieldTexts,
  type Parts,
  type Pick,
  partsOf,
} from '#marc/damage-testing.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { readRecords } from '#marc/read-records.ts'
import type { MarcField } from '#marc/record.ts'
import { dataFile, dataFiles, dataFolder } from '#marc/testing.ts'
import { otherReaders } from '../scale/marc8/readers.ts'
import { beginTable, say } from './table.ts'

/**
 * `npm run bench:malformed`: damaged files as read by this program, yaz, pymarc and marc4j (its permissive reader).
 * First the odd files of the test data, whose correct contents are unknown; then real records, damaged in every way of
 * marc/damage-testing.ts or in another character set than they declare, whose contents are known.
 */
if (!existsSync(dataFolder)) {
  say(`No benchmark: the test data (${dataFolder}) is not here.`)
  process.exit()
}
const scratch = mkdtempSync(join(tmpdir(), 'bench-malformed-'))

/** One record: its fields as text, or undefined if the reader returns none. */
type Given = { fields: string[] | undefined; isRepaired: boolean }
type Reader = { name: string; read: (file: string) => Promise<Given[]> }

/** Readers differ in trailing spaces of a field. */
const asTexts = (fields: MarcField[] | undefined) => fields?.map((field) => fieldText(field).trimEnd())
const ours: Reader = {
  name: 'own',
  async read(file) {
    const given: Given[] = []
    for await (const item of readRecords([readFileSync(file)]))
      if ('error' in item) given.push({ fields: undefined, isRepaired: false })
      else given.push({ fields: asTexts(item.record.fields), isRepaired: item.repairs.length > 0 })
    return given
  },
}
const peers = otherReaders().map(
  ({ name, readDamaged }): Reader => ({
    name,
    read: async (file) => (await readDamaged(file)).map((fields) => ({ fields: asTexts(fields), isRepaired: false })),
  }),
)
const all = [ours, ...peers]

/** ISO 2709 only: the peers read XML and MicroLIF with other programs. */
async function oddFiles() {
  say('\n**Odd files: whole + repaired, rejected (fields); of the others read, rejected (fields)**\n')
  const row = beginTable([...all.map(({ name }) => name), 'most fields'], 19)
  const sums = all.map(() => [0, 0, 0, 0])
  for (const file of dataFiles('malformed', /\.(?:dat|mrc|marc|usmarc)$/)) {
    const counts: number[][] = []
    for (const { read } of all) counts.push(countsOf(await read(join(dataFolder, file))))
    addTo(sums, counts)
    row(file.replace('malformed/', ''), ...counts.map(fileCell), leaders(counts, 3))
  }
  row('**all**', ...sums.map(fileCell), leaders(sums, 3))
}

function countsOf(given: Given[]): number[] {
  const read = given.filter(({ fields }) => fields !== undefined)
  const repaired = read.filter(({ isRepaired }) => isRepaired).length
  const fields = read.reduce((sum, each) => sum + each.fields!.length, 0)
  return [read.length - repaired, repaired, given.length - read.length, fields]
}

const fileCell = ([whole, repaired, rejected, fields]: number[], reader: number) =>
  reader === 0 ? `${whole} + ${repaired}, ${rejected} (${fields})` : `${whole}, ${rejected} (${fields})`

function addTo(sums: number[][], counts: number[][]) {
  for (const [reader, ofReader] of counts.entries())
    for (const [i, count] of ofReader.entries()) sums[reader]![i]! += count
}

/** The reader with the highest count, unless all are equal. */
function leaders(counts: number[][], at: number): string {
  const most = Math.max(...counts.map((count) => count[at]!))
  const best = all.filter((_, i) => counts[i]![at] === most)
  return best.length === all.length ? '' : best.map(({ name }) => name).join(', ')
}

type Kind = {
  name: string
  leaves: 'whole' | 'nearly' | 'mostly'
  apply: (good: Buffer, pick: Pick) => Buffer | undefined
}

async function damagedRecords() {
  say(
    '\n**Forty records of each damage: right, wrong, not given (and good ones behind them that are lost or changed)**\n',
  )
  const row = beginTable([...all.map(({ name }) => name), 'most right'], 19)
  const sums = all.map(() => [0, 0, 0, 0])
  for (const kind of [...damages, ...charsets]) {
    const set = damagedSet(kind)
    const file = join(scratch, 'damaged.mrc')
    writeFileSync(file, set.bytes)
    const counts: number[][] = []
    for (const { read } of all) counts.push(judge(kind, set, await read(file)))
    addTo(sums, counts)
    row(kind.name, ...counts.map(damageCell), leaders(counts, 0))
  }
  row('**all**', ...sums.map(damageCell), leaders(sums, 0))
}

const damageCell = ([right, wrong, none, next]: number[]) =>
  `${right}, ${wrong}, ${none}${next === 0 ? '' : ` (${next})`}`

type DamagedSet = { bytes: Buffer; damaged: Map<string, string[]>; good: Map<string, string[]> }

/** Real records in UTF-8 that need no repair. */
const source = [
  'qacat_LC_BooksAll2014_100.mrc',
  'traject_test_data.utf8.mrc',
  'evergreen_jazz_1k.mrc',
  'usgpo/NIST_Collection/UTF8/nist_gcr_utf8.mrc',
]
  .flatMap((file) => [...splitBuffer(dataFile(`bib/${file}`))].map(({ bytes }) => decodeRecord(bytes)))
  .filter(({ repairs }) => repairs.length === 0)
  .map(({ record }) => encodeRecord(record).bytes)

/** Forty records, each identified by a mark in its last field. */
function damagedSet({ apply }: Kind): DamagedSet {
  let seed = 7
  const pick: Pick = (limit) => {
    seed = (seed * 1_103_515_245 + 12_345) & 0x7fffffff
    return (seed >> 8) % limit
  }
  const set: DamagedSet = { bytes: Buffer.alloc(0), damaged: new Map(), good: new Map() }
  const parts: Buffer[] = []
  for (let i = 0; i < source.length && set.damaged.size < 40; i++) {
    const one = marked(partsOf(source[i]!), `damaged-${i}`)
    const next = marked(partsOf(source[(i + 1) % source.length]!), `good-${i}`)
    const bytes = apply(one, pick)
    if (!bytes) continue
    set.damaged.set(
      `damaged-${i}`,
      fieldTexts(one).map((text) => text.trimEnd()),
    )
    set.good.set(
      `good-${i}`,
      fieldTexts(next).map((text) => text.trimEnd()),
    )
    parts.push(bytes, next)
  }
  set.bytes = Buffer.concat(parts)
  return set
}

const marked = ({ leader, fields }: Parts, mark: string) =>
  assemble({
    leader,
    fields: [
      { tag: '001', bytes: Buffer.from(mark) },
      ...fields.filter(({ tag }) => tag !== '001'),
      { tag: '999', bytes: Buffer.from(`  \x1fa${mark}`) },
    ],
  })

/** Checks that every returned field belongs to the record, and that as many are left as the damage allows. */
function judge({ leaves }: Kind, { damaged, good }: DamagedSet, given: Given[]): number[] {
  const marks = [...damaged.keys(), ...good.keys()]
  const found = new Map<string, string[]>()
  for (const { fields } of given) {
    const mark = marks.find((each) =>
      fields?.some((field) => field.endsWith(` ${each}`) || field.endsWith(`$a${each}`)),
    )
    if (fields && mark && !found.has(mark)) found.set(mark, fields)
  }
  const counts = [0, 0, 0, 0]
  for (const [mark, before] of damaged) {
    const after = found.get(mark)
    counts[after === undefined ? 2 : isRight(before, after, leaves) ? 0 : 1]!++
  }
  for (const [mark, before] of good) if (!isRight(before, found.get(mark) ?? [], 'whole')) counts[3]!++
  return counts
}

function isRight(before: string[], after: string[], leaves: Kind['leaves']): boolean {
  const left = [...before]
  let others = 0
  for (const text of after) {
    const at = left.indexOf(text)
    if (at >= 0) left.splice(at, 1)
    else others++
  }
  if (leaves === 'whole') return others === 0 && left.length === 0
  if (leaves === 'nearly') return others <= 1 && left.length === others
  return others === 0 && left.length * 10 <= before.length && !left.some((text) => text.startsWith('245'))
}

/** Fields of a record in another character set than its leader declares. */
const reencoded = (name: string, flag: string, encode: (text: string, tag: string) => Buffer): Kind => ({
  name,
  leaves: 'whole',
  apply(good) {
    const { leader, fields } = partsOf(good)
    const texts = fields.map(({ bytes }) => bytes.toString('utf8').normalize('NFC'))
    const others = fields.map(({ tag }, at) => ({ tag, bytes: encode(texts[at]!, tag) }))
    const isOther = fields.some(({ bytes }, at) => hasMarks.test(texts[at]!) && !others[at]!.bytes.equals(bytes))
    if (!isOther || !texts.every((text) => onlyThese.test(text))) return undefined
    return assemble({ leader: leader.slice(0, 9) + flag + leader.slice(10), fields: others })
  },
})
const hasMarks = /[àèìòùáéíóúýäëïöüçÀÈÁÉÖÜ]/
const onlyThese = /^[\x00-\x7fàèìòùáéíóúýäëïöüçÀÈÁÉÖÜ]*$/
const charsets = (['a', ' '] as const).flatMap((flag) => {
  const says = `flagged as ${flag === 'a' ? 'UTF-8' : 'MARC-8'}`
  return [
    reencoded(`Latin-1 ${says}`, flag, asLatin1),
    reencoded(`ISO 5426 ${says}`, flag, asIso5426),
    ...(flag === 'a' ? [reencoded('MARC-8 flagged as UTF-8', flag, asMarc8)] : []),
    reencoded(`a title in Latin-1, ${says}`, flag, (text, tag) => (tag === '245' ? asLatin1(text) : Buffer.from(text))),
  ]
})

try {
  await oddFiles()
  await damagedRecords()
} finally {
  rmSync(scratch, { recursive: true })
}
