import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recordInMail } from '#features/catalogue/record/server/record-in-mail.ts'
import { yearOf as yearInList } from '#features/catalogue/web/hit-facts.ts'
import { bibtex } from '#marc/citation/bibtex.ts'
import { yearsOf } from '#marc/citation/csl.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import { ris } from '#marc/citation/ris.ts'
import { textOf } from '#marc/citation/runs.ts'
import { styles } from '#marc/citation/styles.ts'
import { toDocument } from '#marc/crosswalk/crosswalk.ts'
import { dublinCoreOf } from '#marc/dublin-core/dublin-core.ts'
import { recordToMods } from '#marc/mods/mods.ts'
import type { DataField, MarcRecord } from '#marc/record.ts'
import { reducedRecord, yearOf } from '../rules.ts'
import { atomFeed } from './atom.ts'
import { coinsOf } from './coins.ts'
import { jsonLdOf } from './json-ld.ts'
import { openRecordPage } from './open-page.ts'
import { reducedMarc } from './reduced-marc.ts'

const site = 'https://portal.example'
const field = (tag: string, ...subfields: [code: string, value: string][]): DataField => ({
  ...{ tag, ind1: '0', ind2: '0' },
  subfields: subfields.map(([code, value]) => ({ code, value })),
})
/** 008/06-14 and 260 $c. */
const dated = (coded: string, printed: string, level = 'm'): MarcRecord => ({
  leader: `00000na${level} a2200000 a 4500`,
  fields: [
    { tag: '001', value: '7' },
    { tag: '008', value: `260101${coded.padEnd(9)}xxu${' '.repeat(17)}eng d` },
    field('245', ['a', 'Emus']),
    ...(printed ? [field('260', ['b', 'Emu Books,'], ['c', printed])] : []),
  ],
})

/** The date in each output. */
function datesOf(record: MarcRecord): Record<string, string> {
  const document = toDocument(record)
  const reduced = reducedRecord(document)
  const item = cslJsonOf(document)
  const found = (pattern: RegExp, text: string) => pattern.exec(text)?.[1] ?? ''
  const head = { title: '', subtitle: '', self: site, page: site, updatedAt: 0 }
  const settings = { publicUrl: site, providerName: 'Emus', searchEngines: true }
  const feed = atomFeed(head, [{ document: reduced, changedAt: 0 }], settings)
  const mail = recordInMail(document, site).detail
  return {
    index: String(document.publicationYear ?? ''),
    folder: document.dateIssuedMarc,
    list: yearInList({ _id: '7', _score: 1, _source: document } as unknown as Parameters<typeof yearInList>[0]),
    open: yearOf(reduced),
    page: found(/<dt>Year<\/dt>\s*<dd>(.*?)<\/dd>/, openRecordPage(reduced, settings, [])),
    atom: found(/<summary>Book(?: · )?(.*?)<\/summary>/, feed),
    coins: new URLSearchParams(coinsOf(reduced, 'x')).get('rft.date') ?? '',
    jsonLd: String(jsonLdOf(reduced, site).datePublished ?? ''),
    csl: yearsOf(item),
    ris: found(/^PY {2}- (.*)$/m, ris(item)),
    bibtex: found(/^ {2}year = \{(.*)\}/m, bibtex(item)),
    dublinCore: dublinCoreOf(record).find(([name]) => name === 'date')?.[1] ?? '',
    mail: found(/(?:^|, | · )([^,·]*\d[^,·]*)$/, mail),
    mods: found(/<dateIssued encoding="marc">(.*?)</, recordToMods(record)),
    strangersMods: found(/<dateIssued encoding="marc">(.*?)</, recordToMods(reducedMarc(reduced, site))),
  }
}

test.each<[coded: string, printed: string, year: string]>([
  ['s2013', '', '2013'],
  ['s2013', '2014.', '2013'],
  ['s9999', '2014.', '2014'],
  ['s0000', '[2014]', '2014'],
  ['s2999', 'c2014.', '2014'],
  ['s2999', '2999', ''],
  ['s9999', '', ''],
  ['m99999999', '2014-', '2014'],
  ['r19012015', '2015.', '2015'],
  ['r20151901', '2015.', '2015'],
  ['r19012015', '', '2015'],
  ['t20152014', '2015, c2014.', '2015'],
  ['s201u', '2013.', '2013'],
  ['quuuuuuuu', '5765 [2004 or 2005]', '2004'],
  ['nuuuuuuuu', '1384 [2005]', '2005'],
  ['|||||||||', '1999 [i.e. 2000]', '2000'],
  ['         ', '2004 (2010 printing)', '2004'],
])('008 %j with “%s” is the year “%s” everywhere', (coded, printed, year) => {
  const { mods, strangersMods, ...dates } = datesOf(dated(coded, printed))
  const expected = year === '' ? { dateIssued: printed } : { dateIssued: year }
  for (const [output, date] of Object.entries(dates)) {
    const isText = ['list', 'open', 'page', 'atom', 'coins', 'dublinCore', 'mail'].includes(output)
    expect(date, output).toBe(isText ? expected.dateIssued : year)
  }
  if (/^[srt]/.test(coded)) expect([mods, strangersMods]).toEqual([year, year])
})

test.each<[coded: string, printed: string, date: string]>([
  ['s18uu', '[18--?]', '[18--?]'],
  ['s18uu', '', ''],
  ['s18uu', '[18uu?]', '[18--?]'],
  ['s19uu', 'uuuu', ''],
  ['q18uu19uu', 'c18uu-19uu', 'c18-- -19--'],
])('008 %j with “%s” is published as “%s”', (coded, printed, date) => {
  const { index, list, page, coins, dublinCore, atom, csl, jsonLd } = datesOf(dated(coded, printed))
  const plain = [list, page, coins, dublinCore, atom].map((text = '') => text.replace(' ', ''))
  expect(new Set(plain)).toEqual(new Set([date.replace(' ', '')]))
  expect([index, csl, jsonLd]).toEqual(['', '', ''])
})

test('no public date has a letter u beside digits', () => {
  const year = fc.stringMatching(/^(?:[12][0-9u]{3}|uuuu|9999|0000|\|\|\|\|| {4})$/)
  const printed = fc.oneof(
    fc.constantFrom('', '2014.', 'uuuu'),
    year.map((date) => `[${date}?]`),
    fc.tuple(year, year).map(([from, to]) => `c${from}-${to}`),
  )
  const kind = fc.constantFrom(...'bcdeikmnpqrstu|')
  fc.assert(
    fc.property(kind, year, year, printed, fc.constantFrom('m', 's'), (type, from, to, text, level) => {
      const record = dated(type + from + to, text, level)
      const { mods, strangersMods, ...dates } = datesOf(record)
      for (const [output, date] of Object.entries(dates)) expect(date, output).not.toMatch(/\du|u\d/)
      const shown = styles.map(({ format }) => textOf(format(cslJsonOf(toDocument(record)), { today: '2026-11-21' })))
      expect([...shown, recordToMods(record).replace(/<[^>]* encoding="marc".*/g, '')].join()).not.toMatch(/\du|u\d/)
    }),
    { seed: 43, numRuns: 300 },
  )
})
