import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'

/**
 * Records per second of this codec, of yaz-marcdump (the whole process) and of one npm codec, over the same bytes.
 * Usage: node bench/marc.ts [records], default 100,000.
 */
const count = Number(process.argv[2] ?? 100_000)
const folder = '../shared/data/bib'
const files = ['qacat_LC_BooksAll2014_100.mrc', 'traject_batch.dat', 'usgpo/NIST_Collection/UTF8/nist_gcr_utf8.mrc']
const marc8Files = ['evergreen_jazz_1k.mrc', 'pymarc_marc.dat']
if (!existsSync(folder)) {
  console.log(`No benchmark: the test data (${folder}) is not here.`)
  process.exit()
}

const rows: string[][] = [['', 'charset', 'records', 'bytes each', 'records/s', 'MB/s']]
const scratch = mkdtempSync(join(tmpdir(), 'bench-marc-'))
try {
  for (const [charset, names] of [
    ['utf-8', files],
    ['marc-8', marc8Files],
  ] as const)
    await measureAll(charset, names)
} finally {
  rmSync(scratch, { recursive: true })
}
for (const row of rows)
  console.log(row.map((cell, i) => (i < 2 ? cell.padEnd(34 - i * 26) : cell.padStart(12))).join(' '))

async function measureAll(charset: 'utf-8' | 'marc-8', names: readonly string[]) {
  const once = Buffer.concat(names.map((name) => readFileSync(join(folder, name))))
  const perPass = [...splitBuffer(once)].length
  const bytes = Buffer.concat(Array.from({ length: Math.ceil(count / perPass) }, () => once))
  const chunks = [...splitBuffer(bytes)].map((chunk) => chunk.bytes)
  const add = (what: string, seconds: number) =>
    rows.push([
      what,
      charset,
      String(chunks.length),
      String(Math.round(bytes.length / chunks.length)),
      Math.round(chunks.length / seconds).toLocaleString('en'),
      (bytes.length / seconds / 1e6).toFixed(0),
    ])

  add(
    'own read (split, decode)',
    await best(() => [...splitBuffer(bytes)].forEach(({ bytes }) => void decodeRecord(bytes))),
  )
  const records = chunks.slice(0, 20_000).map((chunk) => decodeRecord(chunk).record)
  const share = chunks.length / records.length
  add(
    'own write',
    share * (await best(() => records.forEach((record) => void encodeRecord(record, { encoding: charset })))),
  )
  add('own crosswalk', share * (await best(() => records.forEach((record) => void toDocument(record)))))
  add(
    'own read and crosswalk',
    await best(() => chunks.forEach((chunk) => void toDocument(decodeRecord(chunk).record))),
  )

  const file = join(scratch, `${charset}.mrc`)
  writeFileSync(file, bytes)
  if (spawnSync('yaz-marcdump', ['-V']).error) console.log('yaz-marcdump is not installed: left out.')
  else {
    const dump = (to: string) => () =>
      void execFileSync('yaz-marcdump', ['-i', 'marc', '-o', to, file], { stdio: 'ignore' })
    add('yaz-marcdump, read and write marc', await best(dump('marc')))
    add('yaz-marcdump, read, write text', await best(dump('line')))
  }
  const marcjs = otherCodec()
  if (!marcjs) console.log('marcjs is not to be had from the package registry: left out.')
  else {
    const texts = chunks.slice(0, 20_000).map((chunk) => Buffer.from(chunk))
    const parsed: { as(format: string): unknown }[] = []
    const read = () => {
      parsed.length = 0
      for (const text of texts) parsed.push(marcjs.parse(text))
    }
    add('marcjs read', share * (await best(read)))
    add('marcjs write', share * (await best(() => parsed.forEach((record) => void record.as('iso2709')))))
  }
}

type OtherCodec = { parse(bytes: Buffer): { as(format: string): unknown } }

/** Installed into a temporary folder: the project does not depend on it. */
function otherCodec(): OtherCodec | undefined {
  const at = join(scratch, 'peer')
  try {
    if (!existsSync(at))
      execFileSync('npm', ['install', '--prefix', at, '--no-save', 'marcjs@3.0.2'], { stdio: 'ignore' })
    const { Marc } = createRequire(join(at, 'package.json'))('marcjs')
    return { parse: (bytes) => Marc.parse(bytes, 'iso2709') }
  } catch {
    return undefined
  }
}

/** Seconds of the fastest of three runs. */
async function best(run: () => unknown): Promise<number> {
  let shortest = Number.POSITIVE_INFINITY
  for (let i = 0; i < 3; i++) {
    const start = performance.now()
    await run()
    shortest = Math.min(shortest, (performance.now() - start) / 1000)
  }
  return shortest
}
