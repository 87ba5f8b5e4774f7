import { mapOf } from '#kit/map-of.ts'

/** The keywords of JSON Schema that zod writes and a sample depends on. */
export type JsonSchema = {
  $schema?: string
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  propertyNames?: JsonSchema
  format?: string
  pattern?: string
  default?: unknown
  examples?: unknown[]
  minItems?: number
  minimum?: number
  exclusiveMinimum?: number
  minLength?: number
  maxLength?: number
}

/** Values that a reader recognises, by the name of a member. */
const byName = mapOf<unknown>({
  bodybuilderquery: '{"query":{"query_string":{"query":"dragon"}},"size":10}',
  isbn: '9780439023481',
  isbnValue: '9780439023481',
  isbn13: '9780439023481',
  isbn10: '0439023483',
  issn: '0816-1658',
  identities: ['9780439023481', '9780618260300'],
  identifiers: ['9780439023481', '9780618260300'],
  identifier: '9780439023481',
  titlePrimary: 'The hunger games',
  noteStmOfResponsibility: 'Suzanne Collins',
  namePersonalPrimary: 'Collins, Suzanne, 1962-',
  nameCorporatePrimary: '',
  namePersonalOther: [],
  nameCorporateOther: [],
  notePerformers: '',
  otherIdentifier: [],
  authors: ['Collins, Suzanne, 1962-'],
  scisType: 'Book',
  dateIssued: '2008',
  dateIssuedMarc: '2008',
  publicationYear: 2008,
  series: ['The hunger games ; 1'],
  genreScis: ['Science fiction'],
  subjects: ['Dystopias -- Fiction'],
  heading: 'Dystopias -- Fiction',
  scheme: 'scisshl',
  targetAudienceText: ['Lower secondary'],
  scisLearningArea: ['English'],
  placeOfPublicationMarcCountry: 'United States',
  language: ['English'],
  publisher: 'Scholastic',
  placeOfPublication: 'New York',
  edition: '',
  deweyFull: '813.6',
  deweyAbridged: '813',
  physical: '1 volume',
  contents: '',
  imageFileName: '1000001.jpg',
  voyagerCreateDate: '2019-10-24',
  timeZone: 'Australia/Melbourne',
  usual: 'Australia/Melbourne',
  _id: '1000001',
  bucket: { key: 'Book', doc_count: 12 },
  reason: 'not_found',
  issuance: 'nonSerial',
  description: 'Sixteen-year-old Katniss Everdeen takes her younger sister’s place.',
  href: 'https://example.org/',
  aggregations: { scisType: { buckets: [{ key: 'Book', doc_count: 12 }] } },
  requestId: '0b7c5d3e-6a53-4a55-8e0e-2f1f0a9b1c77',
  name: 'New books',
  status: 'READY',
  messages: [],
  heldAs: { 1000001: 'invalid_isbn' },
  all: 'https://portal.example.org/rest/mydownload/download?requestId=0b7c5d3e-6a53-4a55-8e0e-2f1f0a9b1c77',
  data: 'https://portal.example.org/rest/mydownload/download/data?requestId=0b7c5d3e-6a53-4a55-8e0e-2f1f0a9b1c77',
  covers: 'https://portal.example.org/rest/mydownload/download/image?requestId=0b7c5d3e-6a53-4a55-8e0e-2f1f0a9b1c77',
  bibId: '1000001',
  id: '1000001',
  query: 'dragon',
  prefix: 'drag',
  email: 'librarian@hillview.example',
  emailId: 'librarian@hillview.example',
  username: 'librarian@hillview.example',
  firstName: 'Alex',
  lastName: 'Nguyen',
  country: 'Australia',
  postCode: '3000',
  state: 'VIC',
  suburbCity: 'Melbourne',
  currency: 'AUD',
  productCode: 'SCISDATA',
  customerNo: '10001',
  pin: '246810',
  publicationDate: '2024',
  url: 'https://example.org/',
  locale: 'en-AU',
})

const byFormat = mapOf<unknown>({
  'date-time': '2026-11-24T03:00:00.000Z',
  date: '2026-11-24',
  uuid: '3f2b8c1e-7a64-4c0e-9d2f-5b8a1c6e4f70',
  email: 'librarian@hillview.example',
  uri: 'https://example.org/',
})

/** An example of a value of this schema. `whole`: with optional members, as replies have them. */
export function sampleOf(schema: JsonSchema, { name = '', whole = false } = {}): unknown {
  if (schema.examples?.length) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (schema.enum) return schema.enum.includes(byName.get(name)) ? byName.get(name) : schema.enum[0]
  if (byName.has(name) && fits(byName.get(name), schema)) return byName.get(name)
  if (schema.default !== undefined) return schema.default
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return sampleOf(variants.find(({ type }) => type !== 'null') ?? variants[0]!, { name, whole })
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map((each) => sampleOf(each, { name, whole })))
  switch (typeOf(schema)) {
    case 'object':
      return objectOf(schema, whole)
    case 'array':
      return arrayOf(schema, name, whole)
    case 'integer':
    case 'number':
      return Math.max(schema.minimum ?? 1, schema.exclusiveMinimum === undefined ? 1 : schema.exclusiveMinimum + 1)
    case 'boolean':
      return true
    case 'null':
      return null
    case 'string':
      return textOf(schema, name)
    default:
      return {}
  }
}

/** Other than null, if there is a choice. */
const typeOf = ({ type }: JsonSchema): string | undefined =>
  Array.isArray(type) ? (type.find((each) => each !== 'null') ?? 'null') : type

function objectOf({ properties = {}, required = [], additionalProperties, propertyNames }: JsonSchema, whole: boolean) {
  const members = Object.entries(properties).filter(([name]) => whole || required.includes(name))
  const sample = Object.fromEntries(members.map(([name, each]) => [name, sampleOf(each, { name, whole })]))
  if (!whole || typeof additionalProperties !== 'object' || Object.keys(properties).length > 0) return sample
  const names = propertyNames?.enum ?? [sampleOf(propertyNames ?? { type: 'string' })]
  return Object.fromEntries(names.map((name) => [name, sampleOf(additionalProperties, { whole })]))
}

function arrayOf({ items, prefixItems, minItems = 1 }: JsonSchema, name: string, whole: boolean): unknown[] {
  if (prefixItems) return prefixItems.map((each) => sampleOf(each, { whole }))
  const one = () => sampleOf(items ?? {}, { name: name.replace(/s$/, ''), whole })
  return Array.from({ length: Math.max(1, Math.min(minItems, 3)) }, one)
}

function textOf({ format, pattern, minLength = 0, maxLength = 1000 }: JsonSchema, name: string): string {
  if (format && byFormat.get(format)) return String(byFormat.get(format))
  if (pattern) return byPattern(pattern)
  if (/Date$/.test(name)) return '2026-11-24'
  return (name || 'text').padEnd(minLength, '.').slice(0, maxLength)
}

/** The first of a few usual values that the pattern accepts. */
function byPattern(pattern: string): string {
  const candidates = [
    '1',
    '10',
    '2024',
    'a',
    '1000001',
    '9780439023481',
    ...[...byFormat.values()].map(String),
    '#004b50',
    'ab'.repeat(16),
    'CR1000249',
  ]
  return candidates.find((each) => new RegExp(pattern, 'u').test(each)) ?? ''
}

const kinds = mapOf<string>({ string: 'string', number: 'number', boolean: 'boolean' })

function fits(value: unknown, schema: JsonSchema): boolean {
  const variants = schema.anyOf ?? schema.oneOf
  if (variants) return variants.some((each) => fits(value, each))
  if (Array.isArray(value)) return typeOf(schema) === 'array'
  if (typeof value === 'object') return typeOf(schema) === 'object' && !schema.properties
  return (
    typeOf(schema) === kinds.get(typeof value) &&
    (!schema.pattern || new RegExp(schema.pattern, 'u').test(String(value)))
  )
}
