import type { ItemStatus, ItemText, RequestStatus, ResourceType } from '#features/requests/rules.ts'

export type DemoPicture = { kind: 'cover' | 'title-page'; caption: string }
export type DemoItem = Partial<Record<ItemText, string>> & {
  id: string
  resourceType: ResourceType
  physicalResource: boolean
  status: ItemStatus
  /** Days ago. */
  received?: number
  answered?: number
  /** True if it is assigned to someone at the customer desk. */
  assigned?: boolean
  recordId?: string
  declineReason?: string
  pictures?: DemoPicture[]
}
export type DemoRequest = {
  id: string
  customerId: string
  userId: string
  status: RequestStatus
  depotId?: string
  /** Days ago. */
  created: number
  submitted?: number
  items: DemoItem[]
  talk?: { ago: number; byDesk: boolean; itemId: string; body: string }[]
}

/** Requested by two schools: one posts it, the other has it as a file and sends pictures. */
const frogs = { title: 'Frogs of the river country', standardNumber: '978-0-00-000401-7' }

/** The demo schools' catalogue requests, in every possible state. */
export const demoRequests: DemoRequest[] = [
  {
    id: 'demo-request-draft',
    customerId: 'demo-hillview',
    userId: 'demo-hillview-librarian',
    status: 'DRAFT',
    created: 1,
    items: [
      {
        id: 'demo-item-creek',
        resourceType: 'E_BOOK',
        physicalResource: false,
        status: 'DRAFT',
        title: 'The creek behind our school',
        authors: 'Year 5, Hillview Primary School',
        publisher: 'Hillview Primary School',
        publicationDate: '2026',
        publicationPlace: 'Hillview, Vic.',
        pages: '48',
        pictures: [
          { kind: 'cover', caption: 'Front cover' },
          { kind: 'title-page', caption: 'Title page' },
        ],
      },
      {
        id: 'demo-item-knots',
        resourceType: 'BOOK',
        physicalResource: true,
        status: 'DRAFT',
        title: 'Knots for small hands',
        standardNumber: '978-0-00-000402-4',
        additionalInfo: 'Spiral binding, with a piece of rope in a pocket of the back cover.',
      },
    ],
  },
  {
    id: 'demo-request-parcel',
    customerId: 'demo-hillview',
    userId: 'demo-hillview-assistant',
    status: 'REQUESTED',
    depotId: 'demo-depot-vic',
    created: 9,
    submitted: 8,
    items: [
      {
        id: 'demo-item-frogs-posted',
        resourceType: 'BOOK',
        physicalResource: true,
        status: 'RECEIVED',
        received: 3,
        assigned: true,
        ...frogs,
        additionalInfo: 'The barcode on the back cover is that of another book.',
      },
      {
        id: 'demo-item-readers',
        resourceType: 'READER_SET',
        physicalResource: true,
        status: 'REQUESTED',
        title: 'First steps in Auslan: twelve readers',
        additionalInfo: 'Twelve thin books in a box, no ISBN on any of them.',
      },
    ],
    talk: [
      {
        ago: 3,
        byDesk: true,
        itemId: 'demo-item-readers',
        body: 'The book has arrived, but the box of readers was not in the parcel. Did you send it separately?',
      },
      {
        ago: 2,
        byDesk: false,
        itemId: 'demo-item-readers',
        body: 'Yes, it did not fit. It went with a second parcel on Monday.',
      },
    ],
  },
  {
    id: 'demo-request-frogs',
    customerId: 'demo-riverside',
    userId: 'demo-riverside-librarian',
    status: 'REQUESTED',
    created: 5,
    submitted: 5,
    items: [
      {
        id: 'demo-item-frogs-file',
        resourceType: 'BOOK',
        physicalResource: false,
        status: 'REQUESTED',
        ...frogs,
        authors: 'River Country Field Naturalists',
        publisher: 'River Country Field Naturalists',
        publicationDate: '2025',
        publicationPlace: 'Riverside, N.S.W.',
        subtitles: 'a pocket guide to calls and colours',
        pages: '96',
        pictures: [
          { kind: 'cover', caption: 'Front cover' },
          { kind: 'title-page', caption: 'Title page, with the year' },
        ],
      },
      {
        id: 'demo-item-tides',
        resourceType: 'ONLINE_RESOURCE',
        physicalResource: false,
        status: 'REQUESTED',
        title: 'Tides of the bay, hour by hour',
        url: 'https://tides.riverside.example/hour-by-hour',
        publisher: 'Riverside Harbour Office',
        additionalInfo: 'Year 9 Geography uses it every week.',
      },
    ],
  },
  {
    id: 'demo-request-lakeside',
    customerId: 'demo-lakeside',
    userId: 'demo-lakeside-trial',
    status: 'REQUESTED',
    depotId: 'demo-depot-nsw',
    created: 12,
    submitted: 11,
    items: [
      {
        id: 'demo-item-songs',
        resourceType: 'MUSIC_SCORE',
        physicalResource: true,
        status: 'REQUESTED',
        title: 'Songs for the lake choir',
        additionalInfo: 'Four parts, and piano. 32 pages.',
      },
    ],
  },
  {
    id: 'demo-request-catalogued',
    customerId: 'demo-hillview',
    userId: 'demo-hillview-librarian',
    status: 'CATALOGUED',
    depotId: 'demo-depot-vic',
    created: 34,
    submitted: 33,
    items: [
      {
        id: 'demo-item-pirate',
        resourceType: 'BOOK',
        physicalResource: true,
        status: 'CATALOGUED',
        received: 28,
        answered: 21,
        title: 'How I became a pirate',
        standardNumber: '9780152018481',
        recordId: '1001630',
      },
      {
        id: 'demo-item-gone',
        resourceType: 'BOOK',
        physicalResource: true,
        status: 'WITHDRAWN',
        title: 'Maps of the harbour',
        standardNumber: '978-0-00-000403-1',
      },
    ],
  },
  {
    id: 'demo-request-declined',
    customerId: 'demo-riverside',
    userId: 'demo-riverside-librarian',
    status: 'DECLINED',
    created: 20,
    submitted: 20,
    items: [
      {
        id: 'demo-item-newsletter',
        resourceType: 'ONLINE_RESOURCE',
        physicalResource: false,
        status: 'DECLINED',
        answered: 18,
        title: 'Newsletter of the canteen',
        url: 'https://canteen.riverside.example/newsletter',
        publisher: 'Riverside College',
        declineReason: 'We don’t catalogue pages that change every week or are for one school only.',
      },
    ],
  },
]
