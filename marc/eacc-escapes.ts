import { charactersOf, eacc } from './marc8-sets.ts'
import type { MarcField } from './record.ts'

/** `$1`, East Asian characters of three bytes, `(B` or the value's end. */
const run = /\$1([ -~]{3,2000}?)(?:\(B|$)/g
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }

/** East Asian text whose escape characters were lost on the way (`$1!0-(B`), its markup escaped perhaps. */
export function restoreEacc(fields: MarcField[], repairs: string[]): void {
  for (const field of fields) {
    const parts = 'value' in field ? [field] : field.subfields
    let count = 0
    for (const part of parts)
      part.value = part.value.replace(run, (whole: string, bytes: string) => {
        const text = asText(bytes.replace(/&([a-z]+);/g, (entity, name: string) => entities[name] ?? entity))
        if (text !== undefined) count++
        return text ?? whole
      })
    if (count > 0)
      repairs.push(`Field ${field.tag} had East Asian text without its escape characters; they were restored.`)
  }
}

/** Undefined where a group of three bytes is no character, or nothing shows that they are meant to be. */
function asText(bytes: string): string | undefined {
  let text = ''
  for (let at = 0; at < bytes.length; ) {
    if (bytes[at] === ' ') {
      text += bytes[at++]
      continue
    }
    const code = (bytes.charCodeAt(at) << 16) | (bytes.charCodeAt(at + 1) << 8) | bytes.charCodeAt(at + 2)
    const character = charactersOf(eacc).get(code)
    if (character === undefined) return undefined
    text += character
    at += 3
  }
  return /^[!'"-]/.test(bytes) || text.length > 1 ? text : undefined
}
