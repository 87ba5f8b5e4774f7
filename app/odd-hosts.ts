import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/contract.ts'

const host = /^([a-z0-9_-]+(\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])(:\d{1,5})?$/i

/** RFC 9112, 3.2: of two Host headers a proxy may believe the one and we the other. */
export const refuseOddHosts = (http: FastifyInstance) =>
  http.addHook('onRequest', async ({ raw: { rawHeaders, headers } }) => {
    const count = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length
    if (count > 1 || (headers.host !== undefined && !host.test(headers.host)))
      throw new Problem('invalid_input', 400, ['The request must name one host.'])
  })
