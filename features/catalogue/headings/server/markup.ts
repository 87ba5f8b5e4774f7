import { mapOf } from '#kit/map-of.ts'

/** Escapes text for HTML, including attributes. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities.get(character)!)
const entities = mapOf<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })

/** Finished markup; any other value in an `html` template is escaped. */
export class Markup {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

type Part = string | number | Markup | Part[]

/** A piece of HTML: every value in it is escaped, and lists are joined. */
export const html = (pieces: TemplateStringsArray, ...values: Part[]): Markup =>
  new Markup(pieces.map((piece, i) => piece + (i < values.length ? textOf(values[i]!) : '')).join(''))

function textOf(part: Part): string {
  if (part instanceof Markup) return part.text
  return Array.isArray(part) ? part.map(textOf).join('') : escapeHtml(String(part))
}
