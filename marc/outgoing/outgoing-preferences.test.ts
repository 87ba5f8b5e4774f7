import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toDocument } from '../crosswalk/crosswalk.ts'
import { decodeRecord, encodeRecord } from '../iso2709/iso2709.ts'
import type { DataField, MarcField, MarcRecord } from '../record.ts'
import { dataFiles, hasData, readShare } from '../testing.ts'
import { asPreferred, outgoingUtf8 } from './outgoing.ts'
import type { Preferences } from './preferences.ts'

const catalogued: Preferences = {
  deweyPref: 'FULL_DDC',
  deweyHoldingPref: 'SCIS_DEFAULT',
  isbnFormat: 'ISBN',
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS',
}

/** `650 _7 $a Dogs $2 scot`: `_` is a blank indicator. */
function field(line: string): DataField {
  const [tag, indicators, ...parts] = line.split(/ (?=\$)|(?<=^\d{3}) /)
  const [ind1, ind2] = indicators!.replaceAll('_', ' ')
  const subfields = parts.map((part) => ({ code: part[1]!, value: part.slice(3) }))
  return { tag: tag!, ind1: ind1!, ind2: ind2!, subfields }
}
const lineOf = (each: MarcField) =>
  'value' in each
    ? `${each.tag} ${each.value}`
    : `${each.tag} ${(each.ind1 + each.ind2).replaceAll(' ', '_')} ${each.subfields.map(({ code, value }) => `$${code} ${value}`).join(' ')}`
const record = (lines: string[]): MarcRecord => ({ leader: '00000nam a2200000 a 4500', fields: lines.map(field) })
const outgoing = (lines: string[], wanted: Partial<Preferences>) =>
  asPreferred(record(lines), { ...catalogued, ...wanted }).fields.map(lineOf)

describe('Dewey', () => {
  const both = ['082 04 $a 599.756 $2 23', '082 14 $a 599.7 $2 15', '245 00 $a Tigers']

  test('of two numbers the wanted one is in the file', () => {
    expect(outgoing(both, {})).toEqual([both[0], both[2]])
    expect(outgoing(both, { deweyPref: 'ABRIDGED_DDC' })).toEqual([both[1], both[2]])
  })

  test('a number of the other kind is better than none', () => {
    expect(outgoing(['082 14 $a 599.7 $2 15'], {})).toEqual(['082 14 $a 599.7 $2 15'])
    expect(outgoing(['082 04 $a 599.756 $2 23'], { deweyPref: 'ABRIDGED_DDC' })).toEqual(['082 04 $a 599.756 $2 23'])
  })

  test.each([
    ['082 00 $a 813/.54 $2 23', '082 10 $a 813 $2 15'],
    ['082 00 $a 363.7/0525/0994 $2 20', '082 10 $a 363.7 $2 12'],
    ["082 0_ $a 599.7'56 $b TIG $2 18", '082 1_ $a 599.7 $b TIG'],
    ['082 00 $a 813/.54 $a [Fic]', '082 10 $a 813 $a [Fic]'],
  ])('%s is cut at its prime mark for a school that wants abridged numbers', (full, abridged) => {
    expect(outgoing([full], { deweyPref: 'ABRIDGED_DDC' })).toEqual([abridged])
  })

  test('a number with the letter of a country’s literature is a number', () => {
    const lines = ['082 04 $a A823.3 $2 23', '082 14 $a A823 $2 15']
    expect(outgoing(lines, {})).toEqual([lines[0]])
    expect(outgoing(lines, { deweyPref: 'ABRIDGED_DDC', deweyHoldingPref: 'HOLDINGS_852' })).toEqual([
      lines[1],
      '852 1_ $h A823',
    ])
    expect(outgoing(['082 04 $a NZ823/.4 $2 23'], { deweyPref: 'ABRIDGED_DDC' })).toEqual(['082 14 $a NZ823 $2 15'])
  })

  test('prime marks are not printed on a spine', () => {
    expect(outgoing(['082 00 $a 813/.54 $2 22', '083 0_ $a 305.8/00994'], {})).toEqual([
      '082 00 $a 813.54 $2 22',
      '083 0_ $a 305.800994',
    ])
  })

  test('words and other editions stay', () => {
    const lines = ['082 0_ $a [Fic] $2 22', '082 14 $a 823 $2 15', '082 74 $a 823.914 $2 23/ger', '082 04 $a 823.914']
    expect(outgoing(lines, { deweyPref: 'ABRIDGED_DDC' })).toEqual(lines.slice(0, 3))
  })

  test.each([
    ['082 00 $a 813\u2019.54 $b O/N $2 19', '082 10 $a 813 $b O/N $2 11'],
    ['082 _4 $a 813/.54', '082 14 $a 813'],
    ['082 00 $a 305.8. /9 $2  20', '082 10 $a 305.8 $2 12'],
    ['082 00 $a 305.8/9/7 $2 24', '082 10 $a 305.8'],
    ['082 00 $a 305.8/9 $2 DDC', '082 10 $a 305.8'],
    ['082 00 $a 813 $a [Fic/E]', '082 00 $a 813 $a [Fic/E]'],
    ['082 74 $a 823/.914 $2 23/ger', '082 74 $a 823.914 $2 23/ger'],
  ])('abridged, %s becomes %s', (full, abridged) => {
    expect(outgoing([full], { deweyPref: 'ABRIDGED_DDC' })).toEqual([abridged])
  })

  test('a full number is not cut where an abridged one is there, of 083 as of 082', () => {
    for (const tag of ['082', '083']) {
      const lines = [`${tag} 00 $a 599.7/56 $2 23`, `${tag} 10 $a 599.74 $2 15`]
      expect(outgoing(lines, { deweyPref: 'ABRIDGED_DDC' })).toEqual([lines[1]])
      expect(outgoing(lines, { deweyPref: 'FULL_DDC' })).toEqual([`${tag} 00 $a 599.756 $2 23`])
    }
    const apart = ['082 00 $a 599.756', '083 10 $a 599.7']
    expect(outgoing(apart, { deweyPref: 'ABRIDGED_DDC' })).toEqual(apart)
  })

  test.each(['ABC823', 'A82', 'a823', 'Fic 823', '[823]'])('%s is a word, which stays beside a number', (word) => {
    const lines = ['082 14 $a 823 $2 15', `082 04 $a ${word}`]
    expect(outgoing(lines, { deweyPref: 'ABRIDGED_DDC' })).toEqual(lines)
  })

  test('only a number in $a counts, also after a space', () => {
    const lines = ['082 14 $a [Fic] $b 823', '082 04 $a  823.914 $b 1/2']
    expect(outgoing(lines, { deweyPref: 'ABRIDGED_DDC' })).toEqual(lines)
    expect(outgoing(['082 04 $a [Fic] $a  823/.914'], {})).toEqual(['082 04 $a [Fic] $a  823.914'])
  })

  test('a holding takes the call number that is left', () => {
    const preferences: Partial<Preferences> = { deweyPref: 'ABRIDGED_DDC', deweyHoldingPref: 'HOLDINGS_852' }
    expect(outgoing([...both, '856 40 $u https://example.org'], preferences)).toEqual([
      both[1],
      both[2],
      '852 1_ $h 599.7',
      '856 40 $u https://example.org',
    ])
    expect(outgoing(['082 04 $a 823.92 $b ROW'], preferences)).toContain('852 1_ $h 823.92 $i ROW')
    expect(outgoing(['082 0_ $a [Fic]'], preferences)).toContain('852 8_ $h [Fic]')
    expect(outgoing(['245 00 $a No number'], preferences)).toEqual(['245 00 $a No number'])
    const held = ['082 04 $a 823.92', '852 __ $a Main $h 823.92']
    expect(outgoing(held, preferences)).toEqual(held)
  })

  test.each([
    ['a number before a word', ['082 0_ $a [Fic]', '082 04 $a 823.92 $b ROW'], '852 1_ $h 823.92 $i ROW'],
    ['a number of the same field before its word', ['082 04 $a [Fic] $a  823.92 '], '852 1_ $h 823.92'],
    ['a word before an empty subfield', ['082 04 $b ROW', '082 04 $a   $a [Fic] $b  '], '852 8_ $h [Fic]'],
    ['a word rather than the item', ['082 04 $b 823 $a [Fic]'], '852 8_ $h [Fic] $i 823'],
  ])('a holding takes %s', (_, lines, holding) => {
    expect(outgoing(lines, { deweyHoldingPref: 'HOLDINGS_852' }).at(-1)).toBe(holding)
  })

  test('a holding is added after others, and if only another field or subfield has its number', () => {
    const number = '082 04 $a 823.92'
    const added = '852 1_ $h 823.92'
    const wanted = { deweyHoldingPref: 'HOLDINGS_852' } as const
    for (const other of ['852 __ $a Main $h 920', '852 __ $b 823.92', '800 1_ $h 823.92'])
      expect(outgoing([number, other], wanted)).toEqual([number, other, added])
    expect(outgoing(['856 40 $u https://example.org', number], wanted)[0]).toBe(added)
    expect(outgoing([number, '852 1_ $h  823.92 '], wanted)).toHaveLength(2)
    expect(outgoing(['082 04 $a  ', '082 04 $b ROW'], wanted)).toHaveLength(2)
    expect(outgoing(['083 04 $a 823.92'], wanted)).toHaveLength(1)
  })
})

test.each([
  [['082 04 $a 823.92', '083 0_ $a 305.8', '852 1_ $h 823.92'], { deweyHoldingPref: 'HOLDINGS_852' }],
  [['082 14 $a 823', '082 0_ $a [Fic]'], { deweyPref: 'ABRIDGED_DDC' }],
  [['020 __ $a 9780306406157 $q hardback', '020 __ $c 12.95'], { isbnFormat: 'ISBN_13' }],
  [['650 _7 $a Dogs $2 scot'], { subjectHeadingFormat: 'SCOT_HEADINGS' }],
] as const)('%j is as its school wants it, and is the same record, whose bytes can stay', (lines, wanted) => {
  const { leader, fields } = record([...lines])
  const whole = { leader, fields: [{ tag: '001', value: '7' }, ...fields] }
  expect(asPreferred(whole, { ...catalogued, ...wanted })).toBe(whole)
})

test('a record that is handed out by its bytes alone would not have been changed by the steps', () => {
  const tags = fc.constantFrom('020', '082', '083', '084', '650')
  const indicators = fc.constantFrom('00', '04', '14', '1_', '_4', '7_')
  const numbers = fc.constantFrom('599.7', '599.7/56', "599.7'56", '599.7\u201956', 'é599', '[Fic]', '0306406152')
  const line = fc.tuple(tags, indicators, numbers).map(([tag, both, number]) => `${tag} ${both} $a ${number} $2 scot`)
  const preferences = fc.record({
    deweyPref: fc.constantFrom('FULL_DDC' as const, 'ABRIDGED_DDC' as const),
    deweyHoldingPref: fc.constantFrom('SCIS_DEFAULT' as const, 'HOLDINGS_852' as const),
    isbnFormat: fc.constantFrom('ISBN' as const, 'ISBN_13' as const),
    subjectHeadingFormat: fc.constantFrom('SCOT_SCIS_HEADINGS' as const, 'SCIS_HEADINGS' as const),
  })
  const wanted = fc.oneof(fc.constant(catalogued), preferences)
  fc.assert(
    fc.property(fc.array(line, { maxLength: 4 }), wanted, (lines, wanted) => {
      const whole = { ...record(lines), fields: [{ tag: '001', value: '7' }, ...record(lines).fields] }
      const stored = { document: { id: '7' }, marc: encodeRecord(whole).bytes, encoding: 'utf-8' as const }
      const changed = encodeRecord(asPreferred(whole, wanted)).bytes
      expect(Buffer.from(outgoingUtf8(stored, wanted).bytes)).toEqual(Buffer.from(changed))
    }),
    { seed: 7, numRuns: 500 },
  )
})

describe('ISBN', () => {
  test.each([
    ['ISBN_13', '0306406152', '9780306406157'],
    ['ISBN_13', '0-306-40615-2 (pbk.) :', '9780306406157 (pbk.) :'],
    ['ISBN_13', '978-0-306-40615-7', '978-0-306-40615-7'],
    ['ISBN_13', '080442957x', '9780804429573'],
    ['ISBN_10', '9780306406157 (hbk.)', '0306406152 (hbk.)'],
    ['ISBN_10', '9780804429573', '080442957X'],
    ['ISBN_10', '9791032305690 (979 has no other form)', '9791032305690 (979 has no other form)'],
    ['ISBN_10', '9780306406158', '9780306406158'],
    ['ISBN_13', '0306406153', '0306406153'],
    ['ISBN_13', ' 0 306 40615 2\u2013', '9780306406157\u2013'],
    ['ISBN_13', '0\u2010306\u201540615-2\n(v. 1)', '9780306406157\n(v. 1)'],
    ['ISBN_13', 'ISBN 0306406152', 'ISBN 0306406152'],
    ['ISBN_13', '0306406152nd', '0306406152nd'],
    ['ISBN_10', '0-306-40615-2', '0-306-40615-2'],
    ['ISBN_13', 'not a number', 'not a number'],
    ['ISBN', '0-306-40615-2', '0-306-40615-2'],
  ] as const)('%s: %s is written as %s', (isbnFormat, found, written) => {
    expect(outgoing([`020 __ $a ${found} $q paperback $c 12.95`], { isbnFormat })).toEqual([
      `020 __ $a ${written} $q paperback $c 12.95`,
    ])
  })

  test('two forms of one number are written once, in the qualified field; cancelled numbers stay', () => {
    const lines = [
      '020 __ $a 0306406152',
      '020 __ $a 9780306406157 $q hardback',
      '020 __ $a 0306406152 $z 0306406160',
      '020 __ $z 0306406179',
    ]
    expect(outgoing(lines, { isbnFormat: 'ISBN_13' })).toEqual([lines[1], '020 __ $z 0306406160', lines[3]])
    expect(outgoing(lines, {})).toEqual(lines)
  })

  test.each([
    ['a field with $c', ['020 __ $a 0306406152', '020 __ $a 9780306406157 $c 12.95'], [1]],
    ['a field with words after the number', ['020 __ $a 9780306406157', '020 __ $a 9780306406157 (pbk.)'], [1]],
    ['a field with words, not only a space', ['020 __ $a 9780306406157 ', '020 __ $a 9780306406157 $q pbk'], [1]],
    [
      'the first of several plain ones',
      ['020 __ $a 9780306406157', '020 __ $q pbk', '020 __ $a 9780306406157'],
      [0, 1],
    ],
    ['the first of several qualified ones', ['020 __ $a 9780306406157 $q a', '020 __ $a 9780306406157 $q b'], [0]],
    ['its field, if it is cancelled in another', ['020 __ $z 9780306406157 $q a', '020 __ $a 9780306406157'], [0, 1]],
    ['its field, if it is cancelled there too', ['020 __ $a 9780306406157 $z 0306406152 $z 9780306406157'], [0]],
    ['its field, beside a field without one', ['020 __ $c 12.95', '020 __ $a none', '020 __ $q pbk'], [0, 1, 2]],
  ])('a number is written in %s', (_, lines, left) => {
    expect(outgoing(lines, { isbnFormat: 'ISBN_13' })).toEqual(left.map((at) => lines[at]))
  })

  test('a number repeated in one field is written once', () => {
    expect(outgoing(['020 __ $a 0306406152 $a 0306406152'], { isbnFormat: 'ISBN_10' })).toEqual([
      '020 __ $a 0306406152',
    ])
  })

  test('a field that loses a number keeps its other numbers, and of the rest only what belongs to a cancelled one', () => {
    const home = '020 __ $a 9780306406157 $q hardback'
    const left = (line: string) => outgoing([home, line], { isbnFormat: 'ISBN_13' }).slice(1)
    expect(left('020 __ $a 0306406152 $a 080442957X $c 5')).toEqual(['020 __ $a 9780804429573 $c 5'])
    expect(left('020 __ $6 880-01 $a 0306406152 $q pbk $z 0306406160 $8 1')).toEqual([
      '020 __ $6 880-01 $z 0306406160 $8 1',
    ])
    expect(left('020 __ $6 880-01 $a 0306406152 $q pbk')).toEqual([])
  })

  test('numbers of other fields stay as they are', () => {
    const lines = ['020 __ $a 9780306406157', '024 3_ $a 0306406152', '776 08 $z 0306406152']
    expect(outgoing(lines, { isbnFormat: 'ISBN_13' })).toEqual(lines)
  })
})

describe('subject headings', () => {
  const scis = '650 _7 $a Dogs $v Fiction. $2 scisshl'
  const scot = '650 _7 $a Dogs $2 scot.'
  const others = [
    '600 17 $a Nolan, Sidney, $d 1917-1992. $2 scisshl',
    '650 _0 $a Dogs $v Juvenile fiction.',
    '655 _7 $a Humorous fiction. $2 scisshl',
  ]

  test.each([
    ['SCOT_SCIS_HEADINGS', [scis, scot, ...others]],
    ['SCIS_HEADINGS', [scis, ...others]],
    ['SCOT_HEADINGS', [scot, ...others]],
  ] as const)('%s', (subjectHeadingFormat, left) => {
    expect(outgoing([scis, scot, ...others], { subjectHeadingFormat })).toEqual(left)
  })

  test('a heading’s counterpart in another script goes with it, and nothing else does', () => {
    const lines = [
      '245 00 $6 880-01 $a Dogs',
      '650 _7 $6 880-02 $a Dogs $2 scot',
      '650 _7 $6 880-03 $a Cats $2 scisshl',
      '880 00 $6 245-01/$1 $a 犬',
      '880 _7 $6 650-02/$1 $a 犬 $2 scot',
      '880 _7 $6 650-03/$1 $a 猫 $2 scisshl',
      '880 _7 $6 650-00/$1 $a 動物 $2 scot',
    ]
    const left = lines.filter((_, i) => ![1, 4, 6].includes(i))
    expect(outgoing(lines, { subjectHeadingFormat: 'SCIS_HEADINGS' })).toEqual(left)
  })

  test('a counterpart stays with its heading, even if it names the other scheme', () => {
    const lines = ['650 _7 $6 880-01 $a Dogs $2 scisshl', '880 _7 $6 650-01/$1 $a 犬 $2 scot']
    expect(outgoing(lines, { subjectHeadingFormat: 'SCIS_HEADINGS' })).toEqual(lines)
  })

  test('a counterpart is known by its tag and number in $6, wherever that is', () => {
    const scis = { subjectHeadingFormat: 'SCIS_HEADINGS' } as const
    const gone = '650 _7 $a Dogs $2 scot $6 880-02'
    expect(outgoing([gone, '880 _7 $a 犬 $6 650-02/$1'], scis)).toEqual([])
    const left = [
      '880 __ $a no pair',
      '880 __ $6 651-02/$1 $a 犬',
      '880 __ $6 650-12/$1 $a 犬',
      '880 __ $6 650-2 $a 犬',
      '880 __ $6 650-00/$1 $a 犬',
      '880 __ $6 x650-02 $a 犬',
      '880 __ $a 650-02',
    ]
    expect(outgoing([gone, ...left], scis)).toEqual(left)
    expect(outgoing(['650 _7 $6 880-00 $a Dogs $2 scot', '650 _7 $a Cats $2 scot', ...left], scis)).toEqual(left)
  })

  test('a counterpart stays while a field with its number does', () => {
    const lines = ['650 _7 $6 880-02 $a Dogs $2 scot', '650 _7 $6 880-02 $a Dogs $2 scisshl', '880 _7 $6 650-02 $a 犬']
    expect(outgoing(lines, { subjectHeadingFormat: 'SCIS_HEADINGS' })).toEqual(lines.slice(1))
  })

  test('an 880 without a partner is chosen by the tag that it stands for', () => {
    const lines = ['880 _7 $6 655-00 $a 犬 $2 scot', '880 _7 $a 犬 $2 scot', '880 _7 $6 x650-00 $a 犬 $2 scot']
    const gone = '880 _7 $a 犬 $2 scot $6 650-00'
    expect(outgoing([...lines, gone], { subjectHeadingFormat: 'SCIS_HEADINGS' })).toEqual(lines)
  })

  test.each(['647', '648', '650', '651'])('%s is chosen by its scheme; one that names none stays', (tag) => {
    const lines = [
      `${tag} _7 $a Dogs $2 scot`,
      `${tag} _7 $a Dogs $2 scisshl`,
      `${tag} _7 $a Dogs`,
      `${tag} _4 $a Dogs`,
    ]
    expect(outgoing(lines, {})).toEqual(lines)
    expect(outgoing(lines, { subjectHeadingFormat: 'SCIS_HEADINGS' })).toEqual(lines.slice(1))
    expect(outgoing(lines, { subjectHeadingFormat: 'SCOT_HEADINGS' })).toEqual(lines.toSpliced(1, 1))
  })
})

const preferences: fc.Arbitrary<Preferences> = fc.record({
  deweyPref: fc.constantFrom('FULL_DDC', 'ABRIDGED_DDC'),
  deweyHoldingPref: fc.constantFrom('SCIS_DEFAULT', 'HOLDINGS_852'),
  isbnFormat: fc.constantFrom('ISBN', 'ISBN_10', 'ISBN_13'),
  subjectHeadingFormat: fc.constantFrom('SCOT_SCIS_HEADINGS', 'SCIS_HEADINGS', 'SCOT_HEADINGS'),
})

describe('any record under any preferences', () => {
  const value = fc.oneof(
    fc.constantFrom('0306406152', '9780306406157 (pbk.)', '0-306-40615-2', '9791032305690', '080442957X :', ' '),
    fc.constantFrom('813/.54', "599.7'56", '823.914', '[Fic]', '305./8', '1/'),
    fc.constantFrom('scot', 'scisshl', 'lcsh', '880-01', '880-02', '650-01//r', '650-02', '082-01', '020-00'),
    fc.string({ maxLength: 8 }).filter((text) => !/[\x00-\x1f\x7f\ud800-\udfff]/.test(text)),
  )
  const anyField: fc.Arbitrary<MarcField> = fc.oneof(
    fc.record({ tag: fc.constantFrom('003', '005'), value }),
    fc.record({
      tag: fc.constantFrom('020', '082', '083', '245', '600', '650', '651', '655', '852', '856', '880'),
      ind1: fc.constantFrom(' ', '0', '1', '7'),
      ind2: fc.constantFrom(' ', '0', '4', '7'),
      subfields: fc.array(fc.record({ code: fc.constantFrom(...'aabbchiqz268'), value }), {
        minLength: 1,
        maxLength: 4,
      }),
    }),
  )
  const anyRecord = fc
    .array(anyField, { maxLength: 8 })
    .map(
      (fields): MarcRecord => ({ leader: '00000nam a2200000 a 4500', fields: [{ tag: '001', value: '7' }, ...fields] }),
    )

  test('applying them twice changes nothing more, and the record still reads', () => {
    fc.assert(
      fc.property(anyRecord, preferences, (before, wanted) => {
        const once = asPreferred(before, wanted)
        expect(asPreferred(once, wanted).fields).toEqual(once.fields)
        expect(decodeRecord(encodeRecord(once).bytes).repairs).toEqual([])
      }),
      { numRuns: 2000 },
    )
  })

  test('every remaining field was there before, but for a Dewey number, an ISBN and the holding; each has text', () => {
    fc.assert(
      fc.property(anyRecord, preferences, (before, wanted) => {
        for (const left of asPreferred(before, wanted).fields) {
          if (!('subfields' in left)) continue
          expect(left.subfields.length).toBeGreaterThan(0)
          if (!/^(?:020|08[23]|852)$/.test(left.tag)) expect(before.fields).toContain(left)
        }
      }),
    )
  })

  test.skipIf(!hasData)(
    'real records: a second run changes nothing, none is damaged, and only the four preferences change fields',
    async () => {
      const all: Preferences[] = [
        {
          deweyPref: 'ABRIDGED_DDC',
          deweyHoldingPref: 'HOLDINGS_852',
          isbnFormat: 'ISBN_10',
          subjectHeadingFormat: 'SCIS_HEADINGS',
        },
        {
          deweyPref: 'FULL_DDC',
          deweyHoldingPref: 'HOLDINGS_852',
          isbnFormat: 'ISBN_13',
          subjectHeadingFormat: 'SCOT_HEADINGS',
        },
      ]
      for (const file of dataFiles(
        'bib',
        /(?:koha_sample|concerto|loc_general|chabon|traject_test_data\.utf8).*(?:xml|mrc)$/,
      ))
        for (const { record: before, bytes, encoding } of await readShare(file))
          for (const wanted of all) {
            const once = asPreferred(before, wanted)
            expect(asPreferred(once, wanted)).toEqual(once)
            const stored = { document: { id: '1' }, marc: bytes, encoding }
            expect(decodeRecord(outgoingUtf8(stored, wanted).bytes).repairs).toEqual([])
            const now = toDocument(once)
            const then = toDocument(before)
            expect(now.isbn13).toEqual(then.isbn13)
            expect(now.subjects).toEqual(then.subjects)
            expect(now.title).toEqual(then.title)
          }
    },
  )
})
