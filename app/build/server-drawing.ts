import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type PluginOption } from 'vite'
import { drawingFolder } from '../drawing/open-drawing.ts'
import { modulesOfScreens } from './first-files.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Builds for Node the frame and the screens that the server draws, from the same components and with the same plugins as
 * the pages (decision 28); one script for each language, as languages.ts writes them.
 */
export function serverDrawing(plugins: PluginOption[], define: Record<string, string>): Plugin {
  return {
    name: 'server-drawing',
    apply: 'build',
    writeBundle: async ({ dir }) => {
      await build({
        configFile: false,
        root,
        publicDir: false,
        logLevel: 'error',
        plugins: [...plugins, withoutLaterParts()],
        ssr: { noExternal: true },
        define,
        build: {
          ssr: join(root, 'app/drawing/draw.tsx'),
          outDir: join(dir!, drawingFolder),
          emptyOutDir: false,
          minify: true,
          rolldownOptions: { output: { entryFileNames: 'draw.mjs', codeSplitting: false } },
        },
      })
    },
  }
}

/** The server never draws the parts that a browser loads after the first view. */
function withoutLaterParts(): Plugin {
  const screens = modulesOfScreens(readFileSync(join(root, 'app/screens.tsx'), 'utf8'), { drawn: true })
  const drawn = new Set(
    [...screens.values()].flat().map((module) => (module.startsWith('app/') ? `./${module.slice(4)}` : `#${module}`)),
  )
  return {
    name: 'without-later-parts',
    enforce: 'post',
    transform: {
      filter: { id: /\.tsx?$/, code: /\bimport\(/ },
      handler: (code) => ({
        code: code.replace(/\bimport\((['"])([^'"]+)\1\)/g, (whole, _, module: string) =>
          drawn.has(module) ? whole : 'new Promise(() => {})',
        ),
        map: null,
      }),
    },
  }
}
