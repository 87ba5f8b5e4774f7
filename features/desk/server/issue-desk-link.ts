import type { App } from '#app/app.ts'
import { issueConsentLink } from '#features/account/consent/server/consent.ts'
import { type deskApi, deskProblem, type Issued } from '#features/desk/contract.ts'
import { hasAccount, issueActivation, mailActivationLink } from '#features/school/activation/server/activation.ts'
import type { Input } from '#kit/contract.ts'
import { dayMs } from '#kit/day.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { accountExists, oneAddress } from './add-person.ts'
import type { Doer } from './change-person.ts'
import { postalAddress } from './organisation.ts'

type Needs = Pick<App, 'db' | 'clock' | 'env' | 'queue'>

/**
 * Issues a one-time link for a trial, complimentary access or a consent: for an existing organisation, or an applicant
 * without an account. Its address is only in the reply, or in the mail if one is requested.
 */
export async function issueDeskLink(
  app: Needs,
  doer: Doer,
  { purpose, customerId, applicant, linkDays, mail }: Input<typeof deskApi.issueDeskLink>,
): Promise<Issued> {
  const now = app.clock()
  return app.db.transaction().execute(async (tx) => {
    const part = { ...app, db: tx }
    const customer = customerId
      ? await tx.selectFrom('customer').where('id', '=', customerId).select(['id', 'name']).executeTakeFirst()
      : undefined
    if (customerId && !customer) throw deskProblem('organisation_not_found')
    if (!customer === !applicant) throw deskProblem('for_whom')
    const someone = applicant && {
      ...applicant,
      email: oneAddress(applicant.email),
      address: applicant.address && postalAddress(applicant.address),
    }
    const organisation = customer?.name ?? someone!.organisation
    // It could never begin: opening their account would be refused.
    if (someone && purpose !== 'privacy-consent' && (await hasAccount(tx, someone.email))) throw accountExists()
    const to = someone?.email ?? (customer ? await primaryAddress(part, customer.id) : undefined)
    const createdBy = doer.userId
    let address: string
    if (purpose === 'privacy-consent') {
      const whom = { customerId: customer?.id ?? null, name: organisation, ...(to ? { email: to } : {}) }
      address = (await issueConsentLink(part, whom, { linkDays, createdBy })).address
    } else {
      const whom = customer ? { customerId: customer.id } : { applicant: someone! }
      address = (await issueActivation(part, { kind: purpose, whom, linkDays, createdBy })).address
    }
    const mails = mail && to !== undefined && purpose !== 'privacy-consent'
    if (mails) await mailActivationLink(app, { kind: purpose, to, organisation, address, linkDays }, tx)
    await recordAudit(tx, {
      now,
      customerId: customer?.id ?? null,
      userId: doer.userId,
      action: 'link_issued',
      subject: `${purpose}, ${organisation}`,
      after: { linkDays },
    })
    const expiresDate = new Date(now.getTime() + linkDays * dayMs).toISOString()
    return { address, expiresDate, mailedTo: mails ? to : '' }
  })
}

async function primaryAddress({ db }: Pick<App, 'db'>, customerId: string) {
  const contact = await db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .select('email')
    .executeTakeFirst()
  return contact?.email
}
