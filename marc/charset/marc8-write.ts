import { normalised } from '#kit/normalised.ts'
import { ansel, ascii, eacc, isCombining, isSymbolSet, type Place, placesOf } from './marc8-sets.ts'

/** `g0`, `g1`: the sets in the left and right half. `closing`: the mark written after the next letter. */
type Output = { g0: string; g1: string; bytes: string; closing: string }
const begun = (): Output => ({ g0: ascii, g1: ansel, bytes: '', closing: '' })

/** Extended Cyrillic and Arabic: pymarc reads them only in the right half, where library systems write them too. */
const rightSets = new Set(['Q', '4'])

/**
 * Unicode as MARC-8, one character a byte; characters that MARC-8 lacks become `&#xXXXX;`. Ends in ASCII and ANSEL, as
 * a subfield must.
 */
export function unicodeToMarc8(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const out = begun()
  for (let at = 0; at < text.length; ) {
    const end = clusterEnd(text, at)
    const single = end === at + 1 && out.g0 === ascii && out.g1 === ansel && out.closing === ''
    const known = single ? latinBytes(text.charCodeAt(at)) : ''
    if (known === '') writeCluster(text.slice(at, end), out)
    else out.bytes += known
    at = end
  }
  enterRight(ansel, out)
  enter(ascii, out)
  return out.bytes
}

/** All marks are above U+0300. */
function clusterEnd(text: string, start: number): number {
  let end = start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
  while (end < text.length && text.charCodeAt(end) >= 0x300) {
    const character = String.fromCodePoint(text.codePointAt(end)!)
    if (!/\p{M}/u.test(character)) break
    end += character.length
  }
  return end
}

const latin: string[] = []

/** A single character below U+0300, written while ASCII and ANSEL are active. '' for others. */
function latinBytes(code: number): string {
  if (code >= 0x300) return ''
  let bytes = latin[code]
  if (bytes === undefined) {
    const out = begun()
    writeCluster(String.fromCharCode(code), out)
    bytes = out.g0 === ascii ? out.bytes : ''
    latin[code] = bytes
  }
  return bytes
}

/** Marks come before their letter; from the first mark that MARC-8 lacks, references follow it. */
function writeCluster(cluster: string, out: Output): void {
  const [base, ...marks] = partsOf(cluster)
  if (base === undefined) return
  const baseKnown = (isPlain(base) || placesOf(base) !== undefined) && !/\p{M}/u.test(base)
  let known = baseKnown ? marks.findIndex((mark) => !isCombining(mark)) : 0
  if (known < 0) known = marks.length
  const closing = out.closing
  out.closing = ''
  if (closing !== '') writeCharacter(closing, out)
  for (const mark of marks.slice(0, known)) {
    if (mark === closing) continue
    writeCharacter(mark, out)
    if (mark === '\u0361') out.closing = '\uFE21'
    if (mark === '\u0360') out.closing = '\uFE23'
  }
  if (baseKnown) writeCharacter(base, out)
  else writeReference(base, out)
  // A MARC-8 letter that is a mark in Unicode (U+0670) follows as a letter.
  for (const mark of marks.slice(known))
    if (placesOf(mark) && !isCombining(mark)) writeCharacter(mark, out)
    else writeReference(mark, out)
}

const isPlain = (character: string) => character <= '\x7e'

/** Decomposes a composed cluster as a whole, which puts its marks into canonical order. */
function partsOf(cluster: string): string[] {
  const characters = [...cluster]
  if (characters.length > 1 && normalised(cluster, 'NFC') === cluster) {
    const parts = decomposed(cluster)
    if (isWritable(parts)) return parts
  }
  return characters.flatMap(inMarc8)
}

/** The character itself if MARC-8 has it, else its letter and marks if MARC-8 has all of those. */
function inMarc8(character: string): string[] {
  if (isPlain(character) || placesOf(character)) return [character]
  const parts = decomposed(character)
  return isWritable(parts) ? parts : [character]
}

/** Letters and marks, except those that MARC-8 has as one character (`ơ`, `й`, `が`). */
function decomposed(cluster: string): string[] {
  const parts: string[] = []
  for (const part of normalised(cluster, 'NFD')) {
    const joined = normalised((parts.at(-1) ?? '') + part, 'NFC')
    if (parts.length > 0 && placesOf(joined)) parts[parts.length - 1] = joined
    else parts.push(part)
  }
  return parts
}

const isWritable = (parts: string[]) =>
  parts.every((part, i) => (i === 0 ? isPlain(part) || placesOf(part) : isCombining(part)))

function writeCharacter(character: string, out: Output): void {
  if (character <= '\x20' || (isPlain(character) && out.g0 === ascii)) {
    if (character !== ' ' || out.g0 === eacc) enter(ascii, out)
    out.bytes += character
    return
  }
  const places = placesOf(character)!
  const place = places.find(({ set }) => set === out.g0) ?? places[0]!
  if (place.set === ansel || rightSets.has(place.set)) {
    // pymarc takes three bytes for each character of EACC, in either half.
    if (out.g0 === eacc) enter(ascii, out)
    enterRight(place.set, out)
  } else enter(place.set, out)
  out.bytes += bytesOf(place)
}

function bytesOf({ set, code }: Place): string {
  if (set === eacc) return String.fromCharCode(code >> 16, (code >> 8) & 0xff, code & 0xff)
  return String.fromCharCode(set === ansel || rightSets.has(set) ? code | 0x80 : code)
}

function enterRight(set: string, out: Output): void {
  if (out.g1 === set) return
  // Omits the `!` that the standard puts before E: pymarc reads only this form, and others read both.
  out.bytes += `\x1b)${set}`
  out.g1 = set
}

function enter(set: string, out: Output): void {
  if (out.g0 === set) return
  // Never `ESC s` before another escape: pymarc reads the rest of it as text.
  if (isSymbolSet(out.g0) && set === ascii) out.bytes += '\x1bs'
  else out.bytes += isSymbolSet(set) ? `\x1b${set}` : set === eacc ? '\x1b$1' : `\x1b(${set}`
  out.g0 = set
}

function writeReference(character: string, out: Output): void {
  enter(ascii, out)
  out.bytes += `&#x${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')};`
}
