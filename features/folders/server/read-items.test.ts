import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestApp, testApp } from '#app/testing.ts'
import { Problem } from '#kit/problem.ts'
import { foldersApi } from '../contract.ts'
import { readBibIds } from './read-items.ts'
import { books, items } from './testing.ts'

const { saveFolder, emailFolder, downloadTemporaryFolder, listFolders, updateFolder } = foldersApi
let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
  await app.catalogue.write(books)
})
afterAll(() => app.close())

const deep = (levels: number) => `[{"bibId":"1000001","x":${'['.repeat(levels)}${']'.repeat(levels)}}]`
const unreadable: [reason: string, sent: unknown][] = [
  ['It is not valid JSON.', ''],
  ['It is not valid JSON.', 'not json'],
  ['It is not valid JSON.', '[{"bibId":"1000001"}'],
  ['It is not valid JSON.', '\uFEFF[]'],
  ['It is not valid JSON.', '[{"bibId":"1\u0007"}]'],
  ['It must be a JSON list.', 'null'],
  ['It must be a JSON list.', '7'],
  ['It must be a JSON list.', '{"bibId":"1000001"}'],
  ['Item 1 has no bibId.', '["1000001"]'],
  ['Item 2 has no bibId.', [{ bibId: '1000001' }, {}]],
  ['Item 1 has no bibId.', [{ bibId: 1000001 }]],
  ['Item 1 has no bibId.', [{ bibId: '' }]],
  ['Item 1 has no bibId.', [{ bibId: ['1000001'] }]],
  ['Item 1 has no bibId.', [null]],
  ['Item 1 has no bibId.', [['1000001']]],
  ['The bibId of item 1 is too long.', [{ bibId: 'x'.repeat(513) }]],
  ['It contains a NUL character.', '[{"bibId":"1\\u0000"}]'],
  ['It contains half a character (a lone surrogate).', '[{"bibId":"\\ud800"}]'],
  ['It contains half a character (a lone surrogate).', '[{"bibId":"1000001","\\udc00":1}]'],
  ['It cannot have a member “__proto__”.', '[{"bibId":"1000001","__proto__":{"bibId":"2"}}]'],
  ['It cannot have a member “__proto__”.', '[{"__proto__":{"bibId":"1000001"}}]'],
  ['It is nested too deeply.', deep(100_000)],
  ['It is not valid JSON.', '['.repeat(100_000)],
  ['It is nested too deeply.', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
]

describe('an unreadable list is refused with a sentence, and nothing is saved', () => {
  test.each(unreadable)('%s (%#)', async (reason, sent) => {
    const list = sent as string
    const calls = [
      () => app.as('hillview')(saveFolder, { folderName: 'Bad', searchFolderJson: list }),
      () => app.as('hillview')(emailFolder, { emailId: 'reader@school.example', searchFolderJson: list }),
      () => app.as('hillview')(downloadTemporaryFolder, { searchFolderJson: list }),
    ]
    for (const call of calls) {
      await expect(call()).rejects.toMatchObject({
        code: 'unreadable_list',
        status: 400,
        messages: [`We can’t read the list of records. ${reason}`],
      })
    }
    expect((await app.as('hillview')(listFolders, {})).response).toEqual([])
  })

  test.each([{}, 7, null, true, undefined])('%j in place of a list', async (sent) => {
    const attempt = app.as('hillview')(saveFolder, { folderName: 'Bad', searchFolderJson: sent as never })
    await expect(attempt).rejects.toMatchObject({ status: 400, messages: ['We can’t read the list of records.'] })
  })

  test.each(
    [
      ['{"folderName":"Bad","searchFolderJson":[{"bibId":"1000001","__proto__":{"a":1}}]}', 400],
      [`{"folderName":"Bad","searchFolderJson":${deep(100_000)}}`, 400],
      [`{"folderName":"Bad","searchFolderJson":"${'x'.repeat(9_000_000)}"}`, 413],
      [`{"folderName":"Bad","searchFolderJson":[${'1,'.repeat(2_000_000)}1]}`, 400],
      [`{"folderName":"Bad","searchFolderJson":"[${'1,'.repeat(2_000_000)}1]"}`, 400],
      [`{"folderName":"Bad","searchFolderJson":[{"bibId":"1000001","x":[${'[],'.repeat(1_300_000)}1]}]}`, 400],
    ].map(([payload, status], n) => ({ n, payload: String(payload), status })),
  )('a hostile body ($n) answers $status', async ({ payload, status }) => {
    const reply = await app.raw('hillview', {
      method: 'POST',
      url: '/rest/catalogue/temp/save',
      headers: { 'content-type': 'application/json' },
      payload,
    })
    expect(reply.statusCode).toBe(status)
    expect(reply.json().messages[0].length).toBeLessThan(200)
    expect((await app.as('hillview')(listFolders, {})).response).toEqual([])
  })
})

test('4,000 records are a list, one more is too many', async () => {
  const list = (length: number) => Array.from({ length }, (_, n) => ({ bibId: `9${n}` }))
  const tooMany = { code: 'folder_too_large', status: 400, messages: ['A folder can hold at most 4,000 records.'] }
  expect(readBibIds(list(4000))).toHaveLength(4000)
  for (const sent of [list(4001), JSON.stringify(list(4001))])
    await expect(app.as('hillview')(saveFolder, { folderName: 'Big', searchFolderJson: sent })).rejects.toMatchObject(
      tooMany,
    )
  const { response } = await app.as('hillview')(saveFolder, { folderName: 'Small', searchFolderJson: items('1000001') })
  const update = app.as('hillview')(updateFolder, { folderId: response.id, items: list(4001) })
  await expect(update).rejects.toMatchObject(tooMany)
  await app.db.deleteFrom('savedFolder').execute()
})

test('any input gives ids, each once, or a refusal that names the list', () => {
  const item = fc.oneof(
    fc.record({ bibId: fc.string({ minLength: 1, unit: 'binary' }), itemTitle: fc.string() }),
    fc.record({ bibId: fc.anything() }),
    fc.anything(),
  )
  const sent = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(item),
    fc.json(),
    fc.array(fc.record({ bibId: fc.string({ minLength: 1 }) })).map((list) => JSON.stringify(list)),
    fc.array(fc.jsonValue()).map((list) => JSON.stringify(list)),
  )
  fc.assert(
    fc.property(sent, (list) => {
      try {
        const ids = readBibIds(list as string)
        expect(new Set(ids).size).toBe(ids.length)
        for (const id of ids) expect(id.isWellFormed() && id !== '' && !id.includes('\0')).toBe(true)
        const given = (typeof list === 'string' ? JSON.parse(list) : list) as { bibId: string }[]
        expect(ids).toEqual([...new Set(given.map(({ bibId }) => bibId))])
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        expect(error).toMatchObject({ code: 'unreadable_list', status: 400 })
        expect(error.messages[0].length).toBeLessThan(200)
      }
    }),
    { numRuns: 1000 },
  )
})
