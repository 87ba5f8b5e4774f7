import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from '#app/testing.ts'
import { demoPassword } from '#demo/world/world.ts'
import { solveWork } from '#platform/human-check/server/human-check-testing.ts'

type Answer = { status: number; url: string; body: string; headers: LightMyRequestResponse['headers'] }

/** A minimal browser for sign-in: a jar that honours cookie paths and expiry, and redirects followed by hand. */
export function openBrowser(
  app: Pick<TestApp, 'http' | 'env'>,
  { address = '127.0.0.1', headers = {} }: { address?: string; headers?: Record<string, string> } = {},
) {
  const origin = app.env.publicUrl
  const jar = new Map<string, { value: string; path: string; attributes: string }>()

  const keep = (lines: string | string[] | undefined) => {
    for (const line of [lines ?? []].flat()) {
      const [pair = '', ...attributes] = line.split(/;\s*/)
      const [name = '', value = ''] = pair.split(/=(.*)/s)
      const of = (key: string) =>
        attributes.find((each) => each.toLowerCase().startsWith(`${key}=`))?.slice(key.length + 1)
      const path = of('path') ?? '/'
      const over = of('max-age') === '0' || (of('expires') && Date.parse(of('expires')!) < Date.now())
      if (over) jar.delete(`${name};${path}`)
      else jar.set(`${name};${path}`, { value, path, attributes: attributes.join('; ') })
    }
  }
  const cookiesFor = (path: string) =>
    [...jar]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([key, cookie]) => `${key.split(';')[0]}=${cookie.value}`)
      .join('; ')

  const send = async (url: string, options: InjectOptions = {}): Promise<Answer> => {
    const target = new URL(url, origin)
    if (target.origin !== origin) throw new Error(`The browser was led away to ${target.href}`)
    const cookie = cookiesFor(target.pathname)
    const reply = await app.http.inject({
      method: 'GET',
      url: target.pathname + target.search,
      remoteAddress: address,
      ...options,
      headers: {
        host: target.host,
        accept: 'text/html',
        ...(cookie ? { cookie } : {}),
        ...headers,
        ...options.headers,
      },
    })
    keep(reply.headers['set-cookie'])
    return { status: reply.statusCode, url: target.href, body: reply.body, headers: reply.headers }
  }
  /** Follows redirects to a page or another site; `until` stops before that path is requested. */
  const follow = async (first: Answer, until?: string): Promise<Answer> => {
    let answer = first
    for (let hops = 0; hops < 10; hops++) {
      const location = answer.headers.location
      if (location === undefined) return answer
      const next = new URL(location, answer.url)
      if (next.origin !== origin || (until && next.pathname === until)) return { ...answer, url: next.href }
      if (!/^\/(rest|oidc|sign-in)\//.test(next.pathname)) return { ...answer, url: next.href }
      answer = await send(next.href)
    }
    throw new Error('The browser was led in circles')
  }
  const go = async (url: string, until?: string) => follow(await send(url), until)
  const submit = (page: Answer, fields: Record<string, string>) =>
    send(page.url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(fields).toString(),
    })

  return {
    jar,
    send,
    go,
    follow,
    submit,
    cookie: (name: string) => [...jar].find(([key]) => key.startsWith(`${name};`))?.[1],
    /** Does the page script's part for a name: asks for a proof of work and solves it. */
    prove: async (page: Answer, username: string): Promise<string> => {
      const { puzzle } = JSON.parse((await submit({ ...page, url: `${page.url}/puzzle` }, { username })).body)
      return puzzle === null ? '' : solveWork(puzzle)
    },
    /** The whole sign-in: requests it, fills in the page, follows the redirects. */
    signIn: async (username: string, { password = demoPassword, redirect = '/' } = {}) => {
      const page = await go(`/rest/user/login?redirect=${encodeURIComponent(redirect)}`)
      return follow(await submit(page, { username, password }))
    },
    /** The user name that the server reports as signed in. */
    whoAmI: async (): Promise<string | undefined> =>
      JSON.parse((await send('/rest/user/current', { headers: { accept: 'application/json' } })).body).user?.username,
  }
}
export type Browser = ReturnType<typeof openBrowser>
