import { createHash } from 'node:crypto'
import { mapOf } from '#kit/map-of.ts'

/** Text that is already markup. */
export type Markup = { readonly markup: string }

export type Part = string | number | Markup | false | undefined | readonly Part[]

/** `html\`<p>${title}</p>\``: values are escaped, except other pieces of markup. Absent and false become ''. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: pieces.reduce((whole, piece, i) => whole + asMarkup(parts[i - 1]) + piece),
})

function asMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('markup' in part) return part.markup
  return part.map(asMarkup).join('')
}

const entities = mapOf<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** Replaces characters that no page may contain by U+FFFD. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => entities.get(sign)!)

/** A script or style sheet within a page, as its content security policy names it. */
export const policyHash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
