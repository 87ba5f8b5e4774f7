import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'

const settings = {
  downloadFileFormat: z.enum(['MARC_21', 'MARC_21_MARC8', 'MARC_XML', 'MODS_XML', 'CSV']),
  deweyPref: z.enum(['FULL_DDC', 'ABRIDGED_DDC']),
  deweyHoldingPref: z.enum(['SCIS_DEFAULT', 'HOLDINGS_852']),
  isbnFormat: z.enum(['ISBN', 'ISBN_10', 'ISBN_13']),
  subjectHeadingFormat: z.enum(['SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS']),
  isbnDuplicateHandling: z.enum(['PROMPT_LIST', 'FIRST_MATCH', 'ALL_MATCHES']),
  enableZ3950: z.boolean(),
  /** Days for which unmatched identifiers are tried again; -1: never. */
  checkUnmatchedRecordsDays: z.number().int().min(-1).max(365),
  /** A depot's id, '' for none. */
  localDepot: z.string().max(100),
  /** Covers in a file of their own, not in one zip with the data. */
  downloadImageAlone: z.boolean(),
}

/** The ten settings of a customer. */
export const Settings = z.object(settings)
export type Settings = z.infer<typeof Settings>

const ofCustomer = { id: z.string().max(100) }
const reply = z.object({ response: Settings })

/** A choice of a list: what is stored, and what people read. */
export const SettingChoice = z.object({ name: z.string(), type: z.string() })
const list = (name: string, summary: string) =>
  get(`/rest/customer/settings/${name}`, {
    who: 'staff',
    summary,
    reply: z.object({ response: z.array(SettingChoice) }),
  })

export const settingsApi = {
  customerSettings: get('/rest/customer/:id/settings', {
    who: 'staff',
    summary: 'The ten settings of the caller’s own customer; 404 where none were saved',
    input: z.strictObject(ofCustomer),
    reply,
  }),
  updateSettings: post('/rest/customer/:id/settings/update', {
    who: 'staff',
    summary: 'Save any of the settings; the others stay as they are',
    input: z.strictObject({ ...z.strictObject(settings).partial().shape, ...ofCustomer }),
    reply,
  }),
  fileFormats: list('downloadFileFormat', 'File formats of downloads'),
  deweyPreferences: list('deweyPreference', 'Dewey numbers: full or abridged'),
  deweyHoldings: list('deweyHoldingPreference', 'Where the call number stands in a record'),
  isbnFormats: list('isbnFormat', 'Forms of an ISBN'),
  headingFormats: list('subjectHeadingFormat', 'Schemes of subject headings'),
  duplicateHandlings: list('settingsISBNDuplicateHandling', 'What happens when several records have an identifier'),
}

export const settingsProblem = problems({
  settings_not_saved: [404, 'No settings were saved.'],
  customer_not_found: [404, 'There is no such customer.'],
  settings_refused: [403, 'Please sign in.'],
})
