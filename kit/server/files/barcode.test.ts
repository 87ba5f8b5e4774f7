import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { code128Of, qrCode, svgOf } from './barcode.ts'

const file = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
prepareZXingModule({ overrides: { wasmBinary: readFileSync(file).buffer as ArrayBuffer } })

/** A scanner's reading of a code drawn with this many pixels per module. */
async function scanned(svg: string, pixels: number) {
  const width = Number(/viewBox="0 0 (\d+)/.exec(svg)![1])
  const png = await sharp(Buffer.from(svg), { density: 72 })
    .resize(width * pixels, undefined, { kernel: 'nearest' })
    .png()
    .toBuffer()
  const found = await readBarcodes(new Blob([new Uint8Array(png)]), { tryHarder: true, tryInvert: false })
  return found.map(({ text, format }) => [format, text])
}

test.each(['CR1000016', 'CR12345678905'])('a scanner reads %s back from its QR code', async (number) => {
  for (const pixels of [2, 5]) expect(await scanned(svgOf(qrCode(number)), pixels)).toEqual([['QRCode', number]])
})

test.each(['CI10000018', 'CI9999999', 'CI123456789014'])(
  'a scanner reads %s back from its Code 128',
  async (number) => {
    for (const pixels of [2, 5]) expect(await scanned(svgOf(code128Of(number)), pixels)).toEqual([['Code128', number]])
  },
)

test('codes have whole modules and the quiet zone that scanners need', () => {
  const qr = qrCode('CR1000016')
  expect(qr).toMatchObject({ width: 58, height: 58 })
  const code = code128Of('CI10000018')
  const starts = [...code.path.matchAll(/M([\d.]+) 0h(\d+)/g)].map(([, x, width]) => [Number(x), Number(width)])
  expect(starts.every(([x, width]) => Number.isInteger(x) && width! >= 1 && width! <= 4)).toBe(true)
  expect(starts[0]![0]).toBe(10)
  expect(starts.at(-1)![0]! + starts.at(-1)![1]!).toBe(code.width - 10)
})
