import { marc8ToUnicode, notInMarc8 } from './marc8.ts'
import { mnemonicBytes } from './mrk-mnemonics.ts'

const mnemonic = /\{([A-Za-z0-9]+)\}/g

/** Bytes of MARC-8 (one character a byte) with mnemonics as Unicode. Mnemonics that nobody knows stay. */
export function fromMarc8(bytes: string, repairs: string[]): string {
  const plain = bytes.includes('{')
    ? bytes.replace(mnemonic, (whole, name: string) => mnemonicBytes(name) ?? whole)
    : bytes
  if (/^[\x20-\x7e]*$/.test(plain) && !plain.includes('&')) return plain
  const { text, unknown } = marc8ToUnicode(plain)
  if (unknown > 0) repairs.push(notInMarc8(unknown))
  return text
}

/** Bytes of UTF-8 (one character a byte) with mnemonics: a mark stands before its letter, as it does in MARC-8. */
export function fromUtf8(bytes: string): string {
  const text = Buffer.from(bytes, 'latin1').toString('utf8')
  if (!text.includes('{')) return text
  const marked = /((?:\{[A-Za-z0-9]+\})+)([^{]?)/gu
  return text.replace(marked, (_, names: string, next: string) => {
    let put = ''
    let marks = ''
    for (const [whole, name] of names.matchAll(mnemonic)) {
      const known = mnemonicBytes(name!)
      const character = known === undefined ? whole : marc8ToUnicode(known).text
      // The first half of a ligature is the whole one in Unicode.
      if (character === '\uFE21' || character === '\uFE23') continue
      if (/^\p{M}+$/u.test(character)) marks += character
      else {
        put += (character + marks).normalize('NFC')
        marks = ''
      }
    }
    return put + (marks === '' ? next : (next + marks).normalize('NFC'))
  })
}
