/**
 * Replaces the schema library in the built pages (see vite.config.ts). The server has already cut each reply to the
 * same schema, so validating it again would only cost every first visit 25 kB. Tests and the server use the real one.
 * Anything that needs a real schema fails loudly.
 */
const trusted: object = new Proxy(() => undefined, {
  get: (_, name) => {
    if (name === 'parse') return (value: unknown) => value
    if (typeof name === 'symbol' || inspecting.has(name))
      throw new Error(`The pages are built without schemas: .${String(name)} needs one.`)
    return trusted
  },
  apply: () => trusted,
})

/** Members that only a real schema has. */
export const inspecting = new Set([
  'safeParse',
  'parseAsync',
  'safeParseAsync',
  'decode',
  'encode',
  'options',
  'shape',
  'then',
])

export const z = trusted
export default trusted
