import type { App } from '#app/app.ts'
import { composeMail } from '#platform/mail/server/mail.ts'
import { pinLockMinutes, pinMailsADay, pinTries } from '../rules.ts'

type Part = Pick<App, 'db' | 'env'>

const footnote = 'You get this mail because you are the primary contact of your organisation.'

export async function newPinMail(
  app: Part,
  { customerId, userId, pin, replaces }: { customerId: string; userId: string; pin: string; replaces: boolean },
) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `A new PIN for ${school}`,
    heading: `A new PIN for ${school}`,
    intro: [
      `${person} has asked for it. It opens the contacts and the details of your organisation for changes. The PIN that you had before ${replaces ? 'works no more' : 'works until this one is used'}.`,
      'Give it only to those of your staff who are to change contacts.',
    ],
    facts: [{ label: 'PIN', value: pin }],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote: `${footnote} In a day at most ${pinMailsADay} PINs are mailed that you ask for, and ${pinMailsADay} that others ask for.`,
    providerName: app.env.providerName,
  })
}

export async function pinLockedMail(app: Part, customerId: string, userId: string) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `Wrong PINs of ${school}`,
    heading: `Wrong PINs of ${school}`,
    intro: [
      `${person} entered a wrong PIN ${pinTries} times. For at least ${pinLockMinutes} minutes none of theirs is looked at; yours and other people’s still are. Nothing has been changed.`,
      'If they had no reason to, have a new PIN mailed to you: then nobody knows it but you.',
    ],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote,
    providerName: app.env.providerName,
  })
}

/** Lists somebody else's changes of the contacts, line by line. */
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
