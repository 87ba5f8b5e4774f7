/** A field as the MARC view shows it; a control field has neither indicators nor subfields. */
export type MarcLine = {
  tag: string
  indicators: string
  value: string
  subfields: { code: string; value: string }[]
}

/** Reads MARCXML in the browser, with or without a namespace prefix. Only its text is used, so nothing in it runs. */
export function readMarcXml(xml: string): MarcLine[] {
  const document = new DOMParser().parseFromString(xml, 'text/xml')
  const lines: MarcLine[] = []
  for (const element of document.getElementsByTagName('*')) {
    const name = element.localName
    if (name === 'leader') lines.push(control('LDR', element))
    if (name === 'controlfield') lines.push(control(element.getAttribute('tag') ?? '', element))
    if (name === 'datafield')
      lines.push({
        tag: element.getAttribute('tag') ?? '',
        indicators: `${element.getAttribute('ind1') || ' '}${element.getAttribute('ind2') || ' '}`,
        value: '',
        subfields: [...element.children].map((subfield) => ({
          code: subfield.getAttribute('code') ?? '',
          value: subfield.textContent ?? '',
        })),
      })
  }
  return lines
}

const control = (tag: string, element: Element): MarcLine => ({
  tag,
  indicators: '',
  value: element.textContent ?? '',
  subfields: [],
})

/** The record as text, one field a line: `245 10 $a The title : $b the rest`. A blank indicator is `_`. */
export const marcAsText = (lines: readonly MarcLine[]): string =>
  lines
    .map(({ tag, indicators, value, subfields }) =>
      subfields.length === 0
        ? `${tag}    ${value}`
        : `${tag} ${indicators.replaceAll(' ', '_')} ${subfields.map((each) => `$${each.code} ${each.value}`).join(' ')}`,
    )
    .join('\n')
