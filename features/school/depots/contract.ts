import { z } from 'zod'
import { nameRule } from '#kit/bare-link.ts'
import { get, post, problems } from '#kit/contract.ts'

const id = z.string().regex(/^[\w.:-]{1,100}$/)

/** A place that physical items are posted to. */
export const Depot = z.object({
  id: z.string(),
  name: z.string(),
  /** Address lines as on a parcel, without the name. */
  address: z.array(z.string()),
  /** A note for the sender; '' for none. */
  note: z.string(),
})
export type Depot = z.infer<typeof Depot>

const line = z.string().trim().max(200)
const depotName = line.refine(...nameRule)
const typed = {
  name: depotName,
  streetAddress1: line,
  streetAddress2: line,
  suburbCity: line,
  state: line,
  country: line,
  postCode: z.string().trim().max(20),
  note: z.string().trim().max(1000),
  /** The only school that may use it; null: every school of its region. */
  customerId: id.nullable(),
}

export const DeskDepot = z.object({
  id: z.string(),
  name: z.string(),
  streetAddress1: z.string(),
  streetAddress2: z.string(),
  suburbCity: z.string(),
  state: z.string(),
  country: z.string(),
  postCode: z.string(),
  note: z.string(),
  customerId: z.string().nullable(),
  /** Name of that school; '' for none. */
  organisation: z.string(),
  version: z.number().int(),
  withdrawn: z.boolean(),
  /** Items posted to it or held there. */
  openItems: z.number().int(),
})
export type DeskDepot = z.infer<typeof DeskDepot>

export const depotsApi = {
  localDepots: get('/rest/customer/:id/local-depots', {
    who: 'staff',
    summary: 'Depots for a school: its own, otherwise those in its region, otherwise all',
    input: z.strictObject({ id: z.string().max(100) }),
    reply: z.object({ response: z.array(Depot) }),
  }),
  depots: get('/rest/catalogue/depot', {
    who: 'staff',
    summary: 'All depots except those reserved for other schools',
    reply: z.object({ response: z.array(Depot) }),
  }),
  deskDepots: get('/rest/desk/depots', {
    who: 'desk',
    summary: 'All depots, including those no longer offered',
    reply: z.object({ response: z.array(DeskDepot) }),
  }),
  addDepot: post('/rest/desk/depots', {
    who: 'desk',
    summary: 'Add a depot',
    input: z.strictObject({
      ...typed,
      streetAddress2: line.default(''),
      state: line.default(''),
      postCode: typed.postCode.default(''),
      note: typed.note.default(''),
      customerId: typed.customerId.default(null),
    }),
    reply: z.object({ response: DeskDepot }),
  }),
  changeDepot: post('/rest/desk/depots/:depotId', {
    who: 'desk',
    summary: 'Change a depot, stop offering it, or offer it again',
    input: z
      .strictObject({ ...typed, withdrawn: z.boolean() })
      .partial()
      .extend({ depotId: id, version: z.number().int() }),
    reply: z.object({ response: DeskDepot }),
  }),
}

export const depotProblem = problems({
  customer_not_found: [404, 'We couldn’t find this customer.'],
  depot_not_found: [404, 'We couldn’t find this depot.'],
  depot_incomplete: [400, 'Please complete the depot.'],
  organisation_not_found: [400, 'We couldn’t find this organisation.'],
  depot_changed: [409, 'Someone else has just changed this depot. Please check it and try again.'],
})
