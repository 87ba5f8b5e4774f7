import { cleanFileName } from '#kit/server/files/file-name.ts'
import type { PictureType } from './attach-picture.ts'

const extensions: Record<PictureType, [string, ...string[]]> = {
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
}

export const extensionOf = (filetype: PictureType): string => extensions[filetype][0]

/** Without the folders that some browsers send, and with an ending that says what the picture really is. */
export function pictureName(filename: string, filetype: PictureType): string {
  const name = cleanFileName(filename.split(/[\\/]/).at(-1) ?? '')
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  return extensions[filetype].includes(ending) ? name : `${name}.${extensionOf(filetype)}`
}

/** As it was sent, but nothing that would turn or break a sentence. */
export const shownName = (filename: string): string =>
  filename.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim() || 'A file'
