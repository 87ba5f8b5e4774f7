import { describe, expect, test } from 'vitest'
import type { CslItem, CslName } from './csl.ts'
import type { StyleId } from './ids.ts'
import { styles } from './styles.ts'

/*
 * Works that the styles' guides, or libraries' guides to them, use as examples, set by the rules as we read them. Not
 * all were compared with the manuals themselves; DOIs are left out.
 */

const today = '2021-02-23'
const name = (inverted: string): CslName => {
  const [family = '', given, suffix] = inverted.split(', ')
  return given ? { family, given, ...(suffix && { suffix }) } : { literal: family }
}
const names = (...all: string[]) => all.map(name)
const book = (title: string, year: number | undefined, more: Partial<CslItem>): CslItem => ({
  id: '1',
  type: 'book',
  title,
  language: 'en',
  ...(year && { issued: { 'date-parts': [[year]] } }),
  ...more,
})
function expectIn(style: StyleId, item: CslItem, reference: string) {
  const runs = styles.find(({ id }) => id === style)!.format(item, { today })
  expect(
    runs
      .map(({ text, italic }) => (italic ? `*${text}*` : text))
      .join('')
      .replaceAll('**', ''),
  ).toBe(reference)
}

describe('Harvard (Australia): Style Manual, in the guides of Monash and Newcastle', () => {
  test.each([
    [
      book('True tracks: respecting Indigenous knowledge and culture', 2021, {
        author: names('Janke, Terri'),
        publisher: 'NewSouth Publishing',
        'publisher-place': 'Sydney',
      }),
      'Janke T (2021) *True tracks: respecting Indigenous knowledge and culture*, NewSouth Publishing, Sydney.',
    ],
    [
      book('Introduction to politics', 2015, {
        author: names('Garner, Robert', 'Ferdinand, Peter', 'Lawson, Stephanie'),
        edition: 3,
        publisher: 'Oxford University Press',
        'publisher-place': 'Oxford',
      }),
      'Garner R, Ferdinand P and Lawson S (2015) *Introduction to politics*, 3rd edn, Oxford University Press, Oxford.',
    ],
    [
      book('Human resource management: strategy and practice', 2017, {
        author: names('Nankervis, A. R.', 'Baird, M.', 'Coffey, J.', 'Shields, J.'),
        edition: 9,
        publisher: 'Cengage Learning',
        'publisher-place': 'South Melbourne',
      }),
      'Nankervis AR, Baird M, Coffey J and Shields J (2017) *Human resource management: strategy and practice*, 9th edn, Cengage Learning, South Melbourne.',
    ],
    [
      book('Storm boy', 1976, {
        type: 'motion_picture',
        genre: 'Film',
        medium: 'DVD',
        director: names('Safran, Henri'),
        publisher: 'South Australian Film Corporation',
        'publisher-place': 'Australia',
      }),
      'Safran H (director) (1976) *Storm boy* [motion picture], South Australian Film Corporation, Australia.',
    ],
    [
      book('Measuring, counting, interpreting: our debate on methods continues', 2015, {
        type: 'article-journal',
        author: names('Alexander, J. C.'),
        'container-title': 'American Journal of Cultural Sociology',
        volume: '3',
        issue: '3',
        page: '309-310',
      }),
      'Alexander JC (2015) ‘Measuring, counting, interpreting: our debate on methods continues’, *American Journal of Cultural Sociology*, 3(3):309–310.',
    ],
  ])('%#', (item, reference) => expectIn('harvard', item, reference))
})

describe('APA: Publication Manual, 10.2 and 10.12, and apastyle.apa.org', () => {
  test.each([
    [
      book('The psychology of the child', 1969, {
        author: names('Piaget, Jean', 'Inhelder, Bärbel'),
        translator: names('Weaver, Helen'),
        edition: 2,
        publisher: 'Basic Books',
      }),
      'Piaget, J., & Inhelder, B. (1969). *The psychology of the child* (H. Weaver, Trans.; 2nd ed.). Basic Books.',
    ],
    [
      book('Quiet: the power of introverts in a world that can’t stop talking', 2012, {
        type: 'song',
        genre: 'Audiobook',
        author: names('Cain, Susan'),
        narrator: names('Mazur, Kathe'),
        publisher: 'Random House Audio',
      }),
      'Cain, S. (2012). *Quiet: The power of introverts in a world that can’t stop talking* (K. Mazur, Narr.) [Audiobook]. Random House Audio.',
    ],
    [
      book('One flew over the cuckoo’s nest', 1975, {
        type: 'motion_picture',
        genre: 'Film',
        director: names('Forman, Miloš'),
        publisher: 'United Artists',
      }),
      'Forman, M. (Director). (1975). *One flew over the cuckoo’s nest* [Film]. United Artists.',
    ],
    [
      book('Publication manual of the American Psychological Association', 2020, {
        author: names('American Psychological Association'),
        edition: 7,
        publisher: 'American Psychological Association',
      }),
      'American Psychological Association. (2020). *Publication manual of the American Psychological Association* (7th ed.).',
    ],
    [
      book('The elements of style', 2000, {
        author: names('Strunk, William, Jr.', 'White, E. B.'),
        edition: 4,
        publisher: 'Longman',
      }),
      'Strunk, W., Jr., & White, E. B. (2000). *The elements of style* (4th ed.). Longman.',
    ],
  ])('%#', (item, reference) => expectIn('apa', item, reference))
})

describe('MLA: MLA Handbook, 5.8–5.10 and 5.48, and style.mla.org', () => {
  test.each([
    [
      book('Mexican literature in theory', 2018, {
        editor: names('Sánchez Prado, Ignacio M.'),
        publisher: 'Bloomsbury Academic',
      }),
      'Sánchez Prado, Ignacio M., editor. *Mexican Literature in Theory*. Bloomsbury Academic, 2018.',
    ],
    [
      book('The complete letters of Oscar Wilde', 2000, {
        editor: names('Holland, Merlin', 'Hart-Davis, Rupert'),
        publisher: 'Henry Holt',
      }),
      'Holland, Merlin, and Rupert Hart-Davis, editors. *The Complete Letters of Oscar Wilde*. Henry Holt, 2000.',
    ],
    [
      book('The principles and practice of narrative medicine', 2017, {
        author: names('Charon, Rita', 'DasGupta, Sayantani', 'Hermann, Nellie'),
        publisher: 'Oxford UP',
      }),
      'Charon, Rita, et al. *The Principles and Practice of Narrative Medicine*. Oxford UP, 2017.',
    ],
  ])('%#', (item, reference) => expectIn('mla', item, reference))
})

describe('Chicago: Chicago Manual of Style, 18th edition, 13.21–13.25, in the guide of Red Deer Polytechnic', () => {
  test.each([
    [
      book('The ground beneath her feet', 1999, { author: names('Rushdie, Salman'), publisher: 'Henry Holt' }),
      'Rushdie, Salman. *The Ground Beneath Her Feet*. Henry Holt, 1999.',
    ],
    [
      book('As if human: ethics and artificial intelligence', 2025, {
        author: names('Shadbolt, Nigel', 'Hampson, Roger'),
        publisher: 'Yale University Press',
      }),
      'Shadbolt, Nigel, and Roger Hampson. *As If Human: Ethics and Artificial Intelligence*. Yale University Press, 2025.',
    ],
  ])('%#', (item, reference) => expectIn('chicago', item, reference))

  test('six authors are named, of seven the first three (13.23)', () => {
    const seven = names('Aa, A', 'Bb, B', 'Cc, C', 'Dd, D', 'Ee, E', 'Ff, F', 'Gg, G')
    const of = (author: CslName[]) => book('Emus', 1990, { author, publisher: 'Wise' })
    expectIn('chicago', of(seven.slice(0, 6)), 'Aa, A, B Bb, C Cc, D Dd, E Ee, and F Ff. *Emus*. Wise, 1990.')
    expectIn('chicago', of(seven), 'Aa, A, B Bb, C Cc, et al. *Emus*. Wise, 1990.')
  })

  test('only short prepositions are lower-case (8.160)', () =>
    expectIn(
      'chicago',
      book('a walk between the trees of home', 1990, {}),
      '*A Walk Between the Trees of Home*. 1990.',
    ))
})

describe('Vancouver: Citing Medicine, chapters 2, 15 and 22', () => {
  test.each([
    [
      book('Mitochondrial biogenesis and breakdown', 1985, {
        author: names('Luzikov, V. N.'),
        translator: names('Galkin, A. V.'),
        editor: names('Roodyn, D. B.'),
        publisher: 'Consultants Bureau',
        'publisher-place': 'New York',
      }),
      'Luzikov VN. Mitochondrial biogenesis and breakdown. Galkin AV, translator; Roodyn DB, editor. New York: Consultants Bureau; 1985.',
    ],
    [
      book('Citing medicine: the NLM style guide for authors, editors, and publishers', 2007, {
        author: names('Patrias, Karen'),
        editor: names('Wendling, D. L.'),
        edition: 2,
        medium: 'E-book',
        publisher: 'National Library of Medicine (US)',
        'publisher-place': 'Bethesda (MD)',
        URL: 'http://www.nlm.nih.gov/citingmedicine',
      }),
      'Patrias K. Citing medicine: the NLM style guide for authors, editors, and publishers [Internet]. 2nd ed. Wendling DL, editor. Bethesda (MD): National Library of Medicine (US); 2007 [cited 2021 Feb 23]. Available from: http://www.nlm.nih.gov/citingmedicine',
    ],
  ])('%#', (item, reference) => expectIn('vancouver', item, reference))

  test('six authors are named, of seven the first six', () => {
    const seven = names('Aa, A', 'Bb, B', 'Cc, C', 'Dd, D', 'Ee, E', 'Ff, F', 'Gg, G')
    expectIn(
      'vancouver',
      book('Emus', 1990, { author: seven, publisher: 'Wise', 'publisher-place': 'Hobart' }),
      'Aa A, Bb B, Cc C, Dd D, Ee E, Ff F, et al. Emus. Hobart: Wise; 1990.',
    )
  })
})
