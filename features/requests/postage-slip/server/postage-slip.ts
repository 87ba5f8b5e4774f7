import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { App } from '#app/app.ts'
import { schoolDay } from '#features/account/time-zone/server/time-zone.ts'
import { depotById } from '#features/school/depots/server/depots.ts'
import { addressLines } from '#kit/address-lines.ts'
import type { SchoolCaller } from '#kit/server/caller.ts'
import type { FileToSend } from '#kit/server/files/send-file.ts'
import type { PostageSlip } from '../../confirm/contract.ts'
import { requestProblem } from '../../contract.ts'
import { asItem, type ItemRow, itemsOf, ownRequest } from '../../server/own-request.ts'

/** The contents and destination of a request's parcel. */
export async function postageSlip(
  { db }: Pick<App, 'db'>,
  { customerId }: SchoolCaller,
  id: string,
): Promise<{ response: PostageSlip }> {
  const request = await ownRequest(db, customerId, id)
  if (!request.submittedAt) throw requestProblem('not_submitted')
  const items = (await itemsOf(db, id)).filter(isToPost)
  const depot = request.depotId === null ? undefined : await depotById(db, request.depotId)
  if (items.length === 0 || !depot) throw requestProblem('no_slip')
  const school = await db.selectFrom('customer').selectAll().where('id', '=', customerId).executeTakeFirstOrThrow()
  const person = await db
    .selectFrom('appUser')
    .select(['firstName', 'lastName', 'username', 'email'])
    .where('id', '=', request.requestedById)
    .executeTakeFirstOrThrow()
  return {
    response: {
      requestNumber: request.requestNumber,
      depot,
      items: items.map((item) => asItem(item)),
      requester: {
        name: `${person.firstName} ${person.lastName}`.trim() || person.username,
        email: person.email,
        organisation: school.name,
        customerNo: school.customerNo,
        address: addressLines(school),
      },
      barcode: request.requestNumber,
      submittedDate: request.submittedAt.toISOString(),
    },
  }
}

/** Items that have arrived, or were answered or withdrawn before, need not be posted. */
const isToPost = ({ physicalResource, status }: ItemRow) => physicalResource && status === 'REQUESTED'

export async function postageSlipFile(
  app: Pick<App, 'db' | 'env' | 'clock'>,
  caller: SchoolCaller,
  id: string,
): Promise<FileToSend> {
  const { response: slip } = await postageSlip(app, caller, id)
  const { slipPdf } = await import('./slip-pdf.ts')
  const bytes = await slipPdf(slip, {
    providerName: app.env.providerName,
    now: app.clock(),
    submittedOn: await schoolDay(app, caller.customerId, new Date(slip.submittedDate)),
  })
  return {
    name: `Postage slip ${slip.requestNumber}.pdf`,
    type: 'application/pdf',
    size: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('base64url')}"`,
    open: async (range) => Readable.from(range ? bytes.subarray(range.start, range.end + 1) : bytes),
  }
}

/** Public: it reveals nothing but its number. */
export async function barcodePicture({ kind, number }: { kind: 'qr' | 'code128'; number: string }): Promise<string> {
  const { code128Of, qrCode, svgOf } = await import('#kit/server/files/barcode.ts')
  return svgOf(kind === 'qr' ? qrCode(number) : code128Of(number))
}
