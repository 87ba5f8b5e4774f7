import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { eicar } from './eicar-testing.ts'

const programs = ['/usr/sbin/clamd', '/usr/local/sbin/clamd', '/opt/homebrew/sbin/clamd']

/** As installed by Debian's `clamav-daemon`; undefined if it is not. */
export const clamdProgram = programs.find((path) => spawnSync(path, ['--version']).status === 0)

/**
 * A private clamd: its socket, configuration and a database with EICAR only, in one folder. Given a closed one's
 * folder, it listens at the same place.
 */
export async function openRealClamd(program: string, given?: string) {
  const folder = given ?? (await mkdtemp(join(tmpdir(), 'clamd-')))
  await mkdir(join(folder, 'database'), { recursive: true })
  // Extended signatures: name, any file type, any offset, the bytes in hexadecimal.
  await writeFile(join(folder, 'database/eicar.ndb'), `Eicar-Test-Signature:0:*:${eicar.toString('hex')}\n`)
  const socket = join(folder, 'clamd.ctl')
  const settings = {
    LocalSocket: socket,
    DatabaseDirectory: join(folder, 'database'),
    TemporaryDirectory: folder,
    Foreground: 'yes',
    OfficialDatabaseOnly: 'no',
    StreamMaxLength: '25M',
    MaxThreads: '4',
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} ${value}\n`)
  await writeFile(join(folder, 'clamd.conf'), lines.join(''))
  await chmod(folder, 0o755)
  const daemon = spawn(program, ['--config-file', join(folder, 'clamd.conf')], { stdio: ['ignore', 'pipe', 'pipe'] })
  let received = ''
  for (const stream of [daemon.stdout, daemon.stderr])
    stream.on('data', (text) => {
      received += String(text)
    })
  const ended = once(daemon, 'exit')
  /** Does not wait, for use at exit. */
  const kill = () => {
    daemon.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  const close = async () => {
    daemon.kill('SIGKILL')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  for (let tries = 0; !(await answers(socket)); tries++) {
    if (daemon.exitCode !== null || tries > 300) {
      await close()
      throw new Error(`clamd does not start: ${received}`)
    }
    await new Promise((go) => setTimeout(go, 100))
  }
  return { socket, close, kill }
}

const answers = (path: string) =>
  new Promise<boolean>((tell) => {
    const socket = connect({ path })
    socket.on('error', () => tell(false))
    socket.on('connect', () => socket.end('zPING\0'))
    socket.on('data', (answer) => tell(String(answer) === 'PONG\0'))
    socket.on('close', () => tell(false))
  })
