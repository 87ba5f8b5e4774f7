import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

const root = join(import.meta.dirname, '..')
const lines = readFileSync(join(import.meta.dirname, 'Dockerfile'), 'utf8')
  .replaceAll('\\\n', ' ')
  .split('\n')
const after = (word: string) => lines.filter((line) => line.startsWith(word)).map((line) => line.slice(word.length))

/** The files that the Dockerfile copies into the image. */
export const copied = after('COPY --from=build ').map((each) => each.split(' ')[0]!.replace('/portal/', ''))
const settings = Object.fromEntries(after('ENV ').map((each) => each.split(/=(.*)/s).slice(0, 2)))
/** The image's command, and its health check. */
export const command = JSON.parse(after('CMD ')[0]!) as string[]
const healthCheck = JSON.parse(/CMD (\[.*\])$/.exec(after('HEALTHCHECK ')[0]!)![1]!) as string[]

/** The image's folder, and its initial contents. */
export function makeImage() {
  const folder = mkdtempSync(join(tmpdir(), 'image-'))
  const place = join(folder, 'portal')
  mkdirSync(place)
  for (const name of copied)
    if (name === 'node_modules') symlinkSync(join(root, name), join(place, name))
    else if (name === 'dist')
      for (const each of ['dist/web', 'dist/server']) cpSync(join(root, each), join(place, each), copyOptions)
    else cpSync(join(root, name), join(place, name), copyOptions)
  return {
    folder,
    place,
    /** Every file with its modification time. */
    contents: () =>
      readdirSync(place, { recursive: true, encoding: 'utf8' })
        .filter((path) => !path.startsWith('node_modules'))
        .map((path) => `${path} ${statSync(join(place, path)).mtimeMs}`)
        .sort(),
    /** With the image's own settings and these, and no others. */
    start: ([program, ...words]: string[], more: Record<string, string>) => {
      const env = { ...settings, ...more, PATH: `${join(place, 'node_modules/.bin')}:/usr/local/bin:/usr/bin:/bin` }
      return { env, process: spawn(program!, words, { cwd: place, env, stdio: ['ignore', 'ignore', 'pipe'] }) }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
const copyOptions = { recursive: true, preserveTimestamps: true }

export type Image = ReturnType<typeof makeImage>
type Running = ReturnType<Image['start']>

/** The exit code of the image's health check. */
export async function runHealthCheck({ place }: Image, { env }: Running): Promise<number | null> {
  const [program, ...words] = healthCheck
  const [code] = await once(spawn(program!, words, { cwd: place, env, stdio: 'ignore' }), 'exit')
  return code as number | null
}

/** Waits until the health check passes; if the program ends first, throws its output. */
export async function healthy(image: Image, running: Running): Promise<void> {
  let output = ''
  running.process.stderr!.on('data', (part) => (output += part))
  while ((await runHealthCheck(image, running)) !== 0) {
    if (running.process.exitCode !== null) throw new Error(`It ended: ${output}`)
    await delay(200)
  }
}

/** Stops it like a container; returns the exit code. */
export async function stop(process: ChildProcess): Promise<number | null> {
  if (process.exitCode !== null) return process.exitCode
  process.kill('SIGTERM')
  const [code] = await once(process, 'exit')
  return code as number | null
}
