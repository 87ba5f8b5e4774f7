import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The data folder of the program that the journeys use. */
export const browserFolder = (port: string): string => join(tmpdir(), `portal-browser-${port}`)
