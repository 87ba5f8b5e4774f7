import sharp, { type Sharp } from 'sharp'
import { cleanFileName } from '#kit/server/files/file-name.ts'
import { limitConcurrency } from '#kit/server/load/limit-concurrency.ts'
import { fileSentences, maxPixels, type pictureTypes } from '../../rules.ts'

export type PictureType = (typeof pictureTypes)[number]
export type Picture = { filetype: PictureType; bytes: Buffer; thumbnail: Buffer }
/** Why a file is refused. */
export type Refused = { refused: string }

export const thumbnailSide = 320
const maxSeconds = 30

/** Detected by magic bytes: nothing else reaches a decoder, whatever its name says. */
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
  const found = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => undefined)
  if (!found) return { refused: fileSentences.noPicture(filename) }
  if (found.width * (found.pageHeight ?? found.height) > maxPixels)
    return { refused: fileSentences.tooManyPixels(filename) }
  return takeTurn(async () => {
    try {
      const whole = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' }).autoOrient()
      const clean = await written[filetype](whole).timeout({ seconds: maxSeconds }).toBuffer()
      const thumbnail = await sharp(clean)
        .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 80 })
        .toBuffer()
      return { filetype, bytes: clean, thumbnail }
    } catch {
      return { refused: fileSentences.noPicture(filename) }
    }
  })
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
