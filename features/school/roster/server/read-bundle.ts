import { Unzip, UnzipInflate } from 'fflate'
import { Problem } from '#kit/problem.ts'
import { rosterProblem } from '../contract.ts'
import { maxUnpackedBytes, type ReadFile, readFiles } from '../rules.ts'

export type SentFile = { name: string; bytes: Uint8Array }
/** The text of each file that is read. */
export type Bundle = Partial<Record<ReadFile, string>>

/** Reads a zip, or the CSV files that would be in one. */
export function readBundle(files: readonly SentFile[]): Bundle {
  const empty = files.find(({ bytes }) => bytes.length === 0)
  if (empty) throw unreadable(`${names([baseName(empty.name)])} is empty.`)
  const parts = files.flatMap((file) => (isZip(file.bytes) ? unpacked(file) : [file]))
  const bundle: Bundle = {}
  let size = 0
  for (const { name, bytes } of parts) {
    const known = knownName(name)
    if (!known) continue
    if (bundle[known] !== undefined) throw unreadable(`There are two files named ${known}.`)
    size += bytes.length
    if (size > maxUnpackedBytes) throw tooBig()
    bundle[known] = textOf(known, bytes)
  }
  const workbook = files.find(({ name }) => /\.(xlsx?|xlsm|ods)$/i.test(name))
  if (workbook && bundle['users.csv'] === undefined)
    throw unreadable(
      `${baseName(workbook.name)} is a spreadsheet, and OneRoster files are CSV. Export OneRoster CSV from your system, or save the sheet of people as users.csv.`,
    )
  if (bundle['users.csv'] === undefined)
    throw unreadable(
      parts.length === 0
        ? 'The zip is empty.'
        : `The files have no users.csv: ${names(parts.map(({ name }) => baseName(name)))}.`,
    )
  return bundle
}

export const unreadable = (...messages: string[]) => rosterProblem('roster_unreadable', { messages })
export const tooBig = () => unreadable('The files are too big to be a roster.')

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b

/**
 * Only files with a known name are unpacked, and nothing is written to a disk: paths in a zip do no harm. What comes out
 * is counted piece by piece, as a zip can be wrong about its sizes.
 */
function unpacked({ name, bytes }: SentFile): SentFile[] {
  const inside: (SentFile & { pieces: Uint8Array[]; complete: boolean })[] = []
  let size = 0
  const unzip = new Unzip((file) => {
    const read = { name: file.name, bytes: new Uint8Array(), pieces: [] as Uint8Array[], complete: false }
    if (!file.name.endsWith('/')) inside.push(read)
    if (!knownName(file.name)) {
      read.complete = true
      return
    }
    file.ondata = (error, piece, final) => {
      if (error) throw error
      size += piece.length
      if (size > maxUnpackedBytes) throw tooBig()
      read.pieces.push(piece)
      read.complete = final
    }
    file.start()
  })
  unzip.register(UnzipInflate)
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes)
      unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length)
  } catch (error) {
    if (error instanceof Problem) throw error
    throw damaged(name)
  }
  const isEmpty = bytes[2] === 0x05 && bytes[3] === 0x06
  if (inside.some(({ complete }) => !complete) || (inside.length === 0 && !isEmpty)) throw damaged(name)
  return inside.map((file) => ({ name: file.name, bytes: Buffer.concat(file.pieces) }))
}

/** Read from the zip at a time: a piece of this size becomes at most a thousand times as much. */
const pieceBytes = 16 * 1024
const damaged = (name: string) => unreadable(`${name} is damaged, or is not a readable zip file.`)

const baseName = (path: string) => path.split(/[\\/]/).at(-1)!

/** Some systems put the files into a folder; macOS adds a hidden one. */
function knownName(path: string): ReadFile | undefined {
  const name = baseName(path).toLowerCase()
  return path.includes('__MACOSX') ? undefined : readFiles.find((each) => each === name)
}

function textOf(name: string, bytes: Uint8Array): string {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff))
    return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : 'utf-16be').decode(bytes)
  const text = utf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes)
  if (text.includes('\0')) throw unreadable(`${name} is not a text file.`)
  return text
}

/** Without its mark; undefined if it is in an older encoding. */
function utf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const names = (all: string[]) => (all.length > 5 ? `${all.slice(0, 5).join(', ')} and others` : all.join(', '))
