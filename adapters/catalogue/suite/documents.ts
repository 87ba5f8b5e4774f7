import { analyse } from '#features/catalogue/query/server/analysis.ts'
import type { CatalogueRecord } from '#features/catalogue/server/catalogue-port.ts'
import { blankDocument } from '#marc/crosswalk/blank-document.ts'
import type { BibliographicDocument } from '#marc/crosswalk/document.ts'
import { encodeRecord } from '#marc/iso2709/iso2709.ts'

export type Sketch = Partial<Omit<BibliographicDocument, 'title' | 'localNotes'>> & {
  id: string
  title?: string
  responsibility?: string
  localNotes?: string[]
}

/** A complete document from the few members that a test needs. */
export function documentOf({
  title = '',
  responsibility = '',
  localNotes = [],
  ...given
}: Sketch): BibliographicDocument {
  const authors = given.authors ?? []
  const blank = blankDocument(given.id)
  return {
    ...blank,
    searched: { ...blank.searched, localNotes },
    authors,
    mainAuthor: { namePersonalPrimary: authors[0] ?? '', nameCorporatePrimary: '' },
    titleSort: analyse(title.replace(/^(The|A|An) /, '')).join(' '),
    authorSort: analyse(authors[0] ?? '').join(' '),
    ...given,
    title: { titlePrimary: title, noteStmOfResponsibility: responsibility },
  }
}

export const recordOf = (sketch: Sketch): CatalogueRecord => {
  const fields = [
    { tag: '001', value: sketch.id },
    { tag: '500', ind1: ' ', ind2: ' ', subfields: [{ code: 'a', value: JSON.stringify(sketch) }] },
  ]
  const { bytes } = encodeRecord({ leader: '00000nam a2200000 a 4500', fields })
  return { document: documentOf(sketch), marc: bytes, encoding: 'utf-8' }
}

/** Well-known children's books: title, author, year, ISBN-13, genre, subjects. */
const shelf: [string, string, number, string, string, string[]][] = [
  [
    'The very hungry caterpillar',
    'Carle, Eric',
    1969,
    '9780399226908',
    'Picture books',
    ['Caterpillars', 'Butterflies'],
  ],
  ['Possum magic', 'Fox, Mem', 1983, '9781862915756', 'Picture books', ['Possums', 'Magic', 'Australia']],
  ['Where the wild things are', 'Sendak, Maurice', 1963, '9780060254926', 'Picture books', ['Monsters']],
  ['Charlotte’s web', 'White, E. B.', 1952, '9780064400558', 'Animal stories', ['Pigs', 'Spiders', 'Friendship']],
  ['Matilda', 'Dahl, Roald', 1988, '9780142410370', 'Humorous stories', ['Schools', 'Magic']],
  ['The BFG', 'Dahl, Roald', 1982, '9780142410387', 'Humorous stories', ['Giants']],
  ['Charlie and the chocolate factory', 'Dahl, Roald', 1964, '9780142410318', 'Humorous stories', ['Chocolate']],
  ['Holes', 'Sachar, Louis', 1998, '9780440414803', 'Adventure stories', ['Friendship', 'Deserts']],
  ['The hobbit', 'Tolkien, J. R. R.', 1937, '9780547928227', 'Fantasy fiction', ['Dragons', 'Magic']],
  ['Seven little Australians', 'Turner, Ethel', 1894, '', 'Family stories', ['Families', 'Australia']],
  [
    'The lion, the witch and the wardrobe',
    'Lewis, C. S.',
    1950,
    '9780064404990',
    'Fantasy fiction',
    ['Magic', 'Lions'],
  ],
  ['Anne of Green Gables', 'Montgomery, L. M.', 1908, '9780553213133', 'Family stories', ['Orphans', 'Friendship']],
  ['Black Beauty', 'Sewell, Anna', 1877, '9780141321035', 'Animal stories', ['Horses']],
  ['Storm boy', 'Thiele, Colin', 1964, '9781741107753', 'Animal stories', ['Pelicans', 'Australia']],
  ['Diary of a wombat', 'French, Jackie', 2002, '9780207199950', 'Picture books', ['Wombats', 'Australia']],
  ['The day the crayons quit', 'Daywalt, Drew', 2013, '9780399255373', 'Picture books', ['Crayons', 'Colours']],
  ['Wonder', 'Palacio, R. J.', 2012, '9780375869020', 'Realistic fiction', ['Schools', 'Friendship']],
  ['Les misérables', 'Hugo, Victor', 1862, '9780140444308', 'Historical fiction', ['France']],
  ['Pippi Långstrump', 'Lindgren, Astrid', 1945, '', 'Humorous stories', ['Horses', 'Monkeys']],
  ['Māori myths and legends', 'Reed, A. W.', 1946, '', 'Folk tales', ['Māori (New Zealand people)']],
]

const audiences = ['Preschool', 'Primary', 'Secondary']
const kinds = ['Book', 'E-book', 'DVD', 'Graphic novel'] as const

/** Some hundred records: the shelf, and editions that differ in kind, year, audience and language. */
export const someRecords: CatalogueRecord[] = Array.from({ length: 16 }, (_, round) =>
  shelf.map(([title, author, year, isbn, genre, subjects], place) => {
    const number = round * shelf.length + place + 1
    return recordOf({
      id: String(number),
      title:
        round === 0
          ? title
          : `${title}: ${['study guide', 'annotated edition', 'reading notes', 'stage play'][round % 4]} ${round}`,
      responsibility: author.split(', ').reverse().join(' '),
      authors: [author],
      publicationYear: number % 17 === 0 ? null : round === 0 ? year : 1990 + ((round * 7 + place) % 35),
      // The first are those of the indices of earlier programs.
      dateIssuedMarc: number > 60 && number % 17 === 0 ? ['19uu', '200u', '198u', '1uuu', '1u9u'][number % 5]! : '',
      isbn13: round === 0 && isbn ? [isbn] : [],
      isbn: round === 0 && isbn ? [isbn] : [],
      genreScis: [genre],
      subjects: round % 3 === 0 ? subjects : subjects.slice(0, 1),
      targetAudienceText: [audiences[number % 3]!],
      language: number % 5 === 0 ? ['English', 'French'] : ['English'],
      scisType: round === 0 ? 'Book' : kinds[number % 4]!,
      placeOfPublicationMarcCountry: number % 2 === 0 ? 'Australia' : '',
      description: round % 2 === 1 ? `A companion to the story of ${title}` : '',
      voyagerCreateDate: `20${String(10 + (number % 15))}-0${1 + (number % 9)}-1${number % 10}`,
      fiction: genre !== 'Folk tales',
      deweyFull: number > 60 && number % 3 > 0 ? ['398.2', '823', '823.92', '[Fic]'][number % 4]! : '',
    })
  }),
).flat()
