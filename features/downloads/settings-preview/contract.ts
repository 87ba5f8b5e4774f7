import { z } from 'zod'
import { SomeSettings } from '#features/school/settings/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

const ofCustomer = { id: z.string().max(100) }

export const settingsPreviewApi = {
  previewSettings: post('/rest/customer/:id/settings/preview', {
    who: 'staff',
    summary: 'One record as a file has it under the saved settings, and under these; nothing is saved',
    input: SomeSettings.extend({ bibId: z.string().min(1).max(200).optional(), ...ofCustomer }),
    reply: z.object({
      response: z.object({
        bibId: z.string(),
        title: z.string(),
        /** Its lines in the file: MARC fields, XML elements, or columns of a table. */
        before: z.string(),
        after: z.string(),
      }),
    }),
    changes: false,
  }),
  previewRecords: get('/rest/customer/:id/settings/preview/records', {
    who: 'staff',
    summary: 'Records to try settings on: those the school asked for last, then one that has everything they change',
    input: z.strictObject(ofCustomer),
    reply: z.object({
      response: z.array(z.object({ bibId: z.string(), title: z.string(), from: z.enum(['DOWNLOADS', 'CATALOGUE']) })),
    }),
  }),
}

export const settingsPreviewProblem = problems({
  record_not_found: [404, 'There is no such record.'],
  nothing_to_preview: [404, 'The catalogue has no record to show yet.'],
})
