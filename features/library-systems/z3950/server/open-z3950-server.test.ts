import { once } from 'node:events'
import { connect } from 'node:net'
import type { Worker } from 'node:worker_threads'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { hashSecret } from '#features/account/server/account.ts'
import { book } from '#features/downloads/server/testing.ts'
import { clockIn, defaultZone } from '#kit/day.ts'
import { decodeRecord } from '#marc/iso2709/iso2709.ts'
import { valuesOf } from '#marc/testing.ts'
import {
  integerOf,
  partOf,
  textOf,
  writeBoolean,
  writeBytes,
  writeInteger,
  writeParts,
  writeSequence,
  writeText,
} from './ber.ts'
import { openZ3950Server } from './open-z3950-server.ts'
import { syntaxes } from './responses.ts'
import { attributesOf, joined, openClient, rpn, setOf, startOf, term } from './z3950-testing.ts'

const twoUses = (text: string) => {
  const uses = [4, 1003].flatMap((use) => attributesOf({ 1: use }).subarray(3))
  return writeParts(0, writeParts(102, writeParts(44, ...uses), writeText(45, text)))
}

const password = 'abcde-fghjk-mnpqr-stuvw'
let app: TestApp
let server: Awaited<ReturnType<typeof openZ3950Server>>
const open: Awaited<ReturnType<typeof openClient>>[] = []

beforeAll(async () => {
  app = await testApp({ work: false })
  // Record 11, and a thread that a test ends.
  app.expectErrors(/leader is cut off/, /ThreadLost/)
  const english = ['041', 'a', 'eng'] as [string, string, string]
  await app.catalogue.write([
    book({ id: '1', title: 'Possum magic', isbns: ['9780152632243'], numbers: [english, ['100', 'a', 'Fox, Mem']] }),
    book({
      id: '2',
      title: 'The green sheep',
      numbers: [english, ['100', 'a', 'Fox, Mem'], ['650', 'a', 'Sheep']],
    }),
    book({ id: '3', title: 'Magic sheep and possum', numbers: [english, ['260', 'c', '1999']] }),
    ...Array.from({ length: 4 }, (_, i) =>
      book({ id: `1${i}`, title: `Long ${'abcd'[i]}`, numbers: [['500', 'a', `filler ${'words '.repeat(200)}`]] }),
    ),
    ...Array.from({ length: 30 }, (_, i) => book({ id: `2${i}`, title: `Volume ${i}` })),
    book({
      id: '4',
      title: 'Te kererū',
      numbers: [english, ['100', 'a', 'Grace, Patricia'], ['590', 'a', 'Weeded after lockjawberry']],
    }),
  ])
  await app.db
    .insertInto('z3950Login')
    .values(
      await Promise.all(
        ['hillview', 'riverside'].map(async (school) => ({
          customerId: `demo-${school}`,
          userName: `${school}-library`,
          passwordHash: await hashSecret(password),
        })),
      ),
    )
    .onConflict((row) =>
      row.column('customerId').doUpdateSet((next) => ({
        passwordHash: next.ref('excluded.passwordHash'),
        userName: next.ref('excluded.userName'),
      })),
    )
    .execute()
  server = await openZ3950Server(app, { port: 0, host: '127.0.0.1', database: 'SCIS', reportMs: 10 })
})
afterEach(() => {
  for (const { socket } of open.splice(0)) socket.destroy()
})
afterAll(async () => {
  await server.close()
  await app.close()
})

const client = async () => {
  const made = await openClient(server.port)
  open.push(made)
  return made
}
const signedIn = async () => {
  const made = await client()
  expect(await made.init('hillview-library', password)).toBe(true)
  return made
}
const save = async (settings: object) => {
  await app.db.deleteFrom('customerSettings').execute()
  await app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-hillview', settings: JSON.stringify(settings) })
    .execute()
}
const titleOf = (marc: Uint8Array) => valuesOf(decodeRecord(marc).record, '245', 'a')[0]

test('connections, sign-ins and operations are counted', async () => {
  const { librarySignIns, libraryOperations, libraryConnections } = app.metrics
  for (const metric of [librarySignIns, libraryOperations]) metric.reset()
  const made = await signedIn()
  await made.search(rpn(term('possum', { 1: 4 })))
  await made.present(1, 1)
  expect(await (await client()).refusedInit('hillview-library', 'wrong')).toBe('1011')
  const valuesOf = async (metric: typeof librarySignIns | typeof libraryOperations) =>
    Object.fromEntries((await metric.get()).values.map(({ labels, value }) => [Object.values(labels).join(' '), value]))
  await expect
    .poll(() => valuesOf(libraryOperations), { timeout: 10_000 })
    .toEqual({ 'Z39.50 initRequest': 2, 'Z39.50 searchRequest': 1, 'Z39.50 presentRequest': 1 })
  expect(await valuesOf(librarySignIns)).toEqual({ 'Z39.50 accepted': 1, 'Z39.50 wrong': 1 })
  expect((await libraryConnections.get()).values[0]!.value).toBeGreaterThan(0)
})

describe('signing in', () => {
  test('a wrong password is refused, and the connection ends', async () => {
    const made = await client()
    expect(await made.refusedInit('hillview-library', 'wrong')).toBe('1011')
    if (!made.socket.closed) await once(made.socket, 'close')
  })

  test('the open form carries name and password in one text', async () => {
    const made = await client()
    const text = Buffer.concat([Buffer.of(26, 40), Buffer.from(`hillview-library/${password}`)])
    const reply = await made.send(
      writeParts(20, Buffer.from('830200e0', 'hex'), Buffer.from('840200e0', 'hex'), writeParts(7, text)),
    )
    expect(integerOf(partOf(reply, 12)!)).toBe(-1)
  })

  test('a search before Init is a protocol error', async () => {
    const made = await client()
    const reply = await made.send(writeParts(22, writeText(17, 'x')))
    expect(reply.tag).toBe(48)
    expect(integerOf(partOf(reply, 211)!)).toBe(6)
  })

  test('a second Init is a protocol error', async () => {
    const made = await signedIn()
    const reply = await made.send(writeParts(20, Buffer.from('830200e0', 'hex'), Buffer.from('840200e0', 'hex')))
    expect(reply.tag).toBe(48)
    expect(integerOf(partOf(reply, 211)!)).toBe(6)
    if (!made.socket.closed) await once(made.socket, 'close')
  })

  test('a switched-off school cannot sign in, and learns why if the password is right', async () => {
    await save({ enableZ3950: false })
    const reason = 'Your school has turned off Z39.50 in its portal settings.'
    expect(await (await client()).refusedInit('hillview-library', password)).toBe(`1017 ${reason}`)
    expect(await (await client()).refusedInit('hillview-library', 'wrong')).toBe('1011')
    await app.db.deleteFrom('customerSettings').execute()
  })
})

test.each([
  ['a title’s words', term('possum magic', { 1: 4 }), 2],
  ['a phrase', term('possum magic', { 1: 4, 4: 1 }), 1],
  ['an author', term('fox', { 1: 1003 }), 2],
  ['a personal name', term('Fox, Mem', { 1: 1 }), 2],
  ['an ISBN-10 of a record with ISBN-13', term('0-15-263224-7', { 1: 7 }), 1],
  ['any field', term('sheep', { 1: 1016 }), 2],
  ['no attributes: any field', term('9780152632243'), 1],
  ['a subject', term('sheep', { 1: 21 }), 1],
  ['a local note', term('lockjawberry', { 1: 63 }), 1],
  ['a whole local note', term('weeded after lockjawberry', { 1: 1016, 4: 1, 6: 3 }), 1],
  ['the record number', term('3', { 1: 12 }), 1],
  ['a right truncation', term('magi', { 1: 4, 5: 1 }), 2],
  ['an unfinished last word', term('green she', { 1: 4, 5: 1 }), 1],
  ['a pattern by #', term('sh#p', { 1: 4, 5: 101 }), 2],
  ['a regular expression', term('she.p', { 1: 4, 5: 102 }), 2],
  ['a pattern of Z39.58', term('poss?', { 1: 4, 5: 104 }), 2],
  ['a left truncation', term('heep', { 1: 4, 5: 2 }), 2],
  ['a truncation on both sides', term('hee', { 1: 4, 5: 3 }), 2],
  ['a phrase whose first word is truncated', term('reen sheep', { 1: 4, 4: 1, 5: 2 }), 1],
  ['a wildcard at the start', term('#eep', { 1: 4, 5: 101 }), 2],
  ['a regular expression that starts with any character', term('.heep', { 1: 4, 5: 102 }), 2],
  ['a pattern of Z39.58 that starts with any character', term('#heep', { 1: 4, 5: 104 }), 2],
  ['first in the title', term('possum', { 1: 4, 3: 1 }), 1],
  ['first in a subfield of the author', term('fox', { 1: 1003, 3: 2 }), 2],
  ['a word of the title as the whole title', term('possum', { 1: 4, 6: 3 }), 0],
  ['the whole title', term('Possum Magic!', { 1: 4, 6: 3 }), 1],
  ['the whole title, as the Bath profile asks', term('te kereru', { 1: 4, 2: 3, 3: 1, 4: 1, 5: 100, 6: 3 }), 1],
  ['a whole subject', term('sheep', { 1: 21, 6: 2 }), 1],
  ['the beginning of titles', term('mag', { 1: 4, 3: 1, 5: 1 }), 1],
  ['an ISBN, as the Bath profile asks', term('9780152632243', { 1: 1007, 2: 3, 3: 1, 4: 1, 5: 100, 6: 1 }), 1],
  ['accents folded', term('kereru', { 1: 4 }), 1],
  ['the language by its code', term('eng', { 1: 54 }), 4],
  ['the language by its name, in any case', term('ENGLISH', { 1: 54 }), 4],
  ['the type of item in any case', term('book', { 1: 1031 }), 38],
  ['years from', term('2000', { 1: 31, 2: 4 }), 38],
  ['years before', term('2000', { 1: 31, 2: 1 }), 0],
  ['a year with unknown digits', term('20uu', { 1: 31 }), 38],
  ['a truncated year', term('20', { 1: 31, 5: 1 }), 38],
  ['years up to a month', term('2099-12', { 1: 30, 2: 2 }), 38],
  ['years after a century', term('20uu', { 1: 31, 2: 5 }), 0],
  ['and', joined(0, term('magic', { 1: 4 }), term('fox', { 1: 1003 })), 1],
  ['or', joined(1, term('magic', { 1: 4 }), term('fox', { 1: 1003 })), 3],
  ['and not', joined(2, term('magic', { 1: 4 }), term('fox', { 1: 1003 })), 1],
])('%s', async (_, query, total) => {
  const made = await signedIn()
  expect(await made.search(rpn(query))).toMatchObject({ total, diagnostic: undefined, reference: 'ref' })
})

test.each([
  ['use', rpn(term('x', { 1: 9999 })), '114 9999'],
  ['relation', rpn(term('x', { 1: 4, 2: 100 })), '117 100'],
  ['relation for words', rpn(term('x', { 1: 4, 2: 1 })), '123 1=4 2=1'],
  ['position', rpn(term('x', { 1: 4, 3: 4 })), '119 4'],
  ['truncation', rpn(term('x', { 1: 4, 5: 7 })), '120 7'],
  ['completeness', rpn(term('x', { 1: 4, 6: 4 })), '122 4'],
  ['the first subfield alone', rpn(term('x', { 1: 4, 3: 1, 6: 2 })), '123 3=1 6=2'],
  ['several words in any order at the start', rpn(term('magic possum', { 1: 4, 3: 1, 4: 6 })), '123 1=4 3=1 4=6'],
  ['a left-truncated number', rpn(term('3224', { 1: 7, 5: 2 })), '123 1=7 5=2'],
  ['structure', rpn(term('x', { 1: 4, 4: 99 })), '118 99'],
  ['a real regular expression', rpn(term('(a|b)', { 1: 4, 5: 102 })), '120 102: (a|b)'],
  ['a use twice', rpn(twoUses('x')), '123 1=4 1=1003'],
  ['a left-truncated year', rpn(term('99', { 1: 31, 5: 2 })), '123 1=31 5=2'],
  ['attribute type', rpn(term('x', { 7: 1 })), '113 7'],
  ['attribute set', rpn(term('x'), '1.2.840.10003.3.2'), '121 1.2.840.10003.3.2'],
  ['proximity', rpn(joined(3, term('a'), term('b'))), '110 prox'],
  ['an empty term', rpn(term('', { 1: 4 })), '125 empty term'],
  ['a year that is none', rpn(term('soon', { 1: 31 })), '125 soon'],
  ['a term without words', rpn(term('!!!', { 1: 4 })), '125 !!!'],
  ['a term of 18 × 56 letters', rpn(term('ﷺ'.repeat(56))), '125 at most 1000 characters'],
  ['129 words', rpn(joined(1, term('a '.repeat(64)), term('a '.repeat(65)))), '6 at most 128 words'],
  ['a mask alone', rpn(term('?', { 1: 4, 5: 104 })), '9 ?'],
  ['a language that is none', rpn(term('Klingonese', { 1: 54 })), '125 Klingonese'],
  ['a country that is none', rpn(term('Narnia', { 1: 1053 })), '125 Narnia'],
  ['a type that is none', rpn(term('Scroll', { 1: 1031 })), '125 Scroll'],
  ['a truncated language', rpn(term('eng', { 1: 54, 5: 1 })), '123 1=54 5=1'],
  ['a result set', rpn(setOf('nowhere')), '30 nowhere'],
  ['query type', writeParts(0, writeText(1, 'x')), '107 0'],
])('what is not supported has its diagnostic: %s', async (_, query, diagnostic) => {
  const made = await signedIn()
  expect(await made.search(query)).toMatchObject({ total: 0, diagnostic })
})

test('several databases at once are refused', async () => {
  const made = await signedIn()
  const names = writeParts(18, writeText(105, 'SCIS'), writeText(105, 'Other'))
  const reply = await made.send(
    writeParts(
      22,
      writeInteger(13, 0),
      writeInteger(14, 1),
      writeInteger(15, 0),
      writeBoolean(16, true),
      writeText(17, '1'),
      names,
      writeParts(21, rpn(term('x'))),
    ),
  )
  expect(integerOf(partOf(reply, 130)!.parts![1]!)).toBe(111)
})

test('another database is refused by its name', async () => {
  const made = await signedIn()
  expect(await made.search(rpn(term('x')), { database: 'Default' })).toMatchObject({ diagnostic: '235 Default' })
})

describe('result sets', () => {
  test('a query may start from one, and each is kept until it is deleted', async () => {
    const made = await signedIn()
    await made.search(rpn(term('magic', { 1: 4 })), { resultSet: 'magic' })
    const narrowed = rpn(joined(0, setOf('magic'), term('fox', { 1: 1003 })))
    expect(await made.search(narrowed, { resultSet: 'both' })).toMatchObject({ total: 1 })
    expect((await made.present(1, 1, { resultSet: 'both' })).records.map(titleOf)).toEqual(['Possum magic'])
    const reply = await made.send(
      writeParts(26, writeInteger(32, 0), writeSequence(writeText(31, 'both'), writeText(31, 'no'))),
    )
    expect(partOf(reply, 1)!.parts!.map((each) => integerOf(partOf(each, 33)!))).toEqual([0, 1])
    expect(await made.present(1, 1, { resultSet: 'both' })).toMatchObject({ diagnostic: '30 both' })
  })

  test('a name is not used again against the client’s will', async () => {
    const made = await signedIn()
    await made.search(rpn(term('magic')))
    expect(await made.search(rpn(term('fox')), { replaces: false })).toMatchObject({ diagnostic: '21 1' })
  })

  test('there are at most fifty', async () => {
    const made = await signedIn()
    for (let i = 0; i < 50; i++) await made.search(rpn(term('magic')), { resultSet: `set${i}` })
    expect(await made.search(rpn(term('magic')), { resultSet: 'more' })).toMatchObject({ diagnostic: '112 50' })
  })

  test.each(['constructor', 'colour'])('sorting by %s is refused', async (name) => {
    const made = await signedIn()
    await made.search(rpn(term('magic')))
    const key = writeSequence(writeParts(1, writeText(0, name)), writeInteger(1, 0), writeInteger(2, 1))
    const general = Buffer.concat([Buffer.of(27, 1), Buffer.from('1')])
    const reply = await made.send(writeParts(43, writeParts(3, general), writeText(4, '1'), writeParts(5, key)))
    expect(integerOf(partOf(reply, 3)!)).toBe(2)
    expect(textOf(partOf(reply, 5)!.parts![0]!.parts![2]!)).toBe(name)
  })

  test('sorting by title, descending', async () => {
    const made = await signedIn()
    await made.search(rpn(term('eng', { 1: 54 })))
    const key = writeSequence(writeParts(1, writeText(0, 'title')), writeInteger(1, 1), writeInteger(2, 1))
    const general = (text: string) => Buffer.concat([Buffer.of(27, text.length), Buffer.from(text)])
    const reply = await made.send(
      writeParts(43, writeParts(3, general('1')), writeText(4, 'sorted'), writeParts(5, key)),
    )
    expect(integerOf(partOf(reply, 3)!)).toBe(0)
    const { records } = await made.present(1, 4, { resultSet: 'sorted' })
    expect(records.map(titleOf)).toEqual(['The green sheep', 'Te kererū', 'Possum magic', 'Magic sheep and possum'])
  })
})

describe('Explain', () => {
  const exp1 = '1.2.840.10003.3.2'
  const category = (name: string) => rpn(term(name, { 1: 1 }), exp1)
  const database = 'IR-Explain-1'
  const explain = '1.2.840.10003.5.100'

  test('finds and shows what it says of a database', async () => {
    const made = await signedIn()
    expect(await made.search(category('databaseInfo'), { database })).toMatchObject({ total: 2, diagnostic: undefined })
    const ofScis = rpn(joined(0, term('databaseinfo', { 1: 1 }), term('scis', { 1: 3 })), exp1)
    expect(await made.search(ofScis, { database })).toMatchObject({ total: 1 })
    const reply = await made.present(1, 1, { syntax: explain })
    expect(reply).toMatchObject({ status: 0, next: 0, diagnostic: undefined })
    expect(String(reply.records[0])).toContain('SCIS')
    expect(await made.search(category('units'), { database })).toMatchObject({ total: 0, diagnostic: undefined })
  })

  test('a name is that of one result set, of either database', async () => {
    const made = await signedIn()
    await made.search(rpn(term('magic', { 1: 4 })))
    expect(await made.search(category('targetinfo'), { database, replaces: false })).toMatchObject({
      diagnostic: '21 1',
    })
    expect(await made.search(category('targetinfo'), { database })).toMatchObject({ total: 1 })
    expect(await made.search(rpn(setOf('1')))).toMatchObject({ diagnostic: '30 1' })
    expect(await made.search(rpn(term('magic', { 1: 4 })))).toMatchObject({ total: 2 })
    expect((await made.present(1, 2)).records).toHaveLength(2)
  })

  test.each([
    ['attribute set', rpn(term('targetinfo', { 1: 1 })), '121 1.2.840.10003.3.1'],
    ['use', rpn(term('x', { 1: 9 }), exp1), '114 9'],
    ['proximity', rpn(joined(3, term('a', { 1: 1 }), term('b', { 1: 1 })), exp1), '110 prox'],
    ['result set', rpn(setOf('x'), exp1), '108'],
  ])('what is not supported has its diagnostic: %s', async (_, query, diagnostic) => {
    expect(await (await signedIn()).search(query, { database })).toMatchObject({ total: 0, diagnostic })
  })

  test('its records come in its own syntax only', async () => {
    const made = await signedIn()
    await made.search(category('categorylist'), { database })
    expect(await made.present(1, 1)).toMatchObject({ diagnostic: `239 ${syntaxes.usmarc}` })
    expect(await made.present(2, 1, { syntax: explain })).toMatchObject({ diagnostic: '13 2+1' })
  })
})

describe('scan', () => {
  test.each([
    [
      'titles, without words of other fields',
      startOf('m', { 1: 4 }),
      {},
      [
        ['magic', 2],
        ['possum', 2],
        ['sheep', 2],
        ['te', 1],
        ['the', 1],
      ],
    ],
    [
      'authors',
      startOf('g', { 1: 1003 }),
      { count: 2 },
      [
        ['grace', 1],
        ['mem', 2],
      ],
    ],
    ['notes, without local ones', startOf('l', { 1: 63 }), { count: 1 }, [['words', 4]]],
    ['subjects, to the end of the list', startOf('a', { 1: 21 }), {}, [['sheep', 1]]],
    ['ISBNs', startOf('978', { 1: 7 }), { count: 1 }, [['9780152632243', 1]]],
    [
      'around the term',
      startOf('possum', { 1: 4 }),
      { count: 3, position: 2 },
      [
        ['magic', 2],
        ['possum', 2],
        ['sheep', 2],
      ],
    ],
    [
      'after the term',
      startOf('possum', { 1: 4 }),
      { count: 2, position: 0 },
      [
        ['sheep', 2],
        ['te', 1],
      ],
    ],
  ] as const)('%s', async (_, start, wish, terms) => {
    const made = await signedIn()
    const { count = 5, position = 1 } = wish as { count?: number; position?: number }
    const status = terms.length < count ? 5 : 0
    expect(await made.scan(start, wish)).toEqual({ status, position, terms, diagnostic: undefined })
  })

  test.each([
    ['use', startOf('x', { 1: 9999 }), {}, '114 9999'],
    ['access point without terms', startOf('1999', { 1: 31 }), {}, '114 31'],
    ['step', startOf('x', { 1: 4 }), { stepSize: 2 }, '205 2'],
    ['position', startOf('x', { 1: 4 }), { position: -1 }, '233 -1'],
    ['database', startOf('x', { 1: 4 }), { database: 'Default' }, '235 Default'],
    ['attribute set', startOf('x', { 1: 4 }), { set: '1.2.840.10003.3.2' }, '121 1.2.840.10003.3.2'],
  ])('what is not supported has its diagnostic: %s', async (_, start, wish, diagnostic) => {
    const made = await signedIn()
    expect(await made.scan(start, wish)).toMatchObject({ status: 6, terms: [], diagnostic })
  })
})

describe('records', () => {
  test('come with the reply to the search if the client wishes', async () => {
    const made = await signedIn()
    const found = await made.search(rpn(term('fox', { 1: 1003 })), { piggyBacked: 10, syntax: syntaxes.usmarc })
    expect(found.records.map(titleOf).sort()).toEqual(['Possum magic', 'The green sheep'])
  })

  test('in the school’s character set and with its preferences', async () => {
    await save({ downloadFileFormat: 'MARC_21_MARC8' })
    const made = await signedIn()
    await made.search(rpn(term('kereru')))
    const [marc8] = (await made.present(1, 1)).records
    expect(decodeRecord(marc8!).encoding).toBe('marc-8')
    await save({ isbnFormat: 'ISBN_10' })
    const other = await signedIn()
    await other.search(rpn(term('9780152632243')))
    const [record] = (await other.present(1, 1)).records
    expect(valuesOf(decodeRecord(record!).record, '020', 'a')).toEqual(['0152632247'])
    await app.db.deleteFrom('customerSettings').execute()
  })

  test('in MARC-8 if the client negotiates it, whose terms are MARC-8 too', async () => {
    const made = await client()
    expect(await made.init('hillview-library', password, { charset: 'MARC-8' })).toBe(true)
    const marc8 = writeParts(
      0,
      writeParts(102, attributesOf({ 1: 4 }), writeBytes(45, Buffer.from('kerer\xe5u', 'latin1'))),
    )
    expect(await made.search(rpn(marc8))).toMatchObject({ total: 1, diagnostic: undefined })
    expect(decodeRecord((await made.present(1, 1)).records[0]!).encoding).toBe('marc-8')
  })

  test('beyond those whose ids came with the search', async () => {
    const made = await signedIn()
    expect(await made.search(rpn(term('volume', { 1: 4 })))).toMatchObject({ total: 30 })
    const all = [...(await made.present(1, 12)).records, ...(await made.present(13, 18)).records].map(titleOf)
    expect(new Set(all).size).toBe(30)
    expect((await made.present(18, 5)).records.map(titleOf)).toEqual(all.slice(17, 22))
  })

  test('as MARCXML, as text, and in brief', async () => {
    const made = await signedIn()
    await made.search(rpn(term('sheep', { 1: 21 })))
    const [xml] = (await made.present(1, 1, { syntax: syntaxes.xml })).records
    expect(String(xml)).toContain('xmlns="http://www.loc.gov/MARC21/slim"')
    const [text] = (await made.present(1, 1, { syntax: syntaxes.sutrs })).records
    expect(String(text)).toContain('245 10 $a The green sheep')
    const [brief] = (await made.present(1, 1, { elements: 'b' })).records
    expect(valuesOf(decodeRecord(brief!).record, '650', 'a')).toEqual([])
    expect(titleOf(brief!)).toBe('The green sheep')
  })

  test('count as downloaded if they are given in full', async () => {
    // No other test takes records for this school.
    const made = await client()
    expect(await made.init('riverside-library', password)).toBe(true)
    await made.search(rpn(term('magic', { 1: 4 })))
    await made.present(1, 2, { elements: 'B' })
    await made.search(rpn(term('sheep', { 1: 21 })))
    await made.present(1, 1)
    const kept = () =>
      app.db.selectFrom('downloadedRecord').where('customerId', '=', 'demo-riverside').select('recordId').execute()
    await expect.poll(kept).toEqual([{ recordId: '2' }])
  })

  test('too many for one message: as many as fit, and where to continue', async () => {
    const made = await client()
    await made.init('hillview-library', password, { messageSize: 4096, recordSize: 1_000_000 })
    expect(await made.search(rpn(term('filler')))).toMatchObject({ total: 4 })
    const first = await made.present(1, 4)
    expect(first).toMatchObject({ status: 2, next: 3, diagnostic: undefined })
    expect(first.records).toHaveLength(2)
    const rest = await made.present(3, 2)
    expect(rest).toMatchObject({ status: 0, next: 0 })
    expect(new Set([...first.records, ...rest.records].map(titleOf)).size).toBe(4)
  })

  test('one that was removed since the search leaves its place to a diagnostic', async () => {
    await app.catalogue.write(['31', '32', '33'].map((id) => book({ id, title: `Passing ${id}` })))
    const made = await signedIn()
    expect(await made.search(rpn(term('passing', { 1: 4 })))).toMatchObject({ total: 3 })
    const before = (await made.present(1, 3)).records.map(titleOf)
    const gone = before[1]!.split(' ')[1]!
    await app.catalogue.remove([gone])
    const after = await made.present(1, 3)
    expect(after).toMatchObject({ status: 0, next: 0, surrogates: [`14 ${gone} was removed`] })
    expect(after.records.map(titleOf)).toEqual([before[0], before[2]])
    await app.catalogue.remove(['31', '32', '33'])
  })

  test('one that cannot be read is replaced by a diagnostic, and the others come', async () => {
    const made = await signedIn()
    await made.search(rpn(term('filler')), { resultSet: 'all' })
    const { findRecords } = app.catalogue
    const damaged: typeof app.catalogue = {
      ...app.catalogue,
      findRecords: async (query) => {
        const { total, records } = await findRecords(query)
        const each = records.map((record) =>
          record.document.id === '11' ? { ...record, marc: Buffer.from('x') } : record,
        )
        return { total, records: each }
      },
    }
    const other = await openZ3950Server(
      { ...app, catalogue: damaged },
      { port: 0, host: '127.0.0.1', database: 'SCIS' },
    )
    const reader = await openClient(other.port)
    await reader.init('hillview-library', password)
    await reader.search(rpn(term('filler')))
    const { records, status, surrogates } = await reader.present(1, 4)
    expect({ status, surrogates, count: records.length }).toEqual({ status: 0, surrogates: ['14 11'], count: 3 })
    reader.socket.destroy()
    await other.close()
  })

  test.each([
    ['beyond the end', [2, 9], {}, '13 2+9'],
    ['syntax', [1, 1], { syntax: '1.2.840.10003.5.1' }, '239 1.2.840.10003.5.1'],
    ['element set', [1, 1], { elements: 'huge' }, '25 huge'],
  ] as const)('a wish that is not supported: %s', async (_, [start, count], wish, diagnostic) => {
    const made = await signedIn()
    await made.search(rpn(term('magic')))
    expect(await made.present(start, count, wish)).toMatchObject({ diagnostic, records: [] })
  })
})

test('Close is answered, and the connection ends', async () => {
  const made = await signedIn()
  const reply = await made.send(writeParts(48, writeInteger(211, 0)))
  expect(reply.tag).toBe(48)
  if (!made.socket.closed) await once(made.socket, 'close')
})

test('random bytes end only their own connection', async () => {
  const other = await signedIn()
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
      const socket = connect(server.port, '127.0.0.1')
      socket.on('error', () => {})
      socket.resume()
      socket.end(bytes)
      await once(socket, 'close')
    }),
    { numRuns: 100 },
  )
  expect(await other.search(rpn(term('magic', { 1: 4 })))).toMatchObject({ total: 2 })
})

test('odd text in any place is refused or finds nothing, and the same connection continues', async () => {
  const made = await signedIn()
  const names = Object.getOwnPropertyNames(Object.prototype)
  const growing = ['ﷺ', 'ΐ', '㌕', '𝅘𝅥𝅯', 'ﬃ', '(', '"', '* ', 'a* ', '\u0301'].map((text) => text.repeat(1000))
  const failed: string[] = []
  for (const text of [...names, 'a\0b', '%00', '', ...growing]) {
    const seen = [
      ...(await Promise.all(
        [{}, { 1: 1016 }, { 1: 1003, 5: 1 }, { 1: 7 }, { 1: 31, 2: 4 }, { 1: 4, 5: 104 }].map((attributes) =>
          made.search(rpn(term(text, attributes))),
        ),
      )),
      await made.search(rpn(term('magic', { 1: 4 })), { resultSet: text }),
      await made.search(rpn(setOf(text))),
      await made.search(rpn(term('magic', { 1: 4 })), { database: text }),
      await made.scan(startOf(text, { 1: 4 })),
      await made.present(1, 1, { resultSet: text, elements: text }),
    ]
    // 1 and 2 are system errors.
    for (const { diagnostic } of seen)
      if (/^[12]\b/.test(diagnostic ?? '')) failed.push(`${text.slice(0, 9)}: ${diagnostic}`)
  }
  expect(failed).toEqual([])
  expect(await made.search(rpn(term('magic', { 1: 4 })))).toMatchObject({ total: 2 })
})

test('however many networks hold connections without signing in, schools sign in and stay', async () => {
  const from = async (localAddress: string) => {
    const made = await openClient(server.port, localAddress)
    open.push(made)
    return made
  }
  const early = await from('127.0.0.1')
  expect(await early.init('hillview-library', password)).toBe(true)
  const silent = ['127.0.0.2', '127.0.0.3', '127.0.0.4', '127.0.0.5'].flatMap((address) => Array(64).fill(address))
  for (const address of silent) await from(address)
  const late = await from('127.0.0.6')
  for (const address of ['127.0.0.7', '127.0.0.8']) await from(address)
  expect(await late.init('riverside-library', password)).toBe(true)
  for (const school of [early, late])
    expect(await school.search(rpn(term('magic', { 1: 4 })))).toMatchObject({ total: 2 })
})

test('one network has at most 64 connections', async () => {
  const many = await Promise.all(Array.from({ length: 64 }, () => client()))
  const extra = connect(server.port, '127.0.0.1')
  await once(extra, 'close')
  expect(await many[63]!.init('hillview-library', password)).toBe(true)
})

test('a thread that ends is started again at the same port', async () => {
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  process.on('worker', note)
  const other = await openZ3950Server(app, { port: 0, host: '127.0.0.1', database: 'SCIS' }, 10)
  await workers[0]!.terminate()
  const again = async () => {
    const made = await openClient(other.port)
    open.push(made)
    return made.init('hillview-library', password)
  }
  await expect.poll(() => again().catch(() => false), { timeout: 20_000 }).toBe(true)
  process.off('worker', note)
  expect(workers).toHaveLength(2)
  await other.close()
})

test('a school makes as many searches a minute as its limit allows', async () => {
  const env = { ...app.env, limits: { ...app.env.limits, school: { ...app.env.limits.school, searches: 2 } } }
  let now = new Date('2026-11-25T10:00:15Z')
  const limited = await openZ3950Server(
    { ...app, env, clock: clockIn(defaultZone, () => now) },
    { port: 0, host: '127.0.0.1', database: 'SCIS' },
  )
  const school = async (name: string) => {
    const made = await openClient(limited.port)
    open.push(made)
    expect(await made.init(`${name}-library`, password)).toBe(true)
    return () => made.search(rpn(term('magic', { 1: 4 })))
  }
  const [first, other] = [await school('hillview'), await school('riverside')]
  for (let i = 0; i < 2; i++) expect(await first()).toMatchObject({ total: 2, diagnostic: undefined })
  expect(await first()).toMatchObject({
    diagnostic: '2 Your school can make 2 searches a minute. Please try again in 45 seconds.',
  })
  expect(await other()).toMatchObject({ total: 2 })
  now = new Date('2026-11-25T10:01:00Z')
  expect(await first()).toMatchObject({ total: 2 })
  await limited.close()
})
