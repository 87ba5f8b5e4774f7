import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'

export type Rejected = {
  /** Number of the record in the file, from 1. */
  position: number
  /** Where it begins: byte within the file (XML: character); null where that cannot be told. */
  offset: number | null
  reason: string
}

/** Reasons that are shown when the list cannot be written beside the file. */
const mostShown = 20

/** The list of what was not loaded, `<file>.rejected.jsonl`: written aside and put in place when it is whole. */
export function openRejected(file: string) {
  const target = `${file}.rejected.jsonl`
  const aside = `${target}.part`
  let count = 0
  let handle: number | undefined
  let unwritable: string | undefined

  const write = (rejected: Rejected) => {
    const line = `${JSON.stringify(rejected)}\n`
    if (unwritable === undefined) {
      try {
        handle ??= openSync(aside, 'w')
        writeSync(handle, line)
        return
      } catch (error) {
        unwritable = (error as Error).message
        process.stderr.write(`${target}: cannot be written (${unwritable}).\n`)
      }
    }
    if (count <= mostShown) process.stderr.write(line)
  }

  return {
    get count() {
      return count
    },
    add(rejected: Rejected) {
      count++
      write(rejected)
    },
    close() {
      if (handle !== undefined) closeSync(handle)
      if (handle !== undefined && unwritable === undefined) renameSync(aside, target)
      else {
        rmSync(aside, { force: true })
        // A list of an earlier load would be taken for this one's.
        if (count === 0) rmSync(target, { force: true })
      }
    },
  }
}
