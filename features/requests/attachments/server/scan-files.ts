import type { z } from 'zod'
import type { App, Db } from '#app/app.ts'
import type { RawReply } from '#kit/contract.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { secondsUntil } from '#kit/server/seconds-until.ts'
import { requestProblem, type SentFile } from '../../contract.ts'
import { fileSentences, maxFileBytes, maxHeldFiles, virusFound } from '../../rules.ts'
import type { attachmentsApi } from '../contract.ts'
import { asAttachment } from './attachments.ts'
import { forgottenAt, holdPicture } from './held-pictures.ts'
import { type Picture, reencode, shownName } from './picture.ts'

export type Sent = z.infer<typeof SentFile>
export type Examined = { virus: string } | { refused: string } | { picture: Picture }

/**
 * Scans the original bytes, then decodes and re-encodes them. Throws if the scanner cannot tell: nothing passes
 * unscanned.
 */
export async function examine(app: Pick<App, 'virusScan' | 'log'>, file: Sent): Promise<Examined> {
  const name = shownName(file.filename)
  const bytes = decoded(file.base64)
  if (bytes.length > maxFileBytes) return { refused: fileSentences.tooLarge(name) }
  const virus = await app.virusScan.scan(bytes).catch((error: unknown) => {
    app.log.error({ err: error }, 'virus scan')
    throw requestProblem('scanner_away')
  })
  if (virus !== undefined) {
    app.log.warn({ virus, bytes: bytes.length }, 'virus found in a picture that was sent')
    return { virus: virusFound(name) }
  }
  const picture = await reencode(bytes, name)
  return 'refused' in picture ? picture : { picture }
}

/** Some pages send a whole data URL. */
const decoded = (base64: string): Buffer => Buffer.from(base64.replace(/^data:[^,]{0,200},/, ''), 'base64')

type Needs = Pick<App, 'env' | 'db' | 'files' | 'clock' | 'virusScan' | 'log'>

/**
 * Examines all files before storing any: a refused call leaves nothing behind. A virus is always reported, along with
 * the other refusals.
 */
export async function scanFiles(
  app: Needs,
  caller: SchoolCaller,
  files: readonly Sent[],
): Promise<RawReply<typeof attachmentsApi.scanFiles>> {
  await refuseBeyondLimit(app.db, caller.customerId, files.length, app.clock())
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
      replies.push({ filename, accepted: true, file: asAttachment(held) })
    }
  }
  return {
    ...(viruses.length > 0 ? { responseCode: 4003 as const, messages: [...viruses, ...refused] } : {}),
    response: { files: replies },
  }
}

/** Unused pictures are kept for a week: the limit keeps them from filling the disk. */
async function refuseBeyondLimit(db: Db, customerId: string, more: number, now: Date) {
  const held = await db
    .selectFrom('catalogueAttachment')
    .select('heldSince')
    .where('customerId', '=', customerId)
    .where('itemId', 'is', null)
    .orderBy('heldSince', 'desc')
    .execute()
  if (held.length + more <= maxHeldFiles) return
  // An upper bound: the school can also save or remove pictures.
  const freeAt = forgottenAt(held[maxHeldFiles - more]!.heldSince ?? now)
  throw requestProblem('too_many_held', { waitSeconds: secondsUntil(freeAt, now) })
}
