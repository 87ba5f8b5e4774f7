import { expect, test } from 'vitest'
import { jsonLdOf } from '#features/open-web/server/json-ld.ts'
import { cslJsonOf } from '../citation/csl-json.ts'
import { ris } from '../citation/ris.ts'
import { dublinCoreOf } from '../dublin-core/dublin-core.ts'
import type { DataField, MarcField } from '../record.ts'
import { toDocument } from './crosswalk.ts'

const general = (codes: Record<number, string> = {}): MarcField => {
  const positions = [...'210405s2004    vra                 eng d'.padEnd(40)]
  for (const [at, code] of Object.entries(codes)) positions[Number(at)] = code
  return { tag: '008', value: positions.join('') }
}
const carrier = (value: string): MarcField => ({ tag: '007', value })
const data = (tag: string, ...parts: string[]): DataField => ({
  ...{ tag, ind1: ' ', ind2: ' ' },
  subfields: parts.map((part) => ({ code: part.charAt(0), value: part.slice(1) })),
})
const content = (...codes: string[]) => codes.map((code) => data('336', `b${code}`))
const genre = (term: string) => data('655', `a${term}`)
const within = (...parts: string[]) => data('773', 'tNature', 'gVol. 1, no. 2, p. 3-4', ...parts)
const online = carrier('cr cnu')
const disc = carrier('co cga')
const file = (code: string, form = 'q') => general({ 23: form, 26: code })

/** The resource type, and what it is in JSON-LD, RIS and Dublin Core. */
type Row = [type: string, jsonLd: string, risType: string, dcmi: string, leader: string, fields: MarcField[]]
test.each<Row>([
  ['Book', 'Book', 'BOOK', 'Text', 'am', [general()]],
  ['Book', 'Book', 'BOOK', 'Text', 'am', [general(), ...content('sti')]],
  ['Book', 'Book', 'CHAP', 'Text', 'aa', [general(), within('z9780261103344')]],
  ['Large print book', 'Book', 'BOOK', 'Text', 'am', [general({ 23: 'd' })]],
  ['Braille book', 'Book', 'BOOK', 'Text', 'am', [general({ 23: 'f' })]],
  ['Graphic novel', 'Book', 'BOOK', 'Text', 'am', [general({ 24: '6' })]],
  ['E-book', 'Book', 'EBOOK', 'Text', 'am', [general({ 23: 'o' })]],
  ['E-book', 'Book', 'EBOOK', 'Text', 'am', [general({ 23: 'q' }), disc]],
  ['E-book', 'Book', 'EBOOK', 'Text', 'am', [general(), data('338', 'aonline resource')]],
  ['E-book', 'Book', 'EBOOK', 'Text', 'mm', [file('d'), disc]],
  ['E-book', 'Book', 'EBOOK', 'Text', 'mm', [file('u'), ...content('txt')]],
  ['Serial', 'Periodical', 'JFULL', 'Text', 'as', [general({ 21: 'p' })]],
  ['Newspaper', 'Newspaper', 'JFULL', 'Text', 'as', [general({ 21: 'n' })]],
  ['Online serial', 'Periodical', 'JFULL', 'Text', 'as', [general({ 23: 'o' })]],
  ['Article', 'Article', 'JOUR', 'Text', 'ab', [general()]],
  ['Article', 'Article', 'JOUR', 'Text', 'ab', [general({ 23: 'o' }), within()]],
  ['Article', 'Article', 'JOUR', 'Text', 'aa', [general(), within('x0028-0836')]],
  ['Article', 'Article', 'JOUR', 'Text', 'aa', [general(), within('7nnas')]],
  ['Online resource', 'WebSite', 'ELEC', 'InteractiveResource', 'ai', [general({ 23: 'o' })]],
  ['Online resource', 'WebSite', 'ELEC', 'InteractiveResource', 'mm', [file('j', 'o'), ...content('txt')]],
  ['Online resource', 'WebSite', 'ELEC', 'InteractiveResource', 'mm', [file('m'), online]],
  ['Online resource', 'WebSite', 'ELEC', 'InteractiveResource', 'mm', [file('u', 'o'), ...content('txt')]],
  ['Computer file', 'SoftwareApplication', 'COMP', 'Software', 'mm', [file('b'), disc]],
  ['Computer file', 'SoftwareApplication', 'COMP', 'Software', 'mm', [file('i'), ...content('sti', 'snd')]],
  ['Computer file', 'SoftwareApplication', 'COMP', 'Software', 'mm', [file('m'), ...content('txt')]],
  ['Computer file', 'SoftwareApplication', 'COMP', 'Software', 'am', [general(), ...content('cop')]],
  ['Data set', 'Dataset', 'DATA', 'Dataset', 'mm', [file('a')]],
  ['Data set', 'Dataset', 'DATA', 'Dataset', 'mm', [file('e', 'o')]],
  ['Data set', 'Dataset', 'DATA', 'Dataset', 'mm', [file('|'), ...content('cod')]],
  ['Font', 'CreativeWork', 'GEN', 'Software', 'mm', [file('f'), ...content('cop')]],
  ['Font', 'CreativeWork', 'GEN', 'Software', 'mm', [file('b'), genre('Fonts (Type)')]],
  ['Map', 'Map', 'MAP', 'Image', 'em', [general()]],
  ['Map', 'Map', 'MAP', 'Image', 'em', [general(), ...content('cod')]],
  ['Map', 'Map', 'MAP', 'Image', 'mm', [file('c'), carrier('aj canzn'), disc]],
  ['Map', 'Map', 'MAP', 'Image', 'mm', [file('a'), ...content('cri')]],
  ['Map', 'Map', 'MAP', 'Image', 'mm', [file('c'), genre('Digital maps')]],
  ['Map', 'Map', 'MAP', 'Image', 'am', [general(), data('336', 'aCartographic image')]],
  ['Picture', 'VisualArtwork', 'ART', 'StillImage', 'km', [general({ 33: 'i' })]],
  ['Picture', 'VisualArtwork', 'ART', 'StillImage', 'mm', [file('c')]],
  ['Picture', 'VisualArtwork', 'ART', 'StillImage', 'gm', [general({ 33: 's' })]],
  ['Game', 'Game', 'GEN', 'Software', 'mm', [file('g'), ...content('cop', 'tdi')]],
  ['Game', 'Game', 'GEN', 'Software', 'mm', [file('b'), genre('Video games.')]],
  ['Game', 'Game', 'GEN', 'PhysicalObject', 'rm', [general({ 33: 'g' })]],
  ['Sound recording', 'AudioObject', 'SOUND', 'Sound', 'mm', [file('h')]],
  ['Sound recording', 'AudioObject', 'SOUND', 'Sound', 'mm', [file('z'), carrier('sd fun')]],
  ['Sound recording', 'AudioObject', 'SOUND', 'Sound', 'im', [general({ 30: 't ' })]],
  ['Music recording', 'MusicAlbum', 'SOUND', 'Sound', 'jm', [general()]],
  ['Music recording', 'MusicAlbum', 'SOUND', 'Sound', 'mm', [file('h'), ...content('prm')]],
  ['Music recording', 'MusicAlbum', 'SOUND', 'Sound', 'am', [general(), ...content('prm')]],
  ['Audiobook', 'Audiobook', 'SOUND', 'Sound', 'im', [general()]],
  ['Audiobook', 'Audiobook', 'SOUND', 'Sound', 'mm', [file('h'), ...content('spw')]],
  ['Audiobook', 'Audiobook', 'SOUND', 'Sound', 'am', [general({ 30: 's' }), ...content('spw')]],
  ['E-audiobook', 'Audiobook', 'SOUND', 'Sound', 'im', [general({ 23: 'o' })]],
  ['E-audiobook', 'Audiobook', 'SOUND', 'Sound', 'mm', [file('h'), online, ...content('spw')]],
  ['DVD', 'Movie', 'VIDEO', 'MovingImage', 'gm', [general({ 33: 'v' }), carrier('vd cvaizq')]],
  ['Blu-ray', 'Movie', 'VIDEO', 'MovingImage', 'gm', [general({ 33: 'v' }), carrier('vd csaizq')]],
  ['Videocassette', 'Movie', 'VIDEO', 'MovingImage', 'gm', [general({ 33: 'v' }), carrier('vf cbahos')]],
  ['Film', 'Movie', 'VIDEO', 'MovingImage', 'gm', [general({ 33: 'm' }), carrier('mr cbaha')]],
  ['Online video', 'Movie', 'VIDEO', 'MovingImage', 'gm', [general({ 29: 'o', 33: 'v' })]],
  ['Online video', 'Movie', 'VIDEO', 'MovingImage', 'mm', [file('u', 'o'), ...content('tdi')]],
  ['Music score', 'SheetMusic', 'MUSIC', 'Text', 'cm', [general()]],
  ['Kit', 'CreativeWork', 'GEN', 'Collection', 'om', [general({ 33: 'b' }), ...content('tdi')]],
  ['Object', 'CreativeWork', 'GEN', 'PhysicalObject', 'rm', [general({ 33: 'w' })]],
  ['Manuscript', 'Manuscript', 'MANSCPT', 'Text', 'tm', [general()]],
  ['Manuscript', 'Manuscript', 'MANSCPT', 'Collection', 'pm', [general()]],
])('%s, %s, %s, %s: leader/06-07 %s with %j', (type, jsonLd, risType, dcmi, codes, fields) => {
  const title = data('245', 'aTides')
  const record = { leader: `00000c${codes} a2200000 i 4500`, fields: [...fields, title] }
  const document = toDocument(record)
  expect(document.scisType).toBe(type)
  expect(jsonLdOf(document, '')['@type']).toBe(jsonLd)
  expect(ris(cslJsonOf(document))).toMatch(`TY  - ${risType}\r\n`)
  const types = dublinCoreOf(record).filter(([element]) => element === 'type')
  expect(types.slice(0, 2)).toEqual([
    ['type', dcmi],
    ['type', type],
  ])
})
