import { z } from 'zod'
import { get, problems } from '#kit/contract.ts'

const page = { page: z.coerce.number().int().min(1).max(10_000).default(1) }
const text = { text: z.string().trim().max(200).optional() }
const listOf = <T extends z.ZodType>(line: T) => z.object({ response: z.array(line), totalCount: z.number().int() })

export const OrganisationLine = z.object({
  id: z.string(),
  customerNo: z.string(),
  name: z.string(),
  type: z.string(),
  /** Names of the kinds of its current subscriptions. */
  currentTypes: z.array(z.string()),
  /** Of its last subscription; null where it never had one. */
  lastEndDate: z.string().nullable(),
  dueForRenewal: z.boolean(),
  people: z.number().int(),
})

export const deskApi = {
  deskOrganisations: get('/rest/desk/organisations', {
    who: 'desk',
    summary: 'Organisations by name, number, e-mail domain, or a name or address of their people and contacts',
    input: z.strictObject({
      ...page,
      ...text,
      state: z.enum(['current', 'trial', 'due', 'none']).optional(),
    }),
    reply: listOf(OrganisationLine),
  }),
}

export const deskProblem = problems({
  organisation_not_found: [404, 'There is no such organisation.'],
})
