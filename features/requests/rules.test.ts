import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  codeOf,
  duplicatesOf,
  type ItemFacts,
  numberKey,
  physicalOf,
  problemsOf,
  readCode,
  resourceTypes,
  settled,
  urlKey,
} from './rules.ts'

const blank: ItemFacts = {
  resourceType: '',
  physicalResource: null,
  title: '',
  standardNumber: '',
  url: '',
  publisher: '',
  publicationDate: '',
  publicationPlace: '',
  subtitles: '',
  authors: '',
  series: '',
  pages: '',
  additionalInfo: '',
}
const item = (told: Partial<ItemFacts>): ItemFacts => ({ ...blank, ...told })

test('tangible types are physical, online types are not, and a book may be either', () => {
  const forced = resourceTypes.map((resourceType) => [
    resourceType,
    settled(item({ resourceType, physicalResource: !(physicalOf[resourceType] ?? false) })).physicalResource,
  ])
  expect(Object.fromEntries(forced)).toEqual({
    BOOK: true,
    ONLINE_RESOURCE: false,
    E_BOOK: false,
    READER_SET: true,
    DVD_CD: true,
    MUSIC_SCORE: true,
    OTHER_PHYSICAL_ITEMS: true,
  })
  expect(settled(item({ resourceType: 'BOOK', physicalResource: false })).physicalResource).toBe(false)
})

test('a physical item keeps only its number, title and notes', () => {
  const full = Object.fromEntries(Object.keys(blank).map((name) => [name, 'told'])) as unknown as ItemFacts
  const unchanged = settled({ ...full, resourceType: 'BOOK', physicalResource: true })
  const left = Object.entries(unchanged).filter(([, value]) => value === 'told')
  expect(left.map(([name]) => name)).toEqual(['title', 'standardNumber', 'additionalInfo'])
})

test('an item’s faults are reported on their fields', () => {
  const fieldsOf = (told: Partial<ItemFacts>) => Object.keys(problemsOf(settled(item(told))))
  expect(fieldsOf({})).toEqual(['resourceType', 'physicalResource'])
  expect(fieldsOf({ resourceType: 'BOOK' })).toEqual(['physicalResource'])
  expect(fieldsOf({ resourceType: 'BOOK', physicalResource: true })).toEqual([])
  expect(fieldsOf({ resourceType: 'BOOK', physicalResource: false })).toEqual(['publicationDate', 'publisher'])
  expect(fieldsOf({ resourceType: 'ONLINE_RESOURCE' })).toEqual(['url'])
  expect(fieldsOf({ resourceType: 'E_BOOK' })).toEqual([])
  expect(fieldsOf({ resourceType: 'MUSIC_SCORE' })).toEqual([])
})

test.each(['0999', '99', '20244', '2O24', ' 2024', '-200', '２０２４'])(
  '“%s” is not a year of publication',
  (publicationDate) => {
    const facts = { resourceType: 'E_BOOK', physicalResource: false, publicationDate } as const
    expect(problemsOf(item(facts))).toEqual({ publicationDate: 'Please enter valid year for publication year.' })
  },
)

test.each([
  'javascript:alert(1)',
  'data:text/html,x',
  'file:///etc/passwd',
  'example.org',
  '//example.org',
  'http:',
  'http://',
  'https:example.org',
  'https://exa mple.org',
  'mailto:a@example.org',
])('“%s” is not a valid address of an online resource', (url) => {
  expect(problemsOf(item({ resourceType: 'ONLINE_RESOURCE', physicalResource: false, url }))).toHaveProperty('url')
})

test.each(['ftp://example.org/x', 'http://example.org', 'HTTPS://EXAMPLE.org/a?b=c#d', 'https://bücher.example/ü'])(
  '“%s” is a year of publication',
  (url) => {
    expect(problemsOf(item({ resourceType: 'ONLINE_RESOURCE', physicalResource: false, url }))).toEqual({})
  },
)

test('different spellings of one page’s address are equal, and different pages differ', () => {
  const same = [
    'https://www.example.org/page',
    'http://Example.org/page/',
    'https://example.org:443/page#part',
    ' https://example.org/a/../page ',
  ]
  expect(new Set(same.map(urlKey))).toEqual(new Set(['example.org/page']))
  const others = ['https://example.org/Page', 'https://example.org/page?id=1', 'https://example.org/page#/two']
  expect(new Set([...others, same[0]!].map(urlKey)).size).toBe(4)
})

test('escaping a character that needs no escape does not change an address; escaping a delimiter does', () => {
  for (let code = 0x21; code < 0x7f; code++) {
    const [plain, upper] = [String.fromCharCode(code), `%${code.toString(16).toUpperCase()}`]
    const at = (text: string) => urlKey(`https://example.org/a${text}b?c=${text}d`)
    expect(at(upper)).toBe(at(upper.toLowerCase()))
    if (/[A-Za-z0-9._~-]/.test(plain)) expect([plain, at(upper)]).toEqual([plain, at(plain)])
    if (":/?#[]@!$&'()*+,;=".includes(plain)) expect([plain, at(upper)]).not.toEqual([plain, at(plain)])
  }
})

test('ISBN-10 and -13 of one book are equal, in every spelling', () => {
  const same = ['0306406152', '0-306-40615-2', '9780306406157', '978-0-306-40615-7', 'ISBN 978 0 306 40615 7']
  expect(new Set(same.map(numberKey))).toEqual(new Set(['9780306406157']))
  expect(numberKey('')).toBe('')
  expect(numberKey('Shop no. A')).toBe(numberKey('shop NO. a '))
})

test('the later of two equal items is the duplicate', () => {
  const items = [
    item({ resourceType: 'BOOK', standardNumber: '0306406152' }),
    item({ resourceType: 'ONLINE_RESOURCE', url: 'https://example.org/' }),
    item({ resourceType: 'DVD_CD', standardNumber: '9780306406157' }),
    item({ resourceType: 'ONLINE_RESOURCE', url: 'http://www.example.org' }),
    // An e-book's address is ignored, and two empty values are not equal.
    item({ resourceType: 'E_BOOK', url: 'https://example.org' }),
    item({ resourceType: 'BOOK' }),
    item({ resourceType: 'BOOK' }),
  ]
  expect(duplicatesOf(items)).toEqual([
    { position: 2, of: 0, field: 'standardNumber' },
    { position: 3, of: 1, field: 'url' },
  ])
})

test('a code is read as written, and a wrong digit or a swap of two is detected', () => {
  const number = fc.integer({ min: 100_000, max: 99_999_999_999 })
  fc.assert(
    fc.property(fc.constantFrom('CR', 'CI'), number, fc.nat(20), fc.nat(8), (kind, value, at, by) => {
      const code = codeOf(kind, value)
      expect(readCode(` ${code.toLowerCase().replace(/(\d{3})/g, '$1 ')}`)).toEqual({ code, kind, misread: false })
      const digits = code.slice(2)
      const place = at % digits.length
      const wrong = (Number(digits[place]) + by + 1) % 10
      const misread = `${digits.slice(0, place)}${wrong}${digits.slice(place + 1)}`
      if (misread !== digits) expect(readCode(kind + misread)).toMatchObject({ misread: true })
      const [first, second] = [digits[place], digits[place + 1]]
      // Luhn's check digit cannot tell 09 from 90.
      if (second === undefined || first === second || ['09', '90'].includes(`${first}${second}`)) return
      const turned = `${digits.slice(0, place)}${second}${first}${digits.slice(place + 2)}`
      expect(readCode(kind + turned)).toMatchObject({ misread: true })
    }),
  )
  for (const other of ['', '9780306406157', 'CX1000009', 'CR12', `CR${'1'.repeat(30)}`, 'CR١٠٠٠٠٠٩'])
    expect(readCode(other)).toBeUndefined()
})
