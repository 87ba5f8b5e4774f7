import { counted } from '#kit/wording.ts'
import { asciiCode, indicator } from '../iso2709/iso2709-fields.ts'
import { fitTag } from '../iso2709/iso2709-write.ts'
import { MarcError } from '../marc-error.ts'
import type { DataField, MarcRecord } from '../record.ts'
import type { MarcXmlItem } from './marcxml-read.ts'

type Attributes = Record<string, string>
type Open = { record: MarcRecord; offset: number; repairs: string[]; isWrapper: boolean }

const deepest = 1000

/** Builds records from XML events. An element `record` around others (OAI) is a wrapper, not a record. */
export class MarcXmlBuilder {
  private depth = 0
  private opened: Open[] = []
  private ready: MarcXmlItem[] = []
  private field: DataField | undefined
  private code = ''
  private tag = ''
  private collected: string | undefined

  /** The records finished since the last call. */
  take(): MarcXmlItem[] {
    const items = this.ready
    this.ready = []
    return items
  }

  /** Between records, and between the outer elements of the file. */
  get isOutside(): boolean {
    return this.opened.length === 0 && this.depth === 0
  }

  open(name: string, attributes: Attributes, offset: number): void {
    if (++this.depth > deepest) throw new MarcError('xml_not_well_formed', 'Elements are nested too deeply.', offset)
    const current = this.opened.at(-1)
    const element = localName(name)
    if (element === 'record') {
      if (current) current.isWrapper = true
      this.opened.push({ record: { leader: '', fields: [] }, offset, repairs: [], isWrapper: false })
    } else if (element === 'metadata' && current) current.isWrapper = true
    else if (element === 'leader') this.collected = ''
    else if (element === 'controlfield' && current) {
      this.tag = tagOf(attributes, current.repairs)
      this.collected = ''
    } else if (element === 'datafield' && current) {
      const tag = tagOf(attributes, current.repairs)
      const [ind1, ind2] = [attributes.ind1, attributes.ind2].map((given) => indicatorOf(given, tag, current.repairs))
      this.field = { tag, ind1: ind1!, ind2: ind2!, subfields: [] }
    } else if (element === 'subfield') {
      this.code = codeOf(attributes, this.field?.tag ?? '', current?.repairs ?? [])
      this.collected = ''
    }
  }

  text(text: string): void {
    if (this.collected !== undefined) this.collected += text
  }

  /** Returns whether a record has ended. */
  close(name: string): boolean {
    this.depth--
    const current = this.opened.at(-1)
    const value = this.collected ?? ''
    const element = localName(name)
    if (element === 'record') this.finish()
    else if (!current) return false
    else if (element === 'leader') current.record.leader = value
    else if (element === 'controlfield') current.record.fields.push({ tag: this.tag, value })
    else if (element === 'subfield') this.field?.subfields.push({ code: this.code, value })
    else if (element === 'datafield' && this.field) {
      current.record.fields.push(this.field)
      this.field = undefined
    } else return false
    this.collected = undefined
    return element === 'record'
  }

  private finish(): void {
    const { record, offset, repairs, isWrapper } = this.opened.pop()!
    if (record.fields.length > 0) {
      if (record.leader.length !== 24) {
        repairs.push(`The leader had ${counted(record.leader.length, 'character')} instead of 24.`)
        record.leader = record.leader.slice(0, 24).padEnd(24)
      }
      this.ready.push({ offset, record, repairs })
    } else if (isWrapper) return
    else this.ready.push({ offset, error: new MarcError('no_fields', 'The record has no fields.', offset) })
    this.field = undefined
  }
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function indicatorOf(given: string | undefined, tag: string, repairs: string[]): string {
  if (!given) repairs.push(`Field ${tag} lacked an indicator, which became a blank.`)
  const [first = ' ', ...others] = given ?? ''
  if (others.length === 0) return indicator(first, tag, repairs)
  const instead = indicator(first, tag, [])
  repairs.push(
    `Field ${tag} had the indicator “${given}”, which became ${instead === ' ' ? 'a blank' : `“${instead}”`}.`,
  )
  return instead
}

function codeOf({ code = '' }: Attributes, tag: string, repairs: string[]): string {
  if (code === '') repairs.push(`Field ${tag} had a subfield without a code.`)
  return /^[\x20-\x7e]?$/.test(code) ? code : asciiCode(code, tag, repairs)
}

function tagOf(attributes: Attributes, repairs: string[]): string {
  const tag = attributes.tag ?? ''
  if (/^[\x20-\x7e]{3}$/.test(tag)) return tag
  repairs.push(`The tag “${tag}” does not have three ASCII characters.`)
  return fitTag(tag)
}
