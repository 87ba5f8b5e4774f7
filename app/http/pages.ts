import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOfBrowser } from '#features/account/language/server/language.ts'
import { type Language, languages } from '#kit/messages.ts'
import { Problem } from '#kit/problem.ts'
import { problemBody } from '#kit/server/answer-problems.ts'
import type { PageSettings } from '#kit/web/settings.ts'
import type { App } from '../app.ts'

const webFolder = join(import.meta.dirname, '../../dist/web')

/**
 * The page of the portal at every address that is not a call's, and its scripts, styles and fonts. `methodsAt`: of the
 * calls at an address.
 */
export async function servePages(http: FastifyInstance, app: App, methodsAt: (path: string) => string[]) {
  const built = existsSync(join(webFolder, 'index.html'))
  if (built)
    await http.register(fastifyStatic, {
      root: webFolder,
      preCompressed: true,
      index: false,
      wildcard: true,
      setHeaders: (reply, path) => {
        const forever = path.includes('/assets/')
        reply.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  const pageAt = built
    ? (Object.fromEntries(languages.map((each) => [each, pagesWithSettings(app, each)])) as Record<Language, PageAt>)
    : undefined
  const sendPage = (request: FastifyRequest, reply: FastifyReply, path: string) => {
    if (!pageAt) throw new Problem('not_built', 503, ['The portal’s pages have not been built: npm run build.'])
    const { page, isScreen } = pageAt[languageOfBrowser(request)](path)
    // The portal leads on to its start from an address that no screen has; programs are to know that nothing is there.
    if (!isScreen) reply.code(404)
    return reply.type('text/html; charset=utf-8').headers({ 'cache-control': 'no-cache', vary: 'Cookie' }).send(page)
  }
  http.get('/', (request, reply) => sendPage(request, reply, '/'))
  http.get('/manifest.webmanifest', (_, reply) =>
    reply.type('application/manifest+json').header('cache-control', 'no-cache').send(manifestOf(app.env)),
  )
  http.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    // Exactly `*/*`: programs that check whether an emailed link works.
    const asksForPage = /^(GET|HEAD)$/.test(request.method) && /text\/html|^\*\/\*$/.test(request.headers.accept ?? '')
    if (asksForPage && !/^\/(rest|cms\/cart|assets|\.well-known)\//.test(path)) return sendPage(request, reply, path)
    const methods = methodsAt(path)
    if (methods.length === 0 || methods.includes(request.method))
      return reply.code(404).send(problemBody(new Problem('not_found', 404, ['There is nothing at this address.'])))
    // RFC 9110, 15.5.6.
    const wrong = new Problem('wrong_method', 405, [
      `This address accepts ${methods.join(', ')}, not ${request.method}.`,
    ])
    return reply.code(405).header('allow', methods.join(', ')).send(problemBody(wrong))
  })
}

/** The web app manifest, by which phones and computers install the portal. */
const manifestOf = ({ providerName }: App['env']) => ({
  id: '/',
  name: `${providerName} Data`,
  short_name: providerName,
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: '#fdfdfb',
  theme_color: '#fdfdfb',
  icons: [
    { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
    { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
    { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
    { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
})

type PageAt = (path: string) => { page: string; isScreen: boolean }

/**
 * The page contains the settings that the browser needs before its first call, and names the files of its screen: they
 * arrive with the first script instead of after it.
 */
function pagesWithSettings({ env }: App, language: Language): PageAt {
  const settings = JSON.stringify({
    providerName: env.providerName,
    cmsUrl: env.cmsUrl ?? '/cms',
    supportEmail: env.supportEmail,
    passwordsHere: !env.oidc,
    version: versionOf(),
    timeZone: env.timeZone,
    // Few browsers know Māori dates, and the screens around them are still in English.
    locale: language === 'mi' ? 'en-NZ' : language,
  } satisfies PageSettings).replaceAll('<', '\\u003c')
  const page = readFileSync(join(webFolder, 'index.html'), 'utf8')
    .replace('<html lang="en-AU">', `<html lang="${language}">`)
    .replace(/\/assets\/[\w-]+\.js/g, (file) => inLanguage(file, language))
    .replace(
      /(<script type="application\/json" id="settings">)[\s\S]*?(<\/script>)/,
      (_, open: string, close: string) => open + settings + close,
    )
    // Without open records there is no open feed.
    .replace(env.openRecords ? '' : /\s*<link rel="alternate"[^>]*>/, '')
  const files: Record<string, string[]> = JSON.parse(readFileSync(join(webFolder, '.vite/first-files.json'), 'utf8'))
  const screens = Object.entries(files).map(([path, names]) => ({
    pattern: patternOf(path),
    page: page.replace('</head>', () => `${names.map((name) => linkTo(inLanguage(name, language))).join('')}</head>`),
  }))
  const nowhere = page.replace('<noscript>', '<noscript>There is no page at this address. ')
  return (path) => {
    const screen = screens.find(({ pattern }) => pattern.test(path))
    return { page: screen?.page ?? nowhere, isScreen: screen !== undefined }
  }
}

const versionOf = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

/** As in kit/web/routes.ts: `/standards/$id?`, with or without a slash at the end. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/\/\$\w+\?/g, '(?:/[^/]+)?')
      .replace(/\$\w+/g, '[^/]+')}/?$`,
  )

/** As app/build/languages.ts writes them: scripts with other words than in the first language are in its folder. */
function inLanguage(file: string, language: Language) {
  const own = file.replace(/[^/]+$/, `${language}/$&`)
  return file.endsWith('.js') && existsSync(join(webFolder, own)) ? own : file
}

const linkTo = (file: string) =>
  file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`
