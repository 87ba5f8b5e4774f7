import { SaxesParser } from 'saxes'
import { MarcError } from '../marc-error.ts'
import { MarcXmlBuilder } from './marcxml-builder.ts'
import type { MarcXmlItem } from './marcxml-read.ts'

/** Character and line (from 1) in the file. */
export type Place = { offset: number; line: number }

export const maxRecordLength = 8 * 1024 * 1024

/** Concatenated files. */
const nextDocument = /may contain only one root|XML declaration must .* at the start/
const unexpectedEndTag = /^unexpected close tag/

/** Parses XML from one place of the file, a document or a `fragment` of it. Keeps the entities it declares. */
export function openStretch(from: Place, entities: Map<string, string>, { fragment }: { fragment: boolean }) {
  const builder = new MarcXmlBuilder()
  const parser = new SaxesParser<{ xmlns: false; position: true; fragment: boolean }>({
    xmlns: false,
    position: true,
    fragment,
  })
  const knowEntities = () => {
    for (const [name, value] of entities) parser.ENTITIES[name] ??= value
  }
  knowEntities()
  let items: { item: MarcXmlItem; end: number }[] = []
  let behindLast = from
  let behindLastButOne = from
  const here = (): Place => ({ offset: from.offset + parser.position, line: from.line + parser.line - 1 })

  let isNextDocument = false
  parser.on('error', ({ message }) => {
    const sentence = message.replace(/^\d+:\d+: /, '')
    const { offset, line } = here()
    // Elements closed by another's end tag come out as if they were complete.
    if (unexpectedEndTag.test(sentence) && behindLast.offset === offset) {
      items = items.filter(({ end }) => end !== offset)
      behindLast = behindLastButOne
    }
    isNextDocument = builder.isOutside && nextDocument.test(sentence)
    throw new MarcError('xml_not_well_formed', `Line ${line}: ${sentence}`, offset)
  })
  parser.on('doctype', (text) => {
    declareEntities(entities, text)
    knowEntities()
  })
  parser.on('opentag', ({ name, attributes }) => builder.open(name, attributes, from.offset + parser.position))
  parser.on('text', (text) => builder.text(text))
  parser.on('cdata', (text) => builder.text(text))
  parser.on('closetag', ({ name }) => {
    if (!builder.close(name)) return
    const place = here()
    if (behindLast.offset !== place.offset) behindLastButOne = behindLast
    behindLast = place
    for (const item of builder.take()) items.push({ item, end: place.offset })
  })

  const endHere = () => {
    try {
      parser.close()
    } catch (error) {
      // A document with open elements was truncated; the end of a fragment may have been guessed.
      throw error instanceof MarcError && !fragment ? cutOff(error) : error
    }
  }

  return {
    /** The place after the last finished record. */
    get behindLast() {
      return behindLast
    },
    /** The records finished since the last call. */
    takeItems(): MarcXmlItem[] {
      const taken = items.map(({ item }) => item)
      items = []
      return taken
    },
    /** Returns the error that stops the parser. */
    read(text: string, isLast: boolean): { error: MarcError; isNextDocument: boolean } | undefined {
      try {
        parser.write(text)
        const { offset } = here()
        if (offset - behindLast.offset > maxRecordLength)
          throw new MarcError('record_too_long', 'No record ends within 8 million characters.', offset)
        if (isLast) endHere()
        return undefined
      } catch (error) {
        if (!(error instanceof MarcError)) throw error
        return { error, isNextDocument }
      }
    },
  }
}

export const cutOff = ({ message, position }: MarcError) => new MarcError('record_cut_off', message, position)

/** Plain internal entities only: no external ones, and none made of other entities. */
function declareEntities(entities: Map<string, string>, doctype: string): void {
  for (const [, name, value] of doctype.matchAll(/<!ENTITY\s+([\w.-]{1,64})\s+["']([^"'<&%]{0,1000})["']\s*>/g))
    if (!entities.has(name!)) entities.set(name!, value!)
}
