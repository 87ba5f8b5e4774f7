import { randomUUID } from 'node:crypto'
import type { App, Db } from '#app/app.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { checkLink, type DeadLink, issueLink, type Link, takeLink } from '#platform/links/server/links.ts'
import { consentProblem, type Policy } from '../contract.ts'

type Part = Pick<App, 'db' | 'clock'>

/** The recipient of a consent link, as far as known. */
export type Addressee = { customerId?: string | null; userId?: string | null; name?: string; email?: string }

/** Makes a one-time link to the privacy policy's form. `address` is the page that it opens. */
export async function issueConsentLink(
  { db, clock, env }: Part & Pick<App, 'env'>,
  addressee: Addressee,
  {
    linkDays = 90,
    createdBy = null,
    uuid = randomUUID(),
  }: { linkDays?: number; createdBy?: string | null; uuid?: string } = {},
): Promise<{ id: string; token: string; address: string }> {
  const { customerId = null, userId = null, name, email } = addressee
  const issued = await issueLink(
    { db, clock },
    {
      purpose: 'privacy-consent',
      seconds: linkDays * 86_400,
      customerId,
      userId,
      data: { ...(name ? { name } : {}), ...(email ? { email } : {}) },
      createdBy,
      token: uuid,
    },
  )
  return { ...issued, address: `${env.publicUrl}/privacy-policy-consent?uuid=${encodeURIComponent(issued.token)}` }
}

/** A used link is not an error: the page shows that it was answered. */
export async function validateConsentLink(
  app: Part & Pick<App, 'env'>,
  uuid: string,
): Promise<{ isUuidConsumed: boolean; policy: Policy | null; addressee: string }> {
  const link = await checkLink(app, 'privacy-consent', uuid)
  if ('dead' in link && link.dead === 'used') return { isUuidConsumed: true, policy: null, addressee: '' }
  const addressee = await addresseeOf(app.db, living(link))
  return { isUuidConsumed: false, policy: policies[0], addressee: addressee.name }
}

type Answer = { uuid: string; hasConsented: boolean; hasAccepted: boolean; policyVersion?: string | undefined }

/** Stores the answer with the policy version it refers to. Only the first answer by a link counts. */
export async function updateConsent({ db, clock }: Part, answer: Answer): Promise<void> {
  const now = clock()
  const { uuid, hasConsented, hasAccepted } = answer
  const { version } = policies[0]
  await db.transaction().execute(async (tx) => {
    const link = living(await takeLink(tx, { purpose: 'privacy-consent', token: uuid, now }))
    if (answer.policyVersion !== undefined && answer.policyVersion !== version) throw consentProblem('policy_changed')
    const { email, name } = await addresseeOf(tx, link)
    const { id: linkId, customerId, userId } = link
    await tx
      .insertInto('consentRecord')
      .values({
        id: randomUUID(),
        linkId,
        customerId,
        userId,
        email,
        policyVersion: version,
        hasConsented,
        hasAccepted,
        answeredAt: now,
      })
      .execute()
    await recordAudit(tx, {
      now,
      customerId,
      userId,
      action: 'privacy_policy_answered',
      subject: name || email,
      after: { policyVersion: version, hasConsented, hasAccepted },
    })
    if (customerId && email) await followWish(tx, { customerId, email, hasConsented })
  })
}

/** Turns news on or off for the organisation's contact with this address. */
const followWish = (tx: Db, wish: { customerId: string; email: string; hasConsented: boolean }) =>
  tx
    .updateTable('contact')
    .set({ marketingMaterial: wish.hasConsented })
    .where('customerId', '=', wish.customerId)
    .where(({ fn }) => fn('lower', ['email']), '=', wish.email.toLowerCase())
    .execute()

function living(link: Link | DeadLink): Link {
  if (!('dead' in link)) return link
  throw consentProblem(
    link.dead === 'used' ? 'consent_submitted' : link.dead === 'expired' ? 'link_expired' : 'link_unknown',
  )
}

/** The link's own data first, else the account's current data. */
async function addresseeOf(db: Db, { userId, customerId, data }: Link): Promise<{ name: string; email: string }> {
  const given = { name: textOf(data.name), email: textOf(data.email) }
  if (userId !== null) {
    const user = await db
      .selectFrom('appUser')
      .where('id', '=', userId)
      .select(['firstName', 'lastName', 'email'])
      .executeTakeFirstOrThrow()
    return { name: given.name || `${user.firstName} ${user.lastName}`.trim(), email: given.email || user.email }
  }
  if (customerId === null || given.name) return given
  const { name } = await db.selectFrom('customer').where('id', '=', customerId).select('name').executeTakeFirstOrThrow()
  return { ...given, name }
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : '')

/**
 * Every version of the policy that was ever published, newest first. Consent records name a version, so never edit a
 * published text: add a new version.
 */
export const policies: [Policy, ...Policy[]] = [
  {
    version: '2026-11',
    effectiveDate: '2026-11-01',
    sections: [
      {
        heading: 'What we keep',
        paragraphs: [
          'Your name, your work e-mail address, your role at your school or organisation, and the searches, folders and downloads that you save.',
          'Of students we keep a name, an e-mail address and, where it was given, a gender, and nothing that they search for.',
        ],
      },
      {
        heading: 'What we use it for',
        paragraphs: [
          'To let you sign in, to deliver what your organisation subscribes to, to answer your questions, and to send invoices and notices about the service.',
          'We count how the service is used. The figures name nobody.',
        ],
      },
      {
        heading: 'Who sees it',
        paragraphs: [
          'Your colleagues see your name beside what you saved for your organisation. Our customer team sees it when they help you.',
          'We do not sell it. Others handle it only on our behalf, such as the company that sends our mail and the one that takes card payments.',
        ],
      },
      {
        heading: 'How long we keep it',
        paragraphs: [
          'As long as your organisation has an account with us. Invoices and the records behind them are kept for as long as tax law asks for it.',
        ],
      },
      {
        heading: 'What you can ask for',
        paragraphs: [
          'You can ask us for a copy of what we keep about you, and to correct or delete it. You can change your answers below at any time by writing to our customer team.',
        ],
      },
    ],
    consentTo:
      'May we write to you about new services, training and surveys? The service works the same whatever you answer.',
  },
]
