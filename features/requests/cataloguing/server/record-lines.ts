import type { MarcRecord } from '#marc/record.ts'

/**
 * A record in cataloguers' notation, one field a line: `245 10 $a The title : $b the rest`. A blank indicator is `_`.
 */
export const recordLines = ({ leader, fields }: MarcRecord): string[] => [
  `LDR    ${leader}`,
  ...fields.map((field) =>
    'value' in field
      ? `${field.tag}    ${field.value}`
      : `${field.tag} ${(field.ind1 + field.ind2).replaceAll(' ', '_')} ${field.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`,
  ),
]
