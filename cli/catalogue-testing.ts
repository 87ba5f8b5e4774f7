import { spawnSync } from 'node:child_process'
import { vi } from 'vitest'
import { runCatalogue } from './catalogue-command.ts'

export type CommandResult = { status: number | null; out: string; err: string }

/**
 * `npm run catalogue` with this DATA_DIR, in this process: starting another takes most of a second. Not for what writes
 * records to standard output.
 */
export async function runCommand(dataDir: string, ...given: string[]): Promise<CommandResult> {
  const printed = { out: '', err: '' }
  const take = (to: 'out' | 'err') => (chunk: string | Uint8Array) => {
    printed[to] += chunk
    return true
  }
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation(take('out')),
    vi.spyOn(process.stderr, 'write').mockImplementation(take('err')),
  ]
  vi.stubEnv('DATA_DIR', dataDir)
  try {
    return { status: await runCatalogue(given), ...printed }
  } finally {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
  }
}

const script = new URL('./catalogue.ts', import.meta.url).pathname

/** The same in a process like an operator's. */
export function runProgram(dataDir: string, ...given: string[]): CommandResult & { bytes: Buffer } {
  const env = { ...process.env, DATA_DIR: dataDir }
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...given], { env })
  return { status, out: stdout.toString(), err: stderr.toString(), bytes: stdout }
}
