import { z } from 'zod'
import { get, post, problems } from '#kit/contract.ts'
import { fileNameFault } from './rules.ts'

export const FileFormat = z.enum([
  'MARC_21',
  'MARC_21_MARC8',
  'MARC_XML',
  'MODS_XML',
  'CSV',
  /** CSV with a UTF-8 byte order mark, and identifiers as `="0140"`, which spreadsheets show as text. */
  'CSV_SPREADSHEET',
  'XLSX',
])
export type FileFormat = z.infer<typeof FileFormat>

/** The content that a new download starts with. `LAST_CHOSEN`: the one chosen last in this browser. */
export const DownloadContent = z.enum(['LAST_CHOSEN', 'DATA_ONLY', 'DATA_AND_IMAGE', 'IMAGE_ONLY'])
export type DownloadContent = z.infer<typeof DownloadContent>

const settings = {
  downloadFileFormat: FileFormat,
  deweyPref: z.enum(['FULL_DDC', 'ABRIDGED_DDC']),
  deweyHoldingPref: z.enum(['SCIS_DEFAULT', 'HOLDINGS_852']),
  isbnFormat: z.enum(['ISBN', 'ISBN_10', 'ISBN_13']),
  subjectHeadingFormat: z.enum(['SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS']),
  isbnDuplicateHandling: z.enum(['PROMPT_LIST', 'FIRST_MATCH', 'ALL_MATCHES']),
  enableZ3950: z.boolean(),
  /** Days during which unmatched identifiers are retried; -1: never. */
  checkUnmatchedRecordsDays: z.number().int().min(-1).max(365),
  /** A depot's id, '' for none. */
  localDepot: z.string().regex(/^[\w.:-]{0,100}$/),
  /** Covers in a separate file instead of one zip with the data. */
  downloadImageAlone: z.boolean(),
  downloadContent: DownloadContent,
  /** The name of a downloaded file, without its ending. */
  fileNamePattern: z
    .string()
    .superRefine((pattern, { addIssue }) => {
      const fault = fileNameFault(pattern)
      if (fault) addIssue(fault)
    })
    .meta({ examples: ['scis-{date}-{records}'] }),
}

/** The settings of a customer: the specification’s ten, the content of new downloads and the names of files. */
export const Settings = z.object(settings)
export type Settings = z.infer<typeof Settings>
export type SettingName = keyof Settings

/** Any subset of them. */
export const SomeSettings = z.strictObject(settings).partial()

const ofCustomer = { id: z.string().max(100) }
const reply = z.object({ response: Settings })

/** An option of a list: its stored value and its label. */
export const SettingChoice = z.object({ name: z.string(), type: z.string() })
export type SettingChoice = z.infer<typeof SettingChoice>
const list = (name: string, summary: string) =>
  get(`/rest/customer/settings/${name}`, {
    who: 'staff',
    summary,
    reply: z.object({ response: z.array(SettingChoice) }),
  })

const Value = z.union([z.string(), z.number(), z.boolean()])
/** One save of the settings, with old and new values. */
export const SettingsChange = z.object({
  id: z.string(),
  changedDate: z.string(),
  /** The person's name; the account's if they have none. */
  changedBy: z.string(),
  changes: z.array(z.object({ setting: z.string(), from: Value, to: Value })),
})
export type SettingsChange = z.infer<typeof SettingsChange>
/** How many recent changes are listed. */
export const maxChanges = 100

export const settingsApi = {
  customerSettings: get('/rest/customer/:id/settings', {
    who: 'staff',
    forKeys: 'any',
    summary: 'The caller’s own settings; 404 if none were saved',
    input: z.strictObject(ofCustomer),
    reply,
  }),
  updateSettings: post('/rest/customer/:id/settings/update', {
    who: 'staff',
    summary: 'Save any of the settings; the others don’t change',
    input: SomeSettings.extend(ofCustomer),
    reply,
  }),
  settingsChanges: get('/rest/customer/:id/settings/changes', {
    who: 'staff',
    summary: `The last ${maxChanges} changes of settings, newest first`,
    input: z.strictObject(ofCustomer),
    reply: z.object({ response: z.array(SettingsChange) }),
  }),
  fileFormats: list('downloadFileFormat', 'File formats of downloads'),
  downloadContents: list('downloadContent', 'Content that a new download starts with'),
  deweyPreferences: list('deweyPreference', 'Dewey numbers: full or abridged'),
  deweyHoldings: list('deweyHoldingPreference', 'Fields for the call number in a record'),
  isbnFormats: list('isbnFormat', 'Forms of an ISBN'),
  headingFormats: list('subjectHeadingFormat', 'Schemes of subject headings'),
  duplicateHandlings: list('settingsISBNDuplicateHandling', 'Choices for an identifier with several records'),
}

export const settingsProblem = problems({
  settings_not_saved: [404, 'No settings were saved.'],
  customer_not_found: [404, 'We couldn’t find this customer.'],
  depot_not_offered: [400, 'Please choose a depot from the list.'],
})
