import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { loggedError, reasonOf } from './logged-error.ts'

test('an error keeps its kind, location and causes, and none of its values', () => {
  const cause = Object.assign(new Error('duplicate key value violates unique constraint "app_user_pkey"'), {
    code: '23505',
    table: 'app_user',
    detail: 'Key (email)=(secret@school.example) already exists.',
    query: 'insert into app_user values ($1)',
    params: ['secret'],
  })
  const logged = loggedError(new TypeError('cannot be saved', { cause }))
  expect(logged).toMatchObject({
    type: 'TypeError',
    message: 'cannot be saved',
    stack: expect.stringContaining('logged-error.test.ts'),
    cause: {
      code: '23505',
      table: 'app_user',
      message: 'duplicate key value violates unique constraint "app_user_pkey"',
    },
  })
  expect(JSON.stringify(logged)).not.toMatch(/secret|insert into/)
})

test.each([
  [Object.assign(new Error('invalid input syntax for type uuid: "secret"'), { code: '22P02' })],
  [new SyntaxError(`Unexpected token 's', "{"a":secret}" is not valid JSON`)],
  [new Error('550 5.1.1 <secret@school.example>: Recipient address rejected')],
  [new Error('request to https://name:secret@search.example/_search?q=secret failed')],
  [
    Object.assign(new Error('parsing_exception: [parsing_exception] Reason: unknown query [secret]'), {
      name: 'ResponseError',
    }),
  ],
  ['secret=secret@school.example'],
])('%s loses its quoted values', (error) => {
  expect(reasonOf(error)).not.toContain('secret')
  expect(JSON.stringify(loggedError(error))).not.toContain('secret')
})

test('an error that is its own cause terminates', () => {
  const error: Error & { errors?: unknown[] } = new Error('round')
  error.cause = error
  error.errors = [error]
  expect(JSON.stringify(loggedError(error)).length).toBeLessThan(100_000)
})

test('a frame in a bundle names its source', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bundle-'))
  const bundle = join(folder, 'dist/server/1/app.start.js')
  mkdirSync(join(bundle, '..'), { recursive: true })
  const map = { version: 3, names: [], sources: ['../../../../app/server.ts'], mappings: ';AAEI' }
  writeFileSync(`${bundle}.map`, JSON.stringify(map))
  const error = new Error('broken')
  const frames = ['app.start', 'other'].map(
    (name) => `    at open (${pathToFileURL(bundle).href.replace('app.start', name)}:2:1)`,
  )
  error.stack = ['Error: broken', ...frames].join('\n')
  expect(loggedError(error)).toMatchObject({
    stack: `    at open (app/server.ts:3:5)\n${frames[1]}`,
  })
  rmSync(folder, { recursive: true })
})
