import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { languageOfBrowser } from '#features/account/language/server/language.ts'
import { type Language, languages } from '#kit/messages.ts'
import { Problem } from '#kit/problem.ts'
import { problemBody } from '#kit/server/answer-problems.ts'
import { policyHash } from '#kit/server/html.ts'
import type { PageSettings } from '#kit/web/settings.ts'
import type { App } from '../app.ts'
import type { Drawing } from '../drawing/draw.tsx'
import { type OpenedDrawing, openDrawing } from '../drawing/open-drawing.ts'
import { type SharedPage, sendShared, sharedPage, shareForAMoment } from './shared-pages.ts'

const webFolder = join(import.meta.dirname, '../../dist/web')

/**
 * The page of the portal at every address that is not a call's, and its scripts, styles and fonts. `methodsAt`: of the
 * calls at an address.
 */
export async function servePages(
  http: FastifyInstance,
  app: App,
  { methodsAt, drawWithinMs }: { methodsAt: (path: string) => string[]; drawWithinMs: number },
) {
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
  const draw = openDrawing(http, app, {
    webFolder,
    settingsIn: (language) => settingsOf(app.env, language),
    patienceMs: drawWithinMs,
  })
  const shared = shareForAMoment<OpenedDrawing & SharedPage>()
  const sendPage = async (request: FastifyRequest, reply: FastifyReply, path: string) => {
    if (!pageAt) throw new Problem('not_built', 503, ['The portal’s pages have not been built: npm run build.'])
    const language = languageOfBrowser(request)
    const { page, isScreen, scripts, styles } = pageAt[language](path)
    // At an address without a screen the portal goes to its start; programs get a 404.
    if (!isScreen) reply.code(404)
    const drawnPage = async () => {
      const drawing = await draw(request, language)
      return drawing && { ...drawing, ...sharedPage(withDrawing(page.text, drawing)) }
    }
    const isDrawn = isScreen && request.method === 'GET'
    const { cookie, authorization, host } = request.headers
    const isForAll = cookie === undefined && authorization === undefined
    const drawn = !isDrawn
      ? undefined
      : await (isForAll ? shared(`${language} ${host} ${request.url}`, drawnPage) : drawnPage())
    const policy = String(reply.raw.getHeader('content-security-policy'))
    reply.type('text/html; charset=utf-8').headers({
      // A page with a person's data is no one else's, not even after they have signed out.
      'cache-control': drawn?.isSignedIn ? 'no-store' : 'private, no-cache',
      vary: 'Cookie',
      'content-security-policy': policy
        .replace("script-src 'self'", `$& ${scripts.join(' ')}`)
        .replace("style-src 'self'", `$& ${styles.join(' ')}`),
    })
    if (drawn && !isForAll) return reply.send(drawn.text)
    return sendShared(request, reply, drawn ?? page)
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

/** `scripts` and `styles`: the hashes of those in it, for the content security policy. */
type PageAt = (path: string) => { page: SharedPage; isScreen: boolean; scripts: string[]; styles: string[] }

/** Settings that the browser needs before its first call. */
const settingsOf = (env: App['env'], language: Language): PageSettings => ({
  providerName: env.providerName,
  cmsUrl: env.cmsUrl ?? '/cms',
  supportEmail: env.supportEmail,
  passwordsHere: !env.oidc,
  version: versionOf(),
  timeZone: env.timeZone,
  // Few browsers support Māori dates, and the screens around them are still in English.
  locale: language === 'mi' ? 'en-NZ' : language,
})

/** JSON as the content of a script element. */
const asContent = (json: string) => json.replaceAll('<', '\\u003c')

/**
 * The page contains its settings, the script of its theme and the style sheets of its first view, and names the scripts
 * of its screen: they arrive with the first script instead of after it.
 */
function pagesWithSettings({ env }: App, language: Language): PageAt {
  const styles: string[] = []
  const theme = readFileSync(join(webFolder, 'theme.js'), 'utf8')
  const scripts = [policyHash(theme)]
  const page = readFileSync(join(webFolder, 'index.html'), 'utf8')
    .replace('<script src="/theme.js"></script>', () => `<script>${theme}</script>`)
    .replace('<html lang="en-AU">', `<html lang="${language}">`)
    .replace(/\/assets\/[\w-]+\.js/g, (file) => inLanguage(file, language))
    .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_, file: string) => inlined(file, styles))
    .replace(
      /(<script type="application\/json" id="settings">)[\s\S]*?(<\/script>)/,
      (_, open: string, close: string) => open + asContent(JSON.stringify(settingsOf(env, language))) + close,
    )
    // Without open records there is no open feed.
    .replace(env.openRecords ? '' : /\s*<link rel="alternate"[^>]*>/, '')
  const files: Record<string, string[]> = JSON.parse(readFileSync(join(webFolder, '.vite/first-files.json'), 'utf8'))
  const screens = Object.entries(files).map(([path, names]) => {
    const own = [...styles]
    const links = names.map((name) =>
      name.endsWith('.css')
        ? inlined(name, own)
        : `<link rel="modulepreload" crossorigin href="/${inLanguage(name, language)}">`,
    )
    const whole = page.replace('</head>', () => `${links.join('')}</head>`)
    return { pattern: patternOf(path), page: sharedPage(whole), styles: own }
  })
  const nowhere = sharedPage(page.replace('This screen needs JavaScript.', 'There is no page at this address.'))
  return (path) => {
    const screen = screens.find(({ pattern }) => pattern.test(path))
    return screen ? { ...screen, isScreen: true, scripts } : { page: nowhere, isScreen: false, scripts, styles }
  }
}

/**
 * A style sheet in the page, which is drawn without waiting for another file. The disabled link, which loads nothing,
 * tells the scripts that need it that it is there.
 */
function inlined(file: string, hashes: string[]) {
  const style = readFileSync(join(webFolder, file), 'utf8').trim()
  hashes.push(policyHash(style))
  return `<style>${style}</style><link rel="stylesheet" disabled href="/${file}">`
}

const withoutScripts = 'You can search the catalogue and read. Everything else needs JavaScript.'
const emptyRoot = '<div id="root"></div>'

/** The first view, and what the browser needs to take it over. */
function withDrawing(page: string, { html, title, replies, drawn }: Drawing) {
  const root = `<div id="root" data-drawn="${drawn}">${html}</div>`
  const data = `<script type="application/json" id="replies">${asContent(replies)}</script>`
  const [before, after] = page.split(emptyRoot)
  const head = title === undefined ? before! : before!.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`)
  const whole = drawn === 'screen' ? head.replace('This screen needs JavaScript.', withoutScripts) : head
  return whole + root + data + after!
}

const versionOf = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version

/** Pattern of an address as in kit/web/routes.ts: `/standards/$id?`, with or without a slash at the end. */
const patternOf = (path: string) =>
  new RegExp(
    `^${path
      .replace(/\/$/, '')
      .replace(/\/\$\w+\?/g, '(?:/[^/]+)?')
      .replace(/\$\w+/g, '[^/]+')}/?$`,
  )

/** A script in a language: app/build/languages.ts puts those with other words into the language's folder. */
function inLanguage(file: string, language: Language) {
  const own = file.replace(/[^/]+$/, `${language}/$&`)
  return file.endsWith('.js') && existsSync(join(webFolder, own)) ? own : file
}
