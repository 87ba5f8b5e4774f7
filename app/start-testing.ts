import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

const [launcher, script] = ['launch.js', 'start.ts'].map((name) => join(import.meta.dirname, name))

/** `npm start` with these settings and an embedded database. */
export function start(env: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  return spawn(process.execPath, [launcher!, script!], {
    env: { ...inherited, LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Resolves at the line with the address. */
export function ready(child: ChildProcess, at: number) {
  return new Promise<void>((resolve, reject) => {
    let output = ''
    const read = (data: Buffer) => {
      output += data
      if (output.includes(`http://localhost:${at}`)) resolve()
    }
    child.stdout!.on('data', read)
    child.stderr!.on('data', read)
    child.once('exit', () => reject(new Error(`The start ended: ${output}`)))
  })
}

export async function outcome(child: ChildProcess) {
  const [error, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit'), text(child.stdout!)])
  return { error, code }
}

export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  return port
}
