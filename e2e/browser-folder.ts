import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where the program that the journeys go through keeps its data. */
export const browserFolder = (port: string): string => join(tmpdir(), `portal-browser-${port}`)
