import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chooseColumn } from './choose-column.ts'
import { describeDamage, refusals } from './list-file-labels.ts'
import { asText } from './list-text.ts'
import { readListFile } from './read-list-file.ts'

const bytesOf = (text: string, encoding: 'utf8' | 'utf16le' | 'latin1' = 'utf8') => Buffer.from(text, encoding)
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()

async function read(content: string | Uint8Array) {
  const file = await readListFile(new Blob([content as BlobPart]))
  if (file.is !== 'list') throw new Error(`refused: ${file.why}`)
  return file
}
/** The lines that the first column, or the better one, puts into the field. */
const linesOf = async (content: string | Uint8Array) =>
  asText(chooseColumn((await read(content)).columns).used)
    .trimEnd()
    .split('\n')
const refusal = async (content: string | Uint8Array) => {
  const file = await readListFile(new Blob([content as BlobPart]))
  return file.is === 'refused' ? file.why : 'taken'
}

const list = 'ISBN;Title\r\n9781869713805;Kererū\r\n0143506528;"Birds; of the\nforest"\r\n'
const numbers = ['9781869713805', '0143506528']

test.each([
  ['UTF-8', bytesOf(list)],
  ['UTF-8 with a byte order mark', bytesOf(`\ufeff${list}`)],
  ['UTF-16 with a byte order mark', bytesOf(`\ufeff${list}`, 'utf16le')],
  ['UTF-16 without one', bytesOf(list, 'utf16le')],
  ['UTF-16, big-endian', swapped(bytesOf(`\ufeff${list}`, 'utf16le'))],
  ['UTF-16, big-endian, without a mark', swapped(bytesOf(list, 'utf16le'))],
  ['Windows-1252', bytesOf(list.replace('ū', 'é'), 'latin1')],
  ['lines of an old Mac', bytesOf(list.replaceAll('\r\n', '\r'))],
  ['tabs', bytesOf(list.replaceAll(';', '\t'))],
  ['commas and quotes', bytesOf(list.replaceAll(';', ',').replace('9781869713805', '"9781869713805"'))],
  ['a separator told in its first line', bytesOf(`sep=;\n${list}`)],
  ['no end of its last line', bytesOf(list.trimEnd())],
])('a list in %s is read', async (_, bytes) => {
  expect(await linesOf(bytes)).toEqual(numbers)
  expect((await read(bytes)).header).toBe(true)
})

test('a title in another encoding is read correctly', async () => {
  const { columns } = await read(bytesOf('Café;9781869713805\n', 'latin1'))
  expect(columns[0]!.sample).toEqual(['Café'])
})

test('the first row is left out only if it holds no identifier', async () => {
  expect((await read('isbn13,rating_5\n9781869713805,1')).header).toBe(true)
  expect(await read('9781869713805,The kererū\n0143506528,Birds')).toMatchObject({ header: false })
  expect(await linesOf('The kererū,9781869713805\nBirds,0143506528')).toEqual(numbers)
  expect(await linesOf('9781869713805\n0143506528')).toEqual(numbers)
  expect(await linesOf('nr0\nnr1\nnr2')).toEqual(['nr0', 'nr1', 'nr2'])
})

test('the first column is used; another is only offered: one with more ISBNs, or with any if the first has none', async () => {
  const plain = chooseColumn((await read('No.,ISBN\n1,9781869713805\n2,0143506528')).columns)
  expect([plain.used.name, plain.better?.name, plain.ask]).toEqual(['No.', 'ISBN', true])
  const titles = chooseColumn((await read('Title,ISBN\nKererū,9781869713805')).columns)
  expect([titles.used.name, titles.better, titles.ask]).toEqual(['ISBN', undefined, true])
  const isbns = chooseColumn((await read('ISBN,Year\n9781869713805,2020\n0143506528,2018')).columns)
  expect([isbns.used.name, isbns.better, isbns.ask]).toEqual(['ISBN', undefined, false])
})

test.each(['[]', '{}', '()', '«»'])(
  'ISBNs in %s are pointed out beside years, and are taken without them',
  async (pair) => {
    const rows = ['9781869713805', '0143506528', '9780306406157'].map(
      (isbn, i) => `${1998 + i},${pair[0]}${isbn}${pair[1]}`,
    )
    const { used, better } = chooseColumn((await read(`Year,Number\n${rows.join('\n')}\n,${pair}`)).columns)
    expect([used.name, better?.name]).toEqual(['Year', 'Number'])
    expect(better!.lines.slice(0, 3)).toEqual(['9781869713805', '0143506528', '9780306406157'])
  },
)

test('a spreadsheet’s damage to a number is undone and reported if the check digit determines it', async () => {
  const { columns } = await read(
    'ISBN\n143506528\n439023483.0\n="9781869713805"\n9.78043902348e+12\n9.780143506522E+12\n9.78044E+12\n143506529\n',
  )
  expect(columns[0]!.lines).toEqual([
    '0143506528',
    '0439023483',
    '9781869713805',
    '9780439023481',
    '9780143506522',
    '9.78044E+12',
    '143506529',
  ])
  expect(columns[0]!.damage).toEqual({ lostZeros: 2, restored: 1, decimals: 2, cutShort: 1 })
  expect(describeDamage(columns[0]!).join(' ')).toContain('2 numbers had lost leading zeros')
  expect(describeDamage(columns[0]!).join(' ')).toContain('cut short by a spreadsheet')
})

test('among ISBNs, seven digits have lost three zeros; among record numbers they are complete', async () => {
  expect(await linesOf('ISBN\n2005018\n374157065\n399135782\n')).toEqual(['0002005018', '0374157065', '0399135782'])
  expect(await linesOf('Number\n2005018\n1001\n1002\n')).toEqual(['2005018', '1001', '1002'])
})

test('a decimal comma does not separate cells', async () => {
  expect(await linesOf('9,78044E+12\n9,78014E+12')).toEqual(['9.78044E+12', '9.78014E+12'])
})

test('of twelve digits only one number can be meant, or it is left for correction', async () => {
  const { columns } = await read('9.78055381395e+12\n')
  expect(columns[0]!.lines).toEqual(['9780553813951'])
  expect(columns[0]!.damage.restored).toBe(1)
})

test('a list in a single row is read completely', async () => {
  expect(await linesOf('9781869713805,0143506528,1441-0176')).toEqual([...numbers, '1441-0176'])
})

test('several numbers in a cell are several identifiers', async () => {
  const { columns } = await read('ISBN\n9781869713805 (pbk.) ; 0143506528\n')
  expect(columns[0]!.lines).toEqual(['9781869713805, 0143506528'])
  expect(columns[0]!.identifiers).toBe(2)
})

test('a quote that is never closed affects only its own line', async () => {
  expect(await linesOf('9781869713805,"7 inch\n0143506528,single\n')).toEqual(numbers)
})

test('4,001 identifiers are counted, and 4,000 of them can be taken', async () => {
  const file = await read(Array.from({ length: 4001 }, (_, i) => `${1000000 + i}`).join('\n'))
  expect(file.columns[0]!.identifiers).toBe(4001)
  expect(asText(file.columns[0]!).trimEnd().split('\n')).toHaveLength(4000)
})

test('one endless line is refused before it is read completely', async () => {
  expect(await refusal('9781869713805,'.repeat(3_000_000))).toBe('tooBig')
  expect(await refusal(`"${'9781869713805,'.repeat(3_000_000)}`)).toBe('tooBig')
})

test('a list of a hundred thousand rows is not read to its end', async () => {
  const file = await read('9781869713805,x\n'.repeat(100_000))
  expect(file.whole).toBe(false)
  expect(file.columns[0]!.lines.length).toBeLessThanOrEqual(4001)
})

test.each([
  ['workbook', `PK\x03\x04${'.'.repeat(26)}[Content_Types].xml`],
  ['workbook', '\xd0\xcf\x11\xe0\xa1\xb1'],
  ['workbook', `PK\x03\x04${'.'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.spreadsheet`],
  ['openDocument', `PK\x03\x04${'.'.repeat(26)}mimetypeapplication/vnd.oasis.opendocument.text`],
  ['bigWorkbook', `PK\x03\x04${'.'.repeat(26)}[Content_Types].xml${'x'.repeat(20 * 1024 * 1024)}`],
  ['packed', 'PK\x03\x04 something else'],
  ['pdf', '%PDF-1.7'],
  ['picture', '\x89PNG\r\n\x1a\n'],
  ['picture', '\xff\xd8\xff\xe0'],
  ['webPage', '<html><table><tr><td>9781869713805</td></tr></table>'],
  ['binary', '\x01\x02\x03\x04\x05\x06\x07\x08'],
  ['empty', ''],
  ['noIdentifiers', 'Title,Author\nKererū,Somebody\n'],
  ['noIdentifiers', '\n\n ,, \n'],
])('a file that is no list is refused as %s', async (why, content) => {
  expect(await refusal(Buffer.from(content, why === 'noIdentifiers' ? 'utf8' : 'latin1'))).toBe(why)
})

const sheets = ['openpyxl.xlsx', 'odfpy.ods', 'libreoffice.xlsx', 'libreoffice.ods', 'libreoffice.xls']
test.each(sheets)('of the workbook %s the sheet with identifiers is read', async (name) => {
  const bytes = readFileSync(new URL(`../../../../kit/sheets-testing/${name}`, import.meta.url))
  const list = await read(bytes)
  expect(list).toMatchObject({ header: true, whole: true, sheet: 'Order' })
  const { used } = chooseColumn(list.columns)
  expect(used).toMatchObject({ name: 'ISBN', damage: { lostZeros: 1 } })
  expect(used.lines).toEqual(['9781869713805', '0143506528', '0143506528', '978-1-86971-380-5'])
})

test.each(['locked.xlsx', 'locked.xls', 'locked.ods'])('%s is refused, and its password is named', async (name) => {
  const bytes = readFileSync(new URL(`../../../../kit/sheets-testing/${name}`, import.meta.url))
  expect(await refusal(bytes)).toBe('locked')
  expect(refusals.locked).toContain('protected by a password')
})
