import { mapOf } from '#kit/map-of.ts'
import { schemeOf } from '../crosswalk/crosswalk-headings.ts'
import type { FixedFields } from '../crosswalk/fixed-fields.ts'
import { bare, type Entries, textElement, those, value, values, valueUri } from './mods-xml.ts'

const resources = mapOf<string>({
  a: 'text',
  c: 'notated music',
  d: 'notated music',
  e: 'cartographic',
  f: 'cartographic',
  g: 'moving image',
  i: 'sound recording-nonmusical',
  j: 'sound recording-musical',
  k: 'still image',
  m: 'software, multimedia',
  o: 'mixed material',
  p: 'mixed material',
  r: 'three dimensional object',
  t: 'text',
})

/** Leader/06; a slide or transparency (008/33) is a still projected image. */
export function typeOfResource({ kind, level, general }: FixedFields): string {
  const still = kind === 'g' && 'st'.includes(general.charAt(33) || ' ')
  return textElement('typeOfResource', still ? 'still image' : resources.get(kind), {
    collection: level === 'c' || level === 'd' ? 'yes' : undefined,
    manuscript: 'dfpt'.includes(kind) ? 'yes' : undefined,
  })
}

/** 008/33 of a book. */
const literaryForms = mapOf<string>({
  1: 'fiction',
  d: 'drama',
  e: 'essay',
  f: 'novel',
  h: 'humor, satire',
  i: 'letter',
  j: 'short story',
  m: 'fiction',
  p: 'poetry',
  s: 'speech',
})
/** 008/24-27 of a book or serial. */
const natures = mapOf<string>({
  a: 'abstract or summary',
  b: 'bibliography',
  c: 'catalog',
  d: 'dictionary',
  e: 'encyclopedia',
  f: 'handbook',
  g: 'legal article',
  i: 'index',
  k: 'discography',
  l: 'legislation',
  m: 'theses',
  n: 'survey of literature',
  o: 'review',
  p: 'programmed text',
  q: 'filmography',
  r: 'directory',
  s: 'statistics',
  t: 'technical report',
  v: 'legal case and case notes',
  w: 'law report or digest',
  y: 'yearbook',
  z: 'treaty',
  2: 'offprint',
  5: 'calendar',
  6: 'comic/graphic novel',
})
/** 008/21 of a serial. */
const serials = mapOf<string>({
  d: 'database',
  l: 'loose-leaf',
  m: 'series',
  n: 'newspaper',
  p: 'periodical',
  w: 'web site',
})
/** 008/25 of a map. */
const maps = mapOf<string>({ a: 'map', d: 'globe', e: 'atlas' })
/** 008/34 of a book. */
const lives = mapOf<string>({ a: 'autobiography', b: 'biography', c: 'biography', d: 'biography' })
/** 008/33 of visual materials. */
const visuals = mapOf<string>({
  a: 'art original',
  b: 'kit',
  c: 'art reproduction',
  d: 'diorama',
  f: 'filmstrip',
  g: 'game',
  i: 'picture',
  k: 'graphic',
  l: 'technical drawing',
  m: 'motion picture',
  n: 'chart',
  o: 'flash card',
  p: 'microscope slide',
  q: 'model',
  r: 'realia',
  s: 'slide',
  t: 'transparency',
  v: 'videorecording',
  w: 'toy',
})

function codedGenres({ material, general }: FixedFields): string[] {
  const found: (string | undefined)[] = []
  if (material === 'book') {
    found.push(literaryForms.get(general.charAt(33)), lives.get(general.charAt(34)))
    if (general.charAt(29) === '1') found.push('conference publication')
    if (general.charAt(30) === '1') found.push('festschrift')
  }
  if (material === 'book' || material === 'serial')
    for (const nature of general.slice(24, 28)) found.push(natures.get(nature))
  if (material === 'serial') found.push(serials.get(general.charAt(21)))
  if (material === 'map') found.push(maps.get(general.charAt(25)))
  if (material === 'visual') found.push(visuals.get(general.charAt(33)))
  return [...new Set(found.filter((each) => each !== undefined))]
}

/** The codes of 008 in words (marcgt), the content type of 336, and 655. */
export const genres = (entries: Entries, fixed: FixedFields): string =>
  codedGenres(fixed)
    .map((genre) => textElement('genre', genre, { authority: 'marcgt' }))
    .join('') +
  those(entries, '336')
    .flatMap((field) =>
      values(field, 'a').map((text) => textElement('genre', bare(text), { authority: value(field, '2') })),
    )
    .join('') +
  those(entries, '655')
    .map((field) =>
      textElement('genre', values(field, 'abvxyz').map(bare).join('--'), {
        authority: schemeOf(field),
        valueURI: valueUri(field),
        altRepGroup: field.altRepGroup,
      }),
    )
    .join('')
