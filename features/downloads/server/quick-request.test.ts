import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import type { RawInput } from '#kit/contract.ts'
import { decodeRecord, splitBuffer } from '#marc/iso2709/iso2709.ts'
import { downloadsApi } from '../contract.ts'
import { givenName } from './request-name.ts'
import { book, isbn13 } from './testing.ts'

const { createRequest, requestDetails, requestStatus } = downloadsApi
let app: TestApp
const bfg = { id: '1000001', title: 'The BFG', isbns: ['9780141365428'] }
const hobbit = { id: '1000002', title: 'The hobbit', isbns: ['0261103342'] }
const twins = ['1000003', '1000004'].map((id) => ({ id, title: 'Matilda', isbns: ['9780141365466'] }))
const magazine = { id: '1000005', title: 'School magazine', issn: '0036-6854' }

beforeAll(async () => {
  app = await testApp()
  await app.catalogue.write([bfg, hobbit, ...twins, magazine].map(book))
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.db.deleteFrom('customerSettings').execute()
})

const past = { startsOn: '2020-01-01', endsOn: '2020-12-31' } as const
const future = { startsOn: '2090-01-01', endsOn: '2099-12-31' } as const
const elsewhere = { customerId: 'demo-riverside' }

type Sent = RawInput<typeof createRequest>
const request = async (identities: Sent['identities'], rest: Partial<Sent> = {}) =>
  (await app.as('lakeside')(createRequest, { identities, ...rest })).response
const save = (settings: object) =>
  app.db
    .insertInto('customerSettings')
    .values({ customerId: 'demo-lakeside', settings: JSON.stringify(settings) })
    .execute()
const download = (id: string, person: Parameters<TestApp['raw']>[0] = 'lakeside', headers = {}) =>
  app.raw(person, { url: `/rest/mydownload/download?requestId=${encodeURIComponent(id)}`, headers })
const idsIn = (file: Buffer) =>
  [...splitBuffer(file)].map(({ bytes }) => {
    const first = decodeRecord(bytes).record.fields[0]!
    return 'value' in first ? first.value : ''
  })

describe('identifiers', () => {
  test('sent again with the same key, also at once, it is one request; another school’s key is its own', async () => {
    const sent = { identities: [bfg.id, hobbit.id], idempotencyKey: 'scanned offline' }
    const made = await Promise.all([request(sent.identities, sent), request(sent.identities, sent)])
    const again = await request(sent.identities, sent)
    expect(new Set([...made, again].map(({ id }) => id)).size).toBe(1)
    expect(again.matchedRecords).toBe('1000001,1000002')
    expect((await app.as('hillview')(createRequest, sent)).response.id).not.toBe(again.id)
    await expect(request([bfg.id], { idempotencyKey: sent.idempotencyKey })).rejects.toMatchObject({
      status: 422,
      code: 'idempotency_key_used',
    })
  })

  test('a request may name its format; otherwise the settings decide', async () => {
    await save({ downloadFileFormat: 'MODS_XML' })
    const chosen = await request(bfg.id, { fileFormat: 'MARC_21' })
    expect(chosen).toMatchObject({ requestStatus: 'READY', fileFormat: 'MARC_21' })
    expect(idsIn((await download(chosen.id)).rawPayload)).toEqual([bfg.id])
    expect((await request(bfg.id)).fileFormat).toBe('MODS_XML')
  })

  test('a scanned list becomes a file in the order of the list', async () => {
    const made = await request('9780261103344\n0141365420, 0036-6854')
    expect(made).toMatchObject({
      requestStatus: 'READY',
      requestType: 'IDENTIFIERS',
      matchedRecords: '1000002,1000001,1000005',
      unmatchedRecords: '',
      downloadComplete: false,
      timeout: false,
      content: 'DATA_ONLY',
      fileFormat: 'MARC_21',
    })
    expect(idsIn((await download(made.id)).rawPayload)).toEqual(['1000002', '1000001', '1000005'])
    expect(made.fileSize).toBe((await download(made.id)).rawPayload.length)
  })

  test('ISBN-10 and ISBN-13 of one book, with hyphens or spaces, are one identifier', async () => {
    const made = await request(['978-0-14-136542-8', '0 14 136542 0', '9780141365428', '0141365420'])
    expect(made).toMatchObject({ matchedRecords: '1000001', requestName: expect.stringMatching(/^1 ISBN, /) })
  })

  test('identifiers without a record are listed in order with the reason', async () => {
    const made = await request([isbn13(7), '9780141365429', 'Goldilocks', '9.78014E+12', '9780141365428'])
    expect(made.matchedRecords).toBe('1000001')
    expect(made.identities).toBe(`${isbn13(7)},9780141365429,Goldilocks,9.78014E+12,9780141365428`)
    expect(made.unmatchedRecords).toBe(`${isbn13(7)},9780141365429,Goldilocks,9.78014E+12`)
    expect(made.unmatchedReasons).toEqual({
      [isbn13(7)]: 'not_found',
      '9780141365429': 'bad_check_digit',
      Goldilocks: 'not_an_identifier',
      '9.78014E+12': 'spreadsheet_damage',
    })
  })

  test('text that looks like words matches if it is exactly a record number', async () => {
    const odd = ['ASINB001MYZ2PG', 'ocmNovember', 'DLC/x y'].map((id) => ({ id, title: 'Odd number', isbns: [] }))
    await app.catalogue.write(odd.map(book))
    const made = await request(['ASINB001MYZ2PG', 'ocmNovember', 'DLC/x y', 'ocmnovember', 'Odd', '9780141365428'])
    expect(made.matchedRecords).toBe('ASINB001MYZ2PG,ocmNovember,DLC/x y,1000001')
    expect(made.unmatchedReasons).toEqual({ ocmnovember: 'not_an_identifier', Odd: 'not_an_identifier' })
    // Words of a title that was pasted by mistake match nothing.
    expect((await request('The hobbit or there and back again')).matchedRecords).toBe('')
    await app.catalogue.remove(odd.map(({ id }) => id))
  })

  test.each([
    ['9780261103344|0141365420'],
    ['9780261103344 | 0141365420'],
    ['9780261103344;0141365420'],
    [['9780261103344 | 0141365420']],
    [['9780261103344; 0141365420', '|']],
  ])('values of a spreadsheet’s cell, %j, are identifiers', async (cell) => {
    const made = await request(cell)
    expect(made).toMatchObject({ matchedRecords: '1000002,1000001', unmatchedRecords: '' })
  })

  test('several records of one ISBN wait for a choice', async () => {
    const made = await request(['9780141365466', '9780141365428'])
    expect(made).toMatchObject({ requestStatus: 'READY', matchedRecords: '1000001', unmatchedRecords: '' })
    expect(made.choices).toEqual([{ identifier: '9780141365466', ids: ['1000003', '1000004'] }])
  })

  test.each([
    ['FIRST_MATCH', '1000003,1000001'],
    ['ALL_MATCHES', '1000003,1000004,1000001'],
  ])('unless the school’s setting is %s', async (isbnDuplicateHandling, matchedRecords) => {
    await save({ isbnDuplicateHandling })
    expect(await request(['9780141365466', '9780141365428'])).toMatchObject({ matchedRecords, choices: [] })
  })

  test('a record found by two numbers is written once', async () => {
    await save({ isbnDuplicateHandling: 'ALL_MATCHES' })
    expect((await request(['1000003', '9780141365466', '1000004'])).matchedRecords).toBe('1000003,1000004')
  })

  test('if nothing is found, the request says so, and there is nothing to download', async () => {
    const made = await request([isbn13(8)])
    expect(made).toMatchObject({ requestStatus: 'READY', matchedRecords: '', fileSize: null })
    const reply = await download(made.id)
    expect(reply.statusCode).toBe(409)
    expect(reply.json()).toMatchObject({ code: 'nothing_matched', messages: ['No Items to download'] })
  })

  test('the page’s own query may be sent too; only the identifiers count', async () => {
    const keys = Array.from({ length: 4000 }, (_, n) => isbn13(n))
    for (const bodybuilderquery of [
      { query: { terms: { identifier: keys } }, size: 4000 },
      JSON.stringify({ query: { match_all: {} } }),
    ])
      expect((await request(['9780141365428'], { bodybuilderquery })).matchedRecords).toBe('1000001')
  })

  test('a number that only looks like a wrong ISBN is found as a record number', async () => {
    await app.catalogue.write([book({ id: '1234567890', title: 'A long number' })])
    expect((await request(['1234567890'])).matchedRecords).toBe('1234567890')
  })
})

/** At the school that requests. */
const dayOf = (at: string) => schoolDay(app, 'demo-lakeside', new Date(at))

describe('the request', () => {
  test('is named by its day and size unless it has a name', async () => {
    const { requestName, createdDate } = await request(['9780141365428', '9780261103344'])
    expect(requestName).toBe(givenName(undefined, '2 ISBNs', await dayOf(createdDate)))
    expect(givenName(' \n', '1 identifier', '2026-02-03')).toBe('1 identifier, 3 Feb')
  })

  test.each([
    ['Term 1: “new”\r\nSet-Cookie: a=b', 'Term 1: “new” Set-Cookie: a=b', 'Term 1 “new” Set-Cookie a=b'],
    ['Pūrākau "Māori" <b>\x1b', 'Pūrākau "Māori" <b>', 'Pūrākau Māori b'],
    ['../../etc/passwd', '../../etc/passwd', 'etc passwd'],
  ])('named %j is shown as %j, and its file is %j', async (requestName, shown, fileName) => {
    await save({ fileNamePattern: '{name}-{date}' })
    const made = await request(['9780141365428'], { requestName })
    expect(made.requestName).toBe(shown)
    const disposition = String((await download(made.id)).headers['content-disposition'])
    expect(disposition).not.toMatch(/[\r\n]/)
    const day = await dayOf(made.createdDate)
    expect(decodeURIComponent(disposition.split("filename*=UTF-8''")[1]!)).toBe(`${fileName}-${day}.mrc`)
  })

  test('is complete with the first byte of its file, not before', async () => {
    const made = await request(['9780141365428'])
    const details = () => app.as('lakeside')(requestDetails, { requestId: made.id })
    for (const part of ['', '/data', '/html'])
      await app.raw('lakeside', { method: 'HEAD', url: `/rest/mydownload/download${part}?requestId=${made.id}` })
    expect((await details()).response.downloadComplete).toBe(false)
    const reply = await download(made.id)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/marc',
      'cache-control': 'private, no-store, no-transform',
      'content-length': String(made.fileSize),
    })
    expect((await details()).response).toEqual({ ...made, downloadComplete: true })
  })

  test('returns its state as plain text', async () => {
    const made = await request(['9780141365428'])
    const reply = await app.raw('lakeside', {
      url: `/rest/mydownload/download/status?requestId=${made.id}&timestamp=1`,
    })
    expect(reply.headers['content-type']).toBe('text/plain; charset=utf-8')
    expect(reply.body).toBe('READY')
  })

  test('can be downloaded in parts', async () => {
    const made = await request(['9780141365428'])
    const whole = (await download(made.id)).rawPayload
    const rest = await download(made.id, 'lakeside', { range: 'bytes=20-' })
    expect(rest.statusCode).toBe(206)
    expect(rest.rawPayload.equals(whole.subarray(20))).toBe(true)
    expect((await download(made.id, 'lakeside', { range: 'bytes=999999-' })).statusCode).toBe(416)
  })

  test('created many times at once, each has its own file', async () => {
    const sent = ['9780141365428', '9780261103344', '0036-6854', '9780141365428', '9780261103344', '0036-6854']
    const made = await Promise.all(sent.map((identifier) => request([identifier])))
    expect(new Set(made.map(({ id }) => id)).size).toBe(sent.length)
    expect(made.map(({ matchedRecords }) => matchedRecords)).toEqual([
      '1000001',
      '1000002',
      '1000005',
      '1000001',
      '1000002',
      '1000005',
    ])
    for (const { id, matchedRecords } of made) expect(idsIn((await download(id)).rawPayload)).toEqual([matchedRecords])
  })

  test('is counted', async () => {
    const count = async (name: string) =>
      Number(new RegExp(`^${name}(?:{.*})? (\\d+)`, 'm').exec(await app.metrics.registry.metrics())?.[1] ?? 0)
    const [requests, records] = [await count('download_requests_total'), await count('download_records_written_total')]
    await request(['9780141365428', '9780261103344'])
    expect(await count('download_requests_total')).toBe(requests + 1)
    expect(await count('download_records_written_total')).toBe(records + 2)
  })
})

describe('who may', () => {
  test('another school’s request is reported as absent', async () => {
    const made = await request(['9780141365428'])
    for (const api of [requestDetails, requestStatus])
      await expect(app.as('hillview')(api, { requestId: made.id })).rejects.toMatchObject({
        status: 404,
        code: 'request_not_found',
      })
    expect((await download(made.id, 'hillview')).statusCode).toBe(404)
    expect((await app.as('lakeside')(requestDetails, { requestId: made.id })).response.downloadComplete).toBe(false)
  })

  test('a colleague sees the school’s requests', async () => {
    const { response } = await app.as('hillview')(createRequest, { identities: ['9780141365428'] })
    expect((await app.as('assistant')(requestDetails, { requestId: response.id })).response).toEqual(response)
  })

  test.each([null, 'desk', 'student'] as const)('%s: not allowed', async (person) => {
    if (person === 'student')
      await app.db.updateTable('appUser').set({ role: 'student' }).where('username', 'like', 'assistant@%').execute()
    const who = person === 'student' ? 'assistant' : person
    const before = await countRequests()
    for (const attempt of [
      () => app.as(who)(createRequest, { identities: ['9780141365428'] }),
      () => app.as(who)(requestDetails, { requestId: 'x' }),
      () => app.as(who)(requestStatus, { requestId: 'x' }),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 403 })
    expect((await download('x', who)).statusCode).toBe(403)
    expect(await countRequests()).toBe(before)
    await app.db.updateTable('appUser').set({ role: 'staff' }).where('username', 'like', 'assistant@%').execute()
  })

  test.each([
    ['a subscription that has ended', past, 'Your subscription has ended. Please renew it to download records.'],
    [
      'one that has not begun',
      future,
      'Your subscription starts on 1 January 2090. You can download records from then on.',
    ],
    ['one of another school', elsewhere, 'You have no subscription. Please choose one to download records.'],
  ])('with %s, nothing is created, and a sentence says why', async (_, change, sentence) => {
    const before = await countRequests()
    const found = await app.db
      .selectFrom('subscription')
      .select('id')
      .where('customerId', '=', 'demo-lakeside')
      .execute()
    const ids = found.map(({ id }) => id)
    const ours = app.db.updateTable('subscription').where('id', 'in', ids)
    await ours.set(change).execute()
    const attempt = request(['9780141365428'])
    await expect(attempt).rejects.toMatchObject({
      status: 403,
      code: 'no_subscription',
      messages: [`subscribe::${sentence}`],
    })
    // A caller who may not ask learns nothing about the body's faults.
    await expect(app.as('lakeside')(createRequest, { wrong: 'member' } as never)).rejects.toMatchObject({
      code: 'no_subscription',
    })
    await ours.set({ ...future, startsOn: '2020-01-01', customerId: 'demo-lakeside' }).execute()
    expect(await countRequests()).toBe(before)
  })

  test('from a foreign page, nothing is created', async () => {
    const reply = await app.http.inject({
      method: 'POST',
      url: createRequest.path,
      payload: { identities: ['9780141365428'] },
      headers: { cookie: await app.sessionOf('lakeside'), origin: 'http://evil.example' },
    })
    expect(reply.json()).toMatchObject({ responseCode: 403, code: 'foreign_origin' })
  })
})

describe('bad input', () => {
  const refused = async (payload: object, expected: object) => {
    const before = await countRequests()
    const reply = await app.raw('lakeside', { method: 'POST', url: createRequest.path, payload })
    expect(reply.json()).toMatchObject(expected)
    expect(await countRequests()).toBe(before)
  }

  test('4,000 identifiers are accepted, 4,001 are not, whether in a list or in lines', async () => {
    const many = Array.from({ length: 4001 }, (_, n) => isbn13(n))
    const tooMany = { responseCode: 400, messages: ['Parsing failed as the file is too big'] }
    await refused({ identities: many }, tooMany)
    await refused({ identities: many.join('\n') }, tooMany)
    await refused({ identities: '1'.repeat(8002).split('').join(',') }, tooMany)
    expect((await request(many.slice(0, 4000))).unmatchedRecords.split(',')).toHaveLength(4000)
  })

  test('one line of two million characters, and an identifier of 513', async () => {
    await refused({ identities: '9'.repeat(2_000_000) }, { responseCode: 400, messages: ['Parsing failed'] })
    await refused({ identities: ['9'.repeat(513)] }, { responseCode: 400, messages: ['Parsing failed'] })
    await refused({ identities: '9'.repeat(3_000_000) }, { responseCode: 413 })
    expect((await request(['9'.repeat(512)])).unmatchedRecords).toBe('9'.repeat(512))
  })

  test.each([
    [{ identities: [] }],
    [{ identities: ' ,\n\t' }],
    [{ identities: '\uFEFF' }],
    [{ identities: { length: 1 } }],
    [{ identities: [1] }],
    [{ identities: [['9780141365428']] }],
    [{ identities: null }],
    [{}],
    [{ bodybuilderquery: '', identities: '' }],
    [{ bodybuilderquery: { query: { script: {} } } }],
    [{ bodybuilderquery: { size: 4001 } }],
    [{ identities: ['1'], userId: 'demo-hillview-librarian' }],
    [{ identities: ['1'], requestName: 'x'.repeat(201) }],
    [{ identities: ['1'], requestName: ['a'] }],
    [{ identities: ['1'], bodybuilderquery: '{ not json' }],
    [{ identities: ['1'], bodybuilderquery: { query: { script: {} } } }],
    [{ identities: ['1'], bodybuilderquery: { size: 1e9 } }],
    [{ identities: ['1'], bodybuilderquery: ['x'] }],
  ])('%j is refused', async (payload) => {
    await refused(payload, { responseCode: 400 })
  })

  test('a byte order mark, quotes and control characters make a clean list', async () => {
    const made = await request(['\uFEFF9780141365428', '"9780261103344"', 'no\u0007where'])
    expect(made.matchedRecords).toBe('1000001,1000002')
    expect(made.unmatchedRecords).toBe('no\uFFFDwhere')
  })

  test('names of built-in object members are plain words', async () => {
    const made = await request(['__proto__', 'constructor', 'toString', '9780141365428'])
    expect(made.matchedRecords).toBe('1000001')
    expect(made.unmatchedRecords).toBe('__proto__,constructor,toString')
    expect(made.unmatchedReasons).toMatchObject({ toString: 'not_an_identifier', constructor: 'not_an_identifier' })
  })

  test.each(['x', '', '../x', "' or 1=1 --", '__proto__', '00000000-0000-4000-8000-000000000000', 'é'.repeat(5000)])(
    'the request id %j is unknown',
    async (requestId) => {
      for (const api of [requestDetails, requestStatus])
        await expect(app.as('lakeside')(api, { requestId })).rejects.toMatchObject({ status: 404 })
      expect((await download(requestId)).statusCode).toBe(404)
    },
  )

  test('a repeated or missing request id is refused', async () => {
    for (const query of ['', '?requestId=a&requestId=b'])
      expect((await app.raw('lakeside', { url: `/rest/mydownload/download${query}` })).statusCode).toBe(400)
  })
})

const countRequests = async () =>
  Number(
    (
      await app.db
        .selectFrom('downloadRequest')
        .select((by) => by.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

vi.setConfig({ testTimeout: 30_000 })
