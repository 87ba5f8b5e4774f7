import type { App, Db } from '#app/app.ts'
import { recordAddress } from '#features/catalogue/server/catalogue.ts'
import type { Input } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { counted } from '#kit/wording.ts'
import { printedIssn } from '#marc/isbn.ts'
import { composeMail, enqueueMail, type MailRecord, readAddress } from '#platform/mail/server/mail.ts'
import { type FolderItem, folderProblem, type foldersApi } from '../contract.ts'
import { leftOut, recordsOf } from './folder-records.ts'
import { readBibIds } from './read-items.ts'

/** Mails the catalogue's own records: the page's input supplies only the record ids and their order. */
export async function emailFolder(
  app: Pick<App, 'db' | 'queue' | 'clock' | 'catalogue' | 'env'>,
  caller: SchoolCaller,
  { emailId, searchFolderJson }: Input<typeof foldersApi.emailFolder>,
): Promise<{ messages: string[] }> {
  const { publicUrl, providerName } = app.env
  const to = readAddress(emailId)
  const requested = readBibIds(searchFolderJson)
  const items = await recordsOf(app, requested)
  if (items.length === 0) throw folderProblem('nothing_to_email')
  const count = counted(items.length, 'record')
  const sender = await senderOf(app.db, caller.userId)
  const mail = composeMail({
    subject: `${count} from the ${providerName} catalogue`,
    heading: `List of ${count}`,
    intro: [`${sender} sent you these records from the ${providerName} catalogue.`],
    records: items.map((item) => inMail(item, publicUrl)),
    providerName,
  })
  await enqueueMail(app, { ...mail, to, byUserId: caller.userId })
  return { messages: ['Email Notification sent to queue', ...leftOut(requested.length - items.length)] }
}

async function senderOf(db: Db, userId: string) {
  const { firstName, lastName, name } = await db
    .selectFrom('appUser')
    .innerJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(['firstName', 'lastName', 'name'])
    .executeTakeFirstOrThrow()
  return `${firstName} ${lastName} at ${name}`.trim()
}

const inMail = (item: FolderItem, publicUrl: string): MailRecord => ({
  title: item.itemTitle || `Record ${item.bibId}`,
  inScript: item.inScript ?? [],
  detail: [
    item.itemContributor,
    item.dateIssuedMarc,
    ...item.isbn.map((isbn) => `ISBN ${isbn}`),
    ...item.issn.map((issn) => `ISSN ${printedIssn(issn)}`),
    ...item.otherIdentifier,
  ]
    .filter((part) => part !== '')
    .join(' · '),
  href: recordAddress(item.bibId, publicUrl),
})
