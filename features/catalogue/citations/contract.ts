import { z } from 'zod'
import { getOrPost, problems } from '#kit/contract.ts'
import { grouped } from '#kit/wording.ts'
import { type ReferenceFormId, referenceTypes, styleIds } from '#marc/citation/ids.ts'
import { QueryText } from '../contract.ts'

/** Records in one file of references. */
export const maxReferences = 10_000

const form = z.enum([...(Object.keys(referenceTypes) as ReferenceFormId[]), 'html', 'text'])

/** `format`: a file for reference managers, or a list in a citation `style` as a page or as plain text. */
export const referenceChoice = { format: form.default('ris'), style: z.enum(styleIds).default('apa') }
const Choice = z.strictObject(referenceChoice)
export type ReferenceChoice = z.output<typeof Choice>

export const mediaTypes = { ...referenceTypes, html: 'text/html', text: 'text/plain' }

/** By GET repeated or separated by commas. */
const Ids = z
  .union([z.string(), z.array(z.string())])
  .transform((given) => [given].flat().flatMap((each) => each.split(',')))
  .transform((given) => [...new Set(given.map((each) => each.trim()).filter((each) => each !== ''))])

export const citationsApi = {
  citations: getOrPost('/rest/catalogue/search/citations', {
    who: 'student',
    forKeys: 'search',
    summary: `References to the results of a search, or to the records with these ids, in one file; at most ${grouped(maxReferences)}`,
    input: z.strictObject({ bodybuilderquery: QueryText.optional(), ids: Ids.optional(), ...referenceChoice }),
    answers: 'file',
    mediaTypes: Object.values(mediaTypes),
  }),
}

export const citationProblem = problems({
  nothing_named: [400, 'Please give a search or record ids, not both.'],
  nothing_to_cite: [404, 'There are no records to cite.'],
  too_many_references: [400, `You can cite at most ${grouped(maxReferences)} records at once.`],
})
