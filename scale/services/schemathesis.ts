import { pythonWith } from './python.ts'

/** A Python with Schemathesis, which generates calls from an OpenAPI description; undefined if it is not available. */
export const schemathesis = (): string | undefined => pythonWith('schemathesis==4.32.5')
