import '#operate/private-files.ts'
import { runCatalogue } from './catalogue-command.ts'

// A reader that closes the pipe (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1))

process.exitCode = await runCatalogue(process.argv.slice(2))
