import type { FullResult, Reporter } from '@playwright/test/reporter'
import { errorLines } from '../app/error-lines-testing.ts'

/** Fails the run if the portal of the journeys has logged an error. */
export default class LoggedErrors implements Reporter {
  #lines: string[] = []

  onStdOut(chunk: string | Buffer) {
    this.#lines.push(...errorLines(String(chunk)))
  }

  async onEnd(): Promise<{ status: FullResult['status'] } | undefined> {
    if (this.#lines.length === 0) return undefined
    console.error(`The portal of the journeys logged errors:\n${this.#lines.join('\n')}`)
    return { status: 'failed' }
  }

  printsToStdio() {
    return false
  }
}
