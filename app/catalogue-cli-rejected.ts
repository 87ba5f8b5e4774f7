import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

export type Rejected = {
  /** Number of the record in the file, from 1. */
  position: number
  /** Where it begins: byte within the file (XML: character); null where that cannot be told. */
  offset: number | null
  reason: string
}

/** Reasons that are shown; more of them when the list cannot be written. */
const mostShown = 3
const mostShownWithoutList = 20

/** The list of what was not loaded, `<file>.rejected.jsonl`: written aside and put in place when it is whole. */
export function openRejected(file: string) {
  const target = listFor(file)
  const aside = `${target}.part`
  const first: Rejected[] = []
  let count = 0
  let handle: number | undefined
  let unwritable: string | undefined

  const write = (rejected: Rejected) => {
    if (unwritable !== undefined) return
    try {
      handle ??= openSync(aside, 'w')
      writeSync(handle, `${JSON.stringify(rejected)}\n`)
    } catch (error) {
      unwritable = (error as Error).message
    }
  }

  const putInPlace = () => {
    try {
      if (handle !== undefined) closeSync(handle)
      if (handle !== undefined && unwritable === undefined) renameSync(aside, target)
      else {
        rmSync(aside, { force: true })
        // A list of an earlier load would be taken for this one's.
        if (count === 0) rmSync(target, { force: true })
      }
    } catch (error) {
      unwritable ??= (error as Error).message
    }
  }

  const show = () => {
    if (count === 0) return
    const shown = first.slice(0, unwritable === undefined ? mostShown : mostShownWithoutList)
    for (const { position, reason } of shown)
      process.stderr.write(`${file}: record ${position} was rejected. ${reason}\n`)
    const more = count - shown.length
    if (more > 0) process.stderr.write(`${file}: … and ${more} more.\n`)
    process.stderr.write(
      unwritable === undefined
        ? `${file}: what was rejected is listed in ${target}\n`
        : `${target}: the list cannot be written (${unwritable}).\n`,
    )
  }

  return {
    get count() {
      return count
    },
    add(rejected: Rejected) {
      count++
      if (first.length < mostShownWithoutList) first.push(rejected)
      write(rejected)
    },
    /** Puts the list in place and says on the screen what was rejected, and why. */
    close() {
      putInPlace()
      show()
    },
  }
}

/** Beside the file; what comes through a pipe (`/dev/fd/63`) has its list in the current folder. */
const listFor = (file: string): string =>
  /^\/(?:dev|proc)\//.test(file) ? `${file.slice(1).replaceAll('/', '-')}.rejected.jsonl` : `${file}.rejected.jsonl`
