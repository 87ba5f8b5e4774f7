import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSearch } from '#features/catalogue/query/server/parse-search.ts'
import { openSuggestions } from '#features/catalogue/search-box/server/suggestions.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import { recordOf } from './documents.ts'

/** Each letter with its plain spellings. */
const letters: [letter: string, plain: string[]][] = [
  ['ä', ['a', 'ae']],
  ['a\u0308', ['a', 'ae']],
  ['å', ['a', 'aa']],
  ['æ', ['ae']],
  ['đ', ['d', 'dj']],
  ['ð', ['d', 'dh', 'th']],
  ['ł', ['l']],
  ['ö', ['o', 'oe']],
  ['ő', ['o', 'oe']],
  ['ø', ['o', 'oe']],
  ['ǿ', ['o', 'oe']],
  ['œ', ['oe']],
  ['ß', ['ss']],
  ['þ', ['th']],
  ['ü', ['u', 'ue']],
  ['ű', ['u', 'ue']],
  ['uͤ', ['u', 'ue']],
]
const { searched } = blankDocument('')
const withLetter = letters.map(([letter], at) =>
  recordOf({
    id: `letter ${at}`,
    title: `Der K${letter}rnwald`,
    authors: [`S${letter}lman, Anna`],
    series: [`M${letter}ndel-F${letter}nke ; 2`],
    subjects: [`V${letter}nder`],
    description: `N${letter}ster.`,
    searched: { ...searched, titles: [`L'${letter}rino`] },
  }),
)

/** English words, each with what would be left if two of its letters stood for one. */
const english = [
  ...['blue blu', 'poem pom', 'does dos', 'true tru', 'queue quu', 'toe to', 'israel isral', 'bazaar bazar'],
  ...['adjust adust', 'adhere adere', 'maths mads', 'phoenix phonix', 'michael michal', 'pass pas', 'shoes shos'],
].map((pair) => pair.split(' ') as [string, string])

/** Letters that are also spelled by two: either spelling finds them, the exact one first. */
export function describeLetters(open: () => Promise<CataloguePort>) {
  let catalogue: CataloguePort
  beforeAll(async () => {
    catalogue = await open()
    await catalogue.write([
      ...withLetter,
      ...english.flatMap(([word, other]) => [
        recordOf({ id: word, title: `About ${word}` }),
        recordOf({ id: other, title: `About ${other}` }),
      ]),
      recordOf({ id: 'with', title: 'A song', authors: ['Mühler, Anna'] }),
      recordOf({ id: 'spelled', title: 'Bells', authors: ['Muehler, Anna'] }),
      recordOf({ id: 'both', title: 'Ångström' }),
      recordOf({ id: 'names', title: 'Guðrún, Jörg und Søren am Quai' }),
    ])
  })
  afterAll(() => catalogue?.close())
  const found = async (query: string) => {
    const { yearRanges: _, ...search } = readSearch({ query: { query_string: { query } } })
    return (await catalogue.search(search)).hits.map(({ id }) => id)
  }

  test.each(letters.map((each, at) => [...each, at] as const))('%s is found by %j', async (letter, plain, at) => {
    const missed: string[] = []
    for (const spelled of [letter, ...plain])
      for (const typed of [
        ...[`k${spelled}rnwald`, `author:s${spelled}lman`, `series:f${spelled}nke`, `subject:v${spelled}nder`],
        ...[`n${spelled}ster`, `l'${spelled}rino`, `k${spelled}rnw*`, `K${spelled}RNWALD`.toUpperCase()],
        ...[`"der k${spelled}rnwald"`, `m${spelled}ndel-f${spelled}nke`],
        ...(/^[aeou]/.test(spelled) ? [`"${spelled}rino"`] : []),
      ])
        if (!(await found(typed)).includes(`letter ${at}`)) missed.push(typed)
    expect(missed).toEqual([])
  })

  test('a word may have one letter spelled by two and another by one', async () => {
    for (const typed of ['angstrom', 'aangstroem', 'angstroem', 'aangstrom', 'Ångstroem'])
      expect(await found(typed), typed).toEqual(['both'])
  })

  test('a phrase may have each letter in another spelling', async () => {
    for (const typed of ['gudrun jorg', 'gudhrun joerg', 'guthrun jorg', 'guthrun joerg und', 'joerg und soren am'])
      expect(await found(`"${typed}"`), typed).toEqual(['names'])
  })

  test('the exact spelling comes first, and each finds the other', async () => {
    expect(await found('muehler')).toEqual(['spelled', 'with'])
    expect(await found('mühler')).toEqual(['with', 'spelled'])
    expect(await found('muhler')).toEqual(['with'])
    expect((await openSuggestions(catalogue)('muehl')).authors).toEqual(['Muehler, Anna', 'Mühler, Anna'])
  })

  test.each(english)('%s finds nothing more', async (word, other) => {
    expect(await found(word)).toEqual([word])
    expect(await found(`"about ${word}"`)).toEqual([word])
    expect(await found(other)).not.toContain(word)
  })

  test('a correction has no mark of a spelling', async () => {
    expect((await catalogue.spellings(['kaernwa'])).get('kaernwa')).toContain('kaernwald')
  })
}
