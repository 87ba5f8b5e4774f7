import { expect, test } from 'vitest'
import { asIso5426, asLatin1, asMarc8, assemble, fieldTexts } from '../damage-testing.ts'
import { decodeRecord } from '../iso2709/iso2709.ts'
import { readRecords } from '../read-records.ts'
import { iso5426ToUnicode } from './charset-guess.ts'
import { marc8ToUnicode } from './marc8.ts'

const values = [
  "10\x1faVocabulaire d'esthétique /\x1fcÉtienne Souriau ; préface de Françoise Garçon.",
  '1 \x1faMüller, Jürgen,\x1fd1947-',
  '  \x1faParis :\x1fbPresses universitaires,\x1fc1990.',
  '  \x1faÀ la fin, un résumé bien écrit et une traduction très élégante.',
]
const tags = ['245', '100', '260', '520']
const parts = (flag: 'a' | ' ', encode: (value: string, at: number) => Buffer) => ({
  leader: `00000nam ${flag}2200000 a 4500`,
  fields: values.map((value, at) => ({ tag: tags[at]!, bytes: encode(value, at) })),
})
const utf8 = (value: string) => Buffer.from(value)

const right = fieldTexts(assemble(parts('a', utf8)))

test.each([
  ['Windows-1252', 'a', asLatin1, /is Windows-1252/],
  ['Windows-1252', ' ', asLatin1, /is Windows-1252/],
  ['ISO 5426', 'a', asIso5426, /is ISO 5426/],
  ['ISO 5426', ' ', asIso5426, /is ISO 5426/],
  ['MARC-8', 'a', asMarc8, /is MARC-8/],
  ['UTF-8', ' ', utf8, /is UTF-8/],
] as const)('%s under the flag “%s” is read as what it is', (_, flag, encode, told) => {
  const { record, repairs } = decodeRecord(assemble(parts(flag, encode)))
  expect(fieldTexts(assemble(parts(flag, encode)))).toEqual(right)
  expect(record.leader[9]).toBe(flag)
  expect(repairs.join(' ')).toMatch(told)
})

test('a Tibetan title in MARC-8 under a blank leader is not taken for Windows-1252', () => {
  // The dot above, E7, is ç in Windows-1252.
  const bytes = Buffer.from(
    '10\x1faBod ga\xe7ns can gyi rgyal rabs mdor bsdus :\x1fbRnam-rgyal Grwa-tsha\xe7n',
    'latin1',
  )
  const record = assemble({ leader: '00000nam  2200000 a 4500', fields: [{ tag: '245', bytes }] })
  expect(fieldTexts(record).join()).toMatch(/gaṅs can.*tshaṅ/)
})

test.each([
  ['Windows-1252', asLatin1],
  ['ISO 5426', asIso5426],
  ['MARC-8', asMarc8],
] as const)('one field of %s among UTF-8 is read by itself', (name, encode) => {
  for (let odd = 0; odd < values.length; odd++) {
    if (odd === 2) continue
    const bytes = assemble(parts('a', (value, at) => (at === odd ? encode(value) : utf8(value))))
    expect(fieldTexts(bytes)).toEqual(right)
    expect(decodeRecord(bytes).repairs.join(' ')).toMatch(new RegExp(`not UTF-8 (?:was|were) read as ${name}\\.`))
  }
})

test('a few bytes of Windows-1252 inside UTF-8 text are read where they fit, and no others', () => {
  const text = Buffer.concat([utf8('  \x1faÉtienne’s caf'), asLatin1('\xe9s don\x92t open, \xc3( \x80')])
  const bytes = assemble({ leader: '00000nam a2200000 a 4500', fields: [{ tag: '520', bytes: text }] })
  expect(fieldTexts(bytes)).toEqual(['520   $aÉtienne’s cafés don’t open, \ufffd( \ufffd'])
  expect(decodeRecord(bytes).repairs).toEqual([
    '2 bytes among UTF-8 were read as Windows-1252.',
    'Bytes that are not UTF-8 became U+FFFD.',
    'caf\\xE9s is now cafés; don\\x92t is now don’t; \\xC3( is now \ufffd(.',
  ])
})

test('UTF-8 with more stray bytes than characters stays UTF-8 if another field is UTF-8', () => {
  const one = (bytes: Buffer) => {
    const fields = [
      { tag: '245', bytes },
      { tag: '500', bytes: utf8('  \x1faA second field — with ’ good é UTF-8 ü ö') },
    ]
    const { record, repairs } = decodeRecord(assemble({ leader: '00000nam a2200000 a 4500', fields }))
    const [first] = record.fields
    return [first && 'subfields' in first ? first.subfields[0]!.value : '', repairs.join(' ')]
  }
  const strays = (text: string) => Buffer.from(`00\x1fa${text}`, 'latin1')
  expect(one(strays('Caf\xe9 \xc3\xa9 ok \xc3'))[0]).toBe('Café é ok \ufffd')
  const alone = [{ tag: '245', bytes: strays('Caf\xe9 \xc3\xa9 ok \xc3') }]
  expect(fieldTexts(assemble({ leader: '00000nam a2200000 a 4500', fields: alone }))).toEqual([
    '245 00$aCafé é ok \ufffd',
  ])
  expect(one(strays('plain bad \xff end'))).toEqual(['plain bad \ufffd end', expect.not.stringContaining('866')])
  for (let byte = 0x80; byte < 0x100; byte++) {
    const stray = String.fromCharCode(byte)
    for (const between of [stray, ` ${stray} `, ` ${stray}${stray} `, `${stray} ${stray} ${stray}`])
      for (const word of ['é', 'médecine', 'Ārī', '“Hör”', 'whāriki', 'Война']) {
        const bytes = Buffer.concat([utf8(`00\x1faTe `), strays(`x${between}x `).subarray(3), utf8(` ${word} x`)])
        expect(one(bytes)[0], `${word} ${byte.toString(16)}`).toContain(` ${word} x`)
        expect(one(strays(`x${between}x`))[1]).not.toMatch(/866|KOI8|1251/)
      }
  }
})

test('East Asian text that lost its escape characters is restored, and prices are not', () => {
  const field = (tag: string, value: string) => ({ tag, bytes: asLatin1(value) })
  const fields = [
    field('245', '10\x1faTitle /\x1fc$1!0!!0"(B :'),
    field('880', '10\x1fa$1!D&amp;!0a(B.'),
    field('020', '  \x1fa0140431020 :\x1fc$12.95 ($1.75 (Boston)) (Bd. 2)'),
  ]
  for (const flag of ['a', ' ']) {
    const texts = fieldTexts(assemble({ leader: `00000nam ${flag}2200000 a 4500`, fields }))
    expect(texts[0]).toBe('245 10$aTitle /$c一丁 :')
    expect(texts[1]).toMatch(/^880 10\$a\p{Script=Han}{2}\.$/u)
    expect(texts[2]).toBe('020   $a0140431020 :$c$12.95 ($1.75 (Boston)) (Bd. 2)')
  }
})

/** Cyrillic is entered by ESC ( N, where `|` is Э, East Asian characters of three bytes by ESC $ 1. */
test.each<[given: string, read: string, isRepaired: boolean]>([
  ['\x1fa\x1b(NjNIGA\x1b(B :\x1fbkniga', '$aЙнига :$bkniga', false],
  ['\x1fa\x1b(NkNIGA :\x1fb\x1fkNIGA\x1b(B', '$aКнига :$b$kNIGA', false],
  ['\x1fa\x1b(NkNIGA :\x1fb\x1fKRAN\x1b(B', '$aКнига :$bЭкран', true],
  ['\x1fa\x1b(NkNIGA :\x1b(B\x1fb\x1b(N\x1fKRAN\x1b(B', '$aКнига :$bЭкран', true],
  ['\x1fa\x1b$1!D\x1f!0a\x1b(B\x1fbx', '$a椒京$bx', true],
  ['\x1fa\x1b(NkNIGA\x1f[KOLA\x1b(B\x1fbx', '$aКнигаЭшкола$bx', true],
  ['\x1fa\x1b(NkNIGA\x1f(KOLA\x1b(B\x1fbx', '$aКнигаЭ(кола$bx', true],
  ['\x1fa\x1b(NkNIGA\x1b(B\x1fKx', '$aКнига$Kx', false],
  ['\x1fa\x1bb2\x1bs\x1f[x', '$a₂$[x', false],
  ['\x1faTitle ($1!0-(B)', '$aTitle (世)', true],
  ['\x1faPrice ($1!50 (B)', '$aPrice ($1!50 (B)', false],
])('a lost escape: %j is %j', (given, text, isRepaired) => {
  const bytes = assemble({
    leader: '00000nam  2200000 a 4500',
    fields: [{ tag: '880', bytes: asLatin1(`10${given}`) }],
  })
  expect(fieldTexts(bytes)).toEqual([`880 10${text}`])
  expect(decodeRecord(bytes).repairs.length > 0).toBe(isRepaired)
})

test('East Asian text that lost the name of its set too is restored if $6 has it', () => {
  const field = (tag: string, value: string) => ({ tag, bytes: asLatin1(value) })
  const lost = '!0-!:e!Tb!Q<'
  const leader = '00000nam a2200000 a 4500'
  const restored = marc8ToUnicode(`\x1b$1${lost}`).text
  expect(restored).toMatch(/^\p{Script=Han}{4}$/u)
  const fields = [
    field('245', '10\x1f6880-01\x1faPrice $1!50 (B) cheap'),
    field('880', `10\x1f6245-01/$1\x1fa${lost}\x1fb${lost}(B :\x1fcold\x1fd2010.\x1feJohn Smith,`),
    field('880', `10\x1f6245-02/(N\x1fa${lost}`),
    field('500', `  \x1fa${lost}; costs $1!50`),
  ]
  const bytes = assemble({ leader, fields })
  expect(fieldTexts(bytes)).toEqual([
    '245 10$6880-01$aPrice $1!50 (B) cheap',
    `880 10$6245-01/$1$a${restored}$b${restored} :$cold$d2010.$eJohn Smith,`,
    `880 10$6245-02/(N$a${lost}`,
    `500   $a${lost}; costs $1!50`,
  ])
  expect(decodeRecord(bytes).repairs).toEqual([
    'Field 880 had East Asian text without its escape characters; they were restored.',
  ])
  const alone = assemble({ leader, fields: fields.slice(1, 2) })
  expect(fieldTexts(alone)[0]).toContain(restored)
})

test.each(['utf-16le', 'utf-16be'])('a file in %s is read, wherever its chunks end', async (encoding) => {
  const text = `${assemble(parts('a', utf8)).toString('utf8')}`.repeat(3)
  const little = Buffer.from(text, 'utf16le')
  const bytes = encoding === 'utf-16le' ? little : Buffer.from(little).swap16()
  for (const size of [601, bytes.length]) {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
      bytes.subarray(i * size, (i + 1) * size),
    )
    let count = 0
    for await (const item of readRecords(chunks)) {
      if ('error' in item) throw item.error
      expect(item.repairs[0]).toMatch(/UTF-16/)
      expect(fieldTexts(item.bytes)).toEqual(right)
      count++
    }
    expect(count).toBe(3)
  }
})

test('ISO 5426 has signs, letters and marks in front of their letter', () => {
  expect(iso5426ToUnicode('\xa1Ma\xc4nana! \xaa\xe1sop\xba \xcf\xe8 \xc8\xc2u')).toBe('¡Mañana! “Æsop” Ł\u030c ǘ')
  expect(iso5426ToUnicode('\x88Le \x89monde \xff')).toBe('Le monde \ufffd')
})
