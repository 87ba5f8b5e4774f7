import { globSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { defineConfig, type Plugin } from 'vite'
import { bundleName, programs } from './programs.ts'

const root = join(import.meta.dirname, '../..')
const threads = globSync('{adapters,cli,features}/**/*-{thread,worker}.ts', {
  cwd: root,
  exclude: (path) => path.endsWith('web'),
})

/** Packages of many modules that every start loads; the others are read from node_modules. */
const packages = ['@opentelemetry/api', 'altcha-lib', 'jose', 'kysely', 'write-excel-file', 'zod']

/** Bundles the server's programs and their threads (see decision 27). */
export default defineConfig({
  root,
  publicDir: false,
  plugins: [keepPlaces()],
  ssr: { noExternal: packages },
  build: {
    ssr: true,
    target: 'node24',
    minify: false,
    sourcemap: true,
    reportCompressedSize: false,
    rolldownOptions: {
      input: Object.fromEntries([...programs, ...threads].map((each) => [bundleName(each), join(root, each)])),
      output: { entryFileNames: '[name]', chunkFileNames: '[name]-[hash:8].js' },
    },
  },
})

/** Each module finds what is beside it where its source is, and starts the bundles of threads. */
function keepPlaces(): Plugin {
  const at = (path: string) => `new URL(${JSON.stringify(join('../../..', path))}, import.meta.url)`
  return {
    name: 'keep-places',
    transform: {
      filter: { id: /\.[cm]?[jt]s$/, code: 'import.meta.' },
      handler: (code, id) => {
        const path = relative(root, id)
        const pathOf = (place: string) => `process.getBuiltinModule('node:url').fileURLToPath(${at(place)})`
        const kept = code.replaceAll(
          /new URL\('(\.[^']+-(?:thread|worker)\.ts)', import\.meta\.url\)|import\.meta\.(url|filename|dirname)\b/g,
          (_, thread: string | undefined, member: string) => {
            if (thread) return `new URL('./${bundleName(join(dirname(path), thread))}', import.meta.url)`
            return member === 'url' ? `${at(path)}.href` : pathOf(member === 'filename' ? path : dirname(path))
          },
        )
        return { code: kept, map: null }
      },
    },
  }
}
