import { describe, expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { bibtex } from './bibtex.ts'
import { type CitedDocument, cslJsonOf } from './csl-json.ts'
import type { StyleId } from './ids.ts'
import { ris } from './ris.ts'
import { htmlOf, textOf } from './runs.ts'
import { styles } from './styles.ts'

const today = '2026-11-21'
const document: CitedDocument = {
  ...blankDocument('1'),
  title: { titlePrimary: 'Genji monogatari', noteStmOfResponsibility: '' },
  scisType: 'Book',
  language: ['Japanese'],
  mainAuthor: { namePersonalPrimary: 'Murasaki, Shikibu', nameCorporatePrimary: '' },
  publisher: 'Iwanami',
  placeOfPublication: 'Tokyo',
  publicationYear: 1958,
  dateIssuedMarc: '1958',
  titleInScript: '源氏物語',
  facts: [{ label: 'Translated title', text: 'The tale of Genji', find: '' }],
}
const hebrew: CitedDocument = {
  ...document,
  title: { titlePrimary: 'Keter', noteStmOfResponsibility: '' },
  titleInScript: 'כתר',
  language: ['Hebrew'],
  edition: '2nd ed.',
  facts: [],
}
const runsIn = (style: StyleId, source: CitedDocument) =>
  styles.find(({ id }) => id === style)!.format(cslJsonOf(source), { today })
const markedIn = (style: StyleId, source: CitedDocument) =>
  runsIn(style, source)
    .map(({ text, italic }) => (italic ? `*${text}*` : text))
    .join('')

describe('a title in another script', () => {
  test.each<[StyleId, string]>([
    ['apa', 'Murasaki, S. (1958). *Genji monogatari* [The tale of Genji]. Iwanami.'],
    ['harvard', 'Murasaki S (1958) *Genji monogatari* [The tale of Genji], Iwanami, Tokyo.'],
    ['mla', 'Murasaki, Shikibu. 源氏物語 [*Genji monogatari*; *The Tale of Genji*]. Iwanami, 1958.'],
    ['chicago', 'Murasaki, Shikibu. *Genji monogatari* 源氏物語 [The tale of Genji]. Iwanami, 1958.'],
    ['vancouver', 'Murasaki S. Genji monogatari [The tale of Genji]. Tokyo: Iwanami; 1958. Japanese.'],
  ])('%s', (style, reference) => expect(markedIn(style, document)).toBe(reference))

  test.each<[StyleId, string]>([
    ['apa', 'Murasaki, S. (1958). *Genji monogatari*. Iwanami.'],
    ['mla', 'Murasaki, Shikibu. 源氏物語 [*Genji monogatari*]. Iwanami, 1958.'],
    ['chicago', 'Murasaki, Shikibu. *Genji monogatari* 源氏物語. Iwanami, 1958.'],
  ])('%s, without a translation', (style, reference) =>
    expect(markedIn(style, { ...document, facts: [] })).toBe(reference),
  )

  test('of a chapter is in quotation marks where the romanised one is', () => {
    const host = { ...{ title: 'Koten', shortTitle: '', maker: '', edition: '', imprint: '', parts: [] } }
    const chapter = { ...document, host: { ...host, enumeration: '', issn: '', isbn: '9784002400000', level: 'm' } }
    expect(markedIn('mla', chapter)).toContain('. 源氏物語 [“Genji monogatari”; “The Tale of Genji”]. *Koten*')
    expect(markedIn('chicago', chapter)).toContain('. “Genji monogatari” 源氏物語 [The tale of Genji]. In *Koten*')
    expect(markedIn('apa', chapter)).toContain('. Genji monogatari [The tale of Genji]. In *Koten*')
  })

  test('a record that is catalogued in its script is cited alike', () => {
    const other: CitedDocument = {
      ...document,
      title: { titlePrimary: '源氏物語', noteStmOfResponsibility: '' },
      titleInScript: '',
      inScript: [{ of: '源氏物語', text: 'Genji monogatari', lang: '' }],
    }
    for (const { id } of styles) expect(markedIn(id, other)).toBe(markedIn(id, document))
  })

  test('is translated only if the work is in another language', () => {
    expect(cslJsonOf({ ...document, language: ['English'] })).not.toHaveProperty('custom')
    expect(cslJsonOf({ ...document, facts: [] })).not.toHaveProperty('custom')
  })

  test('is isolated in markup, with its language', () => {
    expect(htmlOf(runsIn('chicago', hebrew))).toContain('<i>Keter</i> <bdi lang="he">כתר</bdi>. 2nd ed.')
    expect(htmlOf(runsIn('chicago', { ...hebrew, language: [] }))).toContain(' <bdi>כתר</bdi>')
  })

  test('in plain text a mark keeps the numeral after a text from right to left in its place', () => {
    expect(textOf(runsIn('chicago', hebrew))).toContain('Keter כתר\u200e. 2nd ed.')
    expect(textOf(runsIn('chicago', { ...hebrew, titleInScript: 'כתר?' }))).toContain('כתר?\u200e 2nd ed.')
    expect(textOf(runsIn('chicago', document))).not.toContain('\u200e')
  })

  test('files for reference managers have it with its translation', () => {
    const item = cslJsonOf(document)
    expect(item).toMatchObject({
      ...{ title: 'Genji monogatari', 'original-title': '源氏物語' },
      custom: { 'translated-title': 'The tale of Genji' },
    })
    expect(ris(item).split('\r\n')).toEqual(
      expect.arrayContaining([
        'TI  - Genji monogatari',
        'TT  - The tale of Genji',
        'N1  - Title in its own script: 源氏物語',
      ]),
    )
    expect(bibtex(item)).toContain('  titleaddon = {[The tale of Genji]},\n  origtitle = {源氏物語},\n')
  })
})
