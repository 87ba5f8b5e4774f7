import { pythonWith } from './python.ts'

/** A Python with Schemathesis, which makes up calls from a description by OpenAPI; undefined where it cannot be had. */
export const schemathesis = (): string | undefined => pythonWith('schemathesis==4.32.5')
