import Fastify from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { openPostgres } from '#adapters/database/postgres.ts'
import { answerProblems } from '../answer-problems.ts'

const answerTo = async (fail: () => Promise<unknown>) => {
  const http = Fastify()
  answerProblems(http)
  http.get('/', fail)
  const { statusCode, headers, ...reply } = await http.inject('/')
  await http.close()
  return { statusCode, retryAfter: headers['retry-after'], body: reply.json() }
}

const away = {
  statusCode: 503,
  retryAfter: '2',
  body: {
    responseCode: 503,
    code: 'unavailable',
    messages: ["We're unable to perform the this operation. Please try again later"],
  },
}

test('a call that needs the database while it is unavailable says so, and when to retry', async () => {
  const database = await openPostgres('postgres://nobody@127.0.0.1:1/nothing', () => {})
  expect(await answerTo(() => sql`select 1`.execute(database.db))).toEqual(away)
  await database.close()
})

test.each([
  ['a server that is being stopped', Object.assign(new pg.DatabaseError('terminating', 0, 'error'), { code: '57P01' })],
  ['a connection that broke', new Error('Connection terminated unexpectedly')],
  ['an answer that does not come', new Error('Query read timeout')],
  ['a statement that took too long', Object.assign(new Error('canceling statement'), { code: '57014' })],
  ['one of two that waited for each other', Object.assign(new Error('deadlock detected'), { code: '40P01' })],
  ['a disk without room', Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })],
  ['a database’s disk without room', Object.assign(new pg.DatabaseError('full', 0, 'error'), { code: '53100' })],
  ['a database that only follows another', Object.assign(new pg.DatabaseError('no', 0, 'error'), { code: '25006' })],
  ['no free connection', new Error('timeout exceeded when trying to connect')],
])('%s counts as unavailable too', async (_, error) => {
  expect(await answerTo(() => Promise.reject(error))).toEqual(away)
})

test('a wrong statement is our own bug', async () => {
  const error = Object.assign(new Error('syntax error'), { code: '42601' })
  expect(await answerTo(() => Promise.reject(error))).toMatchObject({ statusCode: 500, body: { code: 'unexpected' } })
})
