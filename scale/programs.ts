import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { variablesWith } from '#app/env.ts'

/** A portal or a worker as a child process. */
export type Program = {
  /** kill -9. */
  kill(): Promise<void>
  /** Stops it like a service manager; returns the exit code. */
  stop(): Promise<number | null>
}
export type Portal = Program & { origin: string; pid: number }

const programs = { portal: 'app/start.ts', worker: 'app/worker.ts', catalogue: 'cli/catalogue.ts' }
const timeoutMs = 180_000

/** `npm start`, once it answers. `variables` must have PORT. */
export async function startPortal(
  variables: Record<string, string>,
  /** Kills it by kill -9 after this time, even during startup. */
  killAfterMs?: number,
): Promise<Portal> {
  const origin = `http://127.0.0.1:${variables.PORT}`
  const { child, said } = launch('portal', variables)
  if (killAfterMs !== undefined) setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const ready = async () => (await fetch(`${origin}/health/ready`).catch(() => undefined))?.ok === true
  for (const end = Date.now() + timeoutMs; !(await ready()); await delay(50))
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      await ends(child).kill()
      throw new Error(`The portal did not start: ${said()}`)
    }
  return { origin, pid: child.pid!, ...ends(child) }
}

/** `npm run worker`, once it takes jobs. */
export async function startWorker(variables: Record<string, string>): Promise<Program> {
  const { child, said } = launch('worker', { ...variables, LOG_LEVEL: 'info' })
  for (const end = Date.now() + timeoutMs; !said().includes('worker ready'); await delay(50))
    if (child.exitCode !== null || child.signalCode !== null || Date.now() > end) {
      await ends(child).kill()
      throw new Error(`The worker did not start: ${said()}`)
    }
  return ends(child)
}

/** `npm run catalogue` with these arguments, until it ends. */
export async function runCatalogue(
  variables: Record<string, string>,
  args: string[],
  /** Kills it by kill -9 after this time. */
  killAfterMs?: number,
): Promise<{ code: number | null; killed: boolean; said: string }> {
  const { child, said } = launch('catalogue', variables, args)
  const killing = killAfterMs === undefined ? undefined : setTimeout(() => child.kill('SIGKILL'), killAfterMs)
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  clearTimeout(killing)
  return { code, killed: signal === 'SIGKILL', said: said() }
}

function launch(program: keyof typeof programs, variables: Record<string, string>, args: string[] = []) {
  const child = spawn(process.execPath, [programs[program], ...args], {
    cwd: join(import.meta.dirname, '..'),
    stdio: ['ignore', 'pipe', 'pipe'],
    // Tests make more calls than a person.
    env: variablesWith({ CLIENT_LIMITS: 'off', SCHOOL_LIMITS: 'off', ...variables }),
  })
  let text = ''
  // The last output is enough to see why one did not start.
  const hear = (data: Buffer) => (text = (text + data).slice(-4000))
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return { child, said: () => text }
}

function ends(child: ChildProcess): Program {
  const end = async (signal: 'SIGKILL' | 'SIGTERM') => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill(signal)
      await once(child, 'exit')
    }
    return child.exitCode
  }
  return { kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') }
}
