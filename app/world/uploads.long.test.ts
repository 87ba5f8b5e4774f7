import { deflateRawSync } from 'node:zlib'
import { zipSync } from 'fflate'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attachmentsApi } from '#features/requests/attachments/contract.ts'
import { drawn } from '#features/requests/attachments/server/testing.ts'
import { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import { rosterApi } from '#features/school/roster/contract.ts'
import { csvOf, manifestOf, orgsOf, student } from '#features/school/roster/server/roster-testing.ts'
import type { Endpoint } from '#kit/contract.ts'
import { type Person, requestOf, type TestApp, testApp } from '../testing.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const filled = (text: string, bytes: number) => Buffer.from(text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes))
/** Texts that grow a parser's work: quotes, commas, line ends, tags, entities, names, delimiters of MARC. */
const pieces = [
  '"',
  ',',
  '\n',
  '"a","b"\n',
  '<a>',
  '<a b="c"/>',
  '&amp;',
  '<!--',
  '\x1e',
  '\x1d',
  '\x1f',
  '00026nam a22',
]
const rows = (count: number) => csvOf(Array.from({ length: count }, (_, n) => student(`s${n}`)))
const bundle = (users: string) => ({
  'manifest.csv': manifestOf('bulk'),
  'orgs.csv': orgsOf('school-1'),
  'users.csv': users,
})
const asBytes = (files: Record<string, string>) =>
  Object.fromEntries(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)]))

const zips = (): [name: string, bytes: Uint8Array][] => [
  [
    'a zip of 60,000 entries',
    zipSync(Object.fromEntries(Array.from({ length: 60_000 }, (_, n) => [`${n}`, Buffer.of()]))),
  ],
  ['a file of 500 MB in a zip', zipOfOne('users.csv', deflateRawSync(Buffer.alloc(500_000_000)), 500_000_000)],
  ['a zip that claims to hold little', zipOfOne('users.csv', deflateRawSync(Buffer.alloc(200_000_000)), 10)],
  ['a zip in zips', [1, 2, 3, 4].reduce((inner) => zipSync({ 'a.zip': inner }), zipSync(asBytes(bundle(rows(10)))))],
  ['a roster of 5,000 students', zipSync(asBytes(bundle(rows(5_000))))],
]

/** A zip of one compressed file; `size` is the length that it claims to have. */
function zipOfOne(name: string, data: Uint8Array, size: number): Uint8Array {
  const zip = Buffer.from(zipSync({ [name]: [new Uint8Array(data), { level: 0 }] }))
  const central = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  for (const at of [8, central + 10]) zip.writeUInt16LE(8, at)
  for (const at of [22, central + 24]) zip.writeUInt32LE(size, at)
  return zip
}

/** MARC 21 whose parts are many or long, and MARCXML that is deep or wide. */
function records(bytes: number): [name: string, bytes: Uint8Array][] {
  const field = (tag: string, from: number) => `${tag}0002${String(from).padStart(5, '0')}`
  const directory = Array.from({ length: 8_000 }, (_, n) => field('245', n % 100)).join('')
  const leader = (length: number, base: number) =>
    `${String(length).padStart(5, '0')}nam a22${String(base).padStart(5, '0')} a 4500`
  const iso = `${leader(99_999, 24 + directory.length + 1)}${directory}\x1e${'a\x1e'.repeat(100)}\x1d`
  const xml = (inside: string) =>
    `<record xmlns="http://www.loc.gov/MARC21/slim"><leader>00000nam a2200000 a 4500</leader>${inside}</record>`
  const subfield = '<subfield code="a">&amp;</subfield>'
  const wide = subfield.repeat(bytes / subfield.length - 100)
  return [
    ['a record of 8,000 fields', Buffer.from(iso)],
    ['records of 8,000 fields', filled(iso, bytes)],
    ['an element in an element', Buffer.from(xml('<a>'.repeat(bytes / 8) + '</a>'.repeat(bytes / 8)))],
    ['a field of many subfields', Buffer.from(xml(`<datafield tag="245" ind1=" " ind2=" ">${wide}</datafield>`))],
    [
      'many attributes',
      Buffer.from(`<record ${Array.from({ length: bytes / 12 }, (_, n) => `a${n}="b"`).join(' ')}/>`),
    ],
    [
      'entities of entities',
      Buffer.from(
        `<!DOCTYPE a [${Array.from({ length: 30 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`).join('')}]><a>&e30;</a>`,
      ),
    ],
  ]
}

/** PNGs that claim to be large, of many chunks, and pictures followed by others. */
async function pictures(bytes: number): Promise<[name: string, bytes: Uint8Array][]> {
  const png = await drawn('png')
  const large = Buffer.from(png)
  large.writeUInt32BE(60_000, 16)
  large.writeUInt32BE(60_000, 20)
  const chunk = Buffer.from([0, 0, 0, 1, ...Buffer.from('tEXta'), 0, 0, 0, 0])
  return [
    ['a picture that claims 60,000 pixels each way', large],
    [
      'a picture of many chunks',
      Buffer.concat([png.subarray(0, 33), filledWith(chunk, bytes - png.length), png.subarray(33)]),
    ],
    ['a picture of one colour, 8,000 pixels each way', await drawn('png', 8_000, 8_000)],
    ['pictures in a row', filledWith(png, bytes)],
  ]
}
const filledWith = (piece: Uint8Array, bytes: number) =>
  Buffer.concat(Array.from({ length: Math.floor(bytes / piece.length) }, () => piece))

type Upload = {
  name: string
  by: Person
  endpoint: Endpoint
  most: number
  input: (bytes: Uint8Array) => object
  files: () => Promise<[name: string, bytes: Uint8Array][]>
}
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')
const uploads: Upload[] = [
  ...['users.csv', 'roster.zip'].map((filename) => ({
    name: `roster ${filename}`,
    by: 'admin' as const,
    endpoint: rosterApi.previewRoster,
    most: 9_900_000,
    input: (bytes: Uint8Array) => ({ files: [{ filename, base64: base64(bytes) }] }),
    files: async () =>
      filename.endsWith('zip') ? zips() : [['students', Buffer.from(rows(5_000))] as [string, Uint8Array]],
  })),
  {
    name: 'pictures',
    by: 'hillview',
    endpoint: attachmentsApi.scanFiles,
    most: 5_000_000,
    input: (bytes) => ({ files: [{ filename: 'cover.png', base64: base64(bytes) }] }),
    files: () => pictures(5_000_000),
  },
  {
    name: 'a record for the desk',
    by: 'desk',
    endpoint: cataloguingApi.readRecord,
    most: 1_500_000,
    input: (bytes) => ({ base64: base64(bytes) }),
    files: async () => records(1_500_000),
  },
]

/** Milliseconds of processor time in one turn of the event loop, beyond those that taking the bytes needs. */
const mostMs = 100

/** Milliseconds of processor time of the longest turn of the event loop while `work` goes on. */
async function longestTurn(work: () => Promise<void>): Promise<number> {
  let longest = 0
  let last = process.threadCpuUsage()
  let turn: NodeJS.Immediate
  const look = () => {
    const { user, system } = process.threadCpuUsage(last)
    longest = Math.max(longest, (user + system) / 1_000)
    last = process.threadCpuUsage()
    turn = setImmediate(look)
  }
  turn = setImmediate(look)
  await work()
  look()
  clearImmediate(turn)
  return longest
}

test.each(uploads)(
  '$name: reading what was uploaded leaves the main thread to others',
  async ({ by, endpoint, most, input, files }) => {
    const cost = async (bytes: Uint8Array) => {
      const request = requestOf(endpoint, input(bytes))
      let reply = { statusCode: 0, body: '' }
      const ms = await longestTurn(async () => {
        reply = await app.raw(by, request)
      })
      return { statusCode: reply.statusCode, body: reply.body, ms }
    }
    await cost(Buffer.of(1))
    const wrong: string[] = []
    for (const [name, bytes] of [...pieces.map((piece) => [piece, filled(piece, most)] as const), ...(await files())]) {
      const harmless = await cost(Buffer.alloc(bytes.length, 'x'))
      let found = await cost(bytes)
      // Once more: the first call compiles.
      if (found.ms > harmless.ms + mostMs) found = await cost(bytes)
      const summary = `${JSON.stringify(name)}, ${bytes.length} bytes: ${Math.round(found.ms)} ms, harmless ${Math.round(harmless.ms)}, ${found.statusCode} ${found.body.slice(0, 120)}`
      if (found.ms > harmless.ms + mostMs || found.statusCode >= 500) wrong.push(summary)
    }
    expect(wrong).toEqual([])
  },
  600_000,
)
