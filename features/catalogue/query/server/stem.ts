/** Plurals and -ing words that follow no rule, or look like one that they do not follow. */
const irregular = new Map(
  Object.entries({
    children: 'child',
    childrens: 'child',
    men: 'man',
    mens: 'man',
    women: 'woman',
    womens: 'woman',
    mice: 'mouse',
    geese: 'goose',
    teeth: 'tooth',
    feet: 'foot',
    oxen: 'ox',
    wolves: 'wolf',
    elves: 'elf',
    shelves: 'shelf',
    leaves: 'leaf',
    loaves: 'loaf',
    thieves: 'thief',
    knives: 'knife',
    wives: 'wife',
    lives: 'life',
    halves: 'half',
    calves: 'calf',
    dwarves: 'dwarf',
    scarves: 'scarf',
    hooves: 'hoof',
    shoes: 'shoe',
    canoes: 'canoe',
    buses: 'bus',
    quizzes: 'quiz',
    lenses: 'lens',
    kiwis: 'kiwi',
    taxis: 'taxi',
    emus: 'emu',
    menus: 'menu',
    series: 'series',
    species: 'species',
    news: 'news',
    evening: 'evening',
    evenings: 'evening',
    morning: 'morning',
    mornings: 'morning',
    creating: 'create',
    inviting: 'invite',
    exciting: 'excite',
    tasting: 'taste',
    travelling: 'travel',
    during: 'during',
    nothing: 'nothing',
    something: 'something',
    anything: 'anything',
    everything: 'everything',
    ceiling: 'ceiling',
    ceilings: 'ceiling',
  }),
)

/**
 * Ends a word that its text spells otherwise: `mueller` of `Müller`. Such a word counts as a stem does, so that exact
 * spellings come first. No text has this letter.
 */
export const respelled = '\ua7ff'
const respelledCode = respelled.charCodeAt(0)

/**
 * A folded word without English plural or -ing: `stories` → `story`, `swimming` → `swim`, `making` → `make`.
 * A stem match weighs less than a word match, and an unchanged word is better than one stem for two different words.
 */
export function stem(word: string): string {
  const last = word.charCodeAt(word.length - 1)
  if (last === respelledCode) return stem(word.slice(0, -1))
  if (word.length < 4) return word
  // Only words ending in s, n, e, h, t or g can change below; most words return here.
  if (last !== 115 && last !== 110 && last !== 101 && last !== 104 && last !== 116 && last !== 103) return word
  const known = irregular.get(word)
  if (known !== undefined) return known
  if (!/^[a-z]+$/.test(word)) return word
  const singular = last === 115 ? withoutPlural(word) : word
  if (singular.endsWith('ing')) return withoutIng(irregular.get(singular) ?? singular)
  // `movie` and `cookie` share a stem in y with their plurals, as `story` does with `stories`.
  return singular.length > 4 && singular.endsWith('ie') ? `${singular.slice(0, -2)}y` : singular
}

const irregularStems = new Set(irregular.values())

/** Every word with this stem begins so: `stories` and `story` with `stor`, `mice` and `mouse` with `m`. */
export function beginningOf(stemmed: string): string {
  if (irregularStems.has(stemmed)) return stemmed[0]!
  // Only a y or an e at the end may have replaced other letters.
  return /.[ye]$/.test(stemmed) ? stemmed.slice(0, -1) : stemmed
}

function withoutPlural(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (/(?:sses|[sc]hes|xes|zzes)$/.test(word)) return word.slice(0, -2)
  // viruses, octopuses; but houses, causes
  if (word.length > 5 && /[^aeo]uses$/.test(word)) return word.slice(0, -2)
  if (word.length > 4 && word.endsWith('oes')) return word.slice(0, -2)
  return word.slice(0, -1)
}

function withoutIng(word: string): string {
  const rest = word.slice(0, -3)
  if (rest.length < 3 || !/[aeiouy]/.test(rest)) return word
  // running, swimming; but falling, passing, buzzing
  if (/([^aeioulsz])\1$/.test(rest)) return rest.slice(0, -1)
  return losesE(rest) ? `${rest}e` : rest
}

/** Whether the word without -ing ended in e: make, move, dance, judge, handle, explore. */
function losesE(rest: string): boolean {
  if (/[cvzu]$/.test(rest)) return !rest.endsWith('zz')
  // cooking, roaring, raining, pouring: two vowels before the last letter
  if (/[aeiou]{2}[^aeiou]$/.test(rest)) return /(?:[ao]ng|ous|ais|uir)$/.test(rest)
  if (/^(?:h|b|cl|sl)ang$/.test(rest)) return false
  if (/(?:[dr]g|[aeiou]g|[bcdfgkptz]l|ang|at|[aou]r|as|is|os|us|rs|ns)$/.test(rest)) return true
  // one syllable that ends in one vowel and one consonant: bake, write, hope
  return /^[^aeiou]+[aeiouy][^aeiouwxy]$/.test(rest)
}
