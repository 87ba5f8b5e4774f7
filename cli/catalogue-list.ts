import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { maxKeptOfList } from '#features/catalogue/loads/rules.ts'
import { leaveForUser } from '#operate/umask.ts'
import { tellLine } from './print-line.ts'

/** A record that was rejected or repaired, or what is wrong with the file. */
export type Listed = {
  /** Number of the record in the file, from 1; 0 for the file itself. */
  position: number
  /** Where it begins: byte within the file, unpacked (XML: character); null where that cannot be told. */
  offset: number | null
  /** 001; '' where it has none or it cannot be read. */
  recordNumber: string
  /** Sentences: why it was rejected, or what was repaired. */
  told: string[]
}

/** Records that are shown; more of them when the list cannot be written. */
const maxShown = 3
const maxShownWithoutList = 20

const lineOf = {
  rejected: ({ told, ...record }: Listed) => ({ ...record, reason: told.join(' ') }),
  repaired: ({ told, ...record }: Listed) => ({ ...record, repairs: told }),
}

/** What a load has rejected or repaired, `<file>.rejected.jsonl`: written aside and put in place when it is whole. */
export function openList(file: string, name: keyof typeof lineOf) {
  const target = listFor(file, name)
  const aside = `${target}.part`
  const kept: Listed[] = []
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
        leaveForUser(aside)
        renameSync(aside, target)
      } else {
        rmSync(aside, { force: true })
        // A list of an earlier load would be taken for this one's.
        if (count === 0) rmSync(target, { force: true })
      }
    } catch (error) {
      unwritable ??= (error as Error).message
    }
  }

  const show = () => {
    for (const { told } of ofFile) tellLine(`${file}: ${told.join(' ')}`)
    if (count === 0) return
    const shown = kept.slice(0, unwritable === undefined ? maxShown : maxShownWithoutList)
    for (const { position, recordNumber, told } of shown)
      tellLine(`${file}: record ${position}${recordNumber && ` (001 ${recordNumber})`} was ${name}. ${told.join(' ')}`)
    const more = count - shown.length
    if (more > 0) tellLine(`${file}: … and ${more} more.`)
    tellLine(
      unwritable === undefined
        ? `${file}: what was ${name} is listed in ${target}`
        : `${target}: the list cannot be written (${unwritable}).`,
    )
  }

  return {
    get count() {
      return count
    },
    /** The first of them, behind what is wrong with the file. */
    get kept(): Listed[] {
      return [...ofFile, ...kept].slice(0, maxKeptOfList)
    },
    add(listed: Listed) {
      if (listed.position === 0) {
        ofFile.push(listed)
        return
      }
      count++
      if (kept.length < maxKeptOfList) kept.push(listed)
      write(listed)
    },
    /** Puts the list in place and says on the screen what stands in it first. */
    close() {
      putInPlace()
      show()
    },
  }
}

/** Beside the file; what comes through a pipe (`/dev/fd/63`) has its list in the current folder. */
const listFor = (file: string, name: string): string =>
  `${/^\/(?:dev|proc)\//.test(file) ? file.slice(1).replaceAll('/', '-') : file}.${name}.jsonl`
