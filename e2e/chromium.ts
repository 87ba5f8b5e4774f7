import { execFileSync } from 'node:child_process'
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createBrotliDecompress } from 'node:zlib'

export type FoundBrowser = { path: string; args: string[]; env: Record<string, string> }

/** Quiet, and able to run as root and without a display. */
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const systemNames = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']

/**
 * `CHROMIUM`, else the system's, else the one in the npm package, which `CHROMIUM=npm` forces: nothing is installed by
 * hand.
 */
export async function findChromium(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM
  if (named === 'npm') return unpackFromNpm()
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM=${named}: there is no such program.`)
    return { path: named, args, env: {} }
  }
  const system = (process.env.PATH ?? '')
    .split(':')
    .flatMap((folder) => systemNames.map((name) => join(folder, name)))
    .find((path) => existsSync(path))
  return system ? { path: system, args, env: {} } : unpackFromNpm()
}

/** The package has Brotli files: the browser, libraries that a minimal system lacks, and fonts. */
async function unpackFromNpm(): Promise<FoundBrowser> {
  const root = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
  // Not the shared folder for temporary files: a known name there may belong to another user.
  const folder = join(import.meta.dirname, `../node_modules/.cache/chromium-${version}`)
  if (!existsSync(folder)) {
    const aside = `${folder}.${process.pid}`
    mkdirSync(aside, { recursive: true })
    await unbrotli(join(root, 'bin/chromium.br'), join(aside, 'chromium'), 0o755)
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      const tar = join(aside, `${name}.tar`)
      await unbrotli(join(root, `bin/${name}.tar.br`), tar, 0o644)
      execFileSync('tar', ['-xf', tar, '-C', aside])
      rmSync(tar)
    }
    if (existsSync(folder)) rmSync(aside, { recursive: true })
    else renameSync(aside, folder)
  }
  // The package's own file names none of our folders, and without any font the browser exits. The checkout may have moved.
  writeFileSync(join(folder, 'fonts.conf'), fontSettings(folder))
  return {
    path: join(folder, 'chromium'),
    args: [...args, '--headless=shell', '--no-zygote', '--disable-dev-shm-usage'],
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') },
  }
}

const fontSettings = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

const unbrotli = (from: string, to: string, mode: number) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))
