import type { App } from '#app/app.ts'
import { leaveMail } from '#features/mail/server/mail.ts'
import { noteEvent } from '#features/requests/server/requests.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { plainText } from '#kit/server/plain-text.ts'
import type { cataloguingApi } from '../contract.ts'
import { messageMail } from './desk-mails.ts'
import { findItems } from './hold-items.ts'
import { noteItems } from './note-items.ts'
import { peopleToTell } from './people-to-tell.ts'

/** Onto the timeline of each request, and by mail to each who asked. */
export async function messageRequester(
  app: Pick<App, 'db' | 'clock' | 'queue' | 'env'>,
  caller: Caller,
  { itemIds, text }: Input<typeof cataloguingApi.messageRequester>,
): Promise<void> {
  const now = app.clock()
  const body = plainText(text)
  await app.db.transaction().execute(async (within) => {
    const items = await findItems(within, itemIds)
    for (const [requestId, ofRequest] of Map.groupBy(items, (item) => item.requestId))
      await noteEvent(within, {
        now,
        requestId,
        itemId: ofRequest.length === 1 ? ofRequest[0]!.id : null,
        userId: caller.userId,
        byDesk: true,
        kind: 'message',
        body,
        data: { itemIds: ofRequest.map(({ id }) => id) },
      })
    await noteItems(
      within,
      { now, userId: caller.userId, action: 'requester_written_to', after: { text: body } },
      items,
    )
    for (const { person, items: theirs } of await peopleToTell(within, items))
      if (person.to !== undefined)
        await leaveMail(app, { to: person.to, ...messageMail(app.env, theirs, body) }, within)
  })
}
