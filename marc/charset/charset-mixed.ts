import { isUtf8 } from 'node:buffer'
import { counted } from '#kit/wording.ts'
import { type Guess, guessCharset, likelihood, likelihoodOf } from './charset-guess.ts'

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
  const values = text.split(/[\x1d-\x1f]/).filter((value) => beyondAscii.test(value))
  const foreign = values.filter((value) => !isUtf8(Buffer.from(value, 'latin1')))
  const hasWhole = foreign.length < values.length
  const others = foreign.filter((value) => !isMostlyUtf8(value))
  const first = hasWhole || saysUtf8 ? guessCharset(others, !saysUtf8) : undefined
  const isUtf8Damaged = (value: string) => isMostlyUtf8(value) || (first !== undefined && isRatherUtf8(value, first))
  const hasUtf8 = hasWhole || foreign.some(isUtf8Damaged)
  const guess = guessCharset(
    others.filter((value) => !isUtf8Damaged(value)),
    !saysUtf8,
  )
  const counts = { guessed: 0, single: 0, unknown: 0 }

  function read(value: string): string {
    const bytes = Buffer.from(value, 'latin1')
    if (isUtf8(bytes)) return bytes.toString('utf8')
    const found = guess && !isUtf8Damaged(value) ? guess.read(value) : undefined
    if (found === undefined || (isWritten && found.includes('\ufffd'))) return readStrayBytes(value, counts, isWritten)
    counts.guessed++
    if (found.includes('\ufffd')) counts.unknown++
    return found
  }

  function told(): string[] {
    const sentences: string[] = []
    if (counts.guessed > 0) {
      const values = hasUtf8 || !byLeader ? counts.guessed : undefined
      sentences.push(asSentence(guess!, values, saysUtf8))
    }
    if (counts.single > 0) {
      const [one, several] = isWritten
        ? ['byte that is not UTF-8 was', 'bytes that are not UTF-8 were']
        : ['byte among UTF-8 was', 'bytes among UTF-8 were']
      sentences.push(`${counted(counts.single, one, several)} read as Windows-1252.`)
    }
    if (counts.unknown > 0) sentences.push('Bytes that are not UTF-8 became U+FFFD.')
    return sentences
  }
  return { hasUtf8, isMarc8: !hasUtf8 && (guess === undefined || guess.name === 'MARC-8'), read, told }
}

const beyondAscii = /[\x80-\xff]/

function asSentence({ name }: Guess, values: number | undefined, saysUtf8: boolean): string {
  if (values !== undefined)
    return `${counted(values, 'value that is', 'values that are')} not UTF-8 ${values === 1 ? 'was' : 'were'} read as ${name}.`
  return `The leader says ${saysUtf8 ? 'UTF-8' : 'MARC-8'}; the text is ${name}.`
}

const sequence = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g

/** Most of its characters beyond ASCII are UTF-8; in other sets, a few bytes form UTF-8 sequences by chance. */
function isMostlyUtf8(value: string): boolean {
  let balance = 0
  for (const [bytes] of value.matchAll(sequence)) balance += bytes.length > 1 ? 1 : -1
  return balance > 0
}

/** Its UTF-8 sequences are likelier text than the same bytes in another set, whatever the stray bytes are. */
function isRatherUtf8(value: string, guess: Guess): boolean {
  const sequences = value.replace(sequence, (bytes: string) => (bytes.length > 1 ? bytes : ''))
  if (!beyondAscii.test(sequences)) return false
  return likelihood(Buffer.from(sequences, 'latin1').toString('utf8')) > likelihoodOf(guess, sequences)
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
