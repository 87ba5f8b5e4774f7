import type { ShopTables } from '#features/shop/products/server/tables.ts'

/** Days count from the day of loading. Prices are in cents of Australian and New Zealand dollars, without tax. */
type DemoPrice = {
  enrollmentFrom?: number
  aud: number
  nzd: number
  /** Long ago by default. */
  startsInDays?: number
  /** The last day. */
  endsInDays?: number
}
type DemoProduct = {
  code: string
  name: string
  category: ShopTables['product']['category']
  summary: string
  description: string
  /** The type of subscription that it starts. */
  typeName?: string
  physical?: boolean
  mostInCart?: number
  prices: DemoPrice[]
}

/** Prices of a product by the number of students. */
const byEnrollment = (...tiers: [enrollmentFrom: number, aud: number, nzd: number][]): DemoPrice[] =>
  tiers.map(([enrollmentFrom, aud, nzd]) => ({ enrollmentFrom, aud, nzd }))

/** An announced price rise. */
const fromNextYear = (prices: DemoPrice[], factor: number): DemoPrice[] =>
  prices.map(({ aud, nzd, ...price }) => ({
    ...price,
    aud: Math.round((aud * factor) / 500) * 500,
    nzd: Math.round((nzd * factor) / 500) * 500,
    startsInDays: 60,
  }))

const catalogueData = byEnrollment(
  [1, 15_500, 17_000],
  [101, 24_500, 27_000],
  [201, 34_000, 37_500],
  [401, 42_500, 47_000],
  [801, 56_000, 62_000],
  [1501, 72_500, 80_000],
)

export const demoProducts: DemoProduct[] = [
  {
    code: 'SCISDATA',
    name: 'Catalogue data',
    category: 'Subscription',
    summary: 'One year of searching the whole catalogue and downloading records to your library system.',
    description:
      'Everything a school library needs for cataloguing: search, quick requests by ISBN, collections, covers, and records that follow your own settings, as MARC, MODS or CSV.\n\nEveryone who works in your school library can use it. The price depends on your number of students.\n\nIf something isn’t in the catalogue, send it to us and we’ll catalogue it for you.',
    typeName: 'SUBSCRIPTION',
    prices: [...catalogueData, ...fromNextYear(catalogueData, 1.04)],
  },
  {
    code: 'SCISZ',
    name: 'Z39.50 access',
    category: 'Subscription',
    summary: 'One year of searching our catalogue from your library system by Z39.50.',
    description:
      'For schools whose library system searches catalogues by Z39.50. You’ll find your username and password in the Z39.50 settings as soon as you order.\n\nAlready included in Catalogue data.',
    typeName: 'Z3950_ONLY',
    prices: [{ aud: 9_900, nzd: 11_000 }],
  },
  {
    code: 'SCISSAF',
    name: 'Authority files',
    category: 'Authority files',
    summary: 'One year of subject and name headings with all references, updated every quarter.',
    description:
      'Files to load into your library system, so that a search for one word also finds records under another. Each release comes complete and with changes only, as MARC 21 and text.\n\nThe price depends on your number of students.',
    typeName: 'SUBSCRIPTION',
    prices: byEnrollment([1, 8_000, 9_000], [201, 11_000, 12_000], [401, 14_000, 15_500], [1501, 21_000, 23_000]),
  },
  {
    code: 'SCISPLSTART',
    name: 'Getting started with catalogue data',
    category: 'Professional learning',
    summary: 'A one-hour webinar for new users.',
    description:
      'From the first search to the records in your own library system: quick requests with a barcode scanner, settings, downloads, and what to do about unmatched identifiers.\n\nWe’ll email you the link and dates. One place is one screen, however many people watch it.',
    mostInCart: 20,
    prices: [{ aud: 6_500, nzd: 7_000 }],
  },
  {
    code: 'SCISPLHEAD',
    name: 'Subject headings in a school library',
    category: 'Professional learning',
    summary: 'A two-hour webinar on headings and how students search.',
    description:
      'How subject headings are made and chosen, what references do for a search, and how to keep local headings in step with ours.\n\nWe’ll email you the link and dates. One place is one screen, however many people watch it.',
    mostInCart: 20,
    prices: [{ aud: 11_000, nzd: 12_000 }],
  },
  {
    code: 'SCISPLCOURSE',
    name: 'Cataloguing for schools',
    category: 'Professional learning',
    summary: 'A six-week course at your own pace, with a tutor.',
    description:
      'Description, access points, classification and headings, each with exercises on books from your own library. A tutor reads your work and replies within two working days.\n\nOne place is one person, who gets a certificate at the end.',
    mostInCart: 20,
    prices: [
      { aud: 39_000, nzd: 42_500 },
      { aud: 34_000, nzd: 37_000, startsInDays: -14, endsInDays: 30 },
    ],
  },
  {
    code: 'SCANCORD',
    name: 'Barcode scanner, corded',
    category: 'Barcode scanners',
    summary: 'Plugs into any computer and reads ISBNs and your own labels.',
    description:
      'Needs no software: it types the code into the selected field. Reads EAN-13, Code 39, Code 128 and Codabar.\n\nComes with a stand, a two-metre USB cord and a three-year warranty.',
    physical: true,
    mostInCart: 20,
    prices: [{ aud: 16_500, nzd: 18_000 }],
  },
  {
    code: 'SCANFREE',
    name: 'Barcode scanner, cordless',
    category: 'Barcode scanners',
    summary: 'For stocktakes at the shelves. Stores up to 20,000 codes.',
    description:
      'Sends codes by Bluetooth in range, and stores them out of range. Reads EAN-13, Code 39, Code 128, Codabar and QR.\n\nComes with a charging cradle, a lanyard and a three-year warranty.',
    physical: true,
    mostInCart: 20,
    prices: [{ aud: 32_900, nzd: 36_000 }],
  },
  {
    code: 'SCISBARCODES',
    name: 'Barcode labels, 1,000',
    category: 'Library supplies',
    summary: 'Numbered labels with your school’s name, on rolls.',
    description:
      'Laminated, made to last as long as the book. Numbers continue from your last ones; the customer team will ask you for them before printing.\n\nDelivered ten working days after your reply.',
    physical: true,
    mostInCart: 50,
    prices: [{ aud: 13_500, nzd: 15_000 }],
  },
  {
    code: 'SPINELABELS',
    name: 'Spine labels, 500 sheets',
    category: 'Library supplies',
    summary: 'For any laser printer, 24 on a sheet.',
    description:
      'White and matt, with an adhesive that stays on cloth and on foil, and comes off without leaving glue.',
    physical: true,
    mostInCart: 50,
    prices: [{ aud: 8_400, nzd: 9_200 }],
  },
  {
    code: 'SHIPAUS22',
    name: 'Postage and handling',
    category: 'Postage & Handling',
    summary: 'Charged once per order with posted items.',
    description: '',
    prices: [{ aud: 1_200, nzd: 2_400 }],
  },
]
