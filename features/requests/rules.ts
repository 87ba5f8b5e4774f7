import { identifierKey } from '#marc/identifier.ts'

export const resourceTypes = [
  'BOOK',
  'ONLINE_RESOURCE',
  'E_BOOK',
  'READER_SET',
  'DVD_CD',
  'MUSIC_SCORE',
  'OTHER_PHYSICAL_ITEMS',
] as const
export type ResourceType = (typeof resourceTypes)[number]

export const resourceTypeNames: Record<ResourceType, string> = {
  BOOK: 'Book',
  ONLINE_RESOURCE: 'Online resource',
  E_BOOK: 'E-book',
  READER_SET: 'Reader set',
  DVD_CD: 'DVD or CD',
  MUSIC_SCORE: 'Music score',
  OTHER_PHYSICAL_ITEMS: 'Other physical item',
}

/** How an item reaches the provider. */
export const sendingNames = { POSTED: 'Posted', DESCRIBED: 'Photos and details', ONLINE: 'Online' } as const
export type Sending = keyof typeof sendingNames
export const sendingOf = (item: { resourceType: ResourceType; physicalResource: boolean }): Sending =>
  item.physicalResource
    ? 'POSTED'
    : item.resourceType === 'ONLINE_RESOURCE' || item.resourceType === 'E_BOOK'
      ? 'ONLINE'
      : 'DESCRIBED'

export const requestStatuses = ['DRAFT', 'REQUESTED', 'CATALOGUED', 'DECLINED'] as const
export type RequestStatus = (typeof requestStatuses)[number]
export const requestOrders = ['newest', 'oldest', 'changed'] as const
export type RequestOrder = (typeof requestOrders)[number]
/** An item follows its request, with additional states: its parcel arrived, it was withdrawn. */
export const itemStatuses = ['DRAFT', 'REQUESTED', 'RECEIVED', 'CATALOGUED', 'DECLINED', 'WITHDRAWN'] as const
export type ItemStatus = (typeof itemStatuses)[number]
/** Still waiting for the desk's answer. */
export const isOpen = (status: ItemStatus): boolean => status === 'REQUESTED' || status === 'RECEIVED'

/** `message`: from the school or the desk; `assigned` is internal to the desk and hidden from schools. */
export const eventKinds = [
  'created',
  'changed',
  'submitted',
  'received',
  'assigned',
  'message',
  'seen',
  'catalogued',
  'declined',
  'withdrawn',
] as const
export type EventKind = (typeof eventKinds)[number]

export const maxItems = 200
export const maxOps = 200
export const maxFiles = 5
/** A school's limit of unused pictures: as many as one full request can use. */
export const maxHeldFiles = maxItems * maxFiles
/** Bytes of one picture as sent. */
export const maxFileBytes = 5_242_880
export const maxPixels = 40_000_000
export const pictureTypes = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const

export const virusFound = (file: string): string => `Virus found in: ${file} - file removed`
export const scanningStopped = 'Scanning stopped due to an error in your catalogue request'
export const fileSentences = {
  noPicture: (file: string): string => `We couldn’t read ${file}. Please use JPEG, PNG, WebP or GIF.`,
  tooLarge: (file: string): string => `${file} is larger than 5 MB.`,
  tooManyPixels: (file: string): string => `${file} has more than 40 megapixels.`,
  tooMany: `An item can have at most ${maxFiles} pictures.`,
  gone: 'This picture is no longer stored. Please add it again.',
} as const

/** Text fields of an item with their maximum lengths in the database and on screens. */
export const itemTexts = {
  title: 500,
  standardNumber: 40,
  url: 2000,
  publisher: 300,
  publicationDate: 10,
  publicationPlace: 200,
  subtitles: 500,
  authors: 1000,
  series: 500,
  pages: 100,
  additionalInfo: 4000,
} as const
export type ItemText = keyof typeof itemTexts

/** Labels of the fields. */
export const itemTextNames: Record<ItemText, string> = {
  title: 'Title',
  standardNumber: 'Standard number',
  url: 'URL',
  publisher: 'Publisher',
  publicationDate: 'Publication year',
  publicationPlace: 'Place of publication',
  subtitles: 'Subtitles',
  authors: 'Authors',
  series: 'Series',
  pages: 'Pages',
  additionalInfo: 'Additional information',
}

/** Undefined: the type allows both, so the form asks. */
export const physicalOf: Record<ResourceType, boolean | undefined> = {
  BOOK: undefined,
  ONLINE_RESOURCE: false,
  E_BOOK: false,
  READER_SET: true,
  DVD_CD: true,
  MUSIC_SCORE: true,
  OTHER_PHYSICAL_ITEMS: true,
}

/** Fields that a physical item lacks: they are read from the item on arrival. */
export const clearedWhenPhysical = [
  'url',
  'publisher',
  'publicationDate',
  'publicationPlace',
  'subtitles',
  'authors',
  'series',
  'pages',
] as const satisfies ItemText[]

export type ItemFacts = {
  resourceType: ResourceType | ''
  physicalResource: boolean | null
} & Record<ItemText, string>

/** Sets what the type implies and clears what a physical item lacks. */
export function settled<T extends ItemFacts>(item: T): T {
  const forced = item.resourceType === '' ? undefined : physicalOf[item.resourceType]
  const physicalResource = forced ?? item.physicalResource
  const cleared = physicalResource ? Object.fromEntries(clearedWhenPhysical.map((name) => [name, ''])) : {}
  return { ...item, ...cleared, physicalResource }
}

export const itemSentences = {
  resourceType: 'Please choose a resource type.',
  physicalResource: 'Please choose whether you have a physical item to send.',
  url: 'Please enter a URL that starts with ftp, http or https.',
  publicationDateMissing: 'Please enter the publication year.',
  publicationDate: 'Please enter valid year for publication year.',
  publisher: 'Please enter a publisher.',
  sameNumber: 'This standard number is already in the request.',
  sameUrl: 'This URL is already in the request.',
  files: 'You can attach at most five pictures to an item.',
} as const

export const nothingChanged =
  "No changes found on the saved request. Please click on 'Proceed to submit' button to complete the request."

/** Faults of a settled item, by field. */
export function problemsOf(item: ItemFacts): Partial<Record<keyof ItemFacts, string>> {
  const found: Partial<Record<keyof ItemFacts, string>> = {}
  if (item.resourceType === '') found.resourceType = itemSentences.resourceType
  if (item.physicalResource === null) found.physicalResource = itemSentences.physicalResource
  if (item.resourceType === '' || item.physicalResource === null || item.physicalResource) return found
  if (item.url !== '' ? urlKey(item.url) === undefined : item.resourceType === 'ONLINE_RESOURCE')
    found.url = itemSentences.url
  if (item.resourceType === 'BOOK' && item.publicationDate === '')
    found.publicationDate = itemSentences.publicationDateMissing
  if (item.publicationDate !== '' && !/^[1-9]\d{3}$/.test(item.publicationDate))
    found.publicationDate = itemSentences.publicationDate
  const isDigital = item.resourceType === 'ONLINE_RESOURCE' || item.resourceType === 'E_BOOK'
  if (!isDigital && item.publisher === '') found.publisher = itemSentences.publisher
  return found
}

/** Normalises a standard number: ISBN-10 and -13 of one book are equal. '' for none. */
export const numberKey = (standardNumber: string): string =>
  identifierKey(standardNumber).key || standardNumber.trim().toLowerCase()

/** Normalises an address; undefined if no browser would open it. */
export function urlKey(url: string): string | undefined {
  const typed = url.trim()
  if (!/^(?:ftp|https?):\/\//i.test(typed) || !URL.canParse(typed)) return undefined
  const { host, pathname, search, hash } = new URL(typed)
  if (host === '') return undefined
  // Hash routing: the part after # names another page, not a place on this one.
  const page = /^#[!/]/.test(hash) ? hash : ''
  return oneEscaping(`${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}${search}${page}`)
}

/** RFC 3986, 6.2.2: `%7e`, `%7E` and `~` are equal; required escapes have capital digits. */
const oneEscaping = (address: string) =>
  address.replace(/%[0-9a-f]{2}/gi, (written) => {
    const character = String.fromCharCode(Number.parseInt(written.slice(1), 16))
    return /[A-Za-z0-9._~-]/.test(character) ? character : written.toUpperCase()
  })

/** Duplicate items in a request: the later one's position, and the field it shares with an earlier one. */
export function duplicatesOf(
  items: readonly Pick<ItemFacts, 'resourceType' | 'standardNumber' | 'url'>[],
): { position: number; of: number; field: 'standardNumber' | 'url' }[] {
  const seen = new Map<string, number>()
  return items.flatMap((item, position) => {
    const keys = [
      ['standardNumber', numberKey(item.standardNumber)] as const,
      ['url', item.resourceType === 'ONLINE_RESOURCE' ? (urlKey(item.url) ?? '') : ''] as const,
    ].filter(([, key]) => key !== '')
    const found = keys.flatMap(([field, key]) => {
      const of = seen.get(`${field} ${key}`)
      return of === undefined ? [] : [{ position, of, field }]
    })
    for (const [field, key] of keys) if (!seen.has(`${field} ${key}`)) seen.set(`${field} ${key}`, position)
    return found
  })
}

/**
 * A printed and scanned code: `CR` for a request or `CI` for an item, the number, and a check digit (ISO/IEC 7812-1,
 * Luhn).
 */
export const codeOf = (kind: 'CR' | 'CI', number: number): string => `${kind}${number}${luhn(String(number))}`

/** Undefined if it is not one of our codes; `misread` if its check digit is wrong. */
export function readCode(text: string): { code: string; kind: 'CR' | 'CI'; misread: boolean } | undefined {
  const code = text.toUpperCase().replace(/[\s-]/g, '')
  const [, kind, number, check] = /^(C[RI])(\d{6,11})(\d)$/.exec(code) ?? []
  return kind && number ? { code, kind: kind as 'CR' | 'CI', misread: luhn(number) !== check } : undefined
}

function luhn(digits: string): string {
  let sum = 0
  for (const [place, digit] of [...digits].reverse().entries()) {
    const times = place % 2 === 0 ? Number(digit) * 2 : Number(digit)
    sum += times > 9 ? times - 9 : times
  }
  return String((10 - (sum % 10)) % 10)
}
