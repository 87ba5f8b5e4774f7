import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type TestApp, testApp } from '#app/testing.ts'
import { confirmApi } from '../../confirm/contract.ts'
import { isbn, online, posted, startDraft } from '../../server/testing.ts'

const wasm = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(wasm).buffer as ArrayBuffer } })

let app: TestApp
beforeAll(async () => {
  app = await testApp({ work: false })
})
afterAll(() => app.close())

const hillview = () => app.as('hillview')
async function submit(items: Parameters<typeof startDraft>[1]) {
  const { id } = await startDraft(app, items)
  return (await hillview()(confirmApi.confirmRequest, { id, depot: 'demo-depot-vic' })).response
}
const slipOf = async (id: string) => (await hillview()(confirmApi.postageSlip, { id })).response
const pdfOf = async (id: string) =>
  app.raw('assistant', { method: 'GET', url: `/rest/cataloguerequests/${id}/postage-slip/pdf` })
const answer = (id: string, set: object) => app.db.updateTable('catalogueItem').set(set).where('id', '=', id).execute()

test('the slip has the depot, the school, the request’s number and its physical items in their order', async () => {
  const { id, requestNumber, items } = await submit([
    posted({ title: 'Atlas' }),
    online('https://example.org/slip'),
    posted({ title: 'Kit', resourceType: 'READER_SET' }),
  ])
  const slip = await slipOf(id)
  expect(slip).toMatchObject({
    requestNumber,
    barcode: requestNumber,
    depot: { name: 'Cataloguing depot Melbourne', address: expect.arrayContaining(['Melbourne VIC 3999']) },
    requester: {
      name: 'Hillview Librarian',
      email: 'librarian@hillview.example',
      organisation: 'Hillview Primary School',
      customerNo: '10001',
      address: ['12 School Road', 'Hillview VIC 3999', 'Australia'],
    },
  })
  expect(slip.items.map(({ itemNumber }) => itemNumber)).toEqual([items[0]!.itemNumber, items[2]!.itemNumber])
})

test('a draft has no slip yet, nor has a request without physical items', async () => {
  const draft = await startDraft(app, [posted()])
  await expect(slipOf(draft.id)).rejects.toMatchObject({ status: 409, code: 'not_submitted' })
  const { id } = await submit([online('https://example.org/nothing')])
  await expect(slipOf(id)).rejects.toMatchObject({ status: 404, code: 'no_slip' })
  expect((await pdfOf(id)).statusCode).toBe(404)
})

test('the slip lists only items that are still to be posted', async () => {
  const { id, items } = await submit([
    posted({ title: 'A' }),
    posted({ title: 'B' }),
    posted({ title: 'C' }),
    posted({ title: 'D' }),
  ])
  await answer(items[0]!.id, { status: 'WITHDRAWN' })
  await answer(items[1]!.id, { status: 'DECLINED' })
  await answer(items[2]!.id, { status: 'RECEIVED', receivedAt: new Date() })
  expect((await slipOf(id)).items.map(({ title }) => title)).toEqual(['D'])
  await answer(items[3]!.id, { status: 'RECEIVED', receivedAt: new Date() })
  await expect(slipOf(id)).rejects.toMatchObject({ status: 404, code: 'no_slip' })
})

test('a withdrawn depot stays on slips that name it', async () => {
  const { id } = await submit([posted()])
  const offer = (withdrawnAt: Date | null) =>
    app.db.updateTable('depot').set({ withdrawnAt }).where('id', '=', 'demo-depot-vic').execute()
  await offer(new Date())
  expect((await slipOf(id)).depot.name).toBe('Cataloguing depot Melbourne')
  await offer(null)
})

test('the codes are pictures of the numbers, and of nothing else', async () => {
  const picture = (kind: string, number: string) =>
    app.raw('hillview', { method: 'GET', url: `/rest/cataloguerequests/codes/${kind}/${encodeURIComponent(number)}` })
  const { statusCode, headers, body } = await picture('qr', 'CR1000016')
  expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
  expect(body).toMatch(/^<svg [^>]*viewBox="0 0 58 58"/)
  expect((await picture('code128', 'CI10000018')).statusCode).toBe(200)
  for (const [kind, number] of [
    ['qr', 'https://evil.example/'],
    ['code128', 'CI1"><script>'],
    ['ean13', 'CI10000018'],
    ['qr', `CR${'1'.repeat(20)}`],
  ] as const)
    expect((await picture(kind, number)).statusCode).toBe(400)
})

test('a scanner reads the request’s number and each item’s from the PDF, across all its pages', async () => {
  const titles = [
    '<b>Atlas</b>',
    'Te Reo Māori',
    'Путешествие',
    '三体',
    ...Array.from({ length: 8 }, (_, n) => `Book ${n}`),
  ]
  const { id, requestNumber, items } = await submit(
    titles.map((title, n) => posted({ title, standardNumber: isbn(500 + n) })),
  )
  const { headers, rawPayload } = await pdfOf(id)
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`Postage slip ${requestNumber}.pdf`),
  })
  const file = rawPayload.toString('latin1')
  expect(file.startsWith('%PDF-')).toBe(true)
  expect(file.match(/\/Type \/Page\b/g)).toHaveLength(2)
  // Fonts are embedded; the reader's own are not substituted.
  expect(file).toContain('/FontFile2')
  expect(file).not.toContain('/BaseFont /Helvetica')
  const read = await Promise.all(codesIn(rawPayload).map(scan))
  expect(read).toEqual([`QRCode ${requestNumber}`, ...items.map(({ itemNumber }) => `Code128 ${itemNumber}`)])
}, 30_000)

/** The filled shapes of the pages, as drawn. */
function codesIn(pdf: Buffer): string[] {
  const file = pdf.toString('latin1')
  return [...file.matchAll(/stream\n/g)].flatMap(({ index }) => {
    if (file.slice(index - 3, index) === 'end') return []
    const drawn = inflated(pdf.subarray(index + 7))
    return [...drawn.matchAll(/((?:[\d. -]+ [mlh]\n|h\n)+)f\*/g)].map(([, shape]) =>
      shape!
        .replace(/([\d.-]+ [\d.-]+) ([ml])\n/g, (_, point, step) => `${step === 'm' ? 'M' : 'L'}${point}`)
        .replace(/h\n/g, 'z'),
    )
  })
}

function inflated(bytes: Buffer): string {
  try {
    return inflateSync(bytes).toString('latin1')
  } catch {
    return ''
  }
}

async function scan(path: string) {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 70" width="600" height="210"><path fill="white" d="M0 0h200v70H0z"/><path fill-rule="evenodd" d="${path}"/></svg>`
  const png = await sharp(Buffer.from(svg)).png().toBuffer()
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true })
  return found.map(({ format, text }) => `${format} ${text}`).join()
}
