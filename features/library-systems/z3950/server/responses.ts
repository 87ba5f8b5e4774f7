import type { TermEntry } from '../../query/server/scan-terms.ts'
import {
  writeBits,
  writeBoolean,
  writeBytes,
  writeExternal,
  writeGeneral,
  writeInteger,
  writeOid,
  writeParts,
  writePlainInteger,
  writeSequence,
  writeText,
  writeVisible,
} from './ber.ts'
import { writeSelection } from './characters.ts'
import type { Diagnostic } from './diagnostics.ts'
import type { InitRequest } from './requests.ts'

export const bib1Diagnostics = '1.2.840.10003.4.1'

export const syntaxes = {
  usmarc: '1.2.840.10003.5.10',
  xml: '1.2.840.10003.5.109.10',
  sutrs: '1.2.840.10003.5.101',
} as const

/** For the Explain database only. */
export const explainSyntax = '1.2.840.10003.5.100'

/** Option bits of an Init: what client and server both can do. */
export const options = {
  search: 0,
  present: 1,
  delete: 2,
  scan: 7,
  sort: 8,
  namedResultSets: 14,
  negotiation: 17,
} as const

type Reference = Uint8Array | undefined
const reference = (id: Reference) => id && writeBytes(2, id)

export const initResponseTag = 21

export const initResponse = (
  { referenceId, options: proposed, characters }: InitRequest,
  { messageSize, recordSize, refusal }: { messageSize: number; recordSize: number; refusal: Diagnostic | undefined },
): Buffer =>
  writeParts(
    initResponseTag,
    reference(referenceId),
    writeBits(3, [0, 1, 2]),
    writeBits(
      4,
      Object.values(options).filter((bit) => proposed.has(bit)),
    ),
    writeInteger(5, messageSize),
    writeInteger(6, recordSize),
    writeBoolean(12, refusal === undefined),
    writeText(110, 'SCP'),
    writeText(111, 'School catalogue portal'),
    writeText(112, '1'),
    refusal && writeParts(11, userInformation(refusal)),
    characters && writeParts(201, writeSelection(characters)),
  )

const userInfo1 = '1.2.840.10003.10.3'
const diag1 = '1.2.840.10003.4.2'

/** Why an Init is refused, in the form that YAZ writes and reads: UserInfo-1 with a diagnostic of Diag-1. */
const userInformation = (refusal: Diagnostic): Buffer => {
  const diagnostic = writeParts(1, writeParts(1, ...diagnosticParts(refusal)))
  const external = writeParts(4, writeOid(diag1), writeParts(0, writeSequence(writeSequence(diagnostic))))
  return writeExternal(writeOid(userInfo1), writeParts(0, writeParts(201, writeSequence(external))))
}

/** A record, or why it is not given, in a reply. */
export type RecordPart = { record: Uint8Array; syntax: string } | Diagnostic

const diagnosticParts = ({ condition, addition }: Diagnostic) => [
  writeOid(bib1Diagnostics),
  writePlainInteger(condition),
  writeVisible(printable(addition)),
]
/** A VisibleString has ASCII only. */
const printable = (text: string) => text.slice(0, 200).replace(/[^ -~]/g, '?')

export function recordPart(database: string, part: RecordPart): Buffer {
  const content =
    'record' in part ? writeParts(1, externalRecord(part)) : writeParts(2, writeSequence(...diagnosticParts(part)))
  return writeSequence(writeText(0, database), writeParts(1, content))
}

const externalRecord = ({ record, syntax }: { record: Uint8Array; syntax: string }) =>
  writeExternal(
    writeOid(syntax),
    // SUTRS and Explain are ASN.1; others are bytes.
    syntax === syntaxes.sutrs
      ? writeParts(0, writeGeneral(Buffer.from(record).toString()))
      : syntax === explainSyntax
        ? writeParts(0, record)
        : writeBytes(1, record),
  )

const presentStatus = { success: 0, partial: 2, failure: 5 }

function recordsParts(found: { parts: Buffer[]; next: number; isPart: boolean } | Diagnostic) {
  if (found instanceof Error)
    return [
      writeInteger(24, 0),
      writeInteger(25, 0),
      writeInteger(27, presentStatus.failure),
      writeParts(130, ...diagnosticParts(found)),
    ]
  return [
    writeInteger(24, found.parts.length),
    writeInteger(25, found.next),
    writeInteger(27, found.isPart ? presentStatus.partial : presentStatus.success),
    found.parts.length > 0 ? writeParts(28, ...found.parts) : undefined,
  ]
}
export type Presented = Parameters<typeof recordsParts>[0]

export function searchResponse(id: Reference, total: number, presented: Presented | undefined): Buffer {
  const [returned, next, ...records] = presented
    ? recordsParts(presented)
    : [writeInteger(24, 0), writeInteger(25, total > 0 ? 1 : 0)]
  return writeParts(23, reference(id), writeInteger(23, total), returned, next, writeBoolean(22, true), ...records)
}

export const searchFailure = (id: Reference, problem: Diagnostic): Buffer =>
  writeParts(
    23,
    reference(id),
    writeInteger(23, 0),
    writeInteger(24, 0),
    writeInteger(25, 0),
    writeBoolean(22, false),
    writeInteger(26, resultSetNone),
    writeParts(130, ...diagnosticParts(problem)),
  )
const resultSetNone = 3

export const presentResponse = (id: Reference, presented: Presented): Buffer =>
  writeParts(25, reference(id), ...recordsParts(presented))

/** `statuses`: whether each named set existed; none for a request to delete all. */
export const deleteResponse = (id: Reference, statuses: { name: string; existed: boolean }[]): Buffer =>
  writeParts(
    27,
    reference(id),
    writeInteger(0, statuses.every(({ existed }) => existed) ? 0 : 1),
    statuses.length > 0
      ? writeParts(
          1,
          ...statuses.map(({ name, existed }) => writeSequence(writeText(31, name), writeInteger(33, existed ? 0 : 1))),
        )
      : undefined,
  )

export const sortResponse = (id: Reference, problem?: Diagnostic): Buffer =>
  writeParts(
    44,
    reference(id),
    writeInteger(3, problem ? 2 : 0),
    problem ? writeParts(5, writeSequence(...diagnosticParts(problem))) : undefined,
  )

const scanStatus = { success: 0, fewer: 5, failure: 6 }

/** `position`: of the term that the client started from; `isShort`: the list ends before the wanted number of terms. */
export type Scanned = { entries: TermEntry[]; position: number; isShort: boolean }

export function scanResponse(id: Reference, scanned: Scanned | Diagnostic): Buffer {
  if (scanned instanceof Error)
    return writeParts(
      36,
      reference(id),
      writeInteger(4, scanStatus.failure),
      writeInteger(5, 0),
      writeParts(7, writeParts(2, writeSequence(...diagnosticParts(scanned)))),
    )
  const { entries, position, isShort } = scanned
  return writeParts(
    36,
    reference(id),
    writeInteger(3, 0),
    writeInteger(4, isShort ? scanStatus.fewer : scanStatus.success),
    writeInteger(5, entries.length),
    writeInteger(6, position),
    writeParts(
      7,
      writeParts(1, ...entries.map(({ term, count }) => writeParts(1, writeText(45, term), writeInteger(2, count)))),
    ),
  )
}

export const closeReasons = {
  finished: 0,
  shutdown: 1,
  systemProblem: 2,
  securityViolation: 5,
  protocolError: 6,
  lackOfActivity: 7,
} as const

export const closeMessage = (id: Reference, reason: keyof typeof closeReasons, text?: string): Buffer =>
  writeParts(48, reference(id), writeInteger(211, closeReasons[reason]), text ? writeText(3, text) : undefined)
