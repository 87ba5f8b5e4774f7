import { missingPorts, missingServices } from './services/missing.ts'

/** Fetches what the port suites need, or with `--all` every test at scale, and names what is not available. */
for (const sentence of process.argv.includes('--all') ? missingServices() : missingPorts()) console.log(sentence)
