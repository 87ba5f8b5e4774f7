import { isUtf8 } from 'node:buffer'
import { counted } from '#kit/wording.ts'
import { hasEscape } from './charset.ts'
import { type Guess, type Guessed, guessCharset, likelihood, likelihoodOf, marc8 } from './charset-guess.ts'

export type MixedReading = {
  /** Some of its values are UTF-8. */
  hasUtf8: boolean
  /** All of it is MARC-8, or no other set fits better. */
  isMarc8: boolean
  read: (value: string) => string
  /** The repair sentences, once all values are read. */
  told: () => string[]
}

/**
 * Reads a record that is not UTF-8 as a whole: UTF-8 values as UTF-8, the others in the most likely character set.
 * `text`: one character a byte. `isWritten`: the record is kept as read, so bytes that fit no set are read as
 * Windows-1252, which can be reversed. `byLeader`: the set that the leader states.
 */
export function mixedReading(
  text: string,
  saysUtf8: boolean,
  { isWritten = false, byLeader = true } = {},
): MixedReading {
  const values = text.split(/[\x1d\x1e]|\x1f[\x80-\xff]*[\x20-\x7e]?/).filter((value) => beyondAscii.test(value))
  const foreign = values.filter((value) => !isUtf8(Buffer.from(value, 'latin1')))
  const hasWhole = foreign.length < values.length
  const others = foreign.filter((value) => !isMostlyUtf8(value))
  const favour = saysUtf8 || hasWhole ? 0 : leadOfLeader
  const guessed = (of: string[]): Guessed =>
    hasEscape.test(text) ? { guess: marc8, isSure: true } : guessCharset(of, favour)
  const first = hasWhole || saysUtf8 ? guessed(others).guess : undefined
  const isUtf8Damaged = (value: string) => isMostlyUtf8(value) || (first !== undefined && isRatherUtf8(value, first))
  const hasUtf8 = hasWhole || foreign.some(isUtf8Damaged)
  const { guess, ...guesses } = guessed(others.filter((value) => !isUtf8Damaged(value)))
  const isSure = guesses.isSure || (favour > 0 && guess === marc8)
  const counts = { single: 0, unknown: 0 }
  const readAs = new Map<Guess, number>()
  const changes = new Map<string, string>()

  function read(value: string): string {
    const bytes = Buffer.from(value, 'latin1')
    const isMarc8 = hasEscape.test(value)
    if (!isMarc8 && isUtf8(bytes)) return bytes.toString('utf8')
    const found = isMarc8 ? { set: marc8, text: marc8.read(value) } : isUtf8Damaged(value) ? undefined : inOneSet(value)
    if (found === undefined || (isWritten && found.text.includes('\ufffd'))) {
      const isOpen = guess !== undefined && !isSure && !isWritten && !isUtf8Damaged(value)
      const text = isOpen ? leftOpen(value) : readStrayBytes(value, counts, isWritten)
      addChanges(value, text)
      return text
    }
    readAs.set(found.set, (readAs.get(found.set) ?? 0) + 1)
    if (found.text.includes('\ufffd')) counts.unknown++
    addChanges(value, found.text)
    return found.text
  }

  /** In the set of the record, or a value that it can't have in its own, if only one is likely. */
  function inOneSet(value: string): { set: Guess; text: string } | undefined {
    if (guess === undefined || (!isSure && !isWritten)) return undefined
    const text = guess.read(value)
    if (!hasGap.test(text)) return { set: guess, text }
    const own = guessCharset([value], 0)
    const ownText = own.guess?.read(value) ?? '\ufffd'
    return own.guess && own.isSure && !hasGap.test(ownText) ? { set: own.guess, text: ownText } : { set: guess, text }
  }

  /** Two sets are as likely: no letter is better than a wrong one. */
  function leftOpen(value: string): string {
    counts.unknown++
    return value.replace(/[\x80-\xff]/g, '\ufffd')
  }

  /** The first words that were repaired, as they were and as they are. */
  function addChanges(value: string, text: string): void {
    const [before, after] = [value.split(' '), text.split(' ')]
    if (before.length !== after.length) return
    for (const [at, word] of before.entries())
      if (!isUtf8(Buffer.from(word, 'latin1')) && changes.size < 3)
        changes.set(word.slice(0, 40), after[at]!.slice(0, 40))
  }

  function told(): string[] {
    const sentences: string[] = []
    const isWhole = byLeader && !hasUtf8 && readAs.size === 1
    for (const [set, count] of readAs)
      sentences.push(
        isWhole
          ? `The leader says ${stated}; the text is ${set.name}.`
          : `${counted(count, `value that is not ${stated} was`, `values that are not ${stated} were`)} read as ${set.name}.`,
      )
    if (counts.single > 0) {
      const [one, several] = isWritten
        ? ['byte that is not UTF-8 was', 'bytes that are not UTF-8 were']
        : ['byte among UTF-8 was', 'bytes among UTF-8 were']
      sentences.push(`${counted(counts.single, one, several)} read as Windows-1252.`)
    }
    if (counts.unknown > 0) sentences.push('Bytes that are not UTF-8 became U+FFFD.')
    if (changes.size > 0)
      sentences.push(`${[...changes].map(([before, after]) => `${asBytes(before)} is now ${after}`).join('; ')}.`)
    return sentences
  }
  const stated = saysUtf8 || hasUtf8 ? 'UTF-8' : 'MARC-8'
  return { hasUtf8, isMarc8: !hasUtf8 && (guess === undefined || guess === marc8), read, told }
}

/** By how much another set must be likelier than the MARC-8 of the leader. */
const leadOfLeader = 3

const beyondAscii = /[\x80-\xff]/
/** A byte without a character, or a mark without a letter. */
const hasGap = /\ufffd|(?:^|[\s\p{P}])\p{M}/u

const asBytes = (text: string) =>
  text.replace(/[\x80-\xff]/g, (byte) => `\\x${byte.charCodeAt(0).toString(16).toUpperCase()}`)

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/** Most of its characters beyond ASCII are UTF-8; in other sets, a few bytes form UTF-8 sequences by chance. */
function isMostlyUtf8(value: string): boolean {
  let balance = 0
  for (const [bytes] of value.matchAll(sequence)) balance += bytes.length > 1 ? 1 : -1
  return balance > 0
}

/** Its UTF-8 sequences are likelier text than the same bytes in another set, regardless of the stray bytes. */
function isRatherUtf8(value: string, guess: Guess): boolean {
  const sequences = value.replace(sequence, (bytes: string) => (bytes.length > 1 ? bytes : ''))
  if (!beyondAscii.test(sequences)) return false
  return likelihood(Buffer.from(sequences, 'latin1').toString('utf8')) > likelihoodOf(guess, guess.read(sequences))
}

/** A stray byte in mostly UTF-8 text: read as a letter or quotation mark of Windows-1252 if that fits its place. */
function readStrayBytes(value: string, counts: { single: number; unknown: number }, isWritten: boolean): string {
  return value.replace(sequence, (bytes: string, at: number) => {
    const buffer = Buffer.from(bytes, 'latin1')
    if (isUtf8(buffer)) return buffer.toString('utf8')
    const character = new TextDecoder('windows-1252').decode(buffer)
    const fits =
      isWritten ||
      (bytes.length === 1 &&
        likelihood(
          value.charAt(at - 1).replace(beyondAscii, ' ') + character + value.charAt(at + 1).replace(beyondAscii, ' '),
        ) > 0)
    if (fits) counts.single++
    else counts.unknown++
    return fits ? character : '\ufffd'
  })
}
