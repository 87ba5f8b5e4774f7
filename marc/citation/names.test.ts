import { expect, test } from 'vitest'
import type { CslName } from './csl.ts'
import {
  bodyOf,
  direct,
  familyAndInitials,
  familyAndLetters,
  initialsAndFamily,
  initialsOf,
  inverted,
  lettersAndFamily,
  listed,
  personOf,
} from './names.ts'

test.each<[string, CslName]>([
  ['Tolkien, J. R. R. (John Ronald Reuel), 1892-1973', { family: 'Tolkien', given: 'J. R. R.' }],
  ['Fox(Author), Mem', { family: 'Fox', given: 'Mem' }],
  ['Fox  (Author) , Mem', { family: 'Fox', given: 'Mem' }],
  ['Fox, , Mem,', { family: 'Fox', given: 'Mem' }],
  ['Fox, active 1983', { literal: 'Fox' }],
  ['Homer', { literal: 'Homer' }],
  ['King, Martin Luther, Jr., 1929-1968', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
  ['King, Jr., Martin Luther', { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }],
  ['Louis, XIV', { literal: 'Louis' }],
  ['Seuss, Dr.', { family: 'Seuss', given: 'Dr.' }],
  ['Beeton, Mrs.', { family: 'Beeton', given: 'Mrs.' }],
  ['Bean, Mr', { family: 'Bean', given: 'Mr' }],
  ['Victoria, Queen, Miss', { family: 'Victoria', given: 'Miss' }],
  ['Scott, Sir, Walter', { family: 'Scott', given: 'Walter' }],
  ['John Paul II, Pope', { literal: 'John Paul II' }],
  ['Washington, Saint Mr', { literal: 'Washington' }],
  ['Goethe, Johann Wolfgang von', { family: 'Goethe', given: 'Johann Wolfgang', 'dropping-particle': 'von' }],
  ['Meer, John  van  der', { family: 'Meer', given: 'John', 'dropping-particle': 'van  der' }],
  ['Fox, Mem de Vries', { family: 'Fox', given: 'Mem de Vries' }],
  ['van  der  Meer, John', { family: 'Meer', given: 'John', 'non-dropping-particle': 'van  der' }],
  ['Fox, Mem..', { family: 'Fox', given: 'Mem.' }],
  ['Fox, M.', { family: 'Fox', given: 'M.' }],
  ['Fox, M.. Q', { family: 'Fox', given: 'M.. Q' }],
])('the parts of %s', (heading, name) => expect(personOf(heading)).toEqual(name))

test.each([
  ['Abba (Musical group)', 'Abba'],
  ['Abba(Musical group)  ', 'Abba'],
  ['Abba (A)', 'Abba'],
  [' Abba ', 'Abba'],
  ['Abba (Musical group) Choir', 'Abba (Musical group) Choir'],
])('the body %s', (heading, literal) => expect(bodyOf(heading)).toEqual({ literal }))

test.each([
  ['John Ronald  Reuel', 'J. R. R.'],
  ['J.R.R.', 'J. R. R.'],
  ['Jean-Paul', 'J.-P.'],
  ['Jean-', 'J.'],
  ['Anne - Marie', 'A. M.'],
  ['Simone de', 'S. de'],
  ['Dr.', 'Dr.'],
  ['Dr', 'Dr'],
  ['Mr. Ed', 'Mr. E.'],
  ['Mrs.', 'Mrs.'],
  ['Drew', 'D.'],
  ['McMs', 'M.'],
])('the initials of %s', (given, initials) => expect(initialsOf(given)).toBe(initials))

const goethe: CslName = { family: 'Goethe', given: 'Johann Wolfgang', 'dropping-particle': 'von' }
const beauvoir: CslName = { family: 'Beauvoir', given: 'Simone', 'non-dropping-particle': 'de' }
const king: CslName = { family: 'King', given: 'Martin Luther', suffix: 'Jr.' }
const sartre: CslName = { family: 'Sartre', given: 'Jean-Paul' }
const seuss: CslName = { family: 'Seuss', given: 'Dr.' }
const abba: CslName = { literal: 'Abba' }

test('each form of a name', () => {
  const forms = [familyAndInitials, initialsAndFamily, inverted, direct, familyAndLetters, lettersAndFamily]
  const formsOf = (name: CslName) => forms.map((form) => form(name))
  expect(formsOf(goethe)).toEqual([
    ...['Goethe, J. W. von', 'J. W. von Goethe', 'Goethe, Johann Wolfgang von', 'Johann Wolfgang von Goethe'],
    ...['Goethe JW von', 'JW von Goethe'],
  ])
  expect(formsOf(beauvoir)).toEqual([
    ...['de Beauvoir, S.', 'S. de Beauvoir', 'de Beauvoir, Simone', 'Simone de Beauvoir'],
    ...['de Beauvoir S', 'S de Beauvoir'],
  ])
  expect(formsOf(king)).toEqual([
    ...['King, M. L., Jr.', 'M. L. King, Jr.', 'King, Martin Luther, Jr.', 'Martin Luther King Jr.'],
    ...['King ML Jr', 'ML King Jr'],
  ])
  expect(formsOf(sartre).slice(4)).toEqual(['Sartre JP', 'JP Sartre'])
  expect(formsOf(seuss).slice(4)).toEqual(['Seuss Dr', 'Dr Seuss'])
  expect(formsOf({ family: 'Fox', given: 'Dr. Mem' }).slice(4)).toEqual(['Fox Dr M', 'Dr M Fox'])
  expect(formsOf(abba)).toEqual(Array(6).fill('Abba'))
})

test('a list of names', () => {
  const rule = { first: inverted, others: direct, and: [' and ', ', and '] as [string, string] }
  expect(listed([], rule)).toBe('')
  expect(listed([king], rule)).toBe('King, Martin Luther, Jr.')
  expect(listed([sartre, beauvoir], rule)).toBe('Sartre, Jean-Paul and Simone de Beauvoir')
  expect(listed([sartre, beauvoir, abba], rule)).toBe('Sartre, Jean-Paul, Simone de Beauvoir, and Abba')
  expect(listed([sartre, beauvoir], { ...rule, upTo: 2 })).toBe('Sartre, Jean-Paul and Simone de Beauvoir')
  expect(listed([sartre, beauvoir, abba], { ...rule, upTo: 2 })).toBe('Sartre, Jean-Paul, et al.')
  expect(listed([sartre, beauvoir, abba], { ...rule, upTo: 2, shown: 2 })).toBe(
    'Sartre, Jean-Paul, Simone de Beauvoir, et al.',
  )
})
