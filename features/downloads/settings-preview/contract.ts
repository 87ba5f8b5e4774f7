import { z } from 'zod'
import { SomeSettings } from '#features/school/settings/contract.ts'
import { get, post, problems } from '#kit/contract.ts'

const ofCustomer = { id: z.string().max(100) }

export const settingsPreviewApi = {
  previewSettings: post('/rest/customer/:id/settings/preview', {
    who: 'staff',
    summary: 'One record as exported with the saved settings, and with these; saves nothing',
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
    summary: 'Records to try settings on: the school’s latest, then one with everything that settings change',
    input: z.strictObject(ofCustomer),
    reply: z.object({
      response: z.array(z.object({ bibId: z.string(), title: z.string(), from: z.enum(['DOWNLOADS', 'CATALOGUE']) })),
    }),
  }),
}

export const settingsPreviewProblem = problems({
  record_not_found: [404, 'We couldn’t find this record.'],
  nothing_to_preview: [404, 'The catalogue has no records to show yet.'],
})
