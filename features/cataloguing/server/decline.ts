import type { App } from '#app/app.ts'
import { leaveMail } from '#features/mail/server/mail.ts'
import type { Input, Reply } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainText } from '#kit/server/plain-text.ts'
import type { cataloguingApi } from '../contract.ts'
import { answerItems } from './answer-items.ts'
import { declinedMail } from './desk-mails.ts'
import { holdOpenItems } from './hold-items.ts'
import { peopleToTell } from './people-to-tell.ts'

/** Answers items with a reason, once. */
export async function declineItems(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: Caller,
  { itemIds, reason }: Input<typeof cataloguingApi.declineItems>,
): Promise<Reply<typeof cataloguingApi.declineItems>> {
  const declineReason = plainText(reason)
  return app.db.transaction().execute(async (within) => {
    const items = await holdOpenItems(within, itemIds)
    const response = await answerItems(within, { caller, now: app.clock() }, items, {
      status: 'DECLINED',
      declineReason,
    })
    for (const { person, items: theirs } of await peopleToTell(within, items))
      if (person.to !== undefined)
        await leaveMail(app, { to: person.to, ...declinedMail(app.env, theirs, declineReason) }, within)
    return { response: { items: response } }
  })
}
