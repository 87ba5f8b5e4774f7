import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { clamdProgram, openRealClamd } from '../adapters/virus-scan/clamd-testing.ts'
import { programOf } from '../app/build/programs.ts'
import { freePorts } from '../scale/services/free-port.ts'
import { browserFolder } from './browser-folder.ts'

/**
 * The whole program with a new data folder, for the browser journeys: `node e2e/serve.ts PORT`. A card sandbox's
 * address as second argument replaces the bundled one.
 */
const [port = '', cardPage] = process.argv.slice(2)
// Named by the port, so that a journey finds it for the command line.
const folder = browserFolder(port)
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
process.env.DATA_DIR = folder
process.env.PORT = port
process.env.LOG_LEVEL = 'error'
process.env.Z3950_PORT = String((await freePorts(1))[0])
for (const name of ['HOST', 'PUBLIC_URL', 'DEMO', 'OIDC_ISSUER', 'CMS_URL', 'CLAMD_SOCKET']) delete process.env[name]
for (const name of ['URL', 'MERCHANT', 'PASSWORD', 'FINGERPRINT']) delete process.env[`SECUREPAY_${name}`]
if (cardPage)
  Object.assign(process.env, { SECUREPAY_URL: cardPage, SECUREPAY_MERCHANT: 'ABC0001', SECUREPAY_PASSWORD: 'abc123' })
// Pictures are scanned by a real scanner if one is installed.
const clamd = clamdProgram ? await openRealClamd(clamdProgram) : undefined
if (clamd) process.env.CLAMD_SOCKET = clamd.socket
process.on('exit', () => {
  clamd?.kill()
  rmSync(folder, { recursive: true, force: true })
})
// As `npm start` does.
await import(await programOf(join(import.meta.dirname, '../app/start.ts')))
