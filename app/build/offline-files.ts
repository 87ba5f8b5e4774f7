import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin, type PluginOption } from 'vite'

const root = join(import.meta.dirname, '../..')

/**
 * Builds the page that is shown without a network, apart from all others: its files keep their names, because the
 * service worker fetches them by name. With the same plugins as the others.
 */
export function offlineFiles(plugins: PluginOption[]): Plugin {
  return {
    name: 'offline-files',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      const outDir = dir!
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'error',
        plugins,
        build: {
          outDir,
          emptyOutDir: false,
          modulePreload: false,
          reportCompressedSize: false,
          rolldownOptions: {
            input: { offline: join(root, 'app/offline/offline-page.ts') },
            output: { entryFileNames: '[name].js', assetFileNames: '[name][extname]' },
          },
        },
      })
      const worker = readFileSync(join(root, 'app/offline/service-worker.js'), 'utf8')
      const hash = createHash('sha256')
      for (const [, name] of worker.matchAll(/'\/([\w-]+\.\w+)'/g)) hash.update(readFileSync(join(outDir, name!)))
      await writeFile(join(outDir, 'sw.js'), worker.replace('VERSION', hash.digest('hex').slice(0, 12)))
    },
  }
}
