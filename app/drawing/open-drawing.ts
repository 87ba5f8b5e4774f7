import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Language } from '#kit/messages.ts'
import type { DrawingGlobal, PageSettings } from '#kit/web/settings.ts'
import type { App } from '../app.ts'
import type { Drawing, Read } from './draw.tsx'
import { drawingsLeft } from './drawings-left.ts'

/** Folder below the built pages: see app/build/server-drawing.ts. */
export const drawingFolder = '.vite/drawing'

type Draw = (href: string, given: { read: Read; patienceMs: number }) => Promise<Drawing>

/** `isWhole`: no call was past a limit, failed, or is still being answered. */
export type OpenedDrawing = Drawing & { isWhole: boolean }

/** Headers that the browser sends with every call; the others are about the page. */
const ofCalls = [
  'host',
  'cookie',
  'user-agent',
  'accept-language',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
]

/**
 * Draws the first view of an address for whoever asks for it, with the replies that they would get themselves.
 * Undefined if the page is better sent without: under load, or when something is wrong with it.
 */
export function openDrawing(
  http: FastifyInstance,
  { log }: Pick<App, 'log'>,
  given: { webFolder: string; settingsIn: (language: Language) => PageSettings; patienceMs: number },
) {
  const { webFolder, settingsIn, patienceMs } = given
  const loaded = new Map<Language, Promise<Draw>>()
  const load = (language: Language) => {
    const drawing = loaded.get(language) ?? loadDrawing(webFolder, settingsIn(language), language)
    loaded.set(language, drawing)
    return drawing
  }
  const mayDraw = drawingsLeft()
  return async (request: FastifyRequest, language: Language): Promise<OpenedDrawing | undefined> => {
    if (http.isUnderPressure?.() || !mayDraw()) return undefined
    const headers = Object.fromEntries(
      ofCalls.flatMap((name) => (request.headers[name] ? [[name, request.headers[name]]] : [])),
    )
    let missing = 0
    const read: Read = async (address) => {
      missing++
      const { statusCode, body } = await http.inject({
        method: 'GET',
        url: address,
        headers: { ...headers, accept: 'application/json, text/plain', 'x-requested-with': 'fetch' },
        remoteAddress: request.socket.remoteAddress ?? '',
      })
      // A visitor may not see who they are: the same for all of them.
      if (statusCode < 429) missing--
      return new Response([204, 304].includes(statusCode) ? null : body, { status: statusCode })
    }
    try {
      const drawing = await (await load(language))(request.url, { read, patienceMs })
      return { ...drawing, isWhole: missing === 0 }
    } catch (error) {
      log.warn({ err: error }, 'a page is sent without its first view')
      return undefined
    }
  }
}

/** Loads a drawing as app/build/languages.ts writes it. The modules read the settings as they load. */
let opened = 0
let loading: Promise<unknown> = Promise.resolve()
async function loadDrawing(webFolder: string, settings: PageSettings, language: Language): Promise<Draw> {
  const own = join(webFolder, drawingFolder, language, 'draw.mjs')
  const file = pathToFileURL(existsSync(own) ? own : join(webFolder, drawingFolder, 'draw.mjs'))
  // Each language and each opened server loads its own modules, with its settings.
  file.search = `${language}-${++opened}`
  const global = globalThis as DrawingGlobal
  const draw = loading.then(async () => {
    global.drawing = { settings, language }
    try {
      return ((await import(file.href)) as { draw: Draw }).draw
    } finally {
      global.drawing = undefined
    }
  })
  loading = draw.catch(() => undefined)
  return draw
}
