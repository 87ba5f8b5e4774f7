import { describe, expect, test } from 'vitest'
import { marc8ToUnicode } from './marc8.ts'
import { charactersOf, eacc, isCombining } from './marc8-sets.ts'
import { marc8Sets } from './marc8-tables.generated.ts'
import { unicodeToMarc8 } from './marc8-write.ts'

/** Around a letter if it is a mark; then alone, as the first and last of a subfield. */
const placings = (character: string): string[] =>
  isCombining(character) ? [`x a${character} z`, `o${character}`] : [`x ${character} z`, character]

/** Errors in these bytes by the rules of the standard, no matter what our reader accepts. '' if there are none. */
function wrongWith(bytes: string): string {
  let [g0, g1] = ['B', 'E']
  for (let at = 0; at < bytes.length; ) {
    const found = /^\x1b(?:(\(|\))(!?[B-Z2-4])|\$(1)|([bgps]))/.exec(bytes.slice(at, at + 4))
    const byte = bytes.charCodeAt(at)
    if (found) {
      const [whole, half, set, wide, symbols] = found
      if (half === ')') g1 = set!.replace('!', '')
      else g0 = set ?? wide ?? (symbols === 's' ? 'B' : symbols!)
      at += whole.length
    } else if (byte === 0x20) at++
    else if (byte >= 0x80) {
      if (byte < 0xa1 || byte > 0xfe) return `byte ${byte}`
      if (!has(g1, byte)) return `byte ${byte} of ${g1}`
      at++
    } else if (g0 === eacc) {
      const three = [0, 1, 2].map((i) => bytes.charCodeAt(at + i))
      if (!three.every((each) => each >= 0x21 && each <= 0x7e)) return `EACC ${three}`
      if (!has(eacc, (three[0]! << 16) | (three[1]! << 8) | three[2]!)) return `EACC ${three} is no character`
      at += 3
    } else {
      if (byte < 0x21 || byte > 0x7e || !has(g0, byte)) return `byte ${byte} of ${g0}`
      at++
    }
  }
  return g0 === 'B' && g1 === 'E' ? '' : `ends in ${g0} and ${g1}`
}
const has = (set: string, code: number) => charactersOf(set).has(code) || charactersOf(set).has(code & 0x7f)

/** The code point's numeric reference, which a reader decodes. */
const referenceOf = (character: string) =>
  `&#x${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')};`

/** MARC-8 has one byte for a mark over two letters and for its first half. */
const wholeMarks = (text: string) => text.replace('\uFE20', '\u0361').replace('\uFE22', '\u0360')

function failuresOf(characters: Iterable<string>): string[] {
  const failures: string[] = []
  for (const character of characters)
    for (const text of placings(character)) {
      const bytes = unicodeToMarc8(text)
      const back = marc8ToUnicode(bytes)
      const wrong = wrongWith(bytes)
      if (wrong || back.unknown > 0 || back.text.normalize('NFC') !== wholeMarks(text).normalize('NFC'))
        failures.push(`${referenceOf(character)} ${wrong} ${JSON.stringify(back.text)}`)
    }
  return failures
}

describe.each(Object.keys(marc8Sets))('set %s', (set) => {
  test('every character is written in valid bytes and read back', () => {
    const characters = [...charactersOf(set).values()]
    expect(characters.length).toBeGreaterThan(0)
    expect(failuresOf(characters)).toEqual([])
  })
})

test('every code point up to U+FFFF is written in valid bytes, as itself or as its reference, and read back', () => {
  function* codePoints() {
    for (let code = 0x20; code <= 0xffff; code++) if (!isNoCharacter(code)) yield String.fromCharCode(code)
  }
  expect(failuresOf(codePoints())).toEqual([])
})

test('a code point that is no character is written as its reference and stays one', () => {
  for (let code = 0x80; code <= 0xffff; code++) {
    const character = String.fromCharCode(code)
    if (!isNoCharacter(code)) continue
    const bytes = unicodeToMarc8(character)
    if (code === 0x98 || code === 0x9c) continue // The non-sort marks of ANSEL.
    expect([bytes, marc8ToUnicode(bytes).text]).toEqual([referenceOf(character), referenceOf(character)])
  }
})

const isNoCharacter = (code: number) =>
  (code >= 0x7f && code <= 0x9f) ||
  (code >= 0xd800 && code <= 0xdfff) ||
  (code >= 0xfdd0 && code <= 0xfdef) ||
  code >= 0xfffe

test.each([
  ['‘It’s — here’', '&#x2018;It&#x2019;s &#x2014; here&#x2019;'],
  ['…™', '&#x2026;&#x2122;'],
  ['中’文', '\x1b$1!04\x1b(B&#x2019;\x1b$1!BX\x1b(B'],
  ['中é', '\x1b$1!04\x1b(B\xe2e'],
  ['\u{212C4}', '&#x212C4;'],
  ['Ґ', '\x1b)Q\xe0\x1b)E'],
  ['жђ', '\x1b(NV\x1b)Q\xc1\x1b)E\x1b(B'],
  ['α²', '\x1b(Sa\x1bp2\x1bs'],
  ['²α', '\x1bp2\x1b(Sa\x1b(B'],
  ['i\u0361a\uFE21', '\xebi\xeca'],
  ['\u0631\u0670', '\x1b(3Qt\x1b(B'],
])('%s', (text, bytes) => {
  expect(unicodeToMarc8(text)).toBe(bytes)
})
