import { expect, test } from 'vitest'
import { readLimits } from './typed-limits.ts'

const values = {
  scisType: [
    'Book',
    'Large print book',
    'Braille book',
    'Graphic novel',
    'E-book',
    'DVD',
    'Audiobook',
    'E-audiobook',
    'Map',
    'Serial',
  ],
  targetAudienceText: [
    'Preschool',
    'Lower primary',
    'Middle primary',
    'Upper primary',
    'Lower secondary',
    'Upper secondary',
    'Juvenile',
    'Adolescent',
    'Adult',
    'General',
    'Ages 8+',
    'Years 3-4',
  ],
  genreScis: ['Fantasy', 'Picture books for children'],
  language: ['English', 'French', 'Maori', 'Greek, Ancient (to 1453)', 'Greek, Modern (1453- )', 'Chinese'],
}

/** The words that are left, and the values that the others mean. */
function read(text: string) {
  const { limits, rest, series } = readLimits(text.split(' '))
  const meant = limits.map(({ field, isMeant }) => values[field].filter(isMeant).join(', '))
  return [rest.join(' '), ...meant, ...(series === undefined ? [] : [series])]
}

test.each([
  ['roald dahl audiobook', 'Audiobook, E-audiobook'],
  ['Roald Dahl talking books', 'Audiobook, E-audiobook'],
  ['narnia large print', 'Large print book'],
  ['narnia in large-print edition', 'Large print book'],
  ['moby dick graphic novel', 'Graphic novel'],
  ['moby dick on dvd', 'DVD'],
  ['shark e-books', 'E-book'],
  ['wellington maps', 'Map'],
  ['picture books trains', 'Picture books for children'],
  ['planets for lower primary', 'Lower primary, Juvenile'],
  ['shark for kids', 'Preschool, Lower primary, Middle primary, Upper primary, Juvenile, Ages 8+, Years 3-4'],
  ['volcanoes for year 3', 'Lower primary, Middle primary, Juvenile, Ages 8+, Years 3-4'],
  ['volcanoes grade three students', 'Lower primary, Middle primary, Juvenile, Ages 8+, Years 3-4'],
  ['volcanoes for 15 year olds', 'Lower secondary, Upper secondary, Adolescent'],
  ['robots years 11-12', 'Upper secondary, Adolescent'],
  ['robots for ages 4 and up', 'Preschool, Juvenile'],
  ['vampires young adult', 'Lower secondary, Upper secondary, Adolescent'],
  ['cooking for adults', 'Adult'],
  ['cinderella in french', 'French'],
  ['birds te reo Māori', 'Maori'],
  ['myths greek', 'Greek, Ancient (to 1453), Greek, Modern (1453- )'],
  ['stories mandarin', 'Chinese'],
])('%s means %s', (text, meant) => {
  const [rest, ...found] = read(text)
  expect(found).toEqual([meant])
  expect(text.startsWith(String(rest)) || text.endsWith(String(rest))).toBe(true)
})

test.each([
  ['narnia book 3', 'narnia', 3],
  ['narnia bk. 3', 'narnia', 3],
  ['narnia volume three', 'narnia', 3],
  ['book 12 of deltora quest', 'of deltora quest', 12],
  ['the third book narnia', 'narnia', 3],
  ['narnia 2nd book', 'narnia', 2],
])('%s is %s, number %d of a series', (text, rest, series) => {
  expect(read(text)).toEqual([rest, series])
})

test('each word is read once, in any order', () => {
  const all = 'Juvenile'
  expect(read('shark books for kids')).toEqual(['shark', expect.stringContaining('Book'), expect.stringContaining(all)])
  expect(read('harry potter book 4 large print')).toEqual(['harry potter', 'Large print book', 4])
  expect(read('french graphic novels for year 8')).toEqual([
    '',
    'Lower secondary, Juvenile, Adolescent',
    'Graphic novel',
    'French',
  ])
})

test.each(['booking', 'yearbook 1984', 'the kidnapped prince', 'frenchman’s creek', 'mapping', '', '— …'])(
  '%j names no limit',
  (text) => {
    expect(read(text)).toEqual([text])
  },
)

test.each([
  ['children in war', 'children', false],
  ['war for children', 'for children', true],
  ['books about children', 'children', false],
  ['children’s books war', 'children’s', true],
  ['teenagers for children', 'for children', true],
  ['child soldiers', 'child', false],
  ['portuguese poetry', 'portuguese', false],
  ['poetry french', 'french', true],
  ['french version of emma', 'french version', true],
])('%s: %s is certainly a limit: %j', (text, typed, isCertain) => {
  const words = text.split(' ')
  const { limits } = readLimits(words)
  const limit = limits.find(({ category }) => !category)!
  expect([limit.at.map((i) => words[i]).join(' '), limit.isCertain]).toEqual([typed, isCertain])
})
