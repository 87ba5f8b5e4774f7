import { buildPagesIfStale } from '../build/web-build.ts'

/** Server tests serve the real pages. */
export default () => buildPagesIfStale()
