import { mapOf } from '#kit/map-of.ts'

const special = /[&<>"\r\t\n]|[^\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]/
const entities = mapOf<string>({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#xD;',
  '\t': '&#x9;',
  '\n': '&#xA;',
})

/** Escapes markup and drops characters that XML 1.0 (2.2) does not allow. */
export function xmlText(text: string): string {
  if (!special.test(text)) return text
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"\r\t\n]/g, (character) => entities.get(character)!)
}

/** `<name>text</name>` in a line. */
export const line = (name: string, text: string | number): string => `<${name}>${xmlText(String(text))}</${name}>\n`
