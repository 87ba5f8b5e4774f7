import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { npmProgram } from '../env.ts'

/**
 * `npm run sbom`: every runtime package, on any platform, as CycloneDX JSON on standard output. npm reads them from the
 * lockfile; its own `--omit=dev` drops those needed by both the program and its tests.
 */
type Bom = {
  metadata: { component: { name: string; type: string; 'bom-ref': string } }
  components: { 'bom-ref': string }[]
  dependencies: { ref: string; dependsOn: string[] }[]
}
type Lock = { name: string; packages: Record<string, { version: string; dev?: boolean }> }

const npm = npmProgram()
if (!npm) {
  process.stderr.write('npm makes the list of packages. Use: npm run sbom\n')
  process.exit(2)
}
const { status, stdout } = spawnSync(
  process.execPath,
  [npm, 'sbom', '--sbom-format=cyclonedx', '--package-lock-only'],
  {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 64 * 1024 * 1024,
  },
)
if (status !== 0) process.exit(status ?? 1)

const lock: Lock = JSON.parse(readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'))
const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
const production = Object.entries(lock.packages).filter(([path, { dev }]) => path !== '' && !dev)
const bom: Bom = JSON.parse(stdout)
const root = bom.metadata.component
const refs = new Set([root['bom-ref'], ...production.map(([path, { version }]) => `${nameOf(path)}@${version}`)])
// npm would use the folder's name.
Object.assign(root, { name: lock.name, type: 'application' })
bom.components = bom.components.filter((each) => refs.has(each['bom-ref']))
bom.dependencies = bom.dependencies
  .filter(({ ref }) => refs.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((each) => refs.has(each)) }))
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`)
