import { toDocument } from '../crosswalk/crosswalk.ts'
import { type Step, steps } from '../crosswalk/crosswalk-steps.ts'
import type { BibliographicDocument } from '../crosswalk/document.ts'
import { type FixedFields, readFixedFields } from '../crosswalk/fixed-fields.ts'
import type { ItemType } from '../crosswalk/item-types.ts'
import { languageCode, languageCodesIn, languageName } from '../crosswalk/languages.ts'
import { isOfThis } from '../crosswalk/makers.ts'
import { doiOr } from '../doi.ts'
import { printedIssn } from '../isbn.ts'
import { xmlText } from '../marcxml/xml-text.ts'
import { entriesOf, those } from '../mods/mods-xml.ts'
import { onlyTitleOf } from '../only-title.ts'
import type { DataField, MarcRecord } from '../record.ts'
import { unlinkedIn, webAddressesIn } from '../web-address.ts'

/** An element of the Dublin Core Metadata Element Set 1.1 with its text. */
export type DublinCore = [name: Name, text: string][]
type Name = (typeof names)[number]
const names = [
  'title',
  'creator',
  'contributor',
  'publisher',
  'date',
  'type',
  'format',
  'language',
  'identifier',
  'subject',
  'coverage',
  'description',
  'source',
  'relation',
  'rights',
] as const

type Row = { to: Name; tags: string; codes: string; clean: Step; only?: (field: DataField) => boolean; brief?: true }

const publication = ({ tag, ind2 }: DataField) => tag === '260' || ind2 === '1'
const links: Step = (field, _codes, out) => out.push(...webAddressesIn(field).map(({ href }) => href))
const noLinks: Step = (field, _codes, out) => out.push(...unlinkedIn(field))

const numbers: Step = (field, codes, out) =>
  steps.each(
    { ...field, subfields: field.subfields.map(({ code, value }) => ({ code, value: doiOr(value, field) })) },
    codes,
    out,
  )

/** MARC to Dublin Core Crosswalk (Library of Congress, 2008), with 1XX as creators, 300 as format, series as relations. */
const rows: Row[] = [
  { to: 'title', tags: '245', codes: 'abnp', clean: steps.title, brief: true },
  { to: 'title', tags: '246', codes: 'abnp', clean: steps.isbd },
  { to: 'creator', tags: '100', codes: 'abcdq', clean: steps.isbd, brief: true },
  { to: 'creator', tags: '110', codes: 'ab', clean: steps.isbd, brief: true },
  { to: 'creator', tags: '111', codes: 'acdn', clean: steps.isbd, brief: true },
  { to: 'contributor', tags: '700', codes: 'abcdq', clean: steps.isbd, only: isOfThis, brief: true },
  { to: 'contributor', tags: '710', codes: 'ab', clean: steps.isbd, only: isOfThis, brief: true },
  { to: 'contributor', tags: '711', codes: 'acdn', clean: steps.isbd, only: isOfThis, brief: true },
  { to: 'contributor', tags: '720', codes: 'a', clean: steps.isbd, brief: true },
  { to: 'publisher', tags: '260 264', codes: 'b', clean: steps.isbd, only: publication, brief: true },
  { to: 'type', tags: '655', codes: 'a', clean: steps.each },
  { to: 'format', tags: '300', codes: 'abce', clean: steps.text, brief: true },
  { to: 'format', tags: '856', codes: 'q', clean: steps.each },
  { to: 'identifier', tags: '024', codes: 'a', clean: numbers },
  { to: 'identifier', tags: '856', codes: 'u', clean: links },
  { to: 'description', tags: '856', codes: 'u', clean: noLinks },
  { to: 'subject', tags: '600 610 611 630', codes: 'abcdeqtnpvxyz', clean: steps.heading },
  { to: 'subject', tags: '648 650', codes: 'axyzv', clean: steps.heading },
  { to: 'subject', tags: '653', codes: 'a', clean: steps.each },
  { to: 'subject', tags: '082', codes: 'a', clean: steps.dewey },
  { to: 'coverage', tags: '651', codes: 'axyzv', clean: steps.heading },
  { to: 'coverage', tags: '662 751 752', codes: 'abcdfgh', clean: steps.isbd },
  { to: 'description', tags: '520', codes: 'ab', clean: steps.text },
  { to: 'description', tags: '505', codes: 'agrtu', clean: steps.text },
  { to: 'description', tags: '521', codes: 'a', clean: steps.audience },
  {
    to: 'description',
    tags: '500 501 502 504 508 511 513 515 516 518 522 525 538 545 547 550 555 580 586',
    codes: 'a',
    clean: steps.text,
  },
  { to: 'source', tags: '534', codes: 't', clean: steps.isbd },
  { to: 'source', tags: '786', codes: 'ot', clean: steps.isbd },
  { to: 'relation', tags: '490', codes: 'av', clean: steps.isbd },
  { to: 'relation', tags: '530', codes: 'a', clean: steps.text },
  { to: 'relation', tags: '760 762 765 767 770 772 773 774 775 776 777 780 785 787', codes: 'at', clean: steps.isbd },
  { to: 'rights', tags: '506 540', codes: 'a', clean: steps.text },
]

/** DCMI Type Vocabulary. */
const dcmiTypes: Record<ItemType, string> = {
  Book: 'Text',
  'Large print book': 'Text',
  'Braille book': 'Text',
  'Graphic novel': 'Text',
  Serial: 'Text',
  Newspaper: 'Text',
  'Online serial': 'Text',
  Article: 'Text',
  'E-book': 'Text',
  'Online resource': 'InteractiveResource',
  'Computer file': 'Software',
  'Data set': 'Dataset',
  Font: 'Software',
  DVD: 'MovingImage',
  'Blu-ray': 'MovingImage',
  Videocassette: 'MovingImage',
  Film: 'MovingImage',
  'Online video': 'MovingImage',
  Audiobook: 'Sound',
  'E-audiobook': 'Sound',
  'Music recording': 'Sound',
  'Sound recording': 'Sound',
  Map: 'Image',
  'Music score': 'Text',
  Picture: 'StillImage',
  Kit: 'Collection',
  Game: 'PhysicalObject',
  Object: 'PhysicalObject',
  Manuscript: 'Text',
}

function dcmiType({ scisType }: BibliographicDocument, { kind }: FixedFields): string {
  if (kind === 'p') return 'Collection'
  return scisType === 'Game' && kind === 'm' ? 'Software' : dcmiTypes[scisType]
}

/**
 * A record as simple Dublin Core, by element, without repetitions. `isBrief`: what a list of records shows (no
 * subjects, notes, relations or links).
 */
export function dublinCoreOf(record: MarcRecord, { isBrief = false } = {}): DublinCore {
  const document = toDocument(record)
  const fixed = readFixedFields(record)
  const found = new Map<Name, Set<string>>(names.map((name) => [name, new Set()]))
  const add = (name: Name, ...texts: (string | undefined)[]) => {
    for (const text of texts) if (text && text.trim() !== '') found.get(name)!.add(text.trim())
  }
  add('type', dcmiType(document, fixed), document.scisType)
  add('date', document.dateIssuedMarc || document.dateIssued)
  add(
    'identifier',
    ...document.isbn.map((isbn) => `URN:ISBN:${isbn}`),
    ...document.issn.map((issn) => `URN:ISSN:${printedIssn(issn)}`),
  )
  const entries = entriesOf(record)
  add('language', ...languageCodes(fixed.general, those(entries, '041')))
  const onlyTitle = onlyTitleOf(record)
  add('title', onlyTitle?.title)
  const texts: string[] = []
  for (const { to, tags, codes, clean, only, brief } of rows) {
    if ((isBrief && !brief) || (onlyTitle && tags === '245')) continue
    for (const field of those(entries, tags)) if (!only || only(field)) clean(field, codes, texts)
    add(to, ...texts.splice(0))
  }
  return names.flatMap((name) => [...found.get(name)!].map((text): DublinCore[number] => [name, text]))
}

/** MARC codes of text and sound, each of a known language. */
const languageCodes = (general: string, fields: DataField[]): string[] =>
  [languageCode(general.slice(35, 38)), ...fields.flatMap((field) => languageCodesIn(field, 'ad'))].filter(
    (code) => languageName(code) !== '',
  )

/** The root element of a record: in SRU (schema info:srw/schema/1/dc-v1.1) and in OAI-PMH (oai_dc). */
const roots = {
  srw: { name: 'srw_dc:dc', attributes: 'xmlns:srw_dc="info:srw/schema/1/dc-schema"' },
  oai: {
    name: 'oai_dc:dc',
    attributes:
      'xmlns:oai_dc="http://www.openarchives.org/OAI/2.0/oai_dc/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.openarchives.org/OAI/2.0/oai_dc/ http://www.openarchives.org/OAI/2.0/oai_dc.xsd"',
  },
}

/** One element with its namespaces, valid inside any other. */
export function dublinCoreXml(elements: DublinCore, wrapper: keyof typeof roots): string {
  const { name, attributes } = roots[wrapper]
  const lines = elements.map(([element, text]) => {
    const content = xmlText(text)
    // A text may have only characters that XML does not allow.
    return content.trim() === '' ? '' : `  <dc:${element}>${content}</dc:${element}>\n`
  })
  return `<${name} ${attributes} xmlns:dc="http://purl.org/dc/elements/1.1/">\n${lines.join('')}</${name}>\n`
}
