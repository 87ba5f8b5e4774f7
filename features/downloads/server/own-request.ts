import type { Db } from '#app/app.ts'
import { grouped } from '#kit/wording.ts'
import { type DownloadRequest, downloadProblem, maxIdentities } from '../contract.ts'
import { statusAt } from './state.ts'
import type { RequestRow } from './tables.ts'

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Another customer's request is reported as absent, not forbidden: its existence is private. */
export async function ownRequest(db: Db, customerId: string, id: string): Promise<RequestRow> {
  const row = uuid.test(id)
    ? await db
        .selectFrom('downloadRequest')
        .selectAll()
        .where('id', '=', id)
        .where('customerId', '=', customerId)
        .executeTakeFirst()
    : undefined
  if (!row) throw downloadProblem('request_not_found')
  return row
}

/** Reads the state alone: it is polled, and the lists of a request may be long. */
export async function ownState(
  db: Db,
  customerId: string,
  id: string,
): Promise<Pick<RequestRow, 'status' | 'makingSince'>> {
  const row = uuid.test(id)
    ? await db
        .selectFrom('downloadRequest')
        .select(['status', 'makingSince'])
        .where('id', '=', id)
        .where('customerId', '=', customerId)
        .executeTakeFirst()
    : undefined
  if (!row) throw downloadProblem('request_not_found')
  return row
}

/** As `ownRequest`, with the row locked until the transaction ends: other changes wait. */
export async function lockRequest(tx: Db, customerId: string, id: string): Promise<RequestRow> {
  await ownRequest(tx, customerId, id)
  return tx.selectFrom('downloadRequest').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

export function asReply(row: RequestRow, now: Date): DownloadRequest {
  return {
    ...asLine(row, now),
    identities: row.identities.join(','),
    matchedRecords: row.matched.join(','),
    unmatchedRecords: row.unmatched.map(({ identifier }) => identifier).join(','),
    unmatchedReasons: Object.fromEntries(row.unmatched.map(({ identifier, reason }) => [identifier, reason])),
    choices: row.choices,
    followedBy: row.foundLater.map(({ on, ...rest }) => ({ ...rest, day: on })),
  }
}

type Line = Omit<
  DownloadRequest,
  'identities' | 'matchedRecords' | 'unmatchedRecords' | 'unmatchedReasons' | 'choices' | 'followedBy'
>

/** A request without its lists of records and identifiers, which may be long. */
export function asLine(row: Pick<RequestRow, LineColumn>, now: Date): Line {
  const status = statusAt(row, now)
  return {
    id: row.id,
    requestName: row.name,
    requestType: row.type,
    requestStatus: status,
    downloadComplete: row.downloadedAt !== null,
    timeout: status === 'SCHEDULED',
    createdDate: row.createdAt.toISOString(),
    content: row.content,
    fileFormat: row.fileFormat,
    imageAlone: row.imageAlone,
    fileSize: sentAsWhole(row).size,
    dataSize: row.content === 'IMAGE_ONLY' ? null : row.fileSize,
    imageSize: row.content === 'IMAGE_ONLY' ? row.fileSize : row.imageSize,
    covers: row.covers,
    asked: row.asked,
    messages: [...messagesOfMatching(row), ...row.messages],
  }
}
type LineColumn =
  | 'id'
  | 'name'
  | 'type'
  | 'status'
  | 'makingSince'
  | 'downloadedAt'
  | 'createdAt'
  | 'content'
  | 'fileFormat'
  | 'imageAlone'
  | 'imageSize'
  | 'fileKey'
  | 'fileSize'
  | 'packageKey'
  | 'packageSize'
  | 'covers'
  | 'asked'
  | 'messages'
  | 'matchedCount'
  | 'revision'

/** The file that `download` sends: data and covers in one, which exists unless the customer wants them apart. */
export function sentAsWhole(row: Pick<RequestRow, 'fileKey' | 'fileSize' | 'packageKey' | 'packageSize'>) {
  return row.packageKey !== null
    ? { key: row.packageKey, size: row.packageSize }
    : { key: row.fileKey, size: row.fileSize }
}

/** Messages about the request itself, no matter what happens to the file. */
function messagesOfMatching({
  type,
  asked,
  matchedCount,
  revision,
}: Pick<RequestRow, 'type' | 'asked' | 'matchedCount' | 'revision'>): string[] {
  // Not if a person has removed them.
  const foundNone = matchedCount === 0 && revision === 0
  if (type === 'COLLECTION' && foundNone) return ['None of this collection’s records are in the catalogue at present.']
  if (type !== 'DIGITAL' || !asked || !('from' in asked)) return []
  if (asked.total !== undefined)
    return [
      `${grouped(asked.total)} records of digital content were catalogued on these dates; this request has the newest ${grouped(maxIdentities)}. Choose fewer days to get the rest.`,
    ]
  return foundNone ? ['No digital content was catalogued on these dates.'] : []
}
