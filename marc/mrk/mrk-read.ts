import { isAscii, isUtf8 } from 'node:buffer'
import { normalised } from '#kit/normalised.ts'
import { counted } from '#kit/wording.ts'
import { likelihood } from '../charset/charset-guess.ts'
import { mixedReading } from '../charset/charset-mixed.ts'
import { marc8ToUnicode, notInMarc8 } from '../charset/marc8.ts'
import { asciiCode, indicator } from '../iso2709/iso2709-fields.ts'
import { MarcError } from '../marc-error.ts'
import type { MarcField, MarcRecord } from '../record.ts'
import { type MrkBlock, mrkBlocks } from './mrk-blocks.ts'

export type MrkItem = { offset: number; record: MarcRecord; repairs: string[] } | { offset: number; error: MarcError }

/** The first line that is not blank is a comment or a field. */
export const isMrk = (head: string): boolean =>
  /^(?:\xef\xbb\xbf)?(?:\s|#[^\r\n]*[\r\n])*=(?:LDR|[0-9A-Z]{3}) /.test(head)

/**
 * Records of a file in the mnemonic form of MarcEdit and MARCBreaker (.mrk), as the file arrives. Text is UTF-8 if the
 * leader or the bytes say so; else MARC-8, or the most likely set. Offsets are bytes of the file.
 */
export async function* readMrk(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<MrkItem> {
  for await (const block of mrkBlocks(chunks)) {
    try {
      yield { offset: block.offset, ...recordOf(block) }
    } catch (error) {
      if (!(error instanceof MarcError)) throw error
      yield { offset: block.offset, error }
    }
  }
}

function recordOf({ offset, fields, wrong }: MrkBlock): { record: MarcRecord; repairs: string[] } {
  if (wrong) throw new MarcError(wrong.code, wrong.sentence, wrong.offset - offset)
  const repairs: string[] = []
  const leader = fields.find(({ tag }) => tag === 'LDR' || tag === '000')
  const others = fields.filter((field) => field !== leader)
  if (others.length === 0) throw new MarcError('no_fields', 'The record has no fields.', 0)
  const given = leader?.body.replaceAll('\\', ' ') ?? ''
  if (given.length !== 24) repairs.push(`The leader had ${counted(given.length, 'character')} instead of 24.`)
  const read = reader(fields.map(({ body }) => body).join('\n'), given.charAt(9), repairs)
  const record = {
    leader: given
      .replace(/[^\x20-\x7e]/g, ' ')
      .slice(0, 24)
      .padEnd(24),
    fields: others.map((field) => fieldOf(field, read, repairs)),
  }
  repairs.push(...(read.told?.() ?? []))
  return { record, repairs }
}

/** `told`: the repair sentences, once everything is read. */
type Read = ((bytes: string) => string) & { told?: () => string[] }

/** ESC $ enters EACC. */
const subfieldStart = /(?<!\x1b)\$/g

function reader(bytes: string, flag: string, repairs: string[]): Read {
  const buffer = Buffer.from(bytes, 'latin1')
  const saysUtf8 = flag === 'a'
  if (isUtf8(buffer)) {
    if (saysUtf8) return fromUtf8
    if (isAscii(buffer)) return (part) => fromMarc8(part, repairs)
    repairs.push('The leader does not say UTF-8; the text is UTF-8.')
    return fromUtf8
  }
  const { unknown, doubtful = 0 } = marc8ToUnicode(withBytes(bytes))
  const isLikely = () =>
    bytes.split(subfieldStart).every((part) => likelihood(marc8ToUnicode(withBytes(part)).text) >= 0)
  if (!saysUtf8 && unknown + doubtful === 0 && isLikely()) return (part) => fromMarc8(part, repairs)
  const mixed = mixedReading(bytes.replace(subfieldStart, '\x1f'), saysUtf8, { isWritten: true })
  if (!saysUtf8 && mixed.isMarc8) return (part) => fromMarc8(part, repairs)
  return Object.assign((part: string) => withMnemonics(mixed.read(part)), { told: mixed.told })
}

function fieldOf({ tag, body }: { tag: string; body: string }, read: Read, repairs: string[]): MarcField {
  const [head = '', ...parts] = body.split(subfieldStart)
  if (/^00\d/.test(tag) || (parts.length === 0 && !/^\d{3}$/.test(tag)))
    return { tag, value: read(body.replaceAll('\\', ' ')) }
  if (head.length < 2) repairs.push(`Field ${tag} has ${counted(head.length, 'character')} instead of 2 indicators.`)
  const [ind1, ind2] = [0, 1].map((at) => indicator(head.charAt(at).replace('\\', ' '), tag, repairs))
  const subfields = parts.map((part) => {
    const text = read(part)
    const [code = ''] = text
    const value = text.slice(code.length)
    return { code: /^[\x20-\x7e]?$/.test(code) ? code : asciiCode(code, tag, repairs), value }
  })
  if (head.length > 2) {
    repairs.push(`Field ${tag} had text before its first subfield; it became $a.`)
    subfields.unshift({ code: 'a', value: read(head.slice(2)) })
  }
  return { tag, ind1: ind1!, ind2: ind2!, subfields }
}

const mnemonic = /\{([A-Za-z0-9]+)\}/g

const withBytes = (bytes: string): string =>
  bytes.includes('{') ? bytes.replace(mnemonic, (whole, name: string) => mnemonicBytes(name) ?? whole) : bytes

/** Bytes of MARC-8 (one character a byte) with mnemonics as Unicode. Unknown mnemonics stay. */
function fromMarc8(bytes: string, repairs: string[]): string {
  const plain = withBytes(bytes)
  if (/^[\x20-\x7e]*$/.test(plain) && !plain.includes('&')) return plain
  const { text, unknown } = marc8ToUnicode(plain)
  if (unknown > 0) repairs.push(notInMarc8(unknown))
  return text
}

const fromUtf8 = (bytes: string): string => withMnemonics(Buffer.from(bytes, 'latin1').toString('utf8'))

/** Unicode with mnemonics: a mark comes before its letter, as in MARC-8. */
function withMnemonics(text: string): string {
  if (!text.includes('{')) return text
  const marked = /((?:\{[A-Za-z0-9]+\})+)([^{]?)/gu
  return text.replace(marked, (_, names: string, next: string) => {
    let put = ''
    let marks = ''
    for (const [whole, name] of names.matchAll(mnemonic)) {
      const known = mnemonicBytes(name!)
      const character = known === undefined ? whole : marc8ToUnicode(known).text
      // In Unicode, the first half of a ligature is the whole one.
      if (character === '\uFE21' || character === '\uFE23') continue
      if (/^\p{M}+$/u.test(character)) marks += character
      else {
        put += normalised(character + marks, 'NFC')
        marks = ''
      }
    }
    return put + (marks === '' ? next : normalised(next + marks, 'NFC'))
  })
}

/**
 * The mnemonics of MARCMaker and MARCBreaker (Library of Congress, conversion table of version 2.5) as bytes of MARC-8:
 * `{eacute}`, `{acute}e`, `{dollar}`, `{E2}`. For characters that MARC-8 lacks, that table decides: `{frac12}` is 1/2,
 * and Cyrillic letters are romanised (ALA-LC).
 */
export function mnemonicBytes(name: string): string | undefined {
  const found = named.get(name)
  if (found !== undefined) return found
  if (/^[A-Za-z0-9]$/.test(name)) return name
  if (/^[0-9A-F]{2}$/.test(name)) return String.fromCharCode(Number.parseInt(name, 16))
  const [, letter, mark] = /^([A-Za-z])([a-z]+)$/.exec(name) ?? []
  const combining = mark && onLetters.has(mark) ? named.get(mark) : undefined
  return combining && combining + letter
}

/** Hexadecimal bytes, then their names. */
const table = `
1B esc; 1D gs; 1E rs; 1F us; 20 space; 21 excl; 22 quot laquo raquo ldquo rdquofh rdquor rdquo; 23 num; 24 dollar
25 percnt; 26 amp; 27 apos lsquo lsquor rsquo rsquor; 28 lpar; 29 rpar; 2A ast bull curren; 2B plus; 2C comma
2D hyphen shy; 2D2D mdash ndash; 2E period; 2E2E2E hellip; 2F sol divide; 312F32 frac12; 312F34 frac14; 332F34 frac34
3A colon; 3B semi; 3C lt; 3D equals; 3E gt; 3F quest; 40 commat; 5B lsqb; 5C bsol; 5D rsqb; 5E spcirc; 5F spundscr
60 spgrave; 7B lcub; 7C pipe verbar brvbar Dagger dagger para sect squf; 7D rcub; 7E sptilde; 28546D29 trade
8D joiner; 8E nonjoin; A1 Lstrok; A2 Ostrok; A3 Dstrok ETH DJEcy; A4 THORN; A5 AElig; A6 OElig
A7 softsign mlprime SOFTcy softcy; A8 middot; A9 flat; AA reg; AB plusmn; AC Ohorn; AD Uhorn; AE alif mlrhring
B0 ayn mllhring; B1 lstrok; B2 ostrok; B3 dstrok djecy; B4 thorn; B5 aelig; B6 oelig; B7 hardsign mlPrime HARDcy hardcy
B8 inodot; B9 pound; BA eth; BC ohorn; BD uhorn; C0 deg; C1 scriptl; C2 phono; C3 copy; C4 sharp; C5 iquest; C6 iexcl
E0 hooka; E1 grave; E2 acute; E3 circ; E4 tilde; E5 macr; E6 breve; E7 dot; E8 uml diaer; E9 caron; EA ring ea; EB llig
EC rlig; ED rcommaa; EE dblac; EF candra; F0 cedil; F1 ogon hookr; F2 dotb vlineb; F3 dbldotb; F4 ringb circb
F5 dblunder; F6 under; F7 commab hookl; F8 rcedil; F9 breveb; FA ldbltil; FB rdbltil; FE commaa
2833 arab; 2431 cjk; 284E cyril; 67 greek ggr; 2832 hebrew; 2842 latin; 62 sub bgr; 70 super
1B70311B73 sup1; 1B70321B73 sup2; 1B70331B73 sup3; 61 asuper ordf agr; 6F osuper ordm; 63 cent; 66 fnof; 59 yen
78 times; 7373 szlig; 494A IJlig; 696A ijlig; 4E6F2E No
41 Acy; 61 acy; 42 Bcy; 62 bcy; 4368 CHcy; 6368 chcy; 44 Dcy; 64 dcy; 447A DZEcy; 647A dzecy; 44E97A DZHEcy
64E97A dzhecy; E745 Ecy; E765 ecy; 46 Fcy; 66 fcy; 47 Gcy GEcy GHcy; 67 gcy gecy ghcy; E247 GJEcy; E267 gjecy; 48 Hcy
68 hcy; 49 Icy YIcy; 69 icy yicy; EB49EC45 IEcy; EB69EC65 iecy; EB49EC4F IOcy; EB69EC6F iocy; E849 Iumlcy JIcy
E869 iumlcy jicy; 59 IYcy Ycy; 79 iycy ycy; E649 Jcy; E669 jcy; 4A JEcy; 6A jecy; 4B Kcy; 6B kcy; 4B68 KHcy; 6B68 khcy
E24B KJEcy; E26B kjecy; 4C Lcy; 6C lcy; 4C6A LJEcy; 6C6A ljecy; 4D Mcy; 6D mcy; 4E Ncy; 6E ncy; 4E6A NJEcy; 6E6A njecy
4F Ocy; 6F ocy; 50 Pcy; 70 pcy; 52 Rcy; 72 rcy; 53 Scy; 73 scy; 53686368 SHCHcy; 73686368 shchcy; 5368 SHcy; 7368 shcy
54 Tcy; 74 tcy; EB54EC53 TScy; EB74EC73 tscy; E243 TSHEcy; E263 tshecy; E655 Ubrevecy; E675 ubrevecy; 55 Ucy; 75 ucy
56 Vcy; 76 vcy; EB49EC41 YAcy; EB69EC61 yacy; 45 YEcy; 65 yecy; EB49EC55 YUcy; EB69EC75 yucy; 5A Zcy; 7A zcy; 5A68 ZHcy
7A68 zhcy; EB5AEC68 ZHuacy; EB7AEC68 zhuacy`

const named = new Map<string, string>()
for (const entry of table.trim().split(/;\s*|\n/)) {
  const [hex = '', ...names] = entry.split(' ')
  for (const name of names) named.set(name, Buffer.from(hex, 'hex').toString('latin1'))
}

/** Marks whose name after a letter's means the letter with the mark: `Aacute`, `scommab`. */
const onLetters = new Set(
  'acute breve caron cedil circ commab dblac dot grave hookr macr ogon ring tilde uml'.split(' '),
)
