import type { App, Db } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { coverPicture } from '#features/catalogue/server/catalogue.ts'
import type { RecordId } from '#features/catalogue/server/catalogue-port.ts'
import type { FileFormat } from '#features/school/settings/contract.ts'
import { type CustomerSettings, readSettings } from '#features/school/settings/server/settings.ts'
import { businessDay, type Clock, startOfDay } from '#kit/day.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import { secondsUntilTomorrow } from '#kit/server/seconds-until.ts'
import { type DownloadRequest, downloadProblem, type ItemType, maxItemsPerDay } from '../contract.ts'
import { keepAndWait } from './keep-request.ts'
import { givenName } from './request-name.ts'

type Needs = Pick<App, 'db' | 'catalogue' | 'files' | 'queue' | 'clock' | 'metrics'>

/** Requests one record as one kind of file. If the record lacks it, the call is refused and no request is stored. */
export async function requestItem(
  app: Needs,
  caller: SchoolCaller,
  { type, bibId }: { type: ItemType; bibId: RecordId },
  signal: AbortSignal,
): Promise<{ response: DownloadRequest }> {
  const [document] = await app.catalogue.documents([bibId])
  if (!document) throw downloadProblem('record_not_found')
  if (type === 'image' && !(await coverPicture(app.files, document.imageFileName))) throw downloadProblem('no_image')
  const formats = formatsOf(await readSettings(app.db, caller.customerId))
  const now = app.clock()
  return keepAndWait(
    app,
    caller,
    {
      type: 'ITEM',
      itemType: type,
      name: givenName(
        [...document.title.titlePrimary].slice(0, 200).join(''),
        '1 record',
        await schoolDay(app, caller.customerId, now),
      ),
      identities: [bibId],
      fileFormat: type === 'marc' ? formats.marc : formats.data,
      content: type === 'image' ? 'IMAGE_ONLY' : 'DATA_ONLY',
      matched: [document.id],
      unmatched: [],
      choices: [],
    },
    signal,
    (tx) => refuseBeyondLimit(tx, caller.customerId, app.clock),
  )
}

/** The kinds of file that a record has. */
export async function itemFormats(
  { db, catalogue, files }: Pick<App, 'db' | 'catalogue' | 'files'>,
  customerId: string,
  bibId: RecordId,
): Promise<{ response: { marc: FileFormat; data: FileFormat; image: boolean } }> {
  const [document] = await catalogue.documents([bibId])
  if (!document) throw downloadProblem('record_not_found')
  const image = (await coverPicture(files, document.imageFileName)) !== null
  return { response: { ...formatsOf(await readSettings(db, customerId)), image } }
}

/** MARC 21 in the customer's encoding; UTF-8 if they use another format. */
function formatsOf({ downloadFileFormat: data }: CustomerSettings): { marc: FileFormat; data: FileFormat } {
  return { marc: data === 'MARC_21_MARC8' ? data : 'MARC_21', data }
}

/** Counts with the customer's row locked: two at once cannot both be the last. */
async function refuseBeyondLimit(tx: Db, customerId: string, clock: Clock) {
  await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('downloadRequest')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('customerId', '=', customerId)
    .where('createdAt', '>=', startOfDay(clock.zone, businessDay(clock)))
    .where('type', '=', 'ITEM')
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxItemsPerDay) throw downloadProblem('item_limit', { waitSeconds: secondsUntilTomorrow(clock) })
}
