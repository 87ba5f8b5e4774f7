import { isUtf8 } from 'node:buffer'
import { guessCharset } from '#marc/charset/charset-guess.ts'
import { marc8ToUnicode } from '#marc/charset/marc8.ts'
import {
  type Ber,
  BerError,
  booleanOf,
  oidBytes,
  oidOf,
  partOf,
  textOf,
  writeBoolean,
  writeBytes,
  writeOid,
  writeParts,
  writeSequence,
} from './ber.ts'

type Charset = 'utf-8' | 'marc-8' | 'latin-1'

/** The negotiated character set: of terms, and of records if `inRecords`. `name`: the client's name of a private set. */
export type Characters = { charset: Charset; inRecords: boolean; name?: { oid: string; text: string } }

/** Character set and language negotiation 3. */
const negotiation = '1.2.840.10003.15.3'
/** ISO 10646 in UTF-8. */
const utf8Level = '1.0.10646.1.0.8'

/** The first character set of a client's proposal that this server has. */
export function readProposal(otherInformation: Ber | undefined): Characters | undefined {
  for (const each of otherInformation?.parts ?? []) {
    const [kind, value] = partOf(each, 4)?.parts ?? []
    if (!kind || !value || kind.tag !== 6 || oidOf(kind) !== negotiation) continue
    const proposal = value.parts?.[0]
    if (proposal?.tag !== 1) continue
    const wish = partOf(proposal, 3)
    for (const set of partOf(proposal, 1)?.parts ?? []) {
      const read = readSet(set)
      // Records are never in Latin-1, which lacks too much.
      if (read) return { ...read, inRecords: read.charset !== 'latin-1' && wish !== undefined && booleanOf(wish) }
    }
  }
  return undefined
}

function readSet(set: Ber): Pick<Characters, 'charset' | 'name'> | undefined {
  if (set.tag === 2) {
    const level = partOf(set, 2)
    return level && oidOf(level) === utf8Level ? { charset: 'utf-8' } : undefined
  }
  const [kind, content] = (set.tag === 3 && partOf(set, 2)?.parts) || []
  if (!kind || content?.tag !== 1 || !content.bytes) return undefined
  const text = textOf(content)
  const charset = privateSets.get(text.toLowerCase().replace(/[^a-z0-9]/g, ''))
  return charset && { charset, name: { oid: oidOf(kind), text } }
}

/** Private sets have no numbers; YAZ and the programs built on it name them so. */
const privateSets = new Map<string, Charset>([
  ['marc8', 'marc-8'],
  ['ansel', 'marc-8'],
  ['iso88591', 'latin-1'],
  ['latin1', 'latin-1'],
  ['utf8', 'utf-8'],
])

export const writeSelection = ({ name, inRecords }: Characters): Buffer => {
  const selected = name
    ? writeParts(3, writeParts(2, writeOid(name.oid), writeBytes(1, Buffer.from(name.text, 'latin1'))))
    : writeParts(2, writeBytes(2, oidBytes(utf8Level)))
  return writeSequence(
    writeParts(
      4,
      writeOid(negotiation),
      writeParts(0, writeParts(2, writeParts(1, selected), writeBoolean(3, inRecords))),
    ),
  )
}

/** A term in UTF-8, else in the negotiated character set; without one, in MARC-8 or Latin-1, whichever is likelier. */
export function termText({ bytes }: Ber, charset: Charset | undefined): string {
  if (!bytes) throw new BerError('A term is missing.')
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const latin1 = buffer.toString('latin1')
  if (charset === 'marc-8' && latin1.includes('\u001b')) return marc8ToUnicode(latin1).text
  if (isUtf8(buffer)) return buffer.toString()
  if (charset === 'marc-8') return marc8ToUnicode(latin1).text
  return charset === 'latin-1' ? latin1 : (guessCharset([latin1], 0.5).guess?.read(latin1) ?? latin1)
}
