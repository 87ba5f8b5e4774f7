import { npmWith } from './npm.ts'

/** Linters of OpenAPI; undefined if npm's registry is not available. */
export const lintTools = () => npmWith('@redocly/cli@2.77.0', '@stoplight/spectral-cli@6.16.0')

/** A generator of typed clients, with the compiler that it needs; undefined if npm's registry is not available. */
export const clientTools = () =>
  npmWith('openapi-typescript@7.13.0', 'openapi-fetch@0.17.0', 'typescript@5.9.3', '@types/node@24.10.1')
