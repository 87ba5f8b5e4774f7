import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, MailPort, Outbox } from '#platform/mail/server/mail-port.ts'
import { messageOf, type Sender } from './message.ts'

const idForm = /^[A-Za-z0-9-]{1,100}$/

/** Mails stay in a local folder, each a file named by its id, written to a temporary name, flushed and renamed. */
export function openOutbox(folder: string, from: Sender): MailPort & { outbox: Outbox } {
  const fileOf = (id: string) => {
    if (!idForm.test(id)) throw new Error(`Not an email’s id: ${JSON.stringify(id)}`)
    return join(folder, `${id}.eml`)
  }
  return {
    async send(mail: Mail) {
      const file = fileOf(mail.id)
      if (await stat(file).catch(absent)) return
      const { createTransport } = await import('nodemailer')
      const writing = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
      const { message } = await writing.sendMail(messageOf(mail, from))
      const aside = join(folder, 'aside', randomUUID())
      await mkdir(join(folder, 'aside'), { recursive: true })
      try {
        await writeFile(aside, message as Buffer, { flag: 'wx', flush: true })
        await rename(aside, file)
        await flushFolder(folder)
      } finally {
        await rm(aside, { force: true })
      }
    },
    outbox: {
      async list(limit) {
        const names = await readdir(folder).catch((error) => absent(error) ?? [])
        const ids = names.filter((name) => name.endsWith('.eml')).map((name) => name.slice(0, -4))
        const mails = await Promise.all(
          ids
            .filter((id) => idForm.test(id))
            .map(async (id) => ({ id, sentAt: (await stat(fileOf(id)).catch(absent))?.mtime ?? new Date(0) })),
        )
        return mails.sort((a, b) => b.sentAt.getTime() - a.sentAt.getTime()).slice(0, limit)
      },
      read: async (id) => (idForm.test(id) ? readFile(fileOf(id)).catch(absent) : null),
    },
  }
}

function absent(error: NodeJS.ErrnoException) {
  if (error.code === 'ENOENT') return null
  throw error
}

/** A rename is durable only once its folder is flushed. */
async function flushFolder(folder: string) {
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
