import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'
import { pinLockMinutes, pinMailsADay, pinTries } from '../rules.ts'

type Part = Pick<App, 'db' | 'env'>

const footnote = 'You get this mail because you are the primary contact of your organisation.'

export async function newPinMail(
  app: Part,
  { customerId, userId, pin }: { customerId: string; userId: string; pin: string },
) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `A new PIN for ${school}`,
    heading: `A new PIN for ${school}`,
    intro: [
      `${person} has asked for it. It opens the contacts and the details of your organisation for changes; the PIN that you had before works no more.`,
      'Give it only to those of your staff who are to change contacts.',
    ],
    facts: [{ label: 'PIN', value: pin }],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote: `${footnote} At most ${pinMailsADay} PINs a day are mailed.`,
    providerName: app.env.providerName,
  })
}

export async function pinLockedMail(app: Part, customerId: string, userId: string) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `The PIN of ${school} is locked`,
    heading: `The PIN of ${school} is locked`,
    intro: [
      `A wrong PIN was entered ${pinTries} times, the last time by ${person}. For ${pinLockMinutes} minutes no PIN is looked at. Nothing has been changed.`,
      'If nobody of your staff has tried, have a new PIN mailed to you: then nobody knows it but you.',
    ],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote,
    providerName: app.env.providerName,
  })
}

/** What somebody else has made of the contacts, line by line. */
export async function contactsChangedMail(app: Part, customerId: string, userId: string, what: string[]) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `The contacts of ${school} were changed`,
    heading: `The contacts of ${school} were changed`,
    intro: [`${person} has changed them:`, ...what],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote: `${footnote} If this is not right, have a new PIN mailed to you and change them back.`,
    providerName: app.env.providerName,
  })
}

async function namesOf({ db }: Part, customerId: string, userId: string) {
  const customer = await db.selectFrom('customer').select('name').where('id', '=', customerId).executeTakeFirstOrThrow()
  const user = await db
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'username'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const name = `${user.firstName} ${user.lastName}`.trim()
  return { school: customer.name, person: name ? `${name} (${user.username})` : user.username }
}
