import { cpSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { recordOf } from '../../suite/documents.ts'
import { usualSizes } from '../index/tiers.ts'
import { databaseFile, openFile } from '../schema.ts'
import { openInOneThread } from '../search/one-thread-testing.ts'

/** No record has two values of these facets, so these parts are empty. */
export const alwaysEmpty = [
  'scisType',
  'placeOfPublicationMarcCountry',
  'dewey',
  'deweyClass',
  'shelfLetters',
  'issuance',
  'work',
  'fiction',
  'placeWords',
].map((name) => `facet.${name}.starts`)

export const sizes = { ...usualSizes, ofLoad: 300 }

const { searched } = blankDocument('')

/** Most have little but a title: the parts that let a search skip records need many with the same word. */
const sketch = (i: number) =>
  i > 60 && i < 290
    ? recordOf({ id: i % 3 === 0 ? `a${i}` : String(i), title: `The common title ${i % 50}` })
    : fullSketch(i)

/** A record with several values of everything repeatable: sixty of them fill every other part of a segment. */
const fullSketch = (i: number, more = {}) =>
  recordOf({
    id: i % 3 === 0 ? `a${i}` : String(i),
    title: `The common title ${i}, ${['running', 'runs', 'run'][i % 3]}`,
    authors: [`Author, ${i % 40}`],
    subjects: ['Magic', `Subject ${i % 7}`],
    genreScis: ['Picture books', `Genre ${i % 5}`],
    targetAudienceText: ['Primary', `Audience ${i % 3}`],
    scisLearningArea: ['English', `Area ${i % 4}`],
    language: ['English', `Language ${i % 3}`],
    scisType: i % 2 === 0 ? 'Book' : 'DVD',
    placeOfPublicationMarcCountry: `Country ${i % 6}`,
    deweyFull: `${100 + (i % 50)}.5`,
    isbn13: [`978000000${String(i).padStart(4, '0')}`],
    publicationYear: i % 5 === 0 ? null : 1990 + (i % 30),
    dateIssuedMarc: i % 5 === 0 ? '19uu' : '',
    readingLevel: ['Reading level 4', `Reading level ${i % 3}`],
    contents: i % 2 === 0 ? 'The common title' : '',
    voyagerCreateDate: `2010-01-${String(1 + (i % 28)).padStart(2, '0')}`,
    searched: { ...searched, properTitle: `The common title ${i}`, titles: [`Variant title ${i}`, `Title ${i}`] },
    ...more,
  })

/** A catalogue of one segment; with `changes`, of two segments and with records replaced and removed. */
export async function makeCatalogue({ changes, records = 300 }: { changes: boolean; records?: number }) {
  const folder = mkdtempSync(join(tmpdir(), 'catalogue-'))
  const made = openInOneThread(folder, sizes)
  await made.catalogue.write(Array.from({ length: records }, (_, i) => sketch(i + 1)))
  if (changes) {
    await made.catalogue.write(Array.from({ length: 30 }, (_, i) => fullSketch(i + 290, { description: 'Replaced' })))
    await made.catalogue.remove(['1', 'a300'])
  }
  made.close()
  return folder
}

/** A copy of the folder with a damaged file. */
export function withDamage(folder: string, damage: (db: DatabaseSync) => void): string {
  const copy = mkdtempSync(join(tmpdir(), 'catalogue-'))
  cpSync(databaseFile(folder), databaseFile(copy))
  const db = openFile(copy)
  damage(db)
  db.close()
  return copy
}

/** Changes the bytes of one value; `fixSum` updates the checksum too, as a faulty program would. */
export function changeBytes(
  db: DatabaseSync,
  { table, where, fixSum = false }: { table: string; where: string; fixSum?: boolean },
  change: (bytes: Uint8Array) => Uint8Array,
) {
  const { bytes } = db.prepare(`select bytes from ${table} where ${where}`).get() as { bytes: Uint8Array }
  const changed = change(bytes)
  db.prepare(`update ${table} set bytes = ? where ${where}`).run(changed)
  if (fixSum) db.prepare(`update ${table} set sum = ? where ${where}`).run(crc32(changed))
}

export const flipped = (bytes: Uint8Array, at: number, bit = 0): Uint8Array =>
  bytes.map((byte, i) => (i === at ? byte ^ (1 << bit) : byte))
