import { charactersOf, eacc } from './marc8-sets.ts'
import type { MarcField } from './record.ts'

/** `$1`, East Asian characters of three bytes, `(B` or the value's end. */
const run = /\$1([ -~]{3,2000}?)(\(B|$)/g
/** The same where `$1` is lost too. */
const bareRun = /^([ -~]{3,2000}?)(\(B|$)/
/** Letters alone may be a word. */
const bareBytes = /^(?=[ -~]*[^A-Za-z ])[ -~]+$/
const entities: Record<string, string> = { lt: '<', gt: '>', amp: '&', apos: "'", quot: '"' }

/**
 * East Asian text whose escape characters were lost on the way (`$1!0-(B`), its markup escaped perhaps. Where the set's
 * name was lost too, $6 of an 880 still has it (`245-01/$1`).
 */
export function restoreEacc(fields: MarcField[], repairs: string[]): void {
  for (const field of fields) {
    const parts = 'value' in field ? [field] : field.subfields
    const isNamed =
      'subfields' in field && field.subfields.some(({ code, value }) => code === '6' && /\/\$1/.test(value))
    let count = 0
    const restored = (whole: string, given: string, end: string, at: number, value: string) => {
      const bytes = given.replace(/&([a-z]+);/g, (entity, name: string) => entities[name] ?? entity)
      const text = asText(bytes)
      const isAlone = text?.trim().length === 1 && !isNamed
      if (text === undefined) return whole
      // One character may be a price: `$1!50 (B)`.
      if (isAlone && (end === '' || given.endsWith(' ') || value.charAt(at + whole.length) === ')')) return whole
      count++
      return text
    }
    for (const part of parts) {
      if (isNamed && 'code' in part && part.code === '6') continue
      part.value = part.value.replace(run, restored)
      if (isNamed && bareBytes.test(part.value)) part.value = part.value.replace(bareRun, restored)
    }
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
