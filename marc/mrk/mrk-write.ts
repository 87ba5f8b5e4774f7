import { mapOf } from '#kit/map-of.ts'
import type { MarcField, MarcRecord } from '../record.ts'

const newLine = '\r\n'

/**
 * A record in the mnemonic form of MarcEdit (.mrk), in UTF-8: a field a line, then a blank line. Blanks of control
 * fields and indicators are backslashes; `$`, braces, backslashes and line breaks of the text are mnemonics.
 */
export function recordToMrk({ leader, fields }: MarcRecord): string {
  const flagged = `${leader.slice(0, 9).padEnd(9)}a${leader.slice(10, 24).padEnd(14)}`
  return [`=LDR  ${flagged}`, ...fields.map(line), '', ''].join(newLine)
}

function line(field: MarcField): string {
  if ('value' in field) return `=${field.tag}  ${blanks(text(field.value))}`
  const subfields = field.subfields.map(({ code, value }) => `$${text(code)}${text(value)}`)
  return `=${field.tag}  ${blanks(field.ind1)}${blanks(field.ind2)}${subfields.join('')}`
}

const blanks = (value: string) => value.replaceAll(' ', '\\')

const mnemonics = mapOf<string>({
  $: '{dollar}',
  '{': '{lcub}',
  '}': '{rcub}',
  '\\': '{bsol}',
  '\n': '{0A}',
  '\r': '{0D}',
})

/** Control characters are no data, as in the other forms. */
const text = (value: string) =>
  value.replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]/g, '').replace(/[${}\\\r\n]/g, (each) => mnemonics.get(each)!)
