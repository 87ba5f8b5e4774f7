import type { Db } from '#app/app.ts'
import type { MailAttachment } from './mail-port.ts'

export async function keepAttachments(tx: Db, mailId: string, attachments: readonly MailAttachment[]): Promise<void> {
  if (attachments.length === 0) return
  await tx
    .insertInto('outgoingMailAttachment')
    .values(attachments.map((each, index) => ({ mailId, position: index + 1, ...each })))
    .execute()
}

/** Empty once the mail's text was deleted. */
export async function attachmentsOf(db: Db, mailId: string): Promise<MailAttachment[]> {
  const rows = await db
    .selectFrom('outgoingMailAttachment')
    .select(['name', 'type', 'bytes'])
    .where('mailId', '=', mailId)
    .orderBy('position')
    .execute()
  // One database returns a Buffer, the other plain bytes.
  return rows.map(({ name, type, bytes }) => ({ name, type, bytes: Buffer.from(bytes) }))
}

/** Deletes those whose mail is kept without its text. */
export const forgetAttachments = (db: Db) =>
  db
    .deleteFrom('outgoingMailAttachment')
    .where('mailId', 'in', (row) => row.selectFrom('outgoingMail').select('id').where('bodyText', 'is', null))
    .execute()
