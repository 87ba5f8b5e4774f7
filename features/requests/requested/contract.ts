import { z } from 'zod'
import { maxIdentities } from '#features/downloads/contract.ts'
import { post } from '#kit/contract.ts'
import { id } from '../contract.ts'
import { resourceTypes } from '../rules.ts'

const text = z.string().max(2000).default('')

/** The facts that identify an item: its number, else its address, else type, title and first author. */
const ItemInQuestion = z.strictObject({
  title: text,
  standardNumber: text,
  url: text,
  authors: text,
  resourceType: z.enum([...resourceTypes, '']).default(''),
})

export const RequestedItem = z.object({
  /** The place in the input of the item that it equals. */
  position: z.number().int(),
  requestId: z.string(),
  requestNumber: z.string(),
  /** `DRAFT`: not submitted yet. */
  status: z.enum(['DRAFT', 'REQUESTED', 'RECEIVED']),
  requestedById: z.string(),
  /** A name. */
  requestedBy: z.string(),
})
export type RequestedItem = z.infer<typeof RequestedItem>

export const requestedApi = {
  requestedItems: post('/rest/cataloguerequests/requested', {
    who: 'staff',
    changes: false,
    summary: 'Which of these items the school’s drafts and unanswered catalogue requests already have',
    input: z.strictObject({
      items: z.array(ItemInQuestion).min(1).max(maxIdentities),
      /** A request to leave out: the one that the items are in. */
      except: id.optional(),
    }),
    reply: z.object({ response: z.array(RequestedItem) }),
    bodyLimit: 4 * 1024 * 1024,
  }),
}
