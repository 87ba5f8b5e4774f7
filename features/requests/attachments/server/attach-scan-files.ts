import type { App, Db } from '#app/app.ts'
import type { RawReply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { requestProblem } from '../../contract.ts'
import { mostHeldFiles } from '../../rules.ts'
import type { attachmentsApi } from '../contract.ts'
import { holdPicture } from './attach-hold.ts'
import { type Examined, examine, type Sent } from './attach-scan.ts'
import { shown } from './attachments.ts'

type Needs = Pick<App, 'env' | 'db' | 'files' | 'clock' | 'virusScan' | 'log'>

/**
 * All are examined before any is held: a refused call leaves nothing behind. A virus is told in any case, with what else
 * was refused beside it.
 */
export async function scanFiles(
  app: Needs,
  caller: SchoolCaller,
  files: readonly Sent[],
): Promise<RawReply<typeof attachmentsApi.scanFiles>> {
  await refuseBeyondLimit(app.db, caller.customerId, files.length)
  const examined: Examined[] = []
  for (const file of files) examined.push(await examine(app, file))
  const refused = examined.flatMap((each) => ('refused' in each ? [each.refused] : []))
  const viruses = examined.flatMap((each) => ('virus' in each ? [each.virus] : []))
  if (refused.length > 0 && viruses.length === 0)
    throw requestProblem('bad_files', { messages: refused, errors: { files: refused } })
  const replies = []
  for (const [position, { filename, caption }] of files.entries()) {
    const found = examined[position]!
    if ('virus' in found) replies.push({ filename, accepted: false, reason: found.virus })
    else if ('refused' in found) replies.push({ filename, accepted: false, reason: found.refused })
    else {
      const held = await holdPicture(app, caller, { filename, caption, picture: found.picture })
      replies.push({ filename, accepted: true, file: shown(held) })
    }
  }
  return {
    ...(viruses.length > 0 ? { responseCode: 4003 as const, messages: [...viruses, ...refused] } : {}),
    response: { files: replies },
  }
}

/** What no item has yet is kept for a week: nobody fills the disk with it. */
async function refuseBeyondLimit(db: Db, customerId: string, more: number) {
  const { held } = await db
    .selectFrom('catalogueAttachment')
    .select(({ fn }) => fn.countAll<string>().as('held'))
    .where('customerId', '=', customerId)
    .where('itemId', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(held) + more > mostHeldFiles) throw requestProblem('too_many_held')
}
