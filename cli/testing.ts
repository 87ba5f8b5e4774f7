import { Writable } from 'node:stream'
import type { Main } from './command-main.ts'

export type CommandResult = { status: number; out: string; err: string; bytes: Buffer }

/** Runs a command in this process, with these settings: starting another takes most of a second. */
export async function runMain(
  main: Main,
  settings: Record<string, string>,
  ...given: string[]
): Promise<CommandResult> {
  const [out, err] = [gathering(), gathering()]
  const io = { env: { ...process.env, ...settings }, stdout: out.stream, stderr: err.stream }
  const status = await main(given, io)
  return { status, out: out.bytes().toString(), err: err.bytes().toString(), bytes: out.bytes() }
}

function gathering() {
  const pieces: Buffer[] = []
  const stream = new Writable({
    write: (piece: Buffer, _, done) => {
      pieces.push(piece)
      done()
    },
  })
  return { stream, bytes: () => Buffer.concat(pieces) }
}
