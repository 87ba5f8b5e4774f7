import { normalised } from '#kit/normalised.ts'

const maxNameLength = 150
/** Characters kept from the end, where a date usually is. No extension is longer. */
const keptEnd = 20

/** `attachment` with a name for every browser: in ASCII, and complete (RFC 6266, RFC 8187). */
export function contentDisposition(name: string): string {
  const clean = cleanFileName(name)
  // Cleaned again: one character may become several, or a quotation mark.
  const ascii = cleanFileName(normalised(clean, 'NFKD').replace(/\p{M}/gu, ''))
    .replace(/[^\x20-\x7e]/gu, '_')
    // A percent sign makes some browsers decode the ASCII name too.
    .replaceAll('%', '_')
  const encoded = encodeURIComponent(clean).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

/**
 * A name that every file system accepts: without separators, quotes, control or direction characters, and not too long.
 */
export function cleanFileName(name: string): string {
  const at = name.lastIndexOf('.')
  const [stem, extension] = at < 0 || name.length - at > keptEnd ? [name, ''] : [name.slice(0, at), name.slice(at)]
  const clean = (text: string) =>
    normalised(text.toWellFormed(), 'NFC')
      .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\/:*?"<>|;\uFFFD]+/gu, ' ')
      .replace(/\s+/gu, ' ')
  const letters = [...clean(stem).trim()]
  const long = letters.length > maxNameLength
  const short = (long ? [...letters.slice(0, maxNameLength - keptEnd), ...letters.slice(-keptEnd)] : letters).join('')
  return `${short.replace(/^[. -]+|[. ]+$/gu, '') || 'download'}${clean(extension).replaceAll(' ', '')}`
}
