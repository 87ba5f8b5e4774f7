import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** Runs a program like the portal, whose first job forgets to await a failing call. */
const run = (program: string) =>
  spawnSync(
    process.execPath,
    [
      '--input-type=module',
      '-e',
      `import { openLog } from './app/wire.ts'
       import { logUnhandledRejections } from './app/log-unhandled-rejections.ts'
       logUnhandledRejections(openLog('info', () => ({ ids: () => ({}) })))
       ${program}`,
    ],
    { cwd: `${import.meta.dirname}/..`, encoding: 'utf8' },
  )

test('a failure that a job did not await is logged, and the program continues', () => {
  const { status, stdout } = run(`
    const job = async () => void Promise.reject(new Error('the receipt could not be kept'))
    await job()
    setTimeout(() => console.log('still here'), 50)`)
  expect(status).toBe(0)
  expect(stdout).toContain('still here')
  const line = JSON.parse(stdout.split('\n')[0]!)
  expect(line).toMatchObject({
    level: 50,
    msg: 'unhandled rejection',
    err: { message: 'the receipt could not be kept', stack: expect.stringContaining('job') },
  })
})
