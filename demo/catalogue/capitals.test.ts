import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readWorks } from './work.ts'

const listed = readFileSync(new URL('capitals.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
const names = listed.filter((line) => !line.startsWith('#')).map(readName)

/** A line of `capitals.txt`: `^` the text begins with it, `$` it ends with it. */
function readName(line: string) {
  const name = line.replace(/^\^|\$$/g, '')
  const plain = name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const starts = line.startsWith('^') ? '^' : "(?<![\\p{L}\\p{M}\\d'])"
  const ends = line.endsWith('$') ? '$' : '(?![\\p{L}\\p{M}\\d])'
  return { name, folded: name.toLowerCase(), pattern: new RegExp(`${starts}${plain}${ends}`, 'giu') }
}

/** German capitalises every noun, so its titles are skipped. */
const texts = [
  ...new Set(
    readWorks().flatMap(({ title, series, languages, more }) => [
      ...(languages[0] === 'ger' ? [] : [title]),
      ...(series ? [series.title] : []),
      ...(more.has('variant') ? [more.get('variant') ?? ''] : []),
    ]),
  ),
]

const beginning =
  /(?:^|[.?!]+["']? |(?:\b(?:Volume|Episode|Part|Book) \w+|\. [A-Z]{0,2}\d+|Μέρος Α'), |, (?:or|of|sive|oder), )["'(]*$/
const begins = (text: string, at: number) => beginning.test(text.slice(0, at))

/** Positions of the name in a text, in any capitalisation. */
function placesOf(text: string) {
  const folded = text.toLowerCase()
  return names
    .filter(({ folded: name }) => folded.includes(name))
    .flatMap(({ name, pattern }) =>
      [...text.matchAll(pattern)].map((found) => ({ name, written: found[0], from: found.index })),
    )
}

const capitalised = /(?<![\p{L}\p{M}\d'-])\p{Lu}(?:[\p{L}\p{M}\d'-]|\.(?=[\p{L}\d]))*/gu

function misplacedCapitals(text: string): string[] {
  const right = placesOf(text).filter(({ name, written }) => name === written)
  return [...text.matchAll(capitalised)]
    .filter(({ 0: word, index }) => {
      if (begins(text, index) || /^I(?:'(?:m|d|ll|ve))?$/.test(word)) return false
      return !right.some(({ written, from }) => from <= index && index + word.length <= from + written.length)
    })
    .map(([word]) => `${word} in ${text}`)
}

function namesWithoutCapitals(text: string): string[] {
  return placesOf(text)
    .filter(({ name, written, from }) => {
      if (name === written) return false
      return !(begins(text, from) && written[0] === name[0]?.toUpperCase() && written.slice(1) === name.slice(1))
    })
    .map(({ name }) => `${name} in ${text}`)
}

test('in titles and series only names have capitals after the first word', () => {
  expect(texts.flatMap(misplacedCapitals)).toEqual([])
})

test('every name is capitalised as listed', () => {
  expect(texts.flatMap(namesWithoutCapitals)).toEqual([])
})

test('every name of the list is in use, and listed once', () => {
  const used = new Set(texts.flatMap((text) => placesOf(text).map(({ name }) => name)))
  expect(names.filter(({ name }) => !used.has(name)).map(({ name }) => name)).toEqual([])
  expect(new Set(listed).size).toBe(listed.length)
})

test('both checks detect what they should', () => {
  expect(misplacedCapitals('A sweet girl Graduate')).toEqual(['Graduate in A sweet girl Graduate'])
  expect(misplacedCapitals('The storied life of A.J. Fikry')).toEqual([])
  expect(namesWithoutCapitals('The tales of mother goose')).toEqual(['Mother Goose in The tales of mother goose'])
  expect(namesWithoutCapitals('Me and earl and the dying girl')).toEqual(['Earl in Me and earl and the dying girl'])
  expect(namesWithoutCapitals('Five on a treasure island')).toEqual([])
})
