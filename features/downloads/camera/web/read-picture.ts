import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { SeenCode } from './sightings.ts'

/** `books`: codes on books and shelves. `slips`: codes on our own slips. */
export type Codes = 'books' | 'slips'

const formats: Record<Codes, NonNullable<ReaderOptions['formats']>> = {
  books: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'Code39'],
  slips: ['QRCode', 'Code128'],
}

const options: ReaderOptions = {
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 4,
}

/** Loads the reader from our own server; by default it would use another one. */
export async function prepareReader(): Promise<void> {
  await prepareZXingModule({
    overrides: { locateFile: (path: string, folder: string) => (path.endsWith('.wasm') ? wasm : folder + path) },
    fireImmediately: true,
  })
}

/** The codes in a picture. */
export async function readPicture(picture: ImageData, codes: Codes): Promise<SeenCode[]> {
  const found = await readBarcodes(picture, { ...options, formats: formats[codes] })
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text, format }) => ({ text: text.trim(), format: String(format) }))
}
