import type { FastifyInstance } from 'fastify'

/** The methods of each address with a route of its own. To be called before routes are added. */
export function listMethods(http: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  http.addHook('onRoute', ({ url, method }) => {
    if (url.includes('*')) return
    const pattern = url.replace(/[.+]/g, '\\$&').replace(/:\w+/g, '[^/]+')
    routes.push({ pattern: new RegExp(`^${pattern}$`), methods: [method].flat() })
  })
  return (path) =>
    [...new Set(routes.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort()
}
