import { MarcError } from '../marc-error.ts'
import type { MarcRecord } from '../record.ts'
import { decodeXml } from './marcxml-charset.ts'
import { cutOff, maxRecordLength, openStretch, type Place } from './marcxml-stretch.ts'

export type MarcXmlItem =
  | { /** Character offset of the record in the file. */ offset: number; record: MarcRecord; repairs: string[] }
  | { offset: number; error: MarcError }

/**
 * Records of a MARCXML file, with or without namespace, alone, in a collection or inside OAI replies. Nothing outside
 * the file is ever read. Broken XML gives an error item; after it, each `record` element is searched and read by
 * itself. The buffer starts after the last record and holds up to 8 million characters.
 */
export async function* readMarcXml(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<MarcXmlItem> {
  const reader = createReader()
  /** Notes about parts of the file, by character offset. */
  let stretches: { start: number; end: number; told: string[] }[] = []
  let offset = 0
  const withRepairs = (item: MarcXmlItem): MarcXmlItem => {
    stretches = stretches.filter(({ end }) => end > item.offset)
    const [stretch] = stretches
    if ('error' in item || !stretch || stretch.start > item.offset) return item
    return { ...item, repairs: [...stretch.told, ...item.repairs] }
  }
  for await (const { text, told } of decodeXml(chunks)) {
    if (told.length > 0) stretches.push({ start: offset, end: offset + text.length, told })
    offset += text.length
    for (const item of reader.read(text, false)) yield withRepairs(item)
  }
  for (const item of reader.read('', true)) yield withRepairs(item)
}

function createReader() {
  const entities = new Map<string, string>()
  let heldFrom: Place = { offset: 0, line: 1 }
  let held = ''
  let isEmpty = true
  /** The document's parser while the document is well-formed. */
  let document: ReturnType<typeof openStretch> | undefined = openStretch(heldFrom, entities, { fragment: false })
  /** The XML error, until the record that it costs is found. */
  let untold: MarcError | undefined

  const letGo = (count: number) => {
    const lines = held.slice(0, count).match(/\r\n|\r|\n/g)?.length ?? 0
    heldFrom = { offset: heldFrom.offset + count, line: heldFrom.line + lines }
    held = held.slice(count)
  }

  function* tell(error: MarcError): Generator<MarcXmlItem> {
    untold = undefined
    isEmpty = false
    yield { offset: error.position, error }
  }

  function* readDocument(text: string, isLast: boolean): Generator<MarcXmlItem> {
    const broken = document!.read(text, isLast)
    for (const item of document!.takeItems()) {
      isEmpty = false
      yield item
    }
    const { behindLast } = document!
    if (behindLast.offset > heldFrom.offset) held = held.slice(behindLast.offset - heldFrom.offset)
    heldFrom = behindLast
    if (!broken) return
    document = undefined
    if (!broken.isNextDocument) untold = broken.error
  }

  function* readElements(isLast: boolean): Generator<MarcXmlItem> {
    for (;;) {
      const { start, end, isWrapper } = findRecordElement(held, isLast)
      letGo(start)
      if (end === undefined) break
      if (isWrapper) {
        letGo(end - start)
        continue
      }
      if (untold && heldFrom.offset > untold.position) yield* tell(untold)
      const element = openStretch(heldFrom, entities, { fragment: true })
      const text = held.slice(0, end - start)
      const broken = element.read(text, true)
      const isRest = isLast && text.length === held.length && !endOfRecord.test(text)
      if (broken) yield* tell(isRest ? cutOff(broken.error) : broken.error)
      for (const item of element.takeItems()) {
        isEmpty = false
        yield item
      }
      letGo(end - start)
    }
    if (held.length <= maxRecordLength) return
    yield* tell(new MarcError('record_too_long', 'No record ends within 8 million characters.', heldFrom.offset))
    letGo(held.length)
  }

  return {
    *read(text: string, isLast: boolean): Generator<MarcXmlItem> {
      held += text
      if (document) yield* readDocument(text, isLast)
      if (!document) yield* readElements(isLast)
      if (!isLast) return
      if (untold) yield* tell(isEmpty ? withoutRecords(untold) : untold)
      if (isEmpty) yield* tell(new MarcError('xml_without_records', 'The XML has no MARC record.', 0))
    },
  }
}

const endOfRecord = /<\/[^<>]*record\s*>$/

const withoutRecords = ({ code, message, position }: MarcError) =>
  new MarcError(
    code === 'record_cut_off' ? 'xml_not_well_formed' : code,
    `No MARC record was found. ${message}`,
    position,
  )

const recordTag = /<(\/?)(?:[^\s<>/:"'=]{1,64}:)?record(?=[\s/>])/g
const marcTag = /<(?:[^\s<>/:"'=]{1,64}:)?(?:leader|controlfield|datafield)[\s>]/
/** Longer than any start of such a tag. */
const maxTagStartLength = 80

type FoundElement = {
  /** Start of the element; no record is before it. */
  start: number
  /** End of its end tag; absent until enough text is read. */
  end: number | undefined
  /** It contains other `record` elements (OAI, SRU), which come next. */
  isWrapper: boolean
}

/** The next `record` element in text that need not be well-formed. One without an end tag ends at the next start. */
function findRecordElement(text: string, isLast: boolean): FoundElement {
  const tags = text.matchAll(recordTag)
  let start = -1
  for (const { 0: tag, 1: slash, index } of tags) {
    if (start < 0) {
      if (slash === '') start = index
      continue
    }
    if (slash === '') return { start, end: index, isWrapper: !marcTag.test(text.slice(start, index)) }
    const close = text.indexOf('>', index + tag.length)
    if (close < 0) break
    return { start, end: close + 1, isWrapper: false }
  }
  if (start >= 0) return { start, end: isLast ? text.length : undefined, isWrapper: false }
  const begun = text.lastIndexOf('<')
  const mayGoOn = !isLast && begun >= 0 && text.length - begun < maxTagStartLength
  return { start: mayGoOn ? begun : text.length, end: undefined, isWrapper: false }
}
