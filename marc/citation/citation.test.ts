import { describe, expect, test } from 'vitest'
import { blankDocument } from '../crosswalk/blank-document.ts'
import { type CitedDocument, cslJsonOf } from './csl-json.ts'
import type { StyleId } from './ids.ts'
import { initialsOf, personOf } from './names.ts'
import type { Run } from './runs.ts'
import { styles } from './styles.ts'
import { inTitleCase } from './title-case.ts'

const today = '2026-11-21'
type Source = Partial<CitedDocument> & { by?: string }

const cited = (title: string, { by = '', ...more }: Source) =>
  cslJsonOf({
    ...blankDocument('1001'),
    title: { titlePrimary: title, noteStmOfResponsibility: by },
    language: ['English'],
    ...more,
  })
/** Marks italics as `*…*`. */
const marked = (runs: Run[]) => runs.map(({ text, italic }) => (italic ? `*${text}*` : text)).join('')
const allOf = (title: string, source: Source) => {
  const work = cited(title, source)
  return Object.fromEntries(styles.map(({ id, format }) => [id, marked(format(work, { today }))])) as Record<
    StyleId,
    string
  >
}
const person = (main: string, ...others: string[]): Source => ({
  mainAuthor: { namePersonalPrimary: main, nameCorporatePrimary: '' },
  contributor: { namePersonalOther: others, nameCorporateOther: [], notePerformers: '' },
})
const body = (name: string): Source => ({ mainAuthor: { namePersonalPrimary: '', nameCorporatePrimary: name } })

describe('names in headings', () => {
  test.each([
    ['Tolkien, J. R. R. (John Ronald Reuel), 1892-1973', { family: 'Tolkien', given: 'J. R. R.' }],
    ['Fox, Mem, 1946-', { family: 'Fox', given: 'Mem' }],
    ['King, Martin Luther, Jr., 1929-1968', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
    ['Doyle, Arthur Conan, Sir, 1859-1930', { family: 'Doyle', given: 'Arthur Conan' }],
    ['Seuss, Dr.', { family: 'Seuss', given: 'Dr.' }],
    ['John Paul II, Pope, 1920-2005', { literal: 'John Paul II' }],
    ['Aesop', { literal: 'Aesop' }],
    ['Homer, active 8th century B.C.', { literal: 'Homer' }],
  ])('%s', (heading, name) => expect(personOf(heading)).toEqual(name))

  test.each([
    ['Mem', 'M.'],
    ['J. R. R.', 'J. R. R.'],
    ['J.K.', 'J. K.'],
    ['Jean-Paul', 'J.-P.'],
    ['Johann Wolfgang von', 'J. W. von'],
    ['Ürsula', 'Ü.'],
    ['Dr.', 'Dr.'],
  ])('the initials of %s', (given, initials) => expect(initialsOf(given)).toBe(initials))
})

describe('the styles', () => {
  test('a picture book names its illustrator, and its series if the style does', () => {
    const source = {
      ...person('Fox, Mem, 1946-', 'Vivas, Julie, 1947-'),
      by: 'written by Mem Fox ; illustrated by Julie Vivas',
      publicationYear: 1983,
      placeOfPublication: 'Adelaide',
      publisher: 'Omnibus Books',
      series: ['Forest friends ; bk. 2'],
    }
    expect(allOf('Possum magic', source)).toEqual({
      apa: 'Fox, M. (1983). *Possum magic* (J. Vivas, Illus.). Omnibus Books.',
      harvard: 'Fox M (1983) *Possum magic*, J Vivas (illustrator), Omnibus Books, Adelaide.',
      mla: 'Fox, Mem. *Possum Magic*. Illustrated by Julie Vivas, Omnibus Books, 1983. Forest Friends 2.',
      chicago: 'Fox, Mem. *Possum Magic*. Illustrated by Julie Vivas. Forest Friends 2. Omnibus Books, 1983.',
      vancouver: 'Fox M. Possum magic. Vivas J, illustrator. Adelaide: Omnibus Books; 1983. (Forest friends; no. 2).',
    })
  })

  test('two authors, a subtitle and a second edition', () => {
    const source = {
      ...person('Pears, Richard', 'Shields, Graham J.'),
      by: 'Richard Pears and Graham Shields',
      publicationYear: 2010,
      placeOfPublication: '[London]',
      publisher: 'Palgrave',
      edition: 'Second edition.',
    }
    expect(allOf('Cite them right : the essential guide', source)).toEqual({
      apa: 'Pears, R., & Shields, G. J. (2010). *Cite them right: The essential guide* (2nd ed.). Palgrave.',
      harvard: 'Pears R and Shields GJ (2010) *Cite them right: the essential guide*, 2nd edn, Palgrave, London.',
      mla: 'Pears, Richard, and Graham J. Shields. *Cite Them Right: The Essential Guide*. 2nd ed., Palgrave, 2010.',
      chicago: 'Pears, Richard, and Graham J. Shields. *Cite Them Right: The Essential Guide*. 2nd ed. Palgrave, 2010.',
      vancouver: 'Pears R, Shields GJ. Cite them right: the essential guide. 2nd ed. London: Palgrave; 2010.',
    })
  })

  test('MLA names three authors by the first', () => {
    const three = {
      ...person('Ada, Ann', 'Bee, Ben', 'Cox, Cy'),
      by: 'Ann Ada, Ben Bee, Cy Cox',
      publicationYear: 2001,
    }
    expect(allOf('Bees', three)).toEqual({
      apa: 'Ada, A., Bee, B., & Cox, C. (2001). *Bees*.',
      harvard: 'Ada A, Bee B and Cox C (2001) *Bees*.',
      mla: 'Ada, Ann, et al. *Bees*. 2001.',
      chicago: 'Ada, Ann, Ben Bee, and Cy Cox. *Bees*. 2001.',
      vancouver: 'Ada A, Bee B, Cox C. Bees. [place unknown: publisher unknown]; 2001.',
    })
    const four = { ...person('Ada, Ann', 'Bee, Ben', 'Cox, Cy', 'Dow, Di'), by: 'by Ada, Bee, Cox, Dow' }
    expect(allOf('Bees', four)).toEqual({
      apa: 'Ada, A., Bee, B., Cox, C., & Dow, D. (n.d.). *Bees*.',
      harvard: 'Ada A, Bee B, Cox C and Dow D (n.d.) *Bees*.',
      mla: 'Ada, Ann, et al. *Bees*.',
      chicago: 'Ada, Ann, Ben Bee, Cy Cox, and Di Dow. *Bees*. n.d.',
      vancouver: 'Ada A, Bee B, Cox C, Dow D. Bees. [place unknown: publisher unknown]; [date unknown].',
    })
  })

  test('with more than twenty authors APA names nineteen and the last', () => {
    const names = Array.from({ length: 22 }, (_, i) => `Aa${String.fromCharCode(97 + i)}, Bo`)
    const work = cited('Many', { ...person(names[0]!, ...names.slice(1)) })
    expect(marked(styles[0].format(work, { today }))).toMatch(
      /^Aaa, B\., Aab, B\., .*Aas, B\., \. \. \. Aav, B\. \(n\.d\.\)\. \*Many\*\.$/,
    )
  })

  test('an edited book without an author', () => {
    const source = {
      ...person('', 'Heiss, Anita, 1968-', 'Minter, Peter'),
      by: 'edited by Anita Heiss and Peter Minter',
      publicationYear: 2008,
      placeOfPublication: 'Sydney',
      publisher: 'Allen & Unwin',
    }
    expect(allOf('Anthology of Aboriginal literature', source)).toEqual({
      apa: 'Heiss, A., & Minter, P. (Eds.). (2008). *Anthology of Aboriginal literature*. Allen & Unwin.',
      harvard: 'Heiss A and Minter P (eds) (2008) *Anthology of Aboriginal literature*, Allen & Unwin, Sydney.',
      mla: 'Heiss, Anita, and Peter Minter, editors. *Anthology of Aboriginal Literature*. Allen & Unwin, 2008.',
      chicago: 'Heiss, Anita, and Peter Minter, eds. *Anthology of Aboriginal Literature*. Allen & Unwin, 2008.',
      vancouver: 'Heiss A, Minter P, editors. Anthology of Aboriginal literature. Sydney: Allen & Unwin; 2008.',
    })
  })

  test('a translation in a later edition', () => {
    const source = {
      ...person('Piaget, Jean, 1896-1980', 'Weaver, Helen'),
      by: 'Jean Piaget ; translated by Helen Weaver',
      publicationYear: 1969,
      placeOfPublication: 'New York',
      publisher: 'Basic Books',
      edition: '2nd ed.',
    }
    expect(allOf('The psychology of the child', source)).toEqual({
      apa: 'Piaget, J. (1969). *The psychology of the child* (H. Weaver, Trans.; 2nd ed.). Basic Books.',
      harvard: 'Piaget J (1969) *The psychology of the child*, 2nd edn, H Weaver (trans), Basic Books, New York.',
      mla: 'Piaget, Jean. *The Psychology of the Child*. Translated by Helen Weaver, 2nd ed., Basic Books, 1969.',
      chicago: 'Piaget, Jean. *The Psychology of the Child*. 2nd ed. Translated by Helen Weaver. Basic Books, 1969.',
      vancouver: 'Piaget J. The psychology of the child. 2nd ed. Weaver H, translator. New York: Basic Books; 1969.',
    })
  })

  test('a corporate body that publishes its own work is not named twice', () => {
    const source = {
      ...body('Australian Museum'),
      publicationYear: 2015,
      placeOfPublication: 'Sydney',
      publisher: 'Australian Museum',
    }
    expect(allOf('Spiders', source)).toEqual({
      apa: 'Australian Museum. (2015). *Spiders*.',
      harvard: 'Australian Museum (2015) *Spiders*, Australian Museum, Sydney.',
      mla: '*Spiders*. Australian Museum, 2015.',
      chicago: 'Australian Museum. *Spiders*. Australian Museum, 2015.',
      vancouver: 'Australian Museum. Spiders. Sydney: Australian Museum; 2015.',
    })
  })

  test('without a name the title leads; a title that ends in a question mark gets no point', () => {
    const source = { placeOfPublication: '[S.l.]', publisher: '[s.n.]' }
    expect(allOf('Who am I?', source)).toEqual({
      apa: '*Who am I?* (n.d.).',
      harvard: '*Who am I?* (n.d.).',
      mla: '*Who Am I?*',
      chicago: '*Who Am I?* n.d.',
      vancouver: 'Who am I? [place unknown: publisher unknown]; [date unknown].',
    })
  })

  test('a serial', () => {
    const source = {
      scisType: 'Serial' as const,
      issuance: 'serial' as const,
      dateIssuedMarc: '1998-2003',
      publicationYear: 1998,
      placeOfPublication: 'Sydney',
      publisher: 'ABC Books',
    }
    expect(allOf('Science for kids', source)).toEqual({
      apa: '*Science for kids*. (1998–2003). ABC Books.',
      harvard: '*Science for kids* (1998–2003) ABC Books, Sydney.',
      mla: '*Science for Kids*. ABC Books, 1998–2003.',
      chicago: '*Science for Kids*. ABC Books, 1998–2003.',
      vancouver: 'Science for kids. Sydney: ABC Books; 1998-2003.',
    })
    expect(allOf('Still going', { ...source, dateIssuedMarc: '1916-' }).apa).toBe('*Still going*. (1916–). ABC Books.')
  })

  test('an e-book and a page of the web, with their addresses', () => {
    const url = [{ href: 'https://example.org/emu', label: '' }]
    const ebook = {
      ...person('Lim, Rebecca'),
      scisType: 'E-book' as const,
      publicationYear: 2020,
      placeOfPublication: 'Sydney',
      publisher: 'Allen & Unwin',
      url,
    }
    expect(allOf('Tiger daughter', ebook)).toEqual({
      apa: 'Lim, R. (2020). *Tiger daughter*. Allen & Unwin. https://example.org/emu',
      harvard:
        'Lim R (2020) *Tiger daughter*, Allen & Unwin, Sydney, https://example.org/emu, accessed 21 November 2026.',
      mla: 'Lim, Rebecca. *Tiger Daughter*. E-book ed., Allen & Unwin, 2020, example.org/emu.',
      chicago: 'Lim, Rebecca. *Tiger Daughter*. Allen & Unwin, 2020. https://example.org/emu.',
      vancouver:
        'Lim R. Tiger daughter [Internet]. Sydney: Allen & Unwin; 2020 [cited 2026 Nov 21]. Available from: https://example.org/emu',
    })
    const page = { ...body('Emu Society'), scisType: 'Online resource' as const, url }
    expect(allOf('Emus', page)).toEqual({
      apa: 'Emu Society. (n.d.). *Emus*. https://example.org/emu',
      harvard: 'Emu Society (n.d.) *Emus*, https://example.org/emu, accessed 21 November 2026.',
      mla: 'Emu Society. *Emus*. example.org/emu.',
      chicago: 'Emu Society. “Emus.” Accessed November 21, 2026. https://example.org/emu.',
      vancouver:
        'Emu Society. Emus [Internet]. [place unknown: publisher unknown]; [date unknown] [cited 2026 Nov 21]. Available from: https://example.org/emu',
    })
  })

  test('a printed book with a publisher’s link is cited without it', () => {
    const url = [{ href: 'https://example.org/blurb', label: 'Publisher description' }]
    expect(allOf('Emus', { ...person('Lim, Rebecca'), url }).apa).toBe('Lim, R. (n.d.). *Emus*.')
  })

  test('a film leads with its director in APA, Harvard and Chicago, with its title in MLA and Vancouver', () => {
    const source = {
      ...person('', 'Noyce, Phillip'),
      by: 'directed by Phillip Noyce',
      scisType: 'DVD' as const,
      publicationYear: 2002,
      placeOfPublication: 'Sydney',
      publisher: 'Magna Pacific',
    }
    expect(allOf('Rabbit-proof fence', source)).toEqual({
      apa: 'Noyce, P. (Director). (2002). *Rabbit-proof fence* [Film; DVD]. Magna Pacific.',
      harvard: 'Noyce P (director) (2002) *Rabbit-proof fence* [motion picture], Magna Pacific, Sydney.',
      mla: '*Rabbit-Proof Fence*. Directed by Phillip Noyce, Magna Pacific, 2002. DVD.',
      chicago: 'Noyce, Phillip, dir. *Rabbit-Proof Fence*. Magna Pacific, 2002. DVD.',
      vancouver: 'Rabbit-proof fence [DVD]. Noyce P, director. Sydney: Magna Pacific; 2002.',
    })
  })

  test('an audiobook says that it is one', () => {
    const source = { ...person('Dahl, Roald'), by: 'Roald Dahl ; read by Stephen Fry', scisType: 'Audiobook' as const }
    expect(allOf('The BFG', source)).toEqual({
      apa: 'Dahl, R. (n.d.). *The BFG* [Audiobook].',
      harvard: 'Dahl R (n.d.) *The BFG* [audiobook].',
      mla: 'Dahl, Roald. *The BFG*. Audiobook.',
      chicago: 'Dahl, Roald. *The BFG*. n.d. Audiobook.',
      vancouver: 'Dahl R. The BFG [Audiobook]. [place unknown: publisher unknown]; [date unknown].',
    })
  })

  test('of several places and publishers the first is named; a distributor only if there is no other', () => {
    const at = (placeOfPublication: string, publisher: string) =>
      allOf('Emus', { ...person('Lim, Rebecca'), placeOfPublication, publisher }).harvard
    expect(at('Oxford : New York', 'Clarendon Press ; Oxford University Press')).toBe(
      'Lim R (n.d.) *Emus*, Clarendon Press, Oxford.',
    )
    expect(at('Boston, MA ; London', 'Distributed by Hal Leonard : Wise')).toBe(
      'Lim R (n.d.) *Emus*, Wise, Boston, MA.',
    )
    expect(at('', 'Exclusively distributed by Hal Leonard')).toBe('Lim R (n.d.) *Emus*, Hal Leonard.')
  })

  test('a serial with unknown years has none; “pictures” of a film is a company', () => {
    const serial = { scisType: 'Serial' as const, issuance: 'serial' as const }
    expect(allOf('Chapman', { ...serial, dateIssuedMarc: '19uu-' }).apa).toBe('*Chapman*. (n.d.).')
    expect(allOf('Chapman', { ...serial, dateIssuedMarc: '1972-uuuu' }).apa).toBe('*Chapman*. (1972–).')
    const film = {
      ...person('', 'Green, David Gordon', 'Apatow, Judd'),
      by: 'Columbia Pictures presents an Apatow production ; directed by David Gordon Green',
      scisType: 'DVD' as const,
    }
    expect(allOf('Pineapple express', film).harvard).toBe(
      'Green DG (director) (n.d.) *Pineapple express* [motion picture].',
    )
  })

  test('an edition in words is kept; a first edition or a printing is omitted', () => {
    const book = person('Lim, Rebecca')
    expect(allOf('Emus', { ...book, edition: 'Rev. ed.' })).toMatchObject({
      apa: 'Lim, R. (n.d.). *Emus* (Rev. ed.).',
      harvard: 'Lim R (n.d.) *Emus*, Rev. edn.',
      mla: 'Lim, Rebecca. *Emus*. Rev. ed.',
    })
    for (const edition of ['0', '1st ed.', 'First edition', 'First published in Australia.', 'Reprint.'])
      expect(allOf('Emus', { ...book, edition }).apa).toBe('Lim, R. (n.d.). *Emus*.')
  })

  test('a title in another language keeps its capitalisation; a parallel title is left out', () => {
    const source = { language: ['French'], parallelTitles: [' = The little prince'] }
    expect(allOf('Le petit prince = The little prince', source).mla).toBe('*Le petit prince*.')
  })

  test('small words are lower-case only within an English title', () => {
    expect(inTitleCase('the lion, the witch and the wardrobe', 'mla')).toBe('The Lion, the Witch and the Wardrobe')
    expect(inTitleCase('journey to the centre of: a guide to', 'mla')).toBe('Journey to the Centre of: A Guide To')
    expect(inTitleCase('McDonald’s iPhone', 'mla')).toBe('McDonald’s iPhone')
  })
})
