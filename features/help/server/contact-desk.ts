import type { App } from '#app/app.ts'
import type { Caller } from '#kit/server/caller.ts'
import { requireHuman } from '#platform/human-check/server/human-check.ts'
import { composeMail, enqueueMail, readAddress } from '#platform/mail/server/mail.ts'
import { type ContactMessage, helpProblem } from '../contract.ts'

type Needs = Pick<App, 'db' | 'clock' | 'queue' | 'env' | 'humanCheck' | 'log'>
type Sender = { name: string; address: string; school: string; userId?: string }

/** Emails the message to the customer team; an answer to it goes to the sender. */
export async function contactDesk(
  app: Needs,
  caller: Caller | null,
  message: ContactMessage,
): Promise<{ replyTo: string }> {
  const sender = caller ? await accountOf(app, caller) : visitorOf(message)
  if (!caller) await requireHuman(app, message.recaptcha_token, 'contact')
  const { env } = app
  await enqueueMail(app, {
    to: env.supportEmail,
    toProvider: true,
    replyTo: sender.address,
    ...(sender.userId === undefined ? {} : { byUserId: sender.userId }),
    ...composeMail({ ...contentOf(sender, message, env.publicUrl), providerName: env.providerName }),
  })
  return { replyTo: sender.address }
}

function contentOf({ name, address, school }: Sender, message: ContactMessage, publicUrl: string) {
  const { requestNumber } = message
  const page = plainPage(message.page)
  const facts = { From: name, Email: address, School: school, 'Request number': requestNumber, Page: page }
  const about = requestNumber && ` about ${requestNumber}`
  return {
    subject: `Message from ${school || name || address}${about}`,
    heading: 'Message from the contact form',
    intro: message.message.split(/\n{2,}/),
    facts: Object.entries(facts)
      .filter(([, value]) => value !== '')
      .map(([label, value]) => ({ label, value })),
    ...(page === '' ? {} : { link: { label: 'Open the page', href: publicUrl + page } }),
    footnote: 'Reply to this email to answer its sender.',
  }
}

/** A path of ours. Its query is dropped, because links with secrets have theirs there; a search's is the search. */
function plainPage(page: string): string {
  if (!/^\/(?![/\\])[^\s\\]*$/.test(page)) return ''
  const { pathname, search } = new URL(page, 'http://portal.invalid')
  return pathname.startsWith('/discover/') ? pathname + search : pathname
}

async function accountOf({ db }: Needs, { userId }: Caller): Promise<Sender> {
  const { firstName, lastName, email, school, customerNo } = await db
    .selectFrom('appUser')
    .leftJoin('customer', 'customer.id', 'appUser.customerId')
    .where('appUser.id', '=', userId)
    .select(['firstName', 'lastName', 'email', 'customer.name as school', 'customerNo'])
    .executeTakeFirstOrThrow()
  return {
    name: `${firstName} ${lastName}`.trim(),
    address: readAddress(email),
    school: school ? `${school} (${customerNo})` : '',
    userId,
  }
}

function visitorOf({ name, emailId }: ContactMessage): Sender {
  if (emailId.trim() === '')
    throw helpProblem('no_address', { errors: { emailId: ['Please enter your email address.'] } })
  return { name, address: readAddress(emailId), school: '' }
}
