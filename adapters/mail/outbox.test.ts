import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { describeMail, from } from './mail-suite.ts'
import { openOutbox } from './outbox.ts'

const scratch = await mkdtemp(join(tmpdir(), 'outbox-'))
afterAll(() => rm(scratch, { recursive: true, force: true }))
const folder = () => mkdtemp(join(scratch, 'outbox-'))
const letter = { id: 'a', to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' }

describeMail('mails in a folder', async () => {
  const mail = openOutbox(join(await folder(), 'outbox'), from)
  const arrived = async () =>
    Promise.all((await mail.outbox.list(100)).map(async ({ id }) => (await mail.outbox.read(id))!))
  return { mail, arrived }
})

test('an email handed over again stays one unchanged file, and no temporary file is left', async () => {
  const root = await folder()
  const mail = openOutbox(root, from)
  await mail.send(letter)
  const before = await readFile(join(root, 'a.eml'))
  await mail.send({ ...letter, text: 'Other' })
  expect(await readFile(join(root, 'a.eml'))).toEqual(before)
  expect((await readdir(root, { recursive: true })).sort()).toEqual(['a.eml', 'aside'])
})

test('the newest mails are listed first, up to the requested number', async () => {
  const root = await folder()
  const { send, outbox } = openOutbox(root, from)
  expect(await outbox.list(10)).toEqual([])
  for (const [at, id] of ['old', 'older', 'new'].entries()) {
    await send({ ...letter, id })
    await utimes(join(root, `${id}.eml`), [2000, 1000, 3000][at]!, [2000, 1000, 3000][at]!)
  }
  expect((await outbox.list(2)).map(({ id }) => id)).toEqual(['new', 'old'])
})

test.each(['../x', '/etc/passwd', 'a/b', '', 'a\0b', '.hidden'])('%j names no mail', async (id) => {
  const { send, outbox } = openOutbox(await folder(), from)
  expect(await outbox.read(id)).toBeNull()
  await expect(send({ ...letter, id })).rejects.toThrow('Not an email')
})
