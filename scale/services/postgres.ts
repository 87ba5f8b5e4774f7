import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { freePorts } from './free-port.ts'

export type PostgresServer = {
  /** Address of the database `postgres`; callers may create others. */
  url: string
  /** The id of its main process. */
  pid(): number
  /** kill -9 of the server and its children; `start` restarts it with its data. */
  kill(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The newest PostgreSQL from Debian's packages on this machine. */
export function postgresBinaries(): string | undefined {
  const root = '/usr/lib/postgresql'
  if (!existsSync(root)) return undefined
  return readdirSync(root)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(root, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')))
}

const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres']).toString())

/**
 * A private PostgreSQL server in a temporary folder, on a free port of this machine; `settings` as in postgresql.conf.
 * Undefined if none is installed.
 */
export async function startPostgres(
  settings: Record<string, string | number> = {},
): Promise<PostgresServer | undefined> {
  const bin = postgresBinaries()
  if (!bin) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'))
  // The server refuses to run as root.
  const asUser = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {}
  if (asUser.uid !== undefined) execFileSync('chown', ['-R', 'postgres', folder])
  const data = join(folder, 'data')
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    { ...asUser, cwd: folder, stdio: 'ignore' },
  )
  const [port] = await freePorts(1)
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const all = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    port: port!,
    max_connections: 300,
    ...settings,
  }
  let server: ChildProcess | undefined
  const start = async () => {
    server = spawn(
      join(bin, 'postgres'),
      ['-D', data, ...Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      { ...asUser, cwd: folder, stdio: 'ignore' },
    )
    await answers(url)
  }
  const end = async (signal: 'SIGINT' | 'SIGKILL') => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    // Backends end once the main process is gone.
    server.kill(signal)
    await ended
  }
  try {
    await start()
  } catch (error) {
    await end('SIGINT')
    throw error
  }
  return {
    url,
    pid: () => server!.pid!,
    kill: () => end('SIGKILL'),
    start,
    stop: async () => {
      await end('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function answers(url: string) {
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      return await client.query('select 1')
    } catch (error) {
      if (tries === 150) throw error
      await new Promise((resolve) => setTimeout(resolve, 200))
    } finally {
      await client.end().catch(() => {})
    }
  }
}
