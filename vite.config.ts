import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { firstFiles } from './app/build/first-files.ts'
import { languagesOfScripts } from './app/build/languages.ts'
import { offlineFiles } from './app/build/offline-files.ts'
import { serverDrawing } from './app/build/server-drawing.ts'
import { withoutSchemas } from './app/build/without-schemas.ts'

// Required by `light-dark()` and nested style rules, by which older browsers are recognised.
const browsers = ['chrome123', 'edge123', 'firefox120', 'safari17.5']

const own = ['ui', 'kit', 'marc', 'platform', 'features'].map((folder) => join(import.meta.dirname, folder, '/'))
const small = (module: string) => module.includes('/lucide-react/') || own.some((folder) => module.startsWith(folder))

export default defineConfig({
  publicDir: 'app/public',
  plugins: [
    languagesOfScripts(),
    react(),
    layerByFolder(),
    withoutSchemas(),
    firstFiles(),
    // React has another build for development, chosen as it loads.
    serverDrawing([languagesOfScripts(), react(), withoutSchemas()], { 'process.env.NODE_ENV': '"production"' }),
    offlineFiles([languagesOfScripts({ only: 'en-AU' }), layerByFolder(), withoutSchemas()]),
    precompress(),
  ],
  worker: { plugins: () => [withoutSchemas()] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: browsers,
    // Fonts and pictures stay files: the content security policy lets no data: font in.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // Scripts name what they import; a list of all of it made every first visit 3.6 kB larger.
      resolveDependencies: (_, files, { hostType }) =>
        files.filter((file) => hostType === 'html' || file.endsWith('.css')),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // The first script lists all others, and names do not compress: sixteen letters do better than sixty-four, and as few of them as Rolldown accepts.
        hashCharacters: 'hex',
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:6][extname]',
        // Modules that half of the screens share are one file: half the requests, and less script, than in many small ones.
        codeSplitting: { groups: [{ name: 'common', test: small, minShareCount: 34 }] },
      },
    },
  },
})

/**
 * Puts a style sheet into the layer of its folder: `ui/` holds the parts, every other folder screens. Where it names a
 * layer itself, as the sheets do that the server sends on its own, it stays in that. Each says the order of the layers,
 * because any of them can be the first to arrive.
 */
function layerByFolder(): Plugin {
  const parts = join(import.meta.dirname, 'ui/')
  return {
    name: 'layer-by-folder',
    enforce: 'pre',
    transform: {
      filter: { id: /\.css$/ },
      handler: (code, id) => {
        if (id.includes('/node_modules/')) return
        const own = /@layer|@font-face|^:root/m.test(code)
        const layer = id.startsWith(parts) ? 'parts' : 'screens'
        return `@layer base, parts, layout, screens, narrow;\n${own ? code : `@layer ${layer} {\n${code}}\n`}`
      },
    },
  }
}

/** Writes a `.br` and a `.gz` beside each text file of the build; the server sends them as they are. */
function precompress(): Plugin {
  let folder = ''
  return {
    name: 'precompress',
    apply: 'build',
    configResolved: ({ root, build }) => {
      folder = resolve(root, build.outDir)
    },
    closeBundle: async () => {
      const names = await readdir(folder, { recursive: true }).catch(() => [])
      // The page itself is filled in by the server at its start, so it is not among them.
      const texts = names.filter((name) => /\.(js|css|svg|wasm)$/.test(name))
      await Promise.all(texts.map((name) => compressBeside(join(folder, name))))
    },
  }
}

async function compressBeside(path: string) {
  const bytes = await readFile(path)
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
    promisify(gzip)(bytes, { level: 9 }),
  ])
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
}
