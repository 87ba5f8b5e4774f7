import { sql } from 'kysely'
import type { TestApp } from '#app/testing.ts'

/** The mails queued for an address, newest last, each with its link's one-time code. */
export async function mailsTo(app: Pick<TestApp, 'db'>, recipient: string) {
  const mails = await app.db
    .selectFrom('outgoingMail')
    .where('recipient', '=', recipient)
    .select(['subject', 'bodyText', 'bodyHtml', 'secret'])
    .orderBy('createdAt')
    // The clock of a test may not move between two mails.
    .orderBy(sql`xmin::text::bigint`)
    .execute()
  return mails.map(({ subject, bodyText, bodyHtml, secret }) => ({
    subject,
    secret,
    text: bodyText!,
    html: bodyHtml!,
    link: bodyText!.match(/https?:\S+/)?.[0],
    guid: bodyText!.match(/guid=([\w-]+)/)?.[1] ?? '',
  }))
}
