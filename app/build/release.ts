import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { npmProgram } from '../env.ts'
import { linkNode } from './link-node.ts'
import { programOf } from './programs.ts'
import { buildPagesIfStale } from './web-build.ts'

/**
 * `npm run release [-- FOLDER]`: the tarball that operators install, for this platform: the program, the built pages
 * and the runtime packages. It runs once unpacked, without npm's registry or a build. FOLDER (default: `dist/release`)
 * receives `school-catalogue-VERSION-PLATFORM.tar.gz` and its SHA-256.
 */
const root = join(import.meta.dirname, '../..')
const npm = npmProgram()
if (!npm) {
  process.stderr.write('npm installs the packages. Use: npm run release\n')
  process.exit(2)
}

/** Bundled in the built pages, or needed to build them. */
const ofThePages = [
  ...['react', 'react-dom', 'react-aria-components', '@internationalized/date', 'lucide-react', 'zxing-wasm'],
  ...['@tanstack/react-query', '@tanstack/react-virtual', 'bodybuilder', 'vite', '@vitejs/plugin-react'],
]
const folders = ['adapters', 'app', 'cli', 'demo', 'docs', 'features', 'kit', 'marc', 'migrations', 'operate']
const others = ['operations', 'platform', 'shell', 'ui', 'README.md', 'CHANGELOG.md', 'SECURITY.md']
const scripts = ['start', 'worker', 'admin', 'catalogue', 'collections']
/** Tests, screens and the documents' pictures: a server reads none of these. */
const leftOut = /(\.(test|spec)\.tsx?|\.tsx|[/-]testing\.ts|\/docs\/pictures)$|\/app\/test\//

const description = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `school-catalogue-${description.version}-${process.platform}-${process.arch}`
const target = process.argv[2] ?? join(root, 'dist/release')
const staging = join(target, name)

await buildPagesIfStale()
const start = join(root, 'app/start.ts')
const bundle = await programOf(start)
if (bundle === start) {
  process.stderr.write('A release needs the bundled server, and bundling has failed.\n')
  process.exit(1)
}
const program = dirname(bundle)
rmSync(staging, { recursive: true, force: true })
mkdirSync(staging, { recursive: true })
for (const each of [...folders, ...others])
  cpSync(join(root, each), join(staging, each), { recursive: true, filter: (path) => !leftOut.test(path) })
for (const built of [join(root, 'dist/web'), program])
  cpSync(built, join(staging, relative(root, built)), { recursive: true })

// Before the packages: npm keeps only those still listed.
for (const file of ['package.json', 'package-lock.json', '.npmrc']) cpSync(join(root, file), join(staging, file))
runNpm('ci', '--omit=dev', '--ignore-scripts', '--prefer-offline')
runNpm('uninstall', '--omit=dev', '--ignore-scripts', '--offline', ...ofThePages)
const { devDependencies: _, ...shipped } = JSON.parse(readFileSync(join(staging, 'package.json'), 'utf8'))
shipped.scripts = Object.fromEntries(scripts.map((script) => [script, description.scripts[script]]))
writeFileSync(join(staging, 'package.json'), `${JSON.stringify(shipped, null, 2)}\n`)
linkNode(staging, join(staging, relative(root, process.execPath)))
dropBuildFiles()

const tarball = join(target, `${name}.tar.gz`)
run('tar', '--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-czf', tarball, '-C', target, name)
rmSync(staging, { recursive: true })
const sum = createHash('sha256').update(readFileSync(tarball)).digest('hex')
writeFileSync(`${tarball}.sha256`, `${sum}  ${basename(tarball)}\n`)
console.log(tarball)

/** Deletes C headers (half of Node's package), types and source maps: a server needs none. */
function dropBuildFiles() {
  const packages = join(staging, 'node_modules')
  for (const each of readdirSync(packages).filter((entry) => entry.startsWith('node-')))
    for (const part of ['include', 'share', 'CHANGELOG.md'])
      rmSync(join(packages, each, part), { recursive: true, force: true })
  for (const path of readdirSync(packages, { recursive: true, encoding: 'utf8' }))
    if (/\.(map|d\.[cm]?ts)$/.test(path)) rmSync(join(packages, path), { recursive: true, force: true })
}

function runNpm(...args: string[]) {
  run(process.execPath, npm!, ...args)
}

function run(program: string, ...args: string[]) {
  const { status } = spawnSync(program, args, { cwd: staging, stdio: ['ignore', 'ignore', 'inherit'] })
  if (status !== 0) {
    process.stderr.write(`${[basename(program), ...args].join(' ')} failed.\n`)
    process.exit(1)
  }
}
