import { openRecordPath } from '#features/catalogue/rules.ts'
import { creditsOf, isBody } from '#marc/citation/makers.ts'
import { direct } from '#marc/citation/names.ts'
import type { Part } from '#marc/citation/relators.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import type { ItemType } from '#marc/crosswalk/item-types.ts'
import { headingText, schemeName } from '#marc/crosswalk/subject-schemes.ts'
import { coverPath, hasPicture, titleOf } from '../rules.ts'

type Thing = { '@type': string } & Record<string, unknown>

/** The schema.org type of each material, with the facts that the material implies. */
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
  Article: { '@type': 'Article' },
  'Online resource': { '@type': 'WebSite' },
  'Computer file': { '@type': 'SoftwareApplication' },
  'Data set': { '@type': 'Dataset' },
  Font: { '@type': 'CreativeWork', genre: 'Font' },
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
  return withoutEmpty({
    '@context': 'https://schema.org',
    ...types[document.scisType],
    '@id': address,
    url: address,
    name: titleOf(document),
    ...makersByProperty(document),
    datePublished: String(document.publicationYear ?? ''),
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

/** The property of each part; an illustrator is one of a book only, and a reader one of a recording. */
const properties: Record<Part, (type: string) => string> = {
  author: () => 'author',
  editor: () => 'editor',
  translator: () => 'translator',
  director: () => 'director',
  illustrator: (type) => (type === 'Book' || type === 'Audiobook' ? 'illustrator' : 'contributor'),
  narrator: (type) => (type === 'Audiobook' ? 'readBy' : 'contributor'),
  other: () => 'contributor',
}

/** Everyone who made the work, by what they did. */
function makersByProperty(document: BibliographicDocument): Record<string, Thing[]> {
  const type = types[document.scisType]['@type']
  const things = creditsOf(document).flatMap(({ maker, name, parts }) =>
    parts.map((part) => ({
      property: properties[part](type),
      thing: { '@type': isBody(maker) ? 'Organization' : 'Person', name: direct(name) },
    })),
  )
  return Object.fromEntries(
    [...Map.groupBy(things, ({ property }) => property)].map(([property, all]) => [
      property,
      all.map(({ thing }) => thing),
    ]),
  )
}

/** A single value is written without its list, for consumers that accept only one. */
function withoutEmpty(thing: Thing): Thing {
  const kept = Object.entries(thing).flatMap(([name, value]) => {
    const only = Array.isArray(value) && value.length === 1 ? value[0] : value
    return only === '' || only === false || (Array.isArray(only) && only.length === 0) ? [] : [[name, only]]
  })
  return Object.fromEntries(kept)
}
