import type { ControlField, DataField, MarcRecord } from '../record.ts'

/** Patterns of the Library of Congress's schema (MARC21slim.xsd 1.2). */
const leaderTaken = /^[\d ]{5}[\dA-Za-z ][\dA-Za-z][\dA-Za-z ]{3}[2 ][2 ][\d ]{5}[\dA-Za-z ]{3}(?:4500| {4})$/
const controlTag = /^00[1-9A-Za-z]$/
const dataTag = /^(?:0[1-9A-Z][0-9A-Z]|0[1-9a-z][0-9a-z]|[1-9A-Z][0-9A-Z]{2}|[1-9a-z][0-9a-z]{2})$/
const indicatorTaken = /^[\da-z ]$/
const codeTaken = /^[\dA-Za-z!"#$%&'()*+,\-./:;<=>?{}_^`~[\]\\]$/

export type MarcXmlRecord = { leader: string; control: ControlField[]; data: DataField[] }

/**
 * Fits a record to the schema: control fields come first, each data field gets a subfield, and invalid characters in
 * the leader, tags, indicators and codes are replaced. No text is lost. `repairs`: sentences about the changes.
 */
export function fitMarcXml({ leader, fields }: MarcRecord, repairs: string[]): MarcXmlRecord {
  const fitted: MarcXmlRecord = { leader: fitLeader(leader, repairs), control: [], data: [] }
  for (const field of fields) {
    if ('value' in field) {
      if (controlTag.test(field.tag)) fitted.control.push(field)
      else if (field.tag.startsWith('00')) fitted.control.push({ ...field, tag: tagInstead(field.tag, '009', repairs) })
      else fitted.data.push(asData(field, repairs))
    } else if (controlTag.test(field.tag)) fitted.control.push(asControl(field, repairs))
    else {
      const data = fitData(field, repairs)
      if (data.subfields.length > 0) fitted.data.push(data)
    }
  }
  return fitted
}

/** The output is UTF-8, regardless of the record's own encoding. */
function fitLeader(leader: string, repairs: string[]): string {
  const whole = `${leader.slice(0, 9).padEnd(9)}a${leader.slice(10, 24).padEnd(14)}`
  if (leaderTaken.test(whole)) return whole
  const part = (start: number, end: number, refused: RegExp, instead: string) =>
    whole.slice(start, end).replace(refused, instead)
  const other = /[^\dA-Za-z ]/g
  const length = /[^\d ]/g
  const type = part(6, 7, /[^\dA-Za-z]/g, 'a')
  const fitted = `${part(0, 5, length, '0')}${part(5, 6, other, ' ')}${type}${part(7, 10, other, ' ')}22${part(12, 17, length, '0')}${part(17, 20, other, ' ')}4500`
  repairs.push(`The leader “${whole}” is not allowed in MARCXML and was written as “${fitted}”.`)
  return fitted
}

function tagInstead(tag: string, instead: string, repairs: string[]): string {
  repairs.push(`The tag “${tag}” is not allowed in MARCXML and was written as ${instead}.`)
  return instead
}

/** `Abc` becomes `ABC`; 9, which begins local fields, replaces characters that are neither letter nor digit. */
function fitDataTag(tag: string, repairs: string[]): string {
  if (dataTag.test(tag)) return tag
  const plain = tag
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '9')
    .padEnd(3, '9')
    .slice(0, 3)
  return tagInstead(tag, plain.startsWith('00') ? `9${plain.slice(1)}` : plain, repairs)
}

/** `FMT` of Aleph and similar fields hold text alone. */
function asData({ tag, value }: ControlField, repairs: string[]): DataField {
  repairs.push(`Field ${tag} has no subfields; its text became $a.`)
  return { tag: fitDataTag(tag, repairs), ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value }] }
}

function asControl({ tag, subfields }: DataField, repairs: string[]): ControlField {
  repairs.push(`Field ${tag} has subfields, which MARCXML does not allow; it was written as text.`)
  return { tag, value: subfields.map(({ value }) => value).join(' ') }
}

function fitData(field: DataField, repairs: string[]): DataField {
  const { tag, ind1, ind2, subfields } = field
  // A delimiter without code and text carries no data.
  const isEmpty = ({ code, value }: DataField['subfields'][number]) => code === '' && value === ''
  if (
    dataTag.test(tag) &&
    indicatorTaken.test(ind1) &&
    indicatorTaken.test(ind2) &&
    subfields.every((each) => codeTaken.test(each.code))
  )
    return field
  return {
    tag: fitDataTag(tag, repairs),
    ind1: fitIndicator(ind1, tag, repairs),
    ind2: fitIndicator(ind2, tag, repairs),
    subfields: subfields
      .filter((each) => !isEmpty(each))
      .map(({ code, value }) => ({ code: fitCode(code, tag, repairs), value })),
  }
}

function fitIndicator(indicator: string, tag: string, repairs: string[]): string {
  if (indicatorTaken.test(indicator)) return indicator
  const small = indicator.toLowerCase()
  const instead = indicatorTaken.test(small) ? small : ' '
  repairs.push(
    `Field ${tag} has the indicator “${indicator}”, which became ${instead === ' ' ? 'a blank' : `“${instead}”`}.`,
  )
  return instead
}

function fitCode(code: string, tag: string, repairs: string[]): string {
  if (codeTaken.test(code)) return code
  const instead = codeTaken.test(code.charAt(0)) ? code.charAt(0) : '?'
  repairs.push(`Field ${tag} has the subfield code “${code}”, which became “${instead}”.`)
  return instead
}
