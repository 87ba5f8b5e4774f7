import type { App, Db } from '#app/app.ts'
import { businessDay, dayMs, writtenDay } from '#kit/day.ts'
import { recordAudit } from '#platform/audit/server/audit.ts'
import { composeMail, enqueueMail } from '#platform/mail/server/mail.ts'
import { failingDays } from '../rules.ts'

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env' | 'log'>
type Failing = { webhookId: string; customerId: string; url: string; failingSince: Date | null }
type Attempt = { status: number | null; at: Date }

/** Switches the webhook off if the receiver is gone (410) or has failed for days; the latter is emailed. */
export async function recordFailure(app: Needs, tx: Db, webhook: Failing, { status, at }: Attempt): Promise<void> {
  const { webhookId, customerId, url } = webhook
  const failingSince = webhook.failingSince ?? at
  const tooLong = at.getTime() - failingSince.getTime() >= failingDays * dayMs
  const enabled = status !== 410 && !tooLong
  await tx.updateTable('webhook').set({ failingSince, enabled }).where('id', '=', webhookId).execute()
  if (enabled) return
  const why = status === 410 ? 'gone' : 'failing'
  app.log.warn({ webhookId, why }, 'webhook switched off')
  await recordAudit(tx, {
    ...{ now: at, customerId, userId: null, action: 'webhook_switched_off', subject: url, after: { why } },
  })
  if (why === 'failing') await mailSwitchedOff(app, tx, { customerId, url, failingSince })
}

type Failed = { customerId: string; url: string; failingSince: Date }

/** Emails the school's primary contact, if it has one, that a webhook was turned off. */
async function mailSwitchedOff(app: Needs, tx: Db, { customerId, url, failingSince }: Failed) {
  const contact = await tx
    .selectFrom('appUser')
    .where('customerId', '=', customerId)
    .where('role', '=', 'primary-contact')
    .where('disabledAt', 'is', null)
    .orderBy('id')
    .select('email')
    .executeTakeFirst()
  if (!contact?.email) return
  const mail = composeMail({
    subject: 'We turned off a webhook',
    heading: 'We turned off a webhook',
    intro: [
      'Deliveries to it have failed for days. Once its receiver works again, turn the webhook on in Settings and resend the missed deliveries.',
    ],
    facts: [
      { label: 'Address', value: url },
      { label: 'Failing since', value: writtenDay(businessDay(app.clock, failingSince)) },
    ],
    link: { label: 'View your webhooks', href: `${app.env.publicUrl}/mySettings` },
    footnote: 'You’re receiving this email because you are your organisation’s primary contact.',
    providerName: app.env.providerName,
  })
  await enqueueMail(app, { to: contact.email, ...mail }, tx)
}
