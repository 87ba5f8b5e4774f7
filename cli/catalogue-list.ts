import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { maxEntriesOfList } from '#features/catalogue/loads/rules.ts'
import { leaveToUmask } from '#operate/umask.ts'
import { printNotice } from './print-line.ts'

/** A record that was rejected or repaired, or a fault of the file. */
export type Listed = {
  /** Number of the record in the file, from 1; 0 for the file itself. */
  position: number
  /** Its start: byte within the unpacked file (XML: character); null if unknown. */
  offset: number | null
  /** 001; '' if missing or unreadable. */
  recordNumber: string
  /** Sentences: why it was rejected, or what was repaired. */
  told: string[]
}

/** Records shown; more if the list cannot be written. */
const maxShown = 3
const maxShownWithoutList = 20

const lineOf = {
  rejected: ({ told, ...record }: Listed) => ({ ...record, reason: told.join(' ') }),
  repaired: ({ told, ...record }: Listed) => ({ ...record, repairs: told }),
}

/**
 * The rejected or repaired records of a load, `<file>.rejected.jsonl`: written to a temporary file, renamed when
 * complete.
 */
export function openList(file: string, name: keyof typeof lineOf) {
  const target = listFor(file, name)
  const aside = `${target}.part`
  const entries: Listed[] = []
  const ofFile: Listed[] = []
  let count = 0
  let handle: number | undefined
  let unwritable: string | undefined

  const write = (listed: Listed) => {
    if (unwritable !== undefined) return
    try {
      handle ??= openSync(aside, 'w')
      writeSync(handle, `${JSON.stringify(lineOf[name](listed))}\n`)
    } catch (error) {
      unwritable = (error as Error).message
    }
  }

  const putInPlace = () => {
    try {
      if (handle !== undefined) closeSync(handle)
      if (handle !== undefined && unwritable === undefined) {
        leaveToUmask(aside)
        renameSync(aside, target)
      } else {
        rmSync(aside, { force: true })
        // A list from an earlier load would be mistaken for this one's.
        if (count === 0) rmSync(target, { force: true })
      }
    } catch (error) {
      unwritable ??= (error as Error).message
    }
  }

  const show = () => {
    for (const { told } of ofFile) printNotice(`${file}: ${told.join(' ')}`)
    if (count === 0) return
    const first = entries.slice(0, unwritable === undefined ? maxShown : maxShownWithoutList)
    for (const { position, recordNumber, told } of first)
      printNotice(
        `${file}: record ${position}${recordNumber && ` (001 ${recordNumber})`} was ${name}. ${told.join(' ')}`,
      )
    const more = count - first.length
    if (more > 0) printNotice(`${file}: … and ${more} more.`)
    printNotice(
      unwritable === undefined
        ? `${file}: what was ${name} is listed in ${target}`
        : `${target}: cannot write the list (${unwritable}).`,
    )
  }

  return {
    get count() {
      return count
    },
    /** The first entries, after the faults of the file. */
    get kept(): Listed[] {
      return [...ofFile, ...entries].slice(0, maxEntriesOfList)
    },
    add(listed: Listed) {
      if (listed.position === 0) {
        ofFile.push(listed)
        return
      }
      count++
      if (entries.length < maxEntriesOfList) entries.push(listed)
      write(listed)
    },
    /** Puts the list in place and prints its first entries. */
    close() {
      putInPlace()
      show()
    },
  }
}

/** Beside the file; for a pipe (`/dev/fd/63`) in the current folder. */
const listFor = (file: string, name: string): string =>
  `${/^\/(?:dev|proc)\//.test(file) ? file.slice(1).replaceAll('/', '-') : file}.${name}.jsonl`
