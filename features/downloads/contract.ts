import { z } from 'zod'
import { Hit, QueryText } from '#features/catalogue/contract.ts'
import { FileFormat } from '#features/school/settings/contract.ts'
import { nameRule } from '#kit/bare-link.ts'
import { get, getOrPost, pictureTypes, post, problems } from '#kit/contract.ts'
import { tableTypes } from '#kit/table-files.ts'
import { foreignKinds } from '#marc/charset/foreign-kinds.ts'

export const maxIdentities = 4000

/** Separators between the values of a spreadsheet's cell, and between cells. */
export const betweenCells = /[;|\t\r\n]/gu

export const RequestType = z.enum([
  'IDENTIFIERS',
  'ITEM',
  'DIGITAL',
  'COLLECTION',
  'FOLDER',
  'AUTHORITY',
  'LIBRARY_SYSTEM',
])
export const RequestStatus = z.enum(['PROCESSING', 'READY', 'SCHEDULED', 'FAILED'])
export type RequestStatus = z.infer<typeof RequestStatus>

/** How a library system takes records. */
export const Protocol = z.enum(['Z39.50', 'SRU', 'OAI-PMH', 'REST'])
export type Protocol = z.infer<typeof Protocol>

/** How a record holds an identifier that is not its own. */
export const HeldAs = z.enum(foreignKinds)
export type HeldAs = z.infer<typeof HeldAs>

/** Records of an identifier, if a person has to say which of them are meant. */
export const Choice = z.object({
  identifier: z.string(),
  ids: z.array(z.string()),
  /** By record, how it holds the identifier. Absent if the identifier is the records' own. */
  heldAs: z.record(z.string(), HeldAs).optional(),
})
export type Choice = z.infer<typeof Choice>

/** Record ids. */
export const RecordIds = z.array(z.string().min(1).max(200)).max(maxIdentities)

/** The records that a person chose for an identifier. */
export const Chosen = z.strictObject({ identifier: z.string(), ids: RecordIds })
export type Chosen = z.infer<typeof Chosen>

/** Why an identifier has no record. */
export const UnmatchedReason = z.enum([
  'not_found',
  'bad_check_digit',
  'not_an_identifier',
  'spreadsheet_damage',
  /** Several records have it, and none was chosen before the first download. */
  'not_chosen',
  /** Records hold it only as cancelled or invalid; `choices` lists them until the first download. */
  ...foreignKinds,
])
export type UnmatchedReason = z.infer<typeof UnmatchedReason>

/** The content of a request's files. */
export const Content = z.enum(['DATA_AND_IMAGE', 'IMAGE_ONLY', 'DATA_ONLY'])
export type Content = z.infer<typeof Content>

/** The formats that a request can name, beyond the specification; the usual one is in the school's settings. */
export const ChosenFormat = z.enum(['MARC_21', 'MARC_21_MARC8', 'MODS_XML', 'CSV', 'CSV_SPREADSHEET', 'XLSX'])

export const DownloadRequest = z.object({
  id: z.string(),
  requestName: z.string(),
  requestType: RequestType,
  requestStatus: RequestStatus,
  /** The requested identifiers, unchanged, comma-separated. */
  identities: z.string(),
  /** Record ids, comma-separated. */
  matchedRecords: z.string(),
  /** Unchanged identifiers, comma-separated. */
  unmatchedRecords: z.string(),
  unmatchedReasons: z.record(z.string(), UnmatchedReason),
  /** Undecided identifiers. Those with `heldAs` count as unmatched until one of their records is chosen. */
  choices: z.array(Choice),
  downloadComplete: z.boolean(),
  timeout: z.boolean(),
  createdDate: z.string(),
  content: Content,
  fileFormat: FileFormat,
  /** Covers are a separate file beside the data (`downloadImageAlone`), not in one zip with it. */
  imageAlone: z.boolean(),
  /** Bytes of the file that `download` sends; null before it is made, and if nothing matched. */
  fileSize: z.number().int().nullable(),
  /** Bytes of the data file and of the covers, where each can be downloaded alone; else null. */
  dataSize: z.number().int().nullable(),
  imageSize: z.number().int().nullable(),
  /** Matched records that have a cover in the file; null if covers were not requested. */
  covers: z.number().int().nullable(),
  /** The request's parameters, if it was not a list of identifiers; null for all others. */
  asked: z
    .union([
      /** `total`: the number of all matches, if one request cannot hold them. */
      z.object({ from: z.string(), to: z.string(), total: z.number().int().optional() }),
      z.object({ collectionId: z.string() }),
      z.object({ protocol: Protocol }),
    ])
    .nullable(),
  messages: z.array(z.string()),
  /** Requests made of its unmatched identifiers once the catalogue had them, the oldest first. */
  followedBy: z.array(z.object({ requestId: z.string(), day: z.string(), identifiers: z.array(z.string()) })),
})
export type DownloadRequest = z.infer<typeof DownloadRequest>

/** Characters of a request's name. */
export const maxNameLength = 200

export const RequestName = z
  .string()
  .trim()
  .max(maxNameLength)
  .refine(...nameRule)

/** The files of a single record. `marc` is always MARC 21, `data` the customer's format. */
export const ItemType = z.enum(['marc', 'data', 'image', 'html'])
export type ItemType = z.infer<typeof ItemType>
/** Single records that a customer may request in a day. */
export const maxItemsPerDay = 4000

const search = {
  input: z.strictObject({ bodybuilderquery: QueryText }),
  reply: z.object({ hits: z.object({ total: z.number().int(), hits: z.array(Hit) }) }),
}

/** Of files of records. */
export const dataTypes = ['application/marc', 'application/marcxml+xml', 'application/mods+xml', ...tableTypes]

export const downloadsApi = {
  createRequest: post('/rest/mydownload/request/create', {
    who: 'staff',
    forKeys: 'requests',
    summary:
      'Request at most 4,000 records by `identities` or, without them, by `bodybuilderquery`; with both, the identities count',
    input: z.strictObject({
      bodybuilderquery: QueryText.optional(),
      /** An empty text or list, as generated clients send it, counts as absent. */
      identities: z.union([z.array(z.string()), z.string()]).optional(),
      requestName: RequestName.optional(),
      content: Content.optional(),
      fileFormat: ChosenFormat.optional(),
      /** Beyond the specification: records already confirmed for identifiers that they hold as cancelled or invalid. */
      chosen: z.array(Chosen).max(maxIdentities).optional(),
      /** A repeated call with the same key doesn’t make a second request. */
      idempotencyKey: z.string().min(1).max(200).optional(),
    }),
    reply: z.object({ response: DownloadRequest }),
    refuses: [422],
    bodyLimit: 2 * 1024 * 1024,
  }),
  /** Beyond the specification: the matches of these identifiers before a request is made. */
  checkIdentifiers: post('/rest/mydownload/identifiers/check', {
    who: 'staff',
    forKeys: 'search',
    changes: false,
    summary: 'The records that identifiers match, or that hold them only as cancelled or invalid; at most 100',
    input: z.strictObject({ identifiers: z.array(z.string().max(512)).min(1).max(100) }),
    reply: z.object({ response: z.array(Choice) }),
  }),
  requestDetails: get('/rest/mydownload/download/details', {
    who: 'staff',
    forKeys: 'any',
    summary: 'One download request',
    input: z.strictObject({ requestId: z.string() }),
    reply: z.object({ response: DownloadRequest }),
  }),
  requestStatus: get('/rest/mydownload/download/status', {
    who: 'staff',
    forKeys: 'any',
    summary: 'READY, or the state’s name, as plain text',
    input: z.strictObject({ requestId: z.string(), timestamp: z.string().optional() }),
    answers: 'text',
  }),
  downloadFile: get('/rest/mydownload/download', {
    who: 'staff',
    forKeys: 'download',
    summary: 'The finished file',
    input: z.strictObject({ requestId: z.string() }),
    answers: 'file',
    mediaTypes: [...dataTypes, ...pictureTypes, 'application/zip'],
  }),
  downloadData: get('/rest/mydownload/download/data', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Only the records of a request',
    input: z.strictObject({ requestId: z.string() }),
    answers: 'file',
    mediaTypes: dataTypes,
  }),
  downloadImage: get('/rest/mydownload/download/image', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Only the covers of a request: the picture of a single record, else a zip of all',
    input: z.strictObject({ requestId: z.string() }),
    answers: 'file',
    mediaTypes: [...pictureTypes, 'application/zip'],
  }),
  downloadHtml: get('/rest/mydownload/download/html', {
    who: 'staff',
    forKeys: 'download',
    summary:
      'The records of a request as a page to read and print; `view=inline` shows it instead of saving it, and is no download',
    input: z.strictObject({ requestId: z.string(), view: z.enum(['inline']).optional() }),
    answers: 'file',
    mediaTypes: ['text/html'],
  }),
  itemFormats: get('/rest/mydownload/item/formats', {
    who: 'staff',
    forKeys: 'download',
    summary: 'What can be downloaded for a single record, and in which formats',
    input: z.strictObject({ bibId: z.string() }),
    reply: z.object({ response: z.object({ marc: FileFormat, data: FileFormat, image: z.boolean() }) }),
  }),
  requestItem: post('/rest/mydownload/request/item/:type/create', {
    who: 'staff',
    forKeys: 'requests',
    summary: 'Request a single record as MARC, data, cover picture or page; at most 4,000 a day',
    input: z.strictObject({ type: ItemType, bibId: z.string().min(1).max(200) }),
    reply: z.object({ response: DownloadRequest }),
  }),
  titleSearch: getOrPost('/rest/mydownload/title/search', {
    who: 'staff',
    forKeys: 'search',
    summary: 'Titles that match at least 70 % of the words, at most 20; no audio, music or video',
    ...search,
  }),
  viewItems: getOrPost('/rest/mydownload/items/view', {
    who: 'staff',
    forKeys: 'download',
    summary: 'Search the records of the school’s own download requests',
    ...search,
  }),
}

export const downloadProblem = problems({
  request_not_found: [404, 'We couldn’t find this download request.'],
  too_many_identifiers: [400, 'Parsing failed as the file is too big'],
  unreadable_identifiers: [400, 'Parsing failed'],
  nothing_to_request: [400, 'Please enter at least one identifier.'],
  request_not_ready: [409, 'This request requires more time.'],
  request_failed: [409, 'An unknown error has occured. Please contact the system administrator.'],
  nothing_matched: [409, 'No Items to download'],
  record_not_found: [404, 'We couldn’t find this record.'],
  no_data: [404, 'There is no data available to download.'],
  no_image: [404, 'There is no image available to download.'],
  item_limit: [
    429,
    'Download limit reached. A school can download 4,000 single records a day. Please continue tomorrow.',
  ],
  file_gone: [404, 'This file is no longer available. Please request it again.'],
  no_subscription: [403, 'subscribe::Your subscription has ended. Please renew it to download records.'],
})
