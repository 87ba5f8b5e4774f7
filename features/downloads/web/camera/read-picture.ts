import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url'
import type { SeenCode } from './sightings.ts'

const options: ReaderOptions = {
  formats: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'Code39'],
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 4,
}

/** Loads the reader from our own server; by itself it would ask another one. */
export async function prepareReader(): Promise<void> {
  await prepareZXingModule({
    overrides: { locateFile: (path: string, folder: string) => (path.endsWith('.wasm') ? wasm : folder + path) },
    fireImmediately: true,
  })
}

/** The barcodes that are seen in a picture. */
export async function readPicture(picture: ImageData): Promise<SeenCode[]> {
  const found = await readBarcodes(picture, options)
  return found
    .filter(({ isValid }) => isValid)
    .map(({ text, format }) => ({ text: text.trim(), format: String(format) }))
}
