import { buffer } from 'node:stream/consumers'
import { mapOf } from '#kit/map-of.ts'
import type { FilesPort } from '#platform/files/files-port.ts'

/** A name without any path or anything that a file store could take for one. */
export const isPlainName = (name: string): boolean => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(name)

export const coverKey = (imageFileName: string): string => `covers/${imageFileName}`

export const pictureKinds = ['jpg', 'png', 'webp', 'gif'] as const
type PictureKind = (typeof pictureKinds)[number]
const kinds = mapOf<PictureKind>({ jpeg: 'jpg', png: 'png', webp: 'webp', gif: 'gif' })

/** Bytes; a larger file is no cover. */
export const largestPicture = 20_000_000

/** The stored cover unchanged, or null if none is stored under this name or the file is no picture. */
export async function coverPicture(
  files: FilesPort,
  imageFileName: string,
): Promise<{ bytes: Uint8Array; kind: PictureKind } | null> {
  if (!isPlainName(imageFileName)) return null
  const key = coverKey(imageFileName)
  const size = await files.size(key)
  if (size === null || size > largestPicture) return null
  const file = await files.get(key)
  if (!file) return null
  const bytes = await buffer(file.stream)
  const { default: sharp } = await import('sharp')
  const found = await sharp(bytes)
    .metadata()
    .catch(() => undefined)
  const kind = found?.format === undefined ? undefined : kinds.get(found.format)
  return kind ? { bytes, kind } : null
}
