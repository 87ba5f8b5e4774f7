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

/** Prices of a product by the number of pupils and students. */
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
    summary: 'Search the whole catalogue and download its records into your own library system, for one year.',
    description:
      'Everything that a school library needs to catalogue by: search, quick requests by ISBN, collections, covers, and records shaped by your own settings, as MARC, MODS or CSV.\n\nEverybody of your school who works in the library may use it. The price depends on the number of your pupils and students.\n\nWhat is not in the catalogue yet you can send to us, and we catalogue it for you.',
    typeName: 'SUBSCRIPTION',
    prices: [...catalogueData, ...fromNextYear(catalogueData, 1.04)],
  },
  {
    code: 'SCISZ',
    name: 'Z39.50 access',
    category: 'Subscription',
    summary: 'Your library system asks our catalogue by itself, by Z39.50, for one year.',
    description:
      'For schools whose library system searches catalogues by Z39.50. You see the name and the password of your access under Z39.50 settings as soon as you have ordered.\n\nCatalogue data holds this access already.',
    typeName: 'Z3950_ONLY',
    prices: [{ aud: 9_900, nzd: 11_000 }],
  },
  {
    code: 'SCISSAF',
    name: 'Authority files',
    category: 'Authority files',
    summary: 'Subject headings and names with all their references, new every quarter, for one year.',
    description:
      'Files to load into your own library system, so that a search for one word finds what stands under another. Each release comes whole and as what has changed since the last one, in MARC 21 and as text.\n\nThe price depends on the number of your pupils and students.',
    typeName: 'SUBSCRIPTION',
    prices: byEnrollment([1, 8_000, 9_000], [201, 11_000, 12_000], [401, 14_000, 15_500], [1501, 21_000, 23_000]),
  },
  {
    code: 'SCISPLSTART',
    name: 'Getting started with catalogue data',
    category: 'Professional learning',
    summary: 'A webinar of one hour for those who are new to it.',
    description:
      'From the first search to the records in your own library system: quick requests with a barcode scanner, settings, downloads, and what to do with what was not found.\n\nYou get the link and the dates by e-mail. One place is one screen, however many of you sit in front of it.',
    mostInCart: 20,
    prices: [{ aud: 6_500, nzd: 7_000 }],
  },
  {
    code: 'SCISPLHEAD',
    name: 'Subject headings in a school library',
    category: 'Professional learning',
    summary: 'A webinar of two hours on headings and how pupils search.',
    description:
      'How subject headings are made and chosen, what references do for a search, and how to keep local headings in step with ours.\n\nYou get the link and the dates by e-mail. One place is one screen, however many of you sit in front of it.',
    mostInCart: 20,
    prices: [{ aud: 11_000, nzd: 12_000 }],
  },
  {
    code: 'SCISPLCOURSE',
    name: 'Cataloguing for schools',
    category: 'Professional learning',
    summary: 'A course of six weeks at your own pace, with a tutor.',
    description:
      'Description, access points, classification and headings, each with exercises on the books of your own library. A tutor reads what you hand in and answers within two working days.\n\nOne place is one person, who gets a certificate at the end.',
    mostInCart: 20,
    prices: [
      { aud: 39_000, nzd: 42_500 },
      { aud: 34_000, nzd: 37_000, startsInDays: -14, endsInDays: 30 },
    ],
  },
  {
    code: 'SCANCORD',
    name: 'Barcode scanner with cord',
    category: 'Barcode scanners',
    summary: 'Plugs into any computer and reads ISBNs and your own labels.',
    description:
      'Needs no software: what it reads is typed into the field that you stand in. Reads EAN-13, Code 39, Code 128 and Codabar.\n\nWith a stand, a USB cord of two metres, and three years of warranty.',
    physical: true,
    mostInCart: 20,
    prices: [{ aud: 16_500, nzd: 18_000 }],
  },
  {
    code: 'SCANFREE',
    name: 'Barcode scanner without cord',
    category: 'Barcode scanners',
    summary: 'For stocktaking between the shelves: keeps up to 20,000 codes.',
    description:
      'Sends what it reads by Bluetooth while it is in reach, and keeps it when it is not. Reads EAN-13, Code 39, Code 128, Codabar and QR.\n\nWith a charging cradle, a lanyard, and three years of warranty.',
    physical: true,
    mostInCart: 20,
    prices: [{ aud: 32_900, nzd: 36_000 }],
  },
  {
    code: 'SCISBARCODES',
    name: 'Barcode labels, 1,000',
    category: 'Library supplies',
    summary: 'Numbered labels with the name of your school, on rolls.',
    description:
      'Laminated and made for the life of a book. We print the numbers from where your last ones ended: the customer team asks you for them before printing.\n\nTen working days from your answer until they are with you.',
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
      'White and matt, with an adhesive that stays on cloth and on foil, and comes off without a trace of glue.',
    physical: true,
    mostInCart: 50,
    prices: [{ aud: 8_400, nzd: 9_200 }],
  },
  {
    code: 'SHIPAUS22',
    name: 'Postage and handling',
    category: 'Postage & Handling',
    summary: 'Once for an order with something to be posted.',
    description: '',
    prices: [{ aud: 1_200, nzd: 2_400 }],
  },
]
