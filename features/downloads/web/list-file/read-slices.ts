import type { Encoding } from './file-kind.ts'

const sliceBytes = 256 * 1024

/** Thrown where a file that passed for UTF-8 is not: it is read again in the encoding of old Windows programs. */
export class NotUtf8 extends Error {}

/** The text of a file, slice by slice: with `\n` at the end of its lines, whatever it has, and without NUL. */
export async function* textSlices(file: Blob, encoding: Encoding): AsyncGenerator<{ text: string; read: number }> {
  const decoder = new TextDecoder(encoding, { fatal: encoding === 'utf-8' })
  let heldReturn = false
  for (let from = 0; from < file.size; from += sliceBytes) {
    const bytes = await file.slice(from, from + sliceBytes).arrayBuffer()
    const last = from + sliceBytes >= file.size
    const decoded: string = (heldReturn ? '\r' : '') + decode(decoder, bytes, !last)
    // A line end may be cut in two.
    heldReturn = !last && decoded.endsWith('\r')
    const text = (heldReturn ? decoded.slice(0, -1) : decoded).replace(/\r\n?/g, '\n').replaceAll('\0', '')
    yield { text, read: Math.min(file.size, from + sliceBytes) }
  }
}

function decode(decoder: TextDecoder, bytes: ArrayBuffer, stream: boolean): string {
  try {
    return decoder.decode(bytes, { stream })
  } catch {
    throw new NotUtf8()
  }
}
