import { openRecordPath } from '#features/catalogue/rules.ts'
import type { CslName } from '#marc/citation/csl.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { ItemType } from '#marc/crosswalk/item-types.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { coverPath, hasPicture, titleOf, yearOf } from '../rules.ts'

type Thing = { '@type': string } & Record<string, unknown>

/** The schema.org type of each material, and what its name says of the work. */
const types: Record<ItemType, Thing> = {
  Book: { '@type': 'Book' },
  'Large print book': { '@type': 'Book', accessibilityFeature: 'largePrint' },
  'Braille book': { '@type': 'Book', accessibilityFeature: 'braille' },
  'Graphic novel': { '@type': 'Book', bookFormat: 'https://schema.org/GraphicNovel' },
  'E-book': { '@type': 'Book', bookFormat: 'https://schema.org/EBook' },
  Audiobook: { '@type': 'Audiobook', bookFormat: 'https://schema.org/AudiobookFormat' },
  'E-audiobook': { '@type': 'Audiobook', bookFormat: 'https://schema.org/AudiobookFormat' },
  Serial: { '@type': 'Periodical' },
  'Online serial': { '@type': 'Periodical' },
  Newspaper: { '@type': 'Newspaper' },
  'Online resource': { '@type': 'WebSite' },
  'Computer file': { '@type': 'SoftwareApplication' },
  DVD: { '@type': 'Movie' },
  'Blu-ray': { '@type': 'Movie' },
  Videocassette: { '@type': 'Movie' },
  Film: { '@type': 'Movie' },
  'Online video': { '@type': 'Movie' },
  'Music recording': { '@type': 'MusicAlbum' },
  'Sound recording': { '@type': 'AudioObject' },
  'Music score': { '@type': 'SheetMusic' },
  Map: { '@type': 'Map' },
  Picture: { '@type': 'VisualArtwork' },
  Game: { '@type': 'Game' },
  Manuscript: { '@type': 'Manuscript' },
  Kit: { '@type': 'CreativeWork' },
  Object: { '@type': 'CreativeWork' },
}

/** A reduced record as schema.org describes it, in JSON-LD. Absent values are left out. */
export function jsonLdOf(document: BibliographicDocument, publicUrl: string): Thing {
  const address = publicUrl + openRecordPath(document.id)
  const { main, others } = makersOf(document)
  const directors = new Set((cslJsonOf(document).director ?? []).map(nameOf))
  const isDirector = ({ name }: Thing) => directors.has(String(name))
  return withoutEmpty({
    '@context': 'https://schema.org',
    ...types[document.scisType],
    '@id': address,
    url: address,
    name: titleOf(document),
    director: [...main, ...others].filter(isDirector),
    author: main.filter((maker) => !isDirector(maker)),
    contributor: others.filter((maker) => !isDirector(maker)),
    datePublished: yearIn(yearOf(document)),
    about: document.subjectHeadings.map(({ heading, scheme }) => ({
      '@type': 'DefinedTerm',
      name: headingText(heading),
      inDefinedTermSet: schemeName(scheme),
    })),
    // A designed cover pictures nothing of the work.
    image: hasPicture(document) && publicUrl + coverPath(document, 512),
  })
}

/** For `<script type="application/ld+json">`: no text of a record can close it or begin a comment. */
export const asScript = (thing: object): string => JSON.stringify(thing).replaceAll('<', '\\u003c')

/** The main author, and everybody else that the record names. */
export function makersOf({ mainAuthor, authors }: BibliographicDocument): { main: Thing[]; others: Thing[] } {
  const { namePersonalPrimary: person, nameCorporatePrimary: body } = mainAuthor
  return {
    main: [...(person ? [personOf(person)] : []), ...(body ? [{ '@type': 'Organization', name: body }] : [])],
    // An added name's kind is not in the document; a comma after the first word inverts a person's name.
    others: authors
      .filter((name) => name !== person && name !== body)
      .map((name) => (name.includes(',') ? personOf(name) : { '@type': 'Organization', name })),
  }
}

const nameOf = (name: CslName): string =>
  'literal' in name ? name.literal : [name.given, name.family].filter(Boolean).join(' ')

const personOf = (heading: string): Thing => ({ '@type': 'Person', name: directName(heading) })

/** `J. R. R. Tolkien` of `Tolkien, J. R. R. (John Ronald Reuel), 1892-1973`. */
export function directName(heading: string): string {
  const [family = '', ...rest] = heading
    .replace(/\s*\([^)]*\)/g, '')
    .split(',')
    .map((part) => part.trim())
  const given = rest.find((part) => part !== '' && !/\d/.test(part))
  return [given, family].filter(Boolean).join(' ')
}

/** The first year of `1998-2003` or `[2004?]`. */
const yearIn = (text: string): string => /\d{4}/.exec(text)?.[0] ?? ''

/** One value in a list is written by itself, as consumers that know only one expect it. */
function withoutEmpty(thing: Thing): Thing {
  const kept = Object.entries(thing).flatMap(([name, value]) => {
    const only = Array.isArray(value) && value.length === 1 ? value[0] : value
    return only === '' || only === false || (Array.isArray(only) && only.length === 0) ? [] : [[name, only]]
  })
  return Object.fromEntries(kept)
}
