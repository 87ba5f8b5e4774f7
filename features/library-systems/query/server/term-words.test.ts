import { expect, test } from 'vitest'
import { wordsOfTerm } from './term-words.ts'

test.each([
  ['Possum Magic!', 'none', ['possum', 'magic']],
  ['Possum Mag', 'right', ['possum', 'mag*']],
  ['ossum Magic', 'left', ['*ossum', 'magic']],
  ['ossu', 'both', ['*ossu*']],
  ['what?', 'right', ['what*']],
  ['!', 'both', []],
  ['海底', 'both', ['海', '底']],
  ['*ology w?m**n', 'masks', ['*ology', 'w?m*n']],
  ['Dog?', 'masks', ['dog?']],
  ['Spider-M*', 'masks', ['spider', 'm*']],
  ["O'Br*", 'masks', ['obr*']],
  ['kerer? *', 'masks', ['kerer?', '*']],
  ['海*', 'masks', ['海']],
] as const)('%s, open %s', (text, truncation, words) => {
  expect(wordsOfTerm(text, truncation)).toEqual(words)
})
