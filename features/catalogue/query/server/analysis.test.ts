import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse, isUnspaced } from './analysis.ts'

const same = (...texts: string[]) => {
  for (const text of texts.slice(1)) expect(analyse(text), text).toEqual(analyse(texts[0]!))
}

test('case, accents and macrons make no difference', () => {
  expect(analyse('The MĀORI legends of Łódź')).toEqual(['the', 'maori', 'legends', 'of', 'lodz'])
  same('Māori', 'MAORI', 'maori', 'ma\u0304ori')
  same('Straße', 'STRASSE')
  same('Æsop’s fables', 'Aesops FABLES')
  same('İstanbul', 'istanbul')
  same('ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς')
})

test('an apostrophe joins, whichever character is used for it', () => {
  same('OBrien', "O'Brien", 'O’Brien', 'O‘Brien', 'Oʼbrien', 'O`Brien', 'O´Brien', 'O＇Brien', 'Oʹbrien')
  expect(analyse("'The cat's pyjamas'")).toEqual(['the', 'cats', 'pyjamas'])
})

test('every other character that is neither letter nor digit separates words', () => {
  expect(analyse('Spider-Man: AC/DC, (1,000_things) & more…')).toEqual([
    'spider',
    'man',
    'ac',
    'dc',
    '1',
    '000',
    'things',
    'and',
    'more',
  ])
  expect(analyse('a\u0000b\ud800c\u0098The \u009cd')).toEqual(['a', 'b', 'c', 'the', 'd'])
  expect(analyse(' \t…?!')).toEqual([])
})

test.each([
  ['Salt & pepper', 'salt and pepper'],
  ['Q&A', 'q and a'],
  ['rock&mineral, salt &pepper', 'rock and mineral salt and pepper'],
  ['C++ and C#, or F# in .NET', 'cplusplus and csharp or fsharp in dotnet'],
  ['C + C', 'c c'],
  ['www.network.net', 'www network net'],
  ['Prelude in c# minor', 'prelude in csharp minor'],
])('%s is read as “%s”', (text, words) => {
  expect(analyse(text).join(' ')).toBe(words)
})

test('compatibility forms equal their plain forms', () => {
  expect(analyse('ﬁsh Ⅷ ｆｕｌｌ １２')).toEqual(['fish', 'viii', 'full', '12'])
  expect(analyse('soft\u00adware co\u200dop')).toEqual(['software', 'coop'])
  expect(analyse('col·lecció a·b')).toEqual(['colleccio', 'a', 'b'])
})

test('a sign that becomes letters or digits is apart from the words beside it', () => {
  expect(analyse('Zoomster™ and Zoomsterᵀᴹ stories')).toEqual(['zoomster', 'and', 'zoomster', 'stories'])
  expect(analyse('12½ rivers, №5, H₂O, Ⓖreat')).toEqual(['12', '1', '2', 'rivers', 'no', '5', 'h2o', 'great'])
  let signs = 0
  for (let point = 0x80; point < 0x1ffff; point++) {
    const sign = String.fromCodePoint(point)
    if (!/[\p{So}\p{No}]/u.test(sign) || !/[\p{L}\p{N}]/u.test(sign.normalize('NFKD'))) continue
    signs++
    const words = analyse(/\p{So}/u.test(sign) ? `zoomster${sign} stories` : `12${sign} stories`)
    expect(words, sign).toEqual(expect.arrayContaining([/\p{So}/u.test(sign) ? 'zoomster' : '12', 'stories']))
  }
  expect(signs).toBeGreaterThan(500)
})

test('in scripts without spaces each letter is a word, so that any part of a title can be searched as a phrase', () => {
  expect(analyse('ハリー・ポッター 学校 ｶﾞ')).toEqual(['ハ', 'リ', 'ー', 'ポ', 'ッ', 'タ', 'ー', '学', '校', 'ガ'])
  expect(analyse('한국 ครู')).toEqual(['한', '국', 'ค', 'รู'])
  expect(analyse('Manga漫画2')).toEqual(['manga', '漫', '画', '2'])
  expect(['漫', '한', 'รู', 'a', 'é', 'д'].map(isUnspaced)).toEqual([true, true, true, false, false, false])
})

test('vowel signs stay if they carry the word', () => {
  expect(analyse('हिन्दी')).toEqual(['हिन्दी'])
  same('שלום', 'שָׁלוֹם')
  same('محمد', 'مُحَمَّد')
})

test('words are cut at 64 characters, never through a character', () => {
  expect(analyse('a'.repeat(100))).toEqual(['a'.repeat(64)])
  expect(analyse(`b${'𐐨'.repeat(60)}`)[0]).toBe(`b${'𐐨'.repeat(31)}`)
})

test('folding is idempotent for any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const words = analyse(text)
      expect(analyse(words.join(' '))).toEqual(words)
      for (const word of words) expect(word.length).toBeGreaterThan(0)
    }),
    { numRuns: 2000 },
  )
})

test('the fast path for ASCII gives the same result as the one for all of Unicode', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 100 }), (text) => {
      expect(analyse(text)).toEqual(analyse(`${text} ж`).slice(0, -1))
    }),
    { numRuns: 2000 },
  )
})
