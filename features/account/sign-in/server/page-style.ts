import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { FastifyInstance } from 'fastify'

const require = createRequire(import.meta.url)

/** The portal's own tokens and styles, so that these pages match it without its build. */
const parts = ['served-fonts.css', 'tokens.css', 'base.css', 'form/field.css', 'button.css', 'brand.css'].map(
  (name) => `../../../../ui/${name}`,
)
const style = [...parts, './sign-in.css'].map((path) => readFileSync(new URL(path, import.meta.url), 'utf8')).join('\n')
const versionOf = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 10)
export const stylePath = `/sign-in/style.css?v=${versionOf(style)}`

/** The passkey library and the sign-in page's own script. */
const script = [
  join(dirname(require.resolve('@simplewebauthn/browser')), '../dist/bundle/index.umd.min.js'),
  new URL('./sign-in-passkey.js', import.meta.url),
  new URL('./sign-in-work.js', import.meta.url),
]
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')
export const scriptPath = `/sign-in/script.js?v=${versionOf(script)}`

/** ALTCHA's worker; it contains nothing of the page. */
const solver = readFileSync(join(dirname(require.resolve('altcha')), '../workers/scrypt.js'), 'utf8')
export const solverPath = `/sign-in/solver.js?v=${versionOf(solver)}`

const fonts = {
  'inter.woff2': '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2',
  'source-serif-4.woff2': '@fontsource-variable/source-serif-4/files/source-serif-4-latin-wght-normal.woff2',
}

/** Serves the assets of the server-rendered pages. */
export function serveStyle(http: FastifyInstance) {
  const forever = 'public, max-age=31536000, immutable'
  http.get('/sign-in/style.css', (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', forever).send(style),
  )
  http.get('/sign-in/script.js', (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', forever).send(script),
  )
  http.get('/sign-in/solver.js', (_, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', forever).send(solver),
  )
  for (const [name, file] of Object.entries(fonts)) {
    const bytes = readFileSync(require.resolve(file))
    http.get(`/sign-in/${name}`, (_, reply) => reply.type('font/woff2').header('cache-control', forever).send(bytes))
  }
}
