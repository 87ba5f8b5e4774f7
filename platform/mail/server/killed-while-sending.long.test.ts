import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { placeDatabase } from '#adapters/database/folder-testing.ts'
import { readEnv } from '#app/env.ts'
import { jobs } from '#app/jobs.ts'
import { wire } from '#app/wire.ts'

const root = join(import.meta.dirname, '../../..')

test.each(['before', 'after'])(
  'a mail whose process is killed %s it was handed over exists once',
  async (moment) => {
    const folder = mkdtempSync(join(tmpdir(), 'killed-'))
    placeDatabase(folder)
    const child = spawn(process.execPath, ['--input-type=module', '-e', program(folder, moment)], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      await line(child.stdout, 'sending')
    } finally {
      child.kill('SIGKILL')
    }
    await once(child, 'exit')

    const app = await wire(readEnv({ DATA_DIR: folder, LOG_LEVEL: 'silent' }))
    const mail = () => app.db.selectFrom('outgoingMail').select(['id', 'state']).executeTakeFirstOrThrow()
    expect((await mail()).state).toBe('WAITING')
    await app.queue.work(app, jobs)
    await expect.poll(async () => (await mail()).state, { timeout: 20_000 }).toBe('SENT')
    const files = readdirSync(join(folder, 'outbox')).filter((name) => name.endsWith('.eml'))
    expect(files).toEqual([`${(await mail()).id}.eml`])
    await app.close()
    rmSync(folder, { recursive: true })
  },
  90_000,
)

/** The real program with an email transport that hangs. */
const program = (folder: string, moment: string) => `
  import { readEnv } from '#app/env.ts'
  import { jobs } from '#app/jobs.ts'
  import { wire } from '#app/wire.ts'
  import { enqueueMail } from '#platform/mail/server/mail.ts'
  const app = await wire(readEnv({ DATA_DIR: ${JSON.stringify(folder)}, LOG_LEVEL: 'error' }))
  const { send } = app.mail
  app.mail.send = async (mail) => {
    if (${JSON.stringify(moment)} === 'after') await send(mail)
    console.log('sending')
    await new Promise(() => setInterval(() => {}, 1000))
  }
  await app.queue.work(app, jobs)
  await enqueueMail(app, { to: 'reader@school.example', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' })`

async function line(output: NodeJS.ReadableStream, text: string) {
  for await (const data of output) if (String(data).includes(text)) return
  throw new Error(`The process ended without saying “${text}”.`)
}
