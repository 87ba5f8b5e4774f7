import { mkdirSync, rmSync } from 'node:fs'
import { clamdProgram, openRealClamd } from '../adapters/virus-scan/clamd-testing.ts'
import { browserFolder } from './browser-folder.ts'

/** The whole program on a data folder of its own, for the browser journeys: `node e2e/serve.ts PORT`. */
const port = process.argv[2]!
// Named by the port, so that a journey finds it for the command line.
const folder = browserFolder(port)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
process.env.DATA_DIR = folder
process.env.PORT = port
process.env.LOG_LEVEL = 'error'
for (const name of ['HOST', 'PUBLIC_URL', 'DEMO', 'OIDC_ISSUER', 'CMS_URL', 'CLAMD_SOCKET']) delete process.env[name]
// Pictures are scanned by the real scanner where there is one.
const clamd = clamdProgram ? await openRealClamd(clamdProgram) : undefined
if (clamd) process.env.CLAMD_SOCKET = clamd.socket
process.on('exit', () => {
  clamd?.kill()
  rmSync(folder, { recursive: true, force: true })
})
await import('../app/start.ts')
