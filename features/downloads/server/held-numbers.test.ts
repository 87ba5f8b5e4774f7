import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { eanCheck } from '#marc/isbn.ts'
import { downloadsApi } from '../contract.ts'
import { ownOfList, pastedLength, pastedList } from '../list-testing.ts'
import { recheckForPerson } from '../matching/server/recheck-unmatched.ts'
import { manageApi } from '../my-downloads/contract.ts'
import { readIdentifiers } from '../quick-request/web/identifier-list.ts'
import { book, isbn13 } from './testing.ts'

const { createRequest, checkIdentifiers, requestDetails } = downloadsApi
let app: TestApp
const print = '9780261103344'
const record = {
  hobbit: { id: '1', title: 'The hobbit', isbns: ['9780007322602'], online: true, numbers: [['020', 'z', print]] },
  misprinted: { id: '2', title: 'Misprinted', isbns: ['9780141365428'], numbers: [['020', 'z', '0439023484']] },
  renamed: {
    id: '3',
    title: 'School magazine',
    issn: '0036-6854',
    numbers: [
      ['022', 'y', '0036-6855'],
      ['022', 'z', '1441-0176'],
      ['022', 'l', '2049-3630'],
    ],
  },
  puzzle: { id: '4', title: 'Puzzle', numbers: [['024', 'z', '4006381333931']] },
  // A number that a record also has as its own, or only with a wrong check digit, is its own.
  both: {
    id: '5',
    title: 'Both',
    isbns: [isbn13(5)],
    numbers: [
      ['020', 'z', isbn13(5)],
      ['020', 'a', '9780306406158'],
    ],
  },
  held: { id: '6', title: 'The audiobook', isbns: [isbn13(6)], numbers: [['020', 'z', isbn13(5)]] },
  one: { id: '7', title: 'First e-book', online: true, numbers: [['020', 'z', isbn13(7)]] },
  other: { id: '8', title: 'A later edition', numbers: [['020', 'z', isbn13(7)]] },
} satisfies Record<string, object>

beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write(Object.values(record).map((each) => book(each as Parameters<typeof book>[0])))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('customerSettings').execute()
})

const request = async (identities: string[] | string) =>
  (await app.as('lakeside')(createRequest, { identities })).response
const choose = async (requestId: string, identifier: string, ids: string[]) =>
  (await app.as('lakeside')(manageApi.chooseRecords, { requestId, chosen: [{ identifier, ids }] })).response

describe('a number that a record holds only as cancelled or invalid', () => {
  test.each([
    [print, '1', 'print_isbn'],
    ['0-261-10334-2', '1', 'print_isbn'],
    ['0439023484', '2', 'invalid_isbn'],
    ['1441-0176', '3', 'cancelled_issn'],
    ['0036-6855', '3', 'incorrect_issn'],
    ['4006381333931', '4', 'invalid_number'],
  ])(
    '%s is not delivered: the reply gives the reason, and the record it may belong to',
    async (identifier, id, kind) => {
      const made = await request(['9780141365428', identifier])
      expect(made).toMatchObject({
        matchedRecords: '2',
        unmatchedRecords: identifier,
        unmatchedReasons: { [identifier]: kind },
        choices: [{ identifier, ids: [id], heldAs: { [id]: kind } }],
      })
      expect((await app.as('lakeside')(requestDetails, { requestId: made.id })).response).toEqual(made)
    },
  )

  test.each(['FIRST_MATCH', 'ALL_MATCHES'])('nor if the school’s setting is %s', async (isbnDuplicateHandling) => {
    const settings = JSON.stringify({ isbnDuplicateHandling })
    await app.db.insertInto('customerSettings').values({ customerId: 'demo-lakeside', settings }).execute()
    expect(await request([print])).toMatchObject({ matchedRecords: '', unmatchedReasons: { [print]: 'print_isbn' } })
  })

  test('a record’s own numbers match as before: ISSN-L, a wrong number in 020 $a, one that is in $z too', async () => {
    const made = await request(['2049-3630', '9780306406158', isbn13(5)])
    expect(made).toMatchObject({ matchedRecords: '3,5', unmatchedRecords: '', choices: [] })
  })

  test('is not proposed if another record has it as its own', async () => {
    expect(await request([isbn13(5)])).toMatchObject({ matchedRecords: '5', unmatchedRecords: '', choices: [] })
  })

  test('may be held by several records, each in its own way', async () => {
    expect((await request([isbn13(7)])).choices).toEqual([
      { identifier: isbn13(7), ids: ['7', '8'], heldAs: { 7: 'print_isbn', 8: 'invalid_isbn' } },
    ])
  })

  test('is matched once a person has confirmed the record, in the requested order', async () => {
    const made = await request([print, '9780141365428', isbn13(99)])
    const settled = await choose(made.id, print, ['1'])
    expect(settled).toMatchObject({
      requestStatus: 'READY',
      matchedRecords: '1,2',
      unmatchedRecords: isbn13(99),
      unmatchedReasons: { [isbn13(99)]: 'not_found' },
      choices: [],
    })
  })

  test('is matched at once if the record was confirmed before, in any notation of the number', async () => {
    const chosen = [
      { identifier: print, ids: ['1', '2'] },
      { identifier: '0439023484', ids: ['7'] },
    ]
    const identities = ['0-261-10334-2', '9780141365428', '0439023484']
    const { response } = await app.as('lakeside')(createRequest, { identities, chosen })
    expect(response).toMatchObject({
      identities: identities.join(','),
      matchedRecords: '1,2',
      unmatchedRecords: '0439023484',
      choices: [{ identifier: '0439023484', ids: ['2'] }],
    })
  })

  test('stays unmatched for its own reason if no one chooses it before the download', async () => {
    const made = await request([print, '9780141365428', isbn13(7)])
    expect(await choose(made.id, print, [])).toMatchObject({
      matchedRecords: '2',
      unmatchedRecords: `${print},${isbn13(7)}`,
      choices: [expect.objectContaining({ identifier: isbn13(7) })],
    })
    await app.raw('lakeside', { url: `/rest/mydownload/download?requestId=${made.id}` })
    expect((await app.as('lakeside')(requestDetails, { requestId: made.id })).response).toMatchObject({
      choices: [],
      unmatchedReasons: { [print]: 'print_isbn', [isbn13(7)]: 'print_isbn' },
    })
  })

  test('is reported before anything is requested', async () => {
    const identifiers = [print, isbn13(5), isbn13(98), 'Goldilocks']
    expect((await app.as('lakeside')(checkIdentifiers, { identifiers })).response).toEqual([
      { identifier: print, ids: ['1'], heldAs: { 1: 'print_isbn' } },
      { identifier: isbn13(5), ids: ['5'] },
    ])
    for (const wrong of [[], Array(101).fill(print), ['9'.repeat(513)]])
      await expect(app.as('lakeside')(checkIdentifiers, { identifiers: wrong })).rejects.toMatchObject({ status: 400 })
    await expect(app.as(null)(checkIdentifiers, { identifiers })).rejects.toMatchObject({ status: 403 })
  })

  test('is not announced as found later; the record with this number as its own is', async () => {
    const settings = JSON.stringify({ checkUnmatchedRecordsDays: 7 })
    await app.db.insertInto('customerSettings').values({ customerId: 'demo-lakeside', settings }).execute()
    const [later, own] = [isbn13(50), isbn13(51)]
    const made = await request([later, own])
    const numbers = [later, own].map((each) => ['020', 'z', each] as [string, string, string])
    await app.catalogue.write([book({ id: '50', isbns: [isbn13(52)], numbers }), book({ id: '51', isbns: [own] })])
    const { userId } = await app.db
      .selectFrom('downloadRequest')
      .select('userId')
      .where('id', '=', made.id)
      .executeTakeFirstOrThrow()
    await recheckForPerson.run(app, { userId }, new AbortController().signal)
    const { response } = await app.as('lakeside')(requestDetails, { requestId: made.id })
    expect(response.followedBy.map(({ identifiers }) => identifiers)).toEqual([[own]])
  })
})

test('4,000 pasted numbers of every kind keep their exact counts', async () => {
  const isbns = (count: number, ...publishers: number[]) =>
    Array.from({ length: count }, (_, n) => {
      const digits = `978${String(publishers[n % publishers.length]! + n).padStart(9, '0')}`
      return digits + eanCheck(digits)
    })
  // Half of them have an ISBN-10 with a leading zero.
  const own = isbns(ownOfList, 14_000_000, 345_000_000)
  const foreign = isbns(100, 500_000_000)
  await app.catalogue.write([
    ...own.map((isbn, n) => book({ id: `own${n}`, isbns: [isbn] })),
    ...foreign.map((isbn, n) => book({ id: `held${n}`, online: n % 2 === 0, numbers: [['020', 'z', isbn]] })),
  ])
  const list = pastedList({ own, foreign, lacking: isbns(155, 700_000_000) })
  expect(list).toMatchObject({ asked: 3500, matched: 3220, proposed: 100, damaged: 25, unknown: 155 })

  for (const identities of [list.identifiers, list.identifiers.join('\n')]) {
    const made = await request(identities)
    const reasons = Object.values(made.unmatchedReasons)
    const count = (reason: string) => reasons.filter((each) => each === reason).length
    expect(made.identities.split(',')).toHaveLength(list.asked)
    expect(new Set(made.matchedRecords.split(',')).size).toBe(list.matched)
    expect(made.unmatchedRecords.split(',')).toHaveLength(list.proposed + list.damaged + list.unknown)
    expect([count('print_isbn'), count('invalid_isbn')]).toEqual([list.proposed / 2, list.proposed / 2])
    expect([count('spreadsheet_damage'), count('not_found')]).toEqual([list.damaged, list.unknown])
    expect(made.choices.map(({ ids }) => ids.length)).toEqual(Array(list.proposed).fill(1))
  }
  // The page counts its rows as the server does.
  const { rows } = readIdentifiers(list.identifiers.join('\n'))
  const states = rows.map(({ sameAs, problem }) => (sameAs !== undefined ? 'twice' : (problem ?? 'asked')))
  const counted = (state: string) => states.filter((each) => each === state).length
  expect(counted('twice')).toBe(pastedLength - list.asked)
  expect(counted('spreadsheet_damage')).toBe(list.damaged)
  expect(counted('asked')).toBe(list.asked - list.damaged)
})

vi.setConfig({ testTimeout: 30_000 })
