import { SaxesParser } from 'saxes'

/** The rules of the MODS 3.7 schema for what is written here: allowed children and attribute values. */
const top =
  'abstract accessCondition classification genre identifier language location name note originInfo part physicalDescription recordInfo relatedItem subject tableOfContents targetAudience titleInfo typeOfResource'
const name = 'namePart displayForm affiliation role description nameIdentifier alternativeName'
const title = 'title subTitle partNumber partName nonSort'
const children: Record<string, string> = {
  modsCollection: 'mods',
  mods: top,
  relatedItem: top,
  titleInfo: title,
  name,
  role: 'roleTerm',
  originInfo:
    'place publisher dateIssued dateCreated dateCaptured dateValid dateModified copyrightDate dateOther edition issuance frequency',
  place: 'placeTerm',
  language: 'languageTerm scriptTerm',
  languageOfCataloging: 'languageTerm scriptTerm',
  physicalDescription: 'form reformattingQuality internetMediaType extent digitalOrigin note',
  subject:
    'topic geographic temporal titleInfo name geographicCode hierarchicalGeographic cartographics occupation genre',
  hierarchicalGeographic:
    'extraTerrestrialArea continent country province region state territory county city citySection island area',
  cartographics: 'scale projection coordinates cartographicExtension',
  location: 'physicalLocation shelfLocator url holdingSimple holdingExternal',
  part: 'detail extent date text',
  recordInfo:
    'recordContentSource recordCreationDate recordChangeDate recordIdentifier languageOfCataloging recordOrigin descriptionStandard recordInfoNote',
}
/** The children of these come in the order above; those of all others in any order. */
const ordered = new Set(['language', 'location', 'cartographics'])
/** These have at least one child. */
const neverEmpty = new Set([
  'modsCollection',
  'mods',
  'originInfo',
  'place',
  'role',
  'language',
  'physicalDescription',
  'recordInfo',
  'hierarchicalGeographic',
])

const nameTypes = /^(?:personal|family|corporate|conference)$/
const authority = { authority: /\S/, valueURI: /^\S+$/ }
const coded = { ...authority, type: /^(?:code|text)$/ }
const date = {
  encoding: /^(?:w3cdtf|iso8601|marc|temper|edtf)$/,
  point: /^(?:start|end)$/,
  qualifier: /^(?:approximate|inferred|questionable)$/,
}
const anything = /\S/
const attributes: Record<string, Record<string, RegExp>> = {
  modsCollection: {
    xmlns: /^http:\/\/www\.loc\.gov\/mods\/v3$/,
    'xmlns:xsi': anything,
    'xsi:schemaLocation': anything,
  },
  mods: { version: /^3\.[0-7]$/ },
  titleInfo: {
    ...authority,
    type: /^(?:abbreviated|translated|alternative|uniform)$/,
    usage: /^primary$/,
    nameTitleGroup: anything,
    altRepGroup: anything,
    displayLabel: anything,
    lang: anything,
  },
  nonSort: { 'xml:space': /^(?:default|preserve)$/ },
  name: { ...authority, type: nameTypes, usage: /^primary$/, nameTitleGroup: anything, altRepGroup: anything },
  namePart: { type: /^(?:date|family|given|termsOfAddress)$/ },
  roleTerm: coded,
  typeOfResource: { collection: /^yes$/, manuscript: /^yes$/ },
  genre: { ...authority, altRepGroup: anything },
  originInfo: { eventType: anything, altRepGroup: anything },
  placeTerm: { type: coded.type, authority: /^(?:marcgac|marccountry|iso3166)$/ },
  dateIssued: date,
  dateCreated: date,
  dateOther: date,
  copyrightDate: date,
  frequency: authority,
  language: { objectPart: anything },
  languageTerm: { type: coded.type, authority: /^(?:rfc3066|iso639-2b|iso639-3|rfc4646|rfc5646)$/ },
  form: { ...authority, type: anything },
  abstract: { type: anything, altRepGroup: anything },
  tableOfContents: { type: anything, altRepGroup: anything },
  targetAudience: { ...authority, displayLabel: anything, altRepGroup: anything },
  note: { type: anything, displayLabel: anything, altRepGroup: anything },
  accessCondition: { type: anything, altRepGroup: anything },
  subject: { ...authority, altRepGroup: anything },
  geographicCode: { authority: /^(?:marcgac|marccountry|iso3166)$/ },
  classification: { ...authority, edition: anything, displayLabel: anything },
  relatedItem: {
    type: /^(?:preceding|succeeding|original|host|constituent|series|otherVersion|otherFormat|isReferencedBy|references|reviewOf)$/,
    displayLabel: anything,
  },
  identifier: { type: anything, invalid: /^yes$/ },
  url: { displayLabel: anything, note: anything, usage: /^primary(?: display)?$/ },
  recordContentSource: authority,
  recordCreationDate: date,
  recordChangeDate: date,
  recordIdentifier: { source: anything },
}
const texts: Record<string, RegExp> = {
  issuance: /^(?:continuing|monographic|single unit|multipart monograph|serial|integrating resource)$/,
  url: /^[a-z][a-z\d+.-]*:\S+$/i,
}

/** Violations, as sentences, each once. Throws if the text is not well-formed. */
export function breachesOf(xml: string): string[] {
  const found = new Set<string>()
  const path: { name: string; children: string[]; text: string }[] = []
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes: given }) => {
    const parent = path.at(-1)
    if (parent && !children[parent.name]?.split(' ').includes(name)) found.add(`${name} stands in ${parent.name}`)
    parent?.children.push(name)
    for (const [attribute, value] of Object.entries(given)) {
      const allowed = attributes[name]?.[attribute]
      if (!allowed) found.add(`${name} has the attribute ${attribute}`)
      else if (!allowed.test(value)) found.add(`${name} ${attribute} says ${value}`)
    }
    path.push({ name, children: [], text: '' })
  })
  parser.on('text', (text) => {
    const here = path.at(-1)
    if (here) here.text += text
  })
  parser.on('closetag', () => {
    const { name, children: inside, text } = path.pop()!
    const isLeaf = children[name] === undefined
    if (isLeaf && text.trim() === '') found.add(`${name} is blank`)
    if (!isLeaf && text.trim() !== '') found.add(`${name} holds text`)
    if (neverEmpty.has(name) && inside.length === 0) found.add(`${name} is empty`)
    if (texts[name] && !texts[name].test(text)) found.add(`${name} says ${text}`)
    if (ordered.has(name)) {
      const places = inside.map((child) => children[name]!.split(' ').indexOf(child))
      if (places.some((place, i) => i > 0 && place < places[i - 1]!)) found.add(`${name} is out of order`)
    }
  })
  parser.write(xml).close()
  return [...found]
}
