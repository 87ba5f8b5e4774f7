import type { Sharp } from 'sharp'
import { cleanFileName } from '#kit/server/files/file-name.ts'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { fileSentences, maxPixels, type pictureTypes } from '../../rules.ts'

export type PictureType = (typeof pictureTypes)[number]
export type Picture = { filetype: PictureType; bytes: Buffer; thumbnail: Buffer }
/** Why a file is refused. */
export type Refused = { refused: string }

export const thumbnailSide = 320
const maxSeconds = 30

/** Detected by magic bytes: nothing else reaches a decoder, whatever the file's name. */
const beginnings: [PictureType, RegExp][] = [
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[\s\S]{4}WEBP/],
]

export const typeOf = (bytes: Uint8Array): PictureType | undefined => {
  const beginning = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  return beginnings.find(([, form]) => form.test(beginning))?.[0]
}

/** Transforming 40 megapixels takes 160 MB: two at a time for the whole process. */
const takeTurn = limitConcurrency(2)

/**
 * Decodes and re-encodes the picture in its own format: upright, first frame only, without metadata and without data
 * hidden after or between its pixels.
 */
export async function reencode(bytes: Uint8Array, filename: string): Promise<Picture | Refused> {
  const filetype = typeOf(bytes)
  if (!filetype) return { refused: fileSentences.noPicture(filename) }
  const { default: sharp } = await import('sharp')
  return takeTurn(async () => {
    try {
      const whole = sharp(filetype === 'image/png' ? withoutTexts(bytes) : bytes, {
        limitInputPixels: maxPixels,
        failOn: 'error',
      }).autoOrient()
      const clean = await written[filetype](whole).timeout({ seconds: maxSeconds }).toBuffer()
      const thumbnail = await sharp(clean)
        .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer()
      return { filetype, bytes: clean, thumbnail }
    } catch (error) {
      const isLarge = error instanceof Error && /exceeds pixel limit/.test(error.message)
      return { refused: fileSentences[isLarge ? 'tooManyPixels' : 'noPicture'](filename) }
    }
  })
}

const textChunks = ['tEXt', 'zTXt', 'iTXt'].map((type) => Buffer.from(type).readUInt32BE())

/** Removes a PNG's text chunks: sharp reads each on the main thread, and a file can have 300,000. */
function withoutTexts(bytes: Uint8Array): Buffer {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const kept: Buffer[] = []
  let from = 0
  for (let at = 8; at + 12 <= whole.length; ) {
    const end = at + 12 + whole.readUInt32BE(at)
    if (textChunks.includes(whole.readUInt32BE(at + 4))) {
      if (from < at) kept.push(whole.subarray(from, at))
      from = end
    }
    at = end
  }
  return Buffer.concat([...kept, whole.subarray(from)])
}

/** High enough for small print on a title page. */
const quality = 88
const written: Record<PictureType, (picture: Sharp) => Sharp> = {
  'image/jpeg': (picture) => picture.jpeg({ quality }),
  'image/png': (picture) => picture.png({ compressionLevel: 6 }),
  'image/webp': (picture) => picture.webp({ quality }),
  'image/gif': (picture) => picture.gif(),
}

const extensions: Record<PictureType, [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
}

export const extensionOf = (filetype: PictureType): string => extensions[filetype][0]

/** Removes the folders that some browsers send and sets the extension of the real type. */
export function pictureName(filename: string, filetype: PictureType): string {
  const name = cleanFileName(filename.split(/[\\/]/).at(-1) ?? '')
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extensions[filetype].includes(ending) ? name : `${name}.${extensionOf(filetype)}`
}

/** The name as sent, without control characters or others that could garble a sentence. */
export const shownName = (filename: string): string =>
  filename.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'A file'
