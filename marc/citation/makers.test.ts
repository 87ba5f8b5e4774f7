import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toDocument } from '../crosswalk/crosswalk.ts'
import type { DataField } from '../record.ts'
import type { CslItem, Role } from './csl.ts'
import { cslJsonOf } from './csl-json.ts'
import { direct, inverted, nameOf } from './names.ts'
import { ris } from './ris.ts'
import { textOf } from './runs.ts'
import { styles } from './styles.ts'

/** `field('700 1_ $a Weaver, Helen, $e translator.')` */
const field = (line: string): DataField => {
  const [, tag = '', ind1 = '', ind2 = '', rest = ''] = /^(\d{3}) (.)(.) (.*)$/.exec(line) ?? []
  const subfields = [...rest.matchAll(/\$(.) ([^$]*?)(?= \$|$)/g)].map(([, code, value]) => ({
    code: code!,
    value: value!,
  }))
  return { tag, ind1: ind1.replace('_', ' '), ind2: ind2.replace('_', ' '), subfields }
}
const documentOf = (...lines: string[]) =>
  toDocument({ leader: '00000nam a2200000 a 4500', fields: ['245 00 $a Emus', ...lines].map(field) })
const cited = (...lines: string[]): CslItem => cslJsonOf(documentOf(...lines))

const roles = ['author', 'editor', 'translator', 'illustrator', 'director', 'narrator'] as const
/** The family names by role. */
const makersIn = (item: CslItem): Partial<Record<Role, string[]>> =>
  Object.fromEntries(
    roles.flatMap((role) => {
      const names = item[role]?.map((name) => ('literal' in name ? name.literal : name.family))
      return names ? [[role, names]] : []
    }),
  )

test.each<[code: string, terms: string, Role | undefined]>([
  ['aut', 'author|Author.|joint author|author of text', 'author'],
  ['cre', 'creator', 'author'],
  ['edt', 'editor|ed.|Editors|(editor)', 'editor'],
  ['com', 'compiler|comp.', 'editor'],
  ['trl', 'translator|tr.|translator,', 'translator'],
  ['ill', 'illustrator|ill.|Illustrator', 'illustrator'],
  ['aui', 'author of introduction', undefined],
  ['pbl', 'publisher', undefined],
  ['act', 'actor', undefined],
  ['fmo', 'former owner', undefined],
])('$4 %s and “%s” are the part %s, no matter what 245 $c says', (code, terms, role) => {
  const forms = [
    ...terms.split('|').map((term) => `$e ${term}`),
    `$4 ${code}`,
    `$4 http://id.loc.gov/vocabulary/relators/${code}`,
    `$4 https://id.loc.gov/vocabulary/relators/${code}/`,
  ]
  const statements = [[], ['245 00 $a Emus / $c written by Ann Fox ; illustrated by Helen Weaver and read by her.']]
  for (const form of forms)
    for (const statement of statements) {
      const item = cited('100 1_ $a Fox, Ann, $e author.', `700 1_ $a Weaver, Helen, ${form}`, ...statement)
      const expected =
        role === 'author' ? { author: ['Fox', 'Weaver'] } : { author: ['Fox'], ...(role && { [role]: ['Weaver'] }) }
      expect(makersIn(item), form).toEqual(expected)
    }
})

test.each<[string, string[], Partial<Record<Role, string[]>>]>([
  ['two editors alone', ['700 1_ $a Fox, Ann $4 edt', '700 1_ $a Lim, Bo $4 edt'], { editor: ['Fox', 'Lim'] }],
  [
    'two roles of one person',
    ['100 1_ $a Fox, Ann, $e author, $e illustrator.', '700 1_ $a Lim, Bo $e editor $e translator'],
    { author: ['Fox'], editor: ['Lim'], translator: ['Lim'] },
  ],
  ['a main entry that illustrated the whole', ['100 1_ $a Fox, Ann, $e illustrator.'], { author: ['Fox'] }],
  ['a main entry that edited it', ['100 1_ $a Fox, Ann, $e editor.'], { editor: ['Fox'] }],
  ['the author of another work', ['100 1_ $a Fox, Ann', '700 12 $a Homer. $t Iliad. $e author'], { author: ['Fox'] }],
  ['only the author of another work', ['700 12 $a Homer. $t Iliad.'], {}],
  ['nobody’s role', ['100 1_ $a Fox, Ann', '700 1_ $a Lim, Bo'], { author: ['Fox', 'Lim'] }],
  ['a publisher', ['100 1_ $a Fox, Ann', '710 2_ $a Emu Books, $e publisher.'], { author: ['Fox'] }],
  ['a body beside an author', ['100 1_ $a Fox, Ann', '710 2_ $a Emu Books'], { author: ['Fox'] }],
  ['a body alone', ['710 1_ $a Victoria. $b Office for Emus'], { author: ['Victoria. Office for Emus'] }],
  ['a body that edited', ['710 2_ $a Bats, Owls & Co. $4 edt'], { editor: ['Bats, Owls & Co.'] }],
  [
    'a meeting',
    ['711 2_ $a Congress on Bats, Owls and Moths $n (3rd : $d 1999 : $c Sydney)'],
    { author: ['Congress on Bats, Owls and Moths'] },
  ],
  ['a meeting with its role', ['711 2_ $a Owls $j organizer', '700 1_ $a Fox, Ann $e editor'], { editor: ['Fox'] }],
])('the makers: %s', (_, lines, expected) => expect(makersIn(cited(...lines))).toEqual(expected))

test('the maker of a chapter’s book is what $7 says', () => {
  const makerOf = (seven: string, name: string) => {
    const part = ['300 __ $a p. 3-4', `773 0_ $7 ${seven} $a ${name} $t Emus at large $z 0-306-40615-2 $g p. 3-4`]
    return cited(...part)['container-author']
  }
  expect(makerOf('p0am', 'Hildegard, of Bingen, 1098-1179')).toEqual([{ literal: 'Hildegard of Bingen' }])
  expect(makerOf('p1am', 'Lim, Bo')).toEqual([{ family: 'Lim', given: 'Bo' }])
  expect(makerOf('c2am', 'Bats, Owls and Moths')).toEqual([{ literal: 'Bats, Owls and Moths' }])
})

test.each<[line: string, spoken: string, listed?: string]>([
  ['100 0_ $a Hildegard, $c of Bingen, $d 1098-1179', 'Hildegard of Bingen'],
  ['100 0_ $a Cato, $c the Younger', 'Cato the Younger'],
  ['100 0_ $a Cato, $c the Younger.', 'Cato the Younger'],
  ['100 0_ $a Victoria, $c Queen, consort of nobody, $d 1819-1901', 'Victoria'],
  ['100 0_ $a John Paul $b II, $c Pope, $d 1920-2005', 'John Paul II'],
  ['100 0_ $a Thomas, $c Aquinas, Saint, $d 1225?-1274', 'Thomas Aquinas'],
  ['100 0_ $a Wolfram, $c von Eschenbach, $d active 12th century', 'Wolfram von Eschenbach'],
  ['100 0_ $a Louis $b XIV, $c roi de France', 'Louis XIV'],
  ['100 0_ $a Pink $c (Musician)', 'Pink'],
  ['100 0_ $a Homer.', 'Homer'],
  ['100 1_ $a Fox, Mem, $d 1946-', 'Mem Fox', 'Fox, Mem'],
  ['100 1_ $a Seuss, $c Dr.', 'Dr. Seuss', 'Seuss, Dr.'],
  ['100 1_ $a King, Martin Luther, $c Jr., $d 1929-1968', 'Martin Luther King Jr.', 'King, Martin Luther, Jr.'],
  ['100 1_ $a Doyle, Arthur Conan, $c Sir', 'Arthur Conan Doyle', 'Doyle, Arthur Conan'],
  ['100 1_ $a Tolkien, J. R. R. $q (John Ronald Reuel), $d 1892-1973', 'J. R. R. Tolkien', 'Tolkien, J. R. R.'],
  ['100 1_ $a Cato, $c the Younger', 'Cato the Younger'],
  ['100 1_ $a Aulaire, Ingri d’', 'Ingri d’Aulaire', 'Aulaire, Ingri d’'],
  ['100 3_ $a Clark family', 'Clark family'],
  ['100 3_ $a Windsor, House of', 'Windsor, House of'],
  ['100 3_ $a Clark (Family : $d 1850-1990)', 'Clark family'],
  ['110 2_ $a Land, Sea and Air (Firm)', 'Land, Sea and Air'],
  ['111 2_ $a Congress on Bats, Owls and Moths', 'Congress on Bats, Owls and Moths'],
])('%s is spoken “%s”', (line, spoken, listed = spoken) => {
  const [maker] = documentOf(line).makers
  expect([direct(nameOf(maker!)), inverted(nameOf(maker!))]).toEqual([spoken, listed])
})

test.each([
  ['hooks, bell', 'hooks, b.', 'hooks b'],
  ['Ferguson, mary ann', 'Ferguson, m. a.', 'Ferguson ma'],
  ['cummings, e. e.', 'cummings, e. e.', 'cummings ee'],
  ['Beauvoir, Simone de', 'Beauvoir, S. de', 'Beauvoir S de'],
  ['ten Boom, Corrie', 'ten Boom, C.', 'ten Boom C'],
  ['Meer, Jan van der', 'Meer, J. van der', 'Meer J van der'],
])('%s is %s in APA and %s in Vancouver', (heading, apa, vancouver) => {
  const item = cited(`100 1_ $a ${heading}`)
  const texts = Object.fromEntries(styles.map(({ id, format }) => [id, textOf(format(item, { today: '2026-11-21' }))]))
  expect(texts.apa).toMatch(new RegExp(`^${apa.replaceAll('.', '\\.')}\\.? \\(`))
  expect(texts.vancouver).toMatch(new RegExp(`^${vancouver}\\. `))
  expect(ris(item)).toContain(`AU  - ${heading}\r\n`)
})

const word = fc.constantFrom('Ada', 'ben', 'Cox', 'de', 'Éva', 'lu', 'von', 'Zoë')
const comma = fc.constantFrom(' ', ', ')
const heading = fc.array(fc.tuple(word, comma), { minLength: 1, maxLength: 4 }).map((parts) =>
  parts
    .map(([text, after]) => text + after)
    .join('')
    .replace(/[ ,]+$/, ''),
)
const wordsOf = (text: string) => text.match(/\p{L}+/gu) ?? []

test('only a name with a family name is turned round, with or without commas, capitals and particles', () => {
  const tags = ['100 0_', '100 3_', '110 2_', '111 2_', '700 0_', '700 3_', '710 1_', '711 2_']
  fc.assert(
    fc.property(heading, fc.constantFrom(...tags), (name, tag) => {
      const [maker] = documentOf(`${tag} $a ${name}`).makers
      const csl = nameOf(maker!)
      expect(csl).toHaveProperty('literal')
      expect(wordsOf(direct(csl))).toEqual(wordsOf(name))
    }),
    { seed: 43, numRuns: 300 },
  )
  fc.assert(
    fc.property(word, word, (family, given) => {
      const [maker] = documentOf(`100 1_ $a ${family}, ${given}`).makers
      expect(inverted(nameOf(maker!))).toBe(`${family}, ${given}`)
      expect(direct(nameOf(maker!))).toBe(`${given} ${family}`)
    }),
    { seed: 43 },
  )
})
