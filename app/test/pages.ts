import { buildPagesIfStale } from '../build/web-build.ts'

/** Tests of the server serve the real pages. */
export default () => buildPagesIfStale()
