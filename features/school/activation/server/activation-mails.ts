import type { App, Db } from '#app/app.ts'
import { newPasswordLink } from '#features/account/server/account.ts'
import { businessDay, type Day, writtenDay } from '#kit/day.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import { type ActivationKind, activationKinds } from '../rules.ts'

type Part = Pick<App, 'clock' | 'env' | 'queue' | 'db'>

/** Days to choose the first password. */
const passwordDays = 7

type Begun = {
  organisation: string
  productName: string
  newOrganisation: boolean
  startsOn: Day
  endsOn: Day
  customerId: string
  newUserId: string | undefined
}

/**
 * Tells the primary contact that the subscription started, and a new one how to sign in. Returns the masked address.
 */
export async function mailActivated(app: Part, tx: Db, begun: Begun): Promise<string> {
  const to = await primaryAddress(tx, begun.customerId)
  if (to === undefined) return ''
  const { organisation, productName, startsOn, endsOn, newUserId } = begun
  const { publicUrl, providerName } = app.env
  const waits = startsOn > businessDay(app.clock)
  const content = composeMail({
    subject: `${productName}: ${waits ? 'ready' : 'started'}`,
    heading: waits ? `${productName} is ready for ${organisation}` : `${productName} has started for ${organisation}`,
    intro: newUserId ? [`Choose a password to sign in. The link works once, for ${passwordDays} days.`] : [],
    facts: [
      { label: 'From', value: writtenDay(startsOn) },
      { label: 'Until', value: writtenDay(endsOn) },
      ...(newUserId ? [{ label: 'Username', value: to.toLowerCase() }] : []),
    ],
    link: newUserId
      ? { label: 'Choose a password', href: await passwordAddress(app, tx, newUserId) }
      : { label: 'View your subscriptions', href: `${publicUrl}/subscriptions` },
    footnote: 'You’re receiving this email because you are your organisation’s primary contact.',
    providerName,
  })
  await enqueueMail(app, { to, secret: newUserId !== undefined, ...content }, tx)
  return hidden(to)
}

/** Mails the activation link to its recipient. */
export async function mailActivationLink(
  app: Part,
  { kind, to, organisation, address, linkDays }: LinkMail,
  tx?: Db,
): Promise<void> {
  const { productName } = activationKinds[kind]
  const content = composeMail({
    subject: `${productName} for ${organisation}`,
    heading: `${productName} for ${organisation}`,
    intro: [`Open the page and confirm to start. The link works once and expires in ${linkDays} days.`],
    link: { label: 'Go to the page', href: address },
    footnote: 'You’re receiving this email because your organisation requested or was offered this access.',
    providerName: app.env.providerName,
  })
  await enqueueMail(app, { to, secret: true, ...content }, tx)
}

type LinkMail = { kind: ActivationKind; to: string; organisation: string; address: string; linkDays: number }

async function primaryAddress(db: Db, customerId: string) {
  const contact = await db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .select('email')
    .executeTakeFirst()
  return contact?.email
}

async function passwordAddress({ clock, env }: Part, tx: Db, userId: string) {
  const { token } = await newPasswordLink(tx, { now: clock(), seconds: passwordDays * 86_400, userId })
  return `${env.publicUrl}/changePassword?guid=${encodeURIComponent(token)}`
}

/** `l…@hillview.example`: enough to recognise one's own address. */
const hidden = (address: string) => address.replace(/^(.)[^@]*(?=@)/u, '$1…')
