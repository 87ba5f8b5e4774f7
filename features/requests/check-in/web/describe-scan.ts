import type { cataloguingApi } from '#features/requests/cataloguing/contract.ts'
import type { Reply } from '#kit/contract.ts'
import { counted, grouped } from '#kit/web/format.ts'

export type CheckedIn = Reply<typeof cataloguingApi.checkIn>['response']
export type ScannedItem = CheckedIn['received'][number]

/** A scan of this session with its result. */
export type Scan = {
  /** Counts the session's scans, from 1. */
  turn: number
  code: string
  /** ISO 8601. */
  at: string
  undone: boolean
} & ({ found: CheckedIn } | { refused: string })

export type Loudness = 'ok' | 'warn' | 'bad'

/** The kind of result: success, warning or failure. */
export function toneOf(scan: Scan): Loudness {
  if (scan.undone) return 'warn'
  if ('refused' in scan) return 'bad'
  return scan.found.received.length > 0 && scan.found.missing.length === 0 ? 'ok' : 'warn'
}

/** The result in one line, legible from an arm's length. */
export function describeResult(scan: Scan): string {
  if ('refused' in scan) return scan.refused
  const { received, before, missing } = scan.found
  if (scan.undone) return 'Undone: not checked in'
  if (received.length === 0) return 'Already checked in'
  const of = received.length + before.length + missing.length
  return missing.length > 0 || before.length > 0
    ? `${grouped(received.length)} of ${counted(of, 'item')} checked in`
    : `${counted(received.length, 'item')} checked in`
}

/** A note for the camera's list. */
export const noteOfScan = (scan: Scan | undefined): string =>
  scan === undefined
    ? 'Checking…'
    : 'found' in scan
      ? `${scan.found.organisation}: ${describeResult(scan)}`
      : describeResult(scan)
