/** Text that is markup already. */
export type Markup = { readonly markup: string }

type Part = string | number | Markup | false | undefined | readonly Part[]

/** `html\`<p>${title}</p>\``: what is put in is text, but for other pieces of markup. Absent and false are nothing. */
export const html = (pieces: TemplateStringsArray, ...parts: Part[]): Markup => ({
  markup: pieces.reduce((whole, piece, i) => whole + asMarkup(parts[i - 1]) + piece),
})

function asMarkup(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  if ('markup' in part) return part.markup
  return part.map(asMarkup).join('')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Characters that no page may hold become the sign for unreadable. */
const escaped = (text: string) =>
  text
    .toWellFormed()
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '\uFFFD')
    .replace(/[&<>"']/g, (sign) => entities[sign]!)
