import { describe, expect, test } from 'vitest'
import { marc8ToUnicode } from './charset/marc8.ts'
import { toDocument } from './crosswalk/crosswalk.ts'
import { dataFile, dataFiles, hasData, outcomes, readAll, valuesOf } from './testing.ts'

type Expected = { records?: number; rejected?: string[]; charset?: string; repaired?: RegExp } & Partial<
  Record<`${string}$${string}`, string | RegExp>
>

/**
 * Results that other tools' own tests expect of each file (EXPECT.tsv beside them); `tag$code` is a value of the first
 * record.
 */
const expectations: [file: string, what: string, expected: Expected][] = [
  [
    'pymarc/bad_subfield_code.dat',
    'a subfield code of two bytes',
    { records: 1, '245$a': 'ActivePerl with ASP and ADO /' },
  ],
  ['pymarc/bad_indicator.dat', 'a field without indicators', { records: 1, '245$a': 'Aristocrats of color :' }],
  ['pymarc/bad_eacc_encoding.dat', 'a broken EACC sequence', { records: 1, repaired: /U\+FFFD/, '880$a': /\uFFFD/ }],
  ['pymarc/bad_marc8_escape.dat', 'a stray escape', { records: 1, '260$b': 'La Sociét\u001b,' }],
  ['pymarc/utf8_errors.dat', 'the name says errors, the bytes are right', { records: 1, '245$a': /Ṣanʻāʾ/ }],
  ['pymarc/utf8_invalid.mrc', 'U+FFFD as a subfield code', { records: 1, repaired: /subfield code/ }],
  ['pymarc/utf8_without_leader_flag.dat', 'UTF-8 without the flag', { records: 1, repaired: /text is UTF-8/ }],
  ['pymarc/utf8_with_leader_flag.dat', 'UTF-8 with the flag', { records: 1 }],
  ['pymarc/alphatag.dat', 'tags of letters', { records: 1, '245$a': 'Chemistry experiments for children,' }],
  [
    'pymarc/1251.dat',
    'Windows-1251 that nobody said',
    { records: 6, repaired: /Windows-1251/, '245$a': 'Основы гидравлического расчета инженерных сетей' },
  ],
  [
    'pymarc/1251.dat',
    'Windows-1251 that was said',
    { records: 6, charset: 'windows-1251', '245$a': 'Основы гидравлического расчета инженерных сетей' },
  ],
  ['pymarc/multi_isbn.dat', 'several ISBNs', { records: 1, '020$a': /^0914378287/ }],
  ['pymarc/bad_tag.xml', 'a tag of two digits', { records: 1, repaired: /42/, '042$a': 'dc' }],
  ['pymarc/testunimarc.dat', 'UNIMARC', { records: 1 }],
  ['pymarc/marc8.dat', 'MARC-8', { records: 1 }],
  ['pymarc/diacritic.dat', 'diacritics', { records: 1, '245$a': 'Amateur media :' }],
  // Other readers cut a character in two here, by the directory's wrong lengths; by its terminator the field is whole.
  [
    'ruby-marc/marc_with_bad_utf8.utf8.marc',
    'lengths that cut a character',
    { records: 1, repaired: /by their terminators/, '520$a': /1996/ },
  ],
  [
    'ruby-marc/utf8_with_bad_bytes.marc',
    'bad bytes among UTF-8',
    { records: 1, repaired: /U\+FFFD/, '245$a': /bad bytes => \uFFFD\( <=/ },
  ],
  ['ruby-marc/cp866_unimarc.marc', 'cp866 that nobody said', { records: 1, '001$': /^Н/, repaired: /page 866/ }],
  ['ruby-marc/cp866_unimarc.marc', 'cp866 that was said', { records: 1, charset: 'ibm866', '001$': /^Н/ }],
  ['ruby-marc/cp866_multirecord.marc', 'two of these', { records: 2, charset: 'ibm866', '001$': /^Н/ }],
  ['ruby-marc/messed_up_leader.xml', 'an entity in the leader', { records: 1, leader$: '01301nam a22003618< 4500' }],
  ['ruby-marc/non-numeric.dat', 'tags ISB and LOC', { records: 1, ISB$a: '9780061317842', LOC$9: '1' }],
  ['ruby-marc/non-numeric.xml', 'the same in XML', { records: 1, ISB$a: '9780061317842', LOC$9: '1' }],
  ['ruby-marc/no-leading-zero.xml', 'tag 42', { records: 1, '042$a': 'dc' }],
  ['ruby-marc/three-records-second-bad.xml', 'XML that breaks', { records: 2, rejected: ['xml_not_well_formed'] }],
  [
    'ruby-marc/escaped_character_reference.marc8.marc',
    'a numeric reference',
    { records: 1, '260$a': 'Rio de Janeiro escaped replacement char: \uFFFD .' },
  ],
  ['ruby-marc/marc8_accented_chars.marc', 'MARC-8 flagged UTF-8', { records: 1, '100$a': 'Serreau, Geneviève.' }],
  ['ruby-marc/utf8.marc', 'a control case', { records: 1, '245$a': /^Photčhanānukrom/ }],
  [
    'marc-perl/badldr.usmarc',
    'six records and two scraps',
    { records: 6, rejected: ['empty_record', 'leader_missing'], '245$a': 'Fallen hearts.' },
  ],
  [
    'marc-perl/baddir.usmarc',
    'no directory terminator',
    { records: 1, repaired: /directory had no terminator/, '245$a': 'Green Eggs and Ham' },
  ],
  [
    'marc-perl/badind.usmarc',
    'the indicator -',
    { records: 1, repaired: /indicator “-”/, '245$a': 'All about whales.' },
  ],
  ['marc-perl/filler.usmarc', 'filler between records', { records: 3 }],
  ['marc-perl/sample1eof.usmarc', 'an end-of-file mark', { records: 1 }],
  ['marc-perl/cameleof.usmarc', 'end-of-file marks between records', { records: 10 }],
  ['marc-perl/title_proper.usmarc', 'odd titles', { records: 5 }],
  ['marc-perl/lineendings-0a.lif', 'MicroLIF, LF', { records: 1, '245$a': 'All about whales.', '952$c': 'R' }],
  ['marc-perl/lineendings-0d.lif', 'MicroLIF, CR', { records: 1, '245$a': 'All about whales.', '952$c': 'R' }],
  ['marc-perl/lineendings-0d0a.lif', 'MicroLIF, CR LF', { records: 1, '245$a': 'All about whales.', '952$c': 'R' }],
  ['marc-perl/empty-record.xml', 'an empty record', { records: 0, rejected: ['no_fields'] }],
  ['marc-perl/empty-record-2.xml', 'an empty record with a prefix', { records: 0, rejected: ['no_fields'] }],
  ['marc-perl/invalid.xml', 'XML without a record', { records: 0, rejected: ['xml_without_records'] }],
  ['marc-perl/end-of-stream.xml', 'a lone record', { records: 1, '245$0': 'subfield $0 contents' }],
  ['marc-perl/subfield0.xml', 'subfield 0', { records: 1, '245$0': 'subfield $0 contents' }],
  ['marc-perl/namespace.xml', 'a default namespace', { records: 1, '245$a': '19th century music' }],
  ['marc-perl/escape.mrc', 'markup in values', { records: 1 }],
  ['marc-perl/cjk1.marc', 'Japanese in MARC-8', { records: 1, '880$a': /\p{Script=Han}/u }],
  ['marc-perl/cjk2.marc', 'Japanese in MARC-8', { records: 1, '880$a': /\p{Script=Han}/u }],
  ['marc-perl/cjk3.marc', 'Chinese in MARC-8', { records: 1, '880$a': /\p{Script=Han}/u }],
  ['marc-perl/cjk4.marc', 'Korean in MARC-8', { records: 1, '880$a': /\p{Script=Hangul}/u }],
  ['marc-perl/hebrew1.marc', 'Hebrew in MARC-8', { records: 1, '880$a': /\p{Script=Hebrew}/u }],
  ['marc-perl/hebrew2.marc', 'Hebrew in MARC-8', { records: 1, '880$a': /\p{Script=Hebrew}/u }],
  ['marc-perl/hebrew3.marc', 'Hebrew in MARC-8', { records: 1, '880$a': /\p{Script=Hebrew}/u }],
  ['marc-perl/hebrew4.marc', 'Hebrew in MARC-8', { records: 1, '880$a': /\p{Script=Hebrew}/u }],
  ['marc-perl/cyrillic.marc', 'Cyrillic in MARC-8', { records: 1, '880$a': /\p{Script=Cyrillic}/u }],
  ['marc-perl/farsi.marc', 'lines, not a record', { records: 0, rejected: ['base_address_not_a_number'] }],
  [
    'traject/bad_utf_byte.utf8.marc',
    'two bad bytes',
    { '300$a': "This is a bad byte: '\uFFFD' and another: '\uFFFD'" },
  ],
  ['traject/bad_subfield_code.marc', 'an odd subfield code', { records: 1, '245$a': 'Les corps étrangers, roman.' }],
  ['traject/emptyish_record.marc', 'hardly anything', { records: 1 }],
  ['traject/880_with_no_6.utf8.marc', '880 without $6', { records: 1 }],
  ['traject/245_no_ab.marc', '245 without a and b', { records: 1 }],
  ['traject/missing-second-date.marc', 'a missing date', { records: 1 }],
  ['traject/packed_041a_lang.marc', 'codes packed into one 041 $a', { records: 1 }],
  // Despite the file's name, its records are Dublin Core.
  ['traject/sample-oai-no-namespace.xml', 'OAI without MARC', { records: 0, rejected: ['xml_without_records'] }],
  ['ruby-marc/random_tag_order.dat', 'tags out of order', { records: 1 }],
  ['ruby-marc/random_tag_order2.dat', 'tags out of order', { records: 1 }],
]

describe.skipIf(!hasData)('files that other tools stumble over', () => {
  test.each(expectations)('%s: %s', async (file, _, { records = 1, rejected = [], charset, repaired, ...values }) => {
    const found = await readAll(`malformed/${file}`, charset === undefined ? {} : { charset })

    expect(found.records).toHaveLength(records)
    expect(found.rejected.map(({ error }) => error.code)).toEqual(rejected)
    if (repaired) expect(found.read[0]!.repairs.join(' ')).toMatch(repaired)
    for (const [place, expected] of Object.entries(values)) {
      const [tag, code] = place.split('$') as [string, string]
      const all = tag === 'leader' ? [found.records[0]!.leader] : valuesOf(found.records[0], tag, code)
      if (typeof expected === 'string') expect(all).toContain(expected)
      else expect(all.join('\n').normalize('NFC')).toMatch(expected!)
    }
    for (const record of found.records) expect(() => toDocument(record)).not.toThrow()
  })

  test('no file of the test data is left out', () => {
    const files = dataFiles('malformed', /\.(?:dat|mrc|marc|usmarc|xml|lif)$/).map((path) => path.slice(10))
    const named = [...expectations.map(([file]) => file), 'pymarc/bad_records.mrc']
    expect(files.filter((file) => !named.includes(file))).toEqual([])
  })

  // Other readers give up on all six; five of them have every byte of their only field.
  test('between two good records, each broken one is repaired whole, or rejected with its reason', async () => {
    expect(outcomes(dataFile('malformed/pymarc/bad_records.mrc'))).toEqual([
      ...['ok', 'ok', 'ok', 'ok', 'ok', 'ok'],
      ...['no_fields', 'ok'],
    ])
    const { read } = await readAll('malformed/pymarc/bad_records.mrc')
    for (const { record } of read) expect(record.fields).toEqual(read[0]!.record.fields)
    expect(read.map(({ repairs }) => repairs[0])).toEqual([
      undefined,
      'The leader’s base address says “99937”; the fields begin at 37.',
      'The leader’s base address says “00000”; the fields begin at 37.',
      '1 directory entry was not 12 characters long.',
      '1 directory entry was not 12 characters long.',
      expect.stringContaining('base address says “f0037”'),
      undefined,
    ])
  })

  test('a bad indicator becomes a blank and the good one stays', async () => {
    const { records } = await readAll('malformed/marc-perl/badind.usmarc')
    expect(records[0]!.fields.find(({ tag }) => tag === '245')).toMatchObject({ ind1: ' ', ind2: '0' })
  })

  test('the order of the fields is the record’s own', async () => {
    const tags = async (file: string) => (await readAll(file)).records[0]!.fields.map(({ tag }) => tag)
    expect((await tags('malformed/ruby-marc/random_tag_order.dat')).filter((tag) => tag.startsWith('5'))).toEqual([
      '511',
      '505',
      '500',
    ])
    const second = await tags('malformed/ruby-marc/random_tag_order2.dat')
    expect(second.filter((tag) => tag < '100').join(' ')).toBe(
      '001 005 007 008 035 040 028 041 035 024 028 010 042 050',
    )
    expect(second.filter((tag) => tag === '500')).toHaveLength(6)
  })

  test('the three MicroLIF files hold the same record', async () => {
    const [lf, cr, crlf] = await Promise.all(
      ['0a', '0d', '0d0a'].map((ending) => readAll(`malformed/marc-perl/lineendings-${ending}.lif`)),
    )
    expect(cr!.records).toEqual(lf!.records)
    expect(crlf!.records).toEqual(lf!.records)
  })

  test('Arabic script in both halves of MARC-8 is read whole', () => {
    const lines = dataFile('malformed/marc-perl/farsi.marc')
      .toString('latin1')
      .trimEnd()
      .split('\n')
      .map(marc8ToUnicode)
    expect(lines.map(({ unknown }) => unknown)).toEqual(lines.map(() => 0))
    for (const { text } of lines) expect(text).toMatch(/^(?:\p{Script=Arabic}|\p{M}|[\s.,:/،ـ\u200c])+$/u)
  })
})
