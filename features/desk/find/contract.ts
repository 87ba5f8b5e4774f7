import { z } from 'zod'
import { SearchText } from '#features/catalogue/contract.ts'
import { Suggested } from '#features/catalogue/discover/contract.ts'
import { get } from '#kit/contract.ts'

const Found = z.object({
  /** Requests, items, invoices and orders whose number begins with the text; `itemId`: the item, or a request's first. */
  numbers: z.array(
    z.object({
      kind: z.enum(['request', 'item', 'invoice', 'order']),
      number: z.string(),
      organisation: z.string(),
      itemId: z.string().nullable(),
    }),
  ),
  organisations: z.array(z.object({ id: z.string(), customerNo: z.string(), name: z.string() })),
  people: z.array(
    z.object({ id: z.string(), name: z.string(), username: z.string(), organisation: z.string().nullable() }),
  ),
  /** Whether the lists of organisations and people have more lines than are given here. */
  more: z.object({ organisations: z.boolean(), people: z.boolean() }),
  /** Suggestions from the catalogue. */
  suggested: Suggested,
})
export type Found = z.infer<typeof Found>

export const deskFindApi = {
  deskFind: get('/rest/desk/find', {
    who: 'desk',
    summary: 'What begins with the words being typed: numbers, organisations, people, then the catalogue',
    input: z.strictObject({ text: SearchText.min(1) }),
    reply: z.object({ response: Found }),
  }),
}
