import type { App } from '#app/app.ts'
import { maxWaitMinutes } from '#features/school/z3950/rules.ts'
import { formatWait } from '#kit/format-wait.ts'
import { composeMail } from '#platform/mail/server/mail.ts'
import { pinLockMinutes, pinMailsADay, pinTries } from '../rules.ts'

type Part = Pick<App, 'db' | 'env'>

const footnote = 'You’re receiving this email because you are your organisation’s primary contact.'

export async function newPinMail(
  app: Part,
  { customerId, userId, pin, replaces }: { customerId: string; userId: string; pin: string; replaces: boolean },
) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `New PIN for ${school}`,
    heading: `New PIN for ${school}`,
    intro: [
      `${person} requested this PIN. It unlocks your organisation’s contacts and details. Your previous PIN ${replaces ? 'no longer works' : 'works until this one is used'}.`,
      'Only give it to staff who need to change contacts.',
    ],
    facts: [{ label: 'PIN', value: pin }],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote: `${footnote} Each day we email at most ${pinMailsADay} PINs that you request, and ${pinMailsADay} that others request.`,
    providerName: app.env.providerName,
  })
}

export async function pinLockedMail(app: Part, customerId: string, userId: string) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `Incorrect PINs at ${school}`,
    heading: `Incorrect PINs at ${school}`,
    intro: [
      `${person} entered an incorrect PIN ${pinTries} times and can’t try again for at least ${pinLockMinutes} minutes. You and others still can. Nothing was changed.`,
      'If you weren’t expecting this, request a new PIN. We’ll email it to you only.',
    ],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote,
    providerName: app.env.providerName,
  })
}

/** Lists someone else's changes of the contacts, line by line. */
export async function contactsChangedMail(app: Part, customerId: string, userId: string, what: string[]) {
  const { school, person } = await namesOf(app, customerId, userId)
  return composeMail({
    subject: `Contacts changed at ${school}`,
    heading: `Contacts changed at ${school}`,
    intro: [`${person} made these changes:`, ...what],
    link: { label: 'Contacts', href: `${app.env.publicUrl}/myContacts` },
    footnote: `${footnote} If this is wrong, request a new PIN and change them back.`,
    providerName: app.env.providerName,
  })
}

const secretNews: Record<Secret['what'], (name: string) => string> = {
  z3950Password: () =>
    `created a new Z39.50 password. It takes effect within ${formatWait(maxWaitMinutes * 60)}; until then the previous one works. Your library systems need the new one.`,
  keyMade: (name) => `created the access key “${name}”.`,
  keyRenewed: (name) => `renewed the access key “${name}”. The previous key no longer works.`,
  keyWithdrawn: (name) => `withdrew the access key “${name}”. Programs that use it can no longer sign in.`,
}

/** Credentials of the school's programs. `name`: of an access key. */
export type Secret = { what: 'z3950Password' | 'keyMade' | 'keyRenewed' | 'keyWithdrawn'; name?: string }

export async function secretChangedMail(app: Part, customerId: string, userId: string, { what, name = '' }: Secret) {
  const { school, person } = await namesOf(app, customerId, userId)
  const subject = `${what === 'z3950Password' ? 'Z39.50 password' : 'Access keys'} changed at ${school}`
  return composeMail({
    subject,
    heading: subject,
    intro: [`${person} ${secretNews[what](name)}`, 'If you weren’t expecting this, please contact us.'],
    link: { label: 'Settings', href: `${app.env.publicUrl}/mySettings` },
    footnote,
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
