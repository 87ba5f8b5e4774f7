import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { itemTexts, type ResourceType, resourceTypes } from '#features/requests/rules.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '#marc/iso2709/iso2709.ts'
import { recordLines } from './record-lines.ts'
import { type ItemDetails, stubOf } from './stub.ts'

const clock = clockIn(defaultZone, () => new Date('2026-11-22T01:02:03Z'))
const nothing = Object.fromEntries(Object.keys(itemTexts).map((name) => [name, '']))
const details = (more: Partial<ItemDetails> = {}): ItemDetails => ({
  ...(nothing as unknown as ItemDetails),
  itemNumber: 'CI10000018',
  resourceType: 'BOOK',
  captions: [],
  ...more,
})
const lines = (...items: ItemDetails[]) => recordLines(stubOf(items, clock))
const line = (tag: string, ...items: ItemDetails[]) => lines(...items).filter((each) => each.startsWith(tag))

const everything = details({
  title: 'The kererū’s garden',
  subtitles: 'a story in two languages',
  authors: 'Ann Lee; Department of Education and Training; Day, Bo',
  standardNumber: '978-0-14-352032-0',
  publisher: 'Harbour Press',
  publicationPlace: 'Wellington',
  publicationDate: '2025',
  pages: '32',
  series: 'Garden birds ; 4',
  additionalInfo: 'With a CD.\n<b>Not</b> for loan',
  url: 'https://example.org/kereru?a=1&b=2',
  captions: ['Title page', 'Imprint: Harbour Press 2025'],
})

test('every detail from a school is where a cataloguer expects it', () => {
  expect(lines(everything)).toEqual([
    'LDR    00000nam a22000003i 4500',
    '001    CI10000018',
    '005    20261122010203.0',
    '008    261122s2025    xx ||||| |||||||||||und|d',
    '020 __ $a 9780143520320',
    '040 __ $b eng $e rda',
    '100 1_ $a Lee, Ann',
    '245 14 $a The kererū’s garden : $b a story in two languages / $c Ann Lee, Department of Education and Training, Day, Bo.',
    '264 _1 $a Wellington : $b Harbour Press, $c 2025',
    '300 __ $a 32 pages',
    '336 __ $a text $b txt $2 rdacontent',
    '337 __ $a unmediated $b n $2 rdamedia',
    '338 __ $a volume $b nc $2 rdacarrier',
    '490 0_ $a Garden birds ; $v 4',
    '500 __ $a With a CD.',
    '500 __ $a <b>Not</b> for loan',
    '500 __ $a From a picture: Title page',
    '500 __ $a From a picture: Imprint: Harbour Press 2025',
    '710 2_ $a Department of Education and Training',
    '700 1_ $a Day, Bo',
    '856 40 $u https://example.org/kereru?a=1&b=2',
  ])
})

test('details missing from the first school come from the others; numbers and notes come from all, each once', () => {
  const bare = details({ standardNumber: '9780143520320', additionalInfo: 'Urgent' })
  const other = details({
    itemNumber: 'CI10000026',
    title: 'A garden',
    standardNumber: '0143520326',
    additionalInfo: 'Urgent',
    authors: 'Lee',
  })
  expect(line('001', bare, other)).toEqual(['001    CI10000018'])
  expect(line('245', bare, other)).toEqual(['245 12 $a A garden / $c Lee.'])
  expect(line('020', bare, other)).toEqual(['020 __ $a 9780143520320', '020 __ $a 0143520326'])
  expect(line('500', bare, other)).toEqual(['500 __ $a Urgent'])
})

test.each([
  ['0311-5518', '022 __ $a 0311-5518'],
  ['9770311551003', '022 __ $a 0311-5518'],
  ['9310161000124', '024 3_ $a 9310161000124'],
  ['M-2306-7118-7', '024 2_ $a 9790230671187'],
  ['9780143520321', '020 __ $z 9780143520321'],
  ['ABC 123/4', '024 8_ $a ABC 123/4'],
])('the number %s has its own field', (number, field) => {
  const found = lines(details({ standardNumber: number })).find((each) => /^02/.test(each))
  expect(found).toBe(field)
})

test.each<[ResourceType, string]>([
  ['BOOK', 'Book'],
  ['E_BOOK', 'E-book'],
  ['ONLINE_RESOURCE', 'Online resource'],
  ['READER_SET', 'Book'],
  ['DVD_CD', 'DVD'],
  ['MUSIC_SCORE', 'Music score'],
  ['OTHER_PHYSICAL_ITEMS', 'Object'],
])('a stub of %s is one of %s, is valid ISO 2709, and survives a round trip', (resourceType, kind) => {
  const record = stubOf([{ ...everything, resourceType }], clock)
  const { bytes, cuts } = encodeRecord(record)
  expect(cuts).toEqual([])
  const { record: back, repairs } = decodeRecord(bytes)
  expect(repairs).toEqual([])
  expect(back.fields).toEqual(record.fields)
  const general = back.fields.find(({ tag }) => tag === '008')
  expect(general && 'value' in general && general.value).toHaveLength(40)
  expect(toDocument(back)).toMatchObject({
    id: 'CI10000018',
    scisType: kind,
    issuance: 'nonSerial',
    publicationYear: 2025,
    isbn13: ['9780143520320'],
    title: { titlePrimary: 'The kererū’s garden : a story in two languages' },
  })
})

test.each([
  ['Ann Lee', '100 1_ $a Lee, Ann'],
  ['Lee, Ann', '100 1_ $a Lee, Ann'],
  ['J. R. R. Tolkien', '100 0_ $a J. R. R. Tolkien'],
  ['Vincent van Gogh', '100 0_ $a Vincent van Gogh'],
  ['Māui', '100 0_ $a Māui'],
  ['River Country Field Naturalists', '110 2_ $a River Country Field Naturalists'],
  ['Museum of Frogs', '110 2_ $a Museum of Frogs'],
])('%s is entered as a cataloguer would, or left as given', (authors, field) => {
  expect(lines(details({ authors })).find((each) => each.startsWith('1'))).toBe(field)
})

test('an item with only its kind still makes a record', () => {
  for (const resourceType of resourceTypes)
    expect(
      toDocument(decodeRecord(encodeRecord(stubOf([details({ resourceType })], clock)).bytes).record).title,
    ).toEqual({
      titlePrimary: '[Title not given]',
      noteStmOfResponsibility: '',
    })
})

const marcdump = ['/usr/bin/yaz-marcdump', '/usr/local/bin/yaz-marcdump'].find((path) => existsSync(path))
if (!marcdump) console.warn('yaz-marcdump is not here: that another program reads the stub is not tried.')

test.skipIf(!marcdump)('another program reads it without warnings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'stub-'))
  try {
    const file = join(folder, 'stub.mrc')
    for (const resourceType of resourceTypes) {
      writeFileSync(file, encodeRecord(stubOf([{ ...everything, resourceType }], clock)).bytes)
      const output = execFileSync(marcdump!, ['-v', file], { encoding: 'utf8' })
      expect(output).not.toMatch(/warn|error|separator but got/i)
      expect(output).toContain('500    $a From a picture: Imprint: Harbour Press 2025')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
})
