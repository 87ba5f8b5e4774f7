import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The whole program on a data folder of its own, for the browser journeys: `node e2e/serve.ts PORT`. */
const folder = mkdtempSync(join(tmpdir(), 'portal-browser-'))
process.env.DATA_DIR = folder
process.env.PORT = process.argv[2]
process.env.LOG_LEVEL = 'error'
for (const name of ['HOST', 'PUBLIC_URL', 'DEMO', 'OIDC_ISSUER', 'CMS_URL']) delete process.env[name]
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
await import('../app/start.ts')
