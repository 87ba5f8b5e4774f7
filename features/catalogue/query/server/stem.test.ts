import fc from 'fast-check'
import { expect, test } from 'vitest'
import { beginningOf, stem } from './stem.ts'

const pairs = (text: string) =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string])

test.each(
  pairs(`
    dinosaurs/dinosaur stories/story witches/witch boxes/box classes/class houses/house horses/horse viruses/virus
    heroes/hero toes/toe shoes/shoe trees/tree movies/movie cookies/cookie pies/pie wolves/wolf children/child
    childrens/child mice/mouse buildings/building`),
)('%s and %s meet', (plural, singular) => {
  expect(stem(plural)).toBe(stem(singular))
})

test.each(
  pairs(`
    swimming/swim running/run making/make moving/move dancing/dance judging/judge handling/handle exploring/explore
    changing/change hanging/hang reading/read writing/write cooking/cook baking/bake living/live visiting/visit
    painting/paint racing/race gardening/garden roaring/roar pouring/pour touring/tour eating/eat skating/skate
    spelling/spell measuring/measure raising/raise housing/house building/build wandering/wander creating/create`),
)('%s and %s meet', (doing, verb) => {
  expect(stem(doing)).toBe(stem(verb))
})

test('a word that only looks like a plural or an -ing word stays unchanged', () => {
  for (const word of 'king ring spring string thing class glass virus tennis bus gas series species morning during'.split(
    ' ',
  )) {
    expect(stem(word)).toBe(word)
  }
  for (const word of ['1984', 'écoles', 'b2ings', '漫']) expect(stem(word)).toBe(word)
})

test('different words stay apart', () => {
  for (const [a, b] of pairs('planes/plan hoping/hop caring/car staring/star robes/rob canes/can striped/strip')) {
    expect(stem(a)).not.toBe(stem(b))
  }
})

test('the stem of any word is a word', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[a-z]{1,20}$/),
      (word) => stem(word).length > 0 && stem(word).length <= word.length + 1,
    ),
  )
})

test('every word begins as its stem does', () => {
  const words =
    'stories flies mice geese making swimming movies cookies viruses boxes dances writing canoes elves dying as news'
  for (const word of words.split(' ')) expect([word, word.startsWith(beginningOf(stem(word)))]).toEqual([word, true])
  expect(beginningOf('dragon')).toBe('dragon')
})
