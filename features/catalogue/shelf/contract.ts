import { z } from 'zod'
import { Hit } from '#features/catalogue/contract.ts'
import { get } from '#kit/contract.ts'

const Place = z.object({ mark: z.string(), at: z.number().int() })

export const shelfApi = {
  shelf: get('/rest/catalogue/shelf', {
    who: 'student',
    summary: 'Records side by side on a shelf: by Dewey number, then by author or title',
    input: z.strictObject({
      /** The shelf around this record. */
      record: z.string().max(256).optional(),
      /** The shelf from this mark, or the next that the catalogue has: `599.2`, `823.92 DAH`, `F` for fiction without a number. */
      mark: z.string().max(60).optional(),
      /** This many records further on. */
      at: z.coerce.number().int().min(0).max(10_000_000).default(0),
    }),
    reply: z.object({
      response: z.object({
        books: z.array(z.object({ mark: z.string(), hit: Hit })),
        /** Where the stretches before and after this one begin; null at the ends of the shelf. */
        before: Place.nullable(),
        after: Place.nullable(),
      }),
    }),
  }),
}
