import { z } from 'zod'
import { del, get, patch, post, problems } from '#kit/contract.ts'
import {
  itemStatuses,
  itemTexts,
  maxFiles,
  maxItems,
  maxOps,
  nothingChanged,
  requestOrders,
  requestStatuses,
  resourceTypes,
  scanningStopped,
} from './rules.ts'

export const id = z
  .string()
  .max(100)
  .regex(/^[\w.-]+$/)
/** Large enough for pictures as base64. */
export const pictureBodies = 40 * 1024 * 1024

const caption = z.string().trim().max(1000)

/** A picture as sent. */
export const SentFile = z.strictObject({
  filename: z.string().min(1).max(255),
  /** Ignored: the type is detected from the bytes. */
  filetype: z.string().max(100).optional(),
  filesize: z.number().int().min(0).optional(),
  base64: z.string(),
  caption: caption.optional(),
})
/** A picture scanned before and not used yet, or one that the item already has. */
export const HeldFile = z.strictObject({
  id,
  filename: z.string().max(255).optional(),
  filetype: z.string().max(100).optional(),
  filesize: z.number().int().optional(),
  url: z.string().max(500).optional(),
  thumbnailUrl: z.string().max(500).optional(),
  caption: caption.optional(),
})

/** A picture as shown; its bytes are at `url`. */
export const Attachment = z.object({
  id: z.string(),
  filename: z.string(),
  filetype: z.string(),
  /** Bytes after re-encoding. */
  filesize: z.number().int(),
  url: z.string(),
  thumbnailUrl: z.string(),
  /** The sender's description of it. */
  caption: z.string(),
})
export type Attachment = z.infer<typeof Attachment>

/** Joins several values into one text. */
const typed = (longest: number) =>
  z
    .union([z.string(), z.number(), z.array(z.string().max(longest)).max(100)])
    .transform((value) => (Array.isArray(value) ? value.join('; ') : String(value)).trim())
    .pipe(z.string().max(longest))

export const NewItem = z.strictObject({
  resourceType: z.enum(resourceTypes).optional(),
  physicalResource: z.boolean().optional(),
  ...(Object.fromEntries(
    Object.entries(itemTexts).map(([name, longest]) => [name, typed(longest).optional()]),
  ) as Record<keyof typeof itemTexts, z.ZodOptional<ReturnType<typeof typed>>>),
  files: z
    .array(z.union([SentFile, HeldFile]))
    .max(maxFiles)
    .optional(),
})
export type NewItem = z.infer<typeof NewItem>
/** The server parses each item itself, to report every fault on its field: `items.0.publisher`. */
const SentItem = z
  .unknown()
  .meta(z.toJSONSchema(NewItem, { io: 'input', unrepresentable: 'any' })) as unknown as z.ZodType<
  unknown,
  z.input<typeof NewItem>
>

const texts = Object.fromEntries(Object.keys(itemTexts).map((name) => [name, z.string()])) as Record<
  keyof typeof itemTexts,
  z.ZodString
>
export const CatalogueItem = z.object({
  id: z.string(),
  itemNumber: z.string(),
  status: z.enum(itemStatuses),
  resourceType: z.enum(resourceTypes),
  physicalResource: z.boolean(),
  ...texts,
  files: z.array(Attachment),
  /** A depot's id, for submitted physical items. */
  depot: z.string().nullable(),
  receivedDate: z.string().nullable(),
  answeredDate: z.string().nullable(),
  /** The record that answers it. */
  recordId: z.string().nullable(),
  declineReason: z.string(),
  downloadRequestId: z.string().nullable(),
})
export type CatalogueItem = z.infer<typeof CatalogueItem>

export const CatalogueRequest = z.object({
  id: z.string(),
  /** Printed and scanned. */
  requestNumber: z.string(),
  status: z.enum(requestStatuses),
  requestedById: z.string(),
  /** A name. */
  requestedBy: z.string(),
  version: z.number().int(),
  createdDate: z.string(),
  updatedDate: z.string(),
  /** A name. */
  updatedBy: z.string(),
  submittedDate: z.string().nullable(),
  items: z.array(CatalogueItem),
})
export type CatalogueRequest = z.infer<typeof CatalogueRequest>

const one = z.object({ response: CatalogueRequest })
/** `responseCode` 4003 if a picture had a virus; that picture was not saved. */
const saved = one.extend({
  responseCode: z.literal([200, 4003]).optional(),
  messages: z.array(z.string()).optional(),
})

/** RFC 6902: an operation's other members are ignored. */
export const Operation = z.object({
  op: z.enum(['add', 'remove', 'replace', 'move', 'copy', 'test']),
  path: z.string().max(200),
  /** Only for `move` and `copy`. */
  from: z.string().max(200).optional(),
  value: z.unknown().optional(),
})
export type Operation = z.infer<typeof Operation>

export const requestsApi = {
  catalogueRequests: get('/rest/cataloguerequests', {
    who: 'staff',
    summary: 'The school’s catalogue requests, newest first',
    input: z.strictObject({
      pageNumber: z.coerce.number().int().min(1).max(10_000).default(1),
      pageSize: z.coerce.number().int().min(1).max(100).default(100),
      status: z.enum(requestStatuses).optional(),
      text: z.string().trim().max(200).optional(),
      /** `changed`: latest change first. */
      order: z.enum(requestOrders).default('newest'),
    }),
    reply: z.object({
      response: z.array(CatalogueRequest),
      totalCount: z.number().int(),
      /** Counts of the search's results, in every state. */
      counts: z.record(z.enum(requestStatuses), z.number().int()).optional(),
    }),
  }),
  createCatalogueRequest: post('/rest/cataloguerequests', {
    who: 'staff',
    summary: 'Create a draft',
    input: z.strictObject({ items: z.array(SentItem).min(1).max(maxItems) }),
    reply: saved,
    bodyLimit: pictureBodies,
  }),
  catalogueRequest: get('/rest/cataloguerequests/:id', {
    who: 'staff',
    summary: 'One catalogue request',
    input: z.strictObject({ id }),
    reply: one,
  }),
  changeCatalogueRequest: patch('/rest/cataloguerequests/:id', {
    who: 'staff',
    summary:
      'Change a draft by JSON Patch (RFC 6902), entirely or not at all: `test` compares with what GET shows, the other operations change items; errors name items by their position after the change',
    input: z.strictObject({
      id,
      ops: z.array(Operation).max(maxOps),
      /** The version of the draft that the operations were made for; a stale one is refused. */
      version: z.number().int().optional(),
    }),
    reply: saved,
    bodyLimit: pictureBodies,
  }),
  removeCatalogueRequest: del('/rest/cataloguerequests/:id', {
    who: 'staff',
    summary: 'Delete a draft',
    input: z.strictObject({ id }),
    reply: z.object({ response: z.object({ id: z.string() }) }),
  }),
  resourceTypes: get('/rest/ref-data/cat-resource-types', {
    who: 'staff',
    summary: 'Resource types that can be requested',
    reply: z.object({ response: z.array(z.object({ name: z.string(), type: z.enum(resourceTypes) })) }),
  }),
  catalogueItem: get('/rest/catalogueitems/:itemNumber', {
    who: 'staff',
    summary: 'One item by its number, with its request’s id and status',
    input: z.strictObject({ itemNumber: id }),
    reply: z.object({
      response: CatalogueItem.extend({
        requestId: z.string(),
        requestNumber: z.string(),
        requestStatus: z.enum(requestStatuses),
      }),
    }),
  }),
}

export const requestProblem = problems({
  request_not_found: [404, 'We couldn’t find this catalogue request.'],
  item_not_found: [404, 'We couldn’t find this item.'],
  bad_items: [400, 'Failed to save Request'],
  bad_patch: [400, 'Failed to save Request'],
  patch_test_failed: [409, 'Failed to save Request'],
  nothing_changed: [400, nothingChanged],
  changed_meanwhile: [409, 'Someone else has just changed this request.'],
  already_submitted: [409, 'This request has been submitted and can’t be changed.'],
  bad_files: [400, 'Failed to save Request'],
  too_many_at_once: [429, 'Your school is already sending two sets of pictures. Please wait until one is done.'],
  pictures_busy: [503, 'We’re receiving many pictures right now. Please try again in a moment.'],
  too_many_held: [
    429,
    'Your school has sent 1,000 pictures that are not in a saved request. Please save or remove some first.',
  ],
  scanner_away: [503, scanningStopped],
  file_not_found: [404, 'We couldn’t find this picture.'],
  depot_missing: [400, 'Please choose a depot.'],
  depot_not_yours: [400, 'You can’t post to this depot. Please choose another.'],
  no_slip: [404, 'There’s nothing to post: this request has no physical items.'],
  not_submitted: [409, 'This request hasn’t been submitted yet.'],
  item_answered: [409, 'This item has already been answered.'],
  nothing_catalogued: [409, 'No items in this request have been catalogued yet.'],
})
