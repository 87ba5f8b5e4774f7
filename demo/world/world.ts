import type { Env } from '#app/env.ts'

/** The contents of the demo world. Days count from the day of loading. */
export const demoPassword = 'Demo-password-2026'
export const demoPin = '246810'
/** How Hillview’s library system signs in. */
export const demoLibrarySystem = { customerId: 'demo-hillview', userName: 'hillview', password: 'Demo-z3950-2026' }

type DemoPerson = {
  id: string
  username: string
  firstName: string
  lastName: string
  role: 'staff' | 'primary-contact' | 'desk'
}
type DemoContact = {
  firstName: string
  lastName: string
  email: string
  type: 'PRIMARY' | 'LIBRARY' | 'BILLING'
}
type DemoSubscription = {
  typeName: string
  productCode: string
  productName: string
  startsInDays: number
  endsInDays: number
  dueForRenewal: boolean
  enrollmentSize?: number
  invoiceNumber?: string
  purchaseOrder?: string
  payorName?: string
}
type DemoAddress = { streetAddress1: string; suburbCity: string; state: string; postCode: string; country: string }
export type DemoSchool = {
  id: string
  customerNo: string
  name: string
  type: string
  yearLevel: string
  address: DemoAddress
  emailDomain: string
  people: DemoPerson[]
  contacts: DemoContact[]
  subscriptions: DemoSubscription[]
  settings: Record<string, string | number | boolean> | null
  carts: { id: string; endsInDays: number; items: DemoCartItem[] }[]
  invoices: DemoInvoice[]
}
type DemoInvoice = {
  id: string
  invoiceNo: string
  status: 'PENDING' | 'PAID' | 'CANCELLED' | 'REFUNDED'
  issuedInDays: number
  dueInDays: number
  /** For paid ones. */
  paidInDays?: number
  purchaseOrder: string
  shippingCents: number
  gstCents: number
  lines: {
    productCode: string
    productCategory: string
    description: string
    quantity: number
    unitCents: number
  }[]
}
type DemoCartItem = { productCode: string; productCategory: string; quantity: number; enrollmentSize?: number }

const current = { startsInDays: -120, endsInDays: 245, dueForRenewal: false }

/** Hillview's data from an earlier year, as for a school that has been there for long. */
const dataOfYear = (years: number, enrollmentSize: number, invoiceNumber: string) => ({
  typeName: 'SUBSCRIPTION',
  productCode: 'SCISDATA',
  productName: 'Catalogue data',
  startsInDays: -335 - years * 365,
  endsInDays: 29 - years * 365,
  dueForRenewal: false,
  enrollmentSize,
  invoiceNumber,
  purchaseOrder: `HPS-${1988 - years * 112}`,
  payorName: 'Hillview Primary School',
})

export const demoSchools: DemoSchool[] = [
  {
    id: 'demo-hillview',
    customerNo: '10001',
    name: 'Hillview Primary School',
    type: 'Government school',
    yearLevel: 'Primary',
    address: {
      streetAddress1: '12 School Road',
      suburbCity: 'Hillview',
      state: 'VIC',
      postCode: '3999',
      country: 'Australia',
    },
    emailDomain: 'hillview.example',
    people: [
      {
        id: 'demo-hillview-librarian',
        username: 'librarian@hillview.example',
        firstName: 'Hillview',
        lastName: 'Librarian',
        role: 'primary-contact',
      },
      {
        id: 'demo-hillview-assistant',
        username: 'assistant@hillview.example',
        firstName: 'Hillview',
        lastName: 'Assistant',
        role: 'staff',
      },
    ],
    contacts: [
      { firstName: 'Hillview', lastName: 'Librarian', email: 'librarian@hillview.example', type: 'PRIMARY' },
      { firstName: 'Hillview', lastName: 'Office', email: 'office@hillview.example', type: 'BILLING' },
    ],
    subscriptions: [
      {
        typeName: 'SUBSCRIPTION',
        productCode: 'SCISDATA',
        productName: 'Catalogue data',
        startsInDays: -335,
        endsInDays: 30,
        dueForRenewal: true,
        enrollmentSize: 412,
        invoiceNumber: 'SCINV10002',
        purchaseOrder: 'HPS-1988',
        payorName: 'Hillview Primary School',
      },
      {
        typeName: 'SUBSCRIPTION',
        productCode: 'SCISSAF',
        productName: 'Authority files',
        ...current,
        enrollmentSize: 412,
        invoiceNumber: 'SCINV10004',
        payorName: 'Hillview Primary School',
      },
      dataOfYear(1, 398, 'SCINV08233'),
      dataOfYear(2, 405, 'SCINV07120'),
      dataOfYear(3, 377, 'SCINV05986'),
      dataOfYear(4, 361, 'SCINV04611'),
    ],
    settings: {
      downloadFileFormat: 'MARC_21',
      deweyPref: 'ABRIDGED_DDC',
      deweyHoldingPref: 'SCIS_DEFAULT',
      isbnFormat: 'ISBN',
      subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
      isbnDuplicateHandling: 'PROMPT_LIST',
      checkUnmatchedRecordsDays: 30,
      downloadImageAlone: false,
      enableZ3950: true,
    },
    carts: [
      {
        id: 'demo-cart',
        endsInDays: 365,
        items: [
          { productCode: 'SCISDATA', productCategory: 'Subscription', quantity: 1, enrollmentSize: 412 },
          { productCode: 'SCISBARCODES', productCategory: 'Library supplies', quantity: 2 },
          { productCode: 'SHIPAUS22', productCategory: 'Postage & Handling', quantity: 1 },
        ],
      },
    ],
    invoices: [
      {
        id: 'demo-invoice-10001',
        invoiceNo: 'SCINV10001',
        status: 'PENDING',
        issuedInDays: -51,
        dueInDays: -21,
        purchaseOrder: 'HPS-2041',
        shippingCents: 1_200,
        gstCents: 2_820,
        lines: [
          {
            productCode: 'SCISBARCODES',
            productCategory: 'Library supplies',
            description: 'Barcode labels, 1,000',
            quantity: 2,
            unitCents: 13_500,
          },
        ],
      },
      {
        id: 'demo-invoice-10004',
        invoiceNo: 'SCINV10004',
        status: 'PENDING',
        issuedInDays: -9,
        dueInDays: 21,
        purchaseOrder: '',
        shippingCents: 0,
        gstCents: 1_400,
        lines: [
          {
            productCode: 'SCISSAF',
            productCategory: 'Subscription',
            description: 'Authority files, one year',
            quantity: 1,
            unitCents: 14_000,
          },
        ],
      },
      {
        id: 'demo-invoice-10002',
        invoiceNo: 'SCINV10002',
        status: 'PAID',
        issuedInDays: -335,
        dueInDays: -305,
        paidInDays: -312,
        purchaseOrder: 'HPS-1988',
        shippingCents: 0,
        gstCents: 4_250,
        lines: [
          {
            productCode: 'SCISDATA',
            productCategory: 'Subscription',
            description: 'Catalogue data, one year',
            quantity: 1,
            unitCents: 42_500,
          },
        ],
      },
      {
        id: 'demo-invoice-10003',
        invoiceNo: 'SCINV10003',
        status: 'CANCELLED',
        issuedInDays: -335,
        dueInDays: -305,
        purchaseOrder: 'HPS-1988',
        shippingCents: 0,
        gstCents: 8_500,
        lines: [
          {
            productCode: 'SCISDATA',
            productCategory: 'Subscription',
            description: 'Catalogue data, one year',
            quantity: 2,
            unitCents: 42_500,
          },
        ],
      },
    ],
  },
  {
    id: 'demo-riverside',
    customerNo: '10002',
    name: 'Riverside College',
    type: 'Independent school',
    yearLevel: 'Secondary',
    address: {
      streetAddress1: '1 River Street',
      suburbCity: 'Riverside',
      state: 'NSW',
      postCode: '2999',
      country: 'Australia',
    },
    emailDomain: 'riverside.example',
    people: [
      {
        id: 'demo-riverside-librarian',
        username: 'librarian@riverside.example',
        firstName: 'Riverside',
        lastName: 'Librarian',
        role: 'primary-contact',
      },
    ],
    contacts: [
      { firstName: 'Riverside', lastName: 'Librarian', email: 'librarian@riverside.example', type: 'PRIMARY' },
    ],
    subscriptions: [
      {
        typeName: 'Z3950_ONLY',
        productCode: 'SCISZ',
        productName: 'Z39.50 access',
        ...current,
        payorName: 'Riverside College',
      },
    ],
    settings: null,
    carts: [],
    invoices: [
      {
        id: 'demo-invoice-20001',
        invoiceNo: 'SCINV20001',
        status: 'PAID',
        issuedInDays: -120,
        dueInDays: -90,
        paidInDays: -101,
        purchaseOrder: 'RC/77',
        shippingCents: 0,
        gstCents: 990,
        lines: [
          {
            productCode: 'SCISZ',
            productCategory: 'Subscription',
            description: 'Z39.50 access, one year',
            quantity: 1,
            unitCents: 9_900,
          },
        ],
      },
    ],
  },
  {
    id: 'demo-lakeside',
    customerNo: '10003',
    name: 'Lakeside School',
    type: 'Catholic school',
    yearLevel: 'Other',
    address: {
      streetAddress1: '40 Lake Parade',
      suburbCity: 'Lakeside',
      state: 'QLD',
      postCode: '4999',
      country: 'Australia',
    },
    emailDomain: 'lakeside.example',
    people: [
      {
        id: 'demo-lakeside-trial',
        username: 'trial@lakeside.example',
        firstName: 'Lakeside',
        lastName: 'Librarian',
        role: 'primary-contact',
      },
    ],
    contacts: [{ firstName: 'Lakeside', lastName: 'Librarian', email: 'trial@lakeside.example', type: 'PRIMARY' }],
    subscriptions: [
      {
        typeName: 'TRIAL',
        productCode: 'SCISTRIAL',
        productName: 'Free trial',
        startsInDays: -10,
        endsInDays: 365,
        dueForRenewal: false,
      },
    ],
    settings: null,
    carts: [],
    invoices: [],
  },
]

/** The provider's own customer team. */
export const demoDesk: DemoPerson = {
  id: 'demo-desk',
  username: 'desk@provider.example',
  firstName: 'Customer',
  lastName: 'Desk',
  role: 'desk',
}

/** Shown on the sign-in page if no one else can reach it. */
export function demoAccountsFor({ demo, thisMachineOnly }: Pick<Env, 'demo' | 'thisMachineOnly'>) {
  if (!demo || !thisMachineOnly) return undefined
  const people = [
    ...demoSchools.flatMap((school) => school.people.map(({ username }) => ({ username, place: school.name }))),
    { username: demoDesk.username, place: 'The provider’s customer team' },
  ]
  return { password: demoPassword, people }
}
