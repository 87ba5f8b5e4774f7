import { expect, test } from 'vitest'
import { cslJsonOf } from '../citation/csl-json.ts'
import { dublinCoreOf } from '../dublin-core/dublin-core.ts'
import { recordToMods } from '../mods/mods.ts'
import type { MarcRecord } from '../record.ts'
import { toDocument } from './crosswalk.ts'
import { languageName, languageNames, languageTag } from './languages.ts'

/** ISO 639-2/B (as MARC), 639-2/T and 639-1. */
const lists = `
alb sqi sq|arm hye hy|baq eus eu|bur mya my|chi zho zh|cze ces cs|dut nld nl|fre fra fr|geo kat ka|ger deu de|gre ell el
ice isl is|mac mkd mk|mao mri mi|may msa ms|per fas fa|rum ron ro|slo slk sk|tib bod bo|wel cym cy|eng eng en|twi twi tw
tgl tgl tl|aka aka ak|ipk ipk ik|heb heb he|nor nor no|ind ind id`
const rows = lists
  .trim()
  .split(/[|\n]/)
  .map((row) => row.split(' ') as [marc: string, terminology: string, short: string])

const recordOf = (general: string, ind2: string, ...subfields: [code: string, value: string][]): MarcRecord => ({
  leader: '00000nam a2200000 i 4500',
  fields: [
    { tag: '008', value: `${'210405s2004    xx '.padEnd(35)}${general} d` },
    { tag: '041', ind1: ' ', ind2, subfields: subfields.map(([code, value]) => ({ code, value })) },
    { tag: '245', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: 'Tides' }] },
  ],
})

test.each(rows)('%s, %s and %s are one language, in filters, pages, references and exports', (marc, other, short) => {
  const name = languageName(marc)
  expect(languageNames()).toContain(name)
  const records = [
    recordOf(other, ' ', ['a', other]),
    recordOf('|||', ' ', ['a', other + other]),
    recordOf('|||', ' ', ['a', short]),
    recordOf('|||', '7', ['a', short], ['2', 'iso639-1']),
    recordOf('|||', '7', ['a', other], ['2', 'iso639-3']),
    recordOf('|||', '7', ['a', `${short}-AU`], ['2', 'rfc5646']),
  ]
  for (const record of records) {
    const document = toDocument(record)
    expect(document.language).toEqual([name])
    expect(cslJsonOf(document).language).toBe(languageTag(name))
    expect(dublinCoreOf(record).filter(([element]) => element === 'language')).toEqual([['language', marc]])
    expect(recordToMods(record).match(/(?<=<languageTerm type="code" authority="iso639-2b">)\w+/g)).toEqual([marc])
  }
  const translation = recordOf('eng', '7', ['h', short], ['2', 'iso639-1'])
  expect(toDocument(translation).facts).toMatchObject([{ label: 'Translated from', text: name }])
})

test.each(['und', 'zxx', '|||', '   ', 'xxx', 'q1'])('“%s” names no language', (code) => {
  expect(languageName(code)).toBe('')
})

test('codes of 041 that name no list are MARC’s, whatever its indicator says', () => {
  expect(toDocument(recordOf('|||', '7', ['a', 'eng'], ['a', 'cha'])).language).toEqual(['English', 'Chamorro'])
})

test('codes of a list that is not known name no language', () => {
  expect(toDocument(recordOf('|||', '7', ['a', 'eng'], ['2', 'local'])).language).toEqual([])
})
