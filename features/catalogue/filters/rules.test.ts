import { expect, test } from 'vitest'
import { schoolYearOf, yearsOfAudience } from './rules.ts'

const inOrder = (audiences: string[]) => audiences.toSorted((a, b) => schoolYearOf(a) - schoolYearOf(b))

test.each([
  ['Preschool', 'Lower primary', 'Upper primary', 'Lower secondary', 'Upper secondary', 'Adult', 'Parental guidance'],
  ['Preschool', 'Primary', 'Pre-adolescent', 'Adolescent', 'Adult', 'General', 'Specialized'],
  ['Foundation', 'Years 1-2', 'Year 3', 'Grade 5', 'Years 9 and 10', 'Tertiary students'],
  ['Ages 4-6', 'For primary school age.', 'Ages 8+', 'Suitable for 15 years and over.', '18+', 'Rated PG-13'],
])('audiences are in the order of school years: %s …', (...audiences) => {
  expect(inOrder(audiences.toReversed())).toEqual(audiences)
})

test('a long text without an audience is read', () => {
  for (const text of ['9 '.repeat(50_000), 'years '.repeat(50_000), 'pre'.repeat(50_000)]) schoolYearOf(text)
})

test.each([
  ['Years 3-4', [3, 4]],
  ['Years 9 and 10', [9, 10]],
  ['Grade 3', [3, 3]],
  ['Ages 8+', [3, 7]],
  ['Suitable for 15 years and over.', [10, 14]],
  ['Lower primary', [0, 3]],
  ['General', undefined],
])('%s means the school years %j', (audience, years) => {
  expect(yearsOfAudience(audience)).toEqual(years)
})
