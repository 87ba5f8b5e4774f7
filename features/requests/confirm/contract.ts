import { z } from 'zod'
import { Depot } from '#features/school/depots/contract.ts'
import { get, post } from '#kit/contract.ts'
import { CatalogueItem, CatalogueRequest, id } from '../contract.ts'

export const PostageSlip = z.object({
  requestNumber: z.string(),
  depot: Depot,
  /** The items still to be posted, in the request's order. */
  items: z.array(CatalogueItem),
  requester: z.object({
    name: z.string(),
    email: z.string(),
    organisation: z.string(),
    customerNo: z.string(),
    /** Address lines as on a parcel, without the name. */
    address: z.array(z.string()),
  }),
  /** The code that the desk scans; it covers every item of the slip. */
  barcode: z.string(),
  submittedDate: z.string(),
})
export type PostageSlip = z.infer<typeof PostageSlip>

export const ConfirmView = z.object({
  request: CatalogueRequest,
  depots: z.array(Depot),
  /** The depot in the school's settings, if it is one of these. */
  usualDepot: z.string().nullable(),
})
export type ConfirmView = z.infer<typeof ConfirmView>

export const confirmApi = {
  confirmView: get('/rest/cataloguerequests/:id/confirm-view', {
    who: 'staff',
    summary: 'The items to submit and the depots to choose from',
    input: z.strictObject({ id }),
    reply: z.object({ response: ConfirmView }),
  }),
  confirmRequest: post('/rest/cataloguerequests/:id/confirm', {
    who: 'staff',
    summary: 'Submit a draft, once',
    input: z.strictObject({
      id,
      /** Required for a physical item. */
      depot: id.nullish(),
      /** The version of the draft that was shown: a stale one is refused. */
      version: z.number().int().optional(),
    }),
    reply: z.object({ response: CatalogueRequest }),
  }),
  postageSlip: get('/rest/cataloguerequests/:id/postage-slip', {
    who: 'staff',
    summary: 'The contents of the parcel',
    input: z.strictObject({ id }),
    reply: z.object({ response: PostageSlip }),
  }),
  postageSlipPdf: get('/rest/cataloguerequests/:id/postage-slip/pdf', {
    who: 'staff',
    summary: 'The postage slip as a PDF',
    input: z.strictObject({ id }),
    answers: 'file',
    mediaTypes: ['application/pdf'],
  }),
  barcode: get('/rest/cataloguerequests/codes/:kind/:number', {
    who: 'staff',
    summary: 'The number of a request or an item as a QR code or a Code 128, in SVG',
    input: z.strictObject({ kind: z.enum(['qr', 'code128']), number: z.string().regex(/^C[RI]\d{7,12}$/) }),
    answers: 'picture',
    mediaTypes: ['image/svg+xml'],
  }),
}
