import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { collectErrors } from '../app/error-lines-testing.ts'
import { expect } from './portal.ts'

const answers = async (address: string) => (await fetch(address).catch(() => undefined))?.ok ?? false

/** Starts one of our programs beside the journeys' portal, and waits until `address` answers. Returns how to end it. */
export async function startProgram(words: string[], address: string): Promise<() => Promise<void>> {
  const program = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] })
  const errors = collectErrors()
  program.stdout.setEncoding('utf8').on('data', errors.write)
  const end = async () => {
    if (program.exitCode !== null) return
    const ended = once(program, 'exit')
    program.kill('SIGTERM')
    await ended
    errors.expectNoOther()
  }
  try {
    await expect.poll(() => answers(address), { timeout: 230_000 }).toBe(true)
  } catch (error) {
    await end()
    throw error
  }
  return end
}
