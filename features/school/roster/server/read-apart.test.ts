import { zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { openRosterThread, readRosterApart } from './read-apart.ts'

const today = '2026-11-26'
const users = (rows: string) => ({
  name: 'users.csv',
  bytes: Buffer.from(
    `sourcedId,status,enabledUser,givenName,familyName,role,orgSourcedIds,username,email,grades\n${rows}`,
  ),
})
const one = users('1,,true,Zuri,Okafor,student,s1,zuri,zuri@school.example,7')

test('a roster is read in its thread, and an unreadable one refused with the same sentences', async () => {
  const { people } = await readRosterApart('a', [one], today)
  expect(people).toMatchObject([{ firstName: 'Zuri', email: 'zuri@school.example' }])
  const empty = { name: 'users.csv', bytes: Buffer.alloc(0) }
  await expect(readRosterApart('a', [empty], today)).rejects.toMatchObject({
    code: 'roster_unreadable',
    messages: ['users.csv is empty.'],
  })
})

test('a second file of the same school is refused while one is read; another school’s is not', async () => {
  const first = readRosterApart('a', [one], today)
  await expect(readRosterApart('a', [one], today)).rejects.toMatchObject({ status: 409, code: 'roster_busy' })
  expect((await readRosterApart('b', [one], today)).people).toHaveLength(1)
  expect((await first).people).toHaveLength(1)
  expect((await readRosterApart('a', [one], today)).people).toHaveLength(1)
})

test('a file that takes too long or too much memory is refused, and the next one is read', async () => {
  const large = { name: 'all.zip', bytes: zipSync({ 'users.csv': Buffer.from('"'.repeat(20_000_000)) }) }
  const refused = { code: 'roster_unreadable', messages: ['The files are too big to be a roster.'] }
  for (const thread of [openRosterThread(0), openRosterThread(60_000, 8)]) {
    await expect(readRosterApart('a', [large], today, thread)).rejects.toMatchObject(refused)
    expect((await readRosterApart('a', [one], today)).people).toHaveLength(1)
  }
})
