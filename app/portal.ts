import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Problem } from '#kit/problem.ts'
import { problemBody } from '#kit/server/answer-problems.ts'
import { serveMetrics } from '#operate/metrics-server.ts'
import type { Env } from './env.ts'
import { jobs } from './jobs.ts'
import { openServer } from './server.ts'
import { type RunningApp, wire } from './wire.ts'

/** How long to wait for answers in progress, ms. */
const timeoutMs = 10_000
const retryMs = 2_000

/** Serves and does the background work; `pause` closes everything it has open, so that data can be replaced. */
export type Portal = {
  /** A new one after each pause. */
  app(): RunningApp
  listen(): Promise<void>
  pause(): Promise<void>
  resume(): Promise<void>
  close(): Promise<void>
}

export async function openPortal(env: Env, first: RunningApp): Promise<Portal> {
  let app = first
  // The Z39.50 thread starts beside the web server.
  let librarySystems = openLibrarySystems(app)
  librarySystems.catch(() => {})
  const closeLibrarySystems = async () => (await librarySystems.catch(() => undefined))?.close()
  const outer = await openServer(app)
  /** After a pause, new servers receive their calls from the one that listens. */
  let inner: FastifyInstance | undefined
  let watching = await openWatching(app)
  let paused = false
  const underWay = new Set<ServerResponse>()
  let answer = (_: IncomingMessage, reply: ServerResponse): void => follow(reply)
  const follow = (reply: ServerResponse) => {
    underWay.add(reply)
    reply.once('close', () => underWay.delete(reply))
  }
  outer.server.on('request', (request, reply) => answer(request, reply))

  const take = (handle: typeof answer) => {
    outer.server.removeAllListeners('request')
    answer = handle
    outer.server.on('request', (request, reply) => answer(request, reply))
  }

  return {
    app: () => app,
    listen: async () => {
      await app.queue.work(app, jobs)
      await librarySystems
      await outer.listen({ port: env.port, host: env.host })
    },
    pause: async () => {
      if (paused) return
      paused = true
      app.log.warn('pausing: a backup is being restored')
      take((_, reply) => answerPaused(reply))
      const end = performance.now() + timeoutMs
      while (underWay.size > 0 && performance.now() < end) await delay(50)
      await closeLibrarySystems()
      await watching?.close()
      await inner?.close()
      await app.close()
    },
    resume: async () => {
      if (!paused) return
      app = await wireAgain(env, app)
      const next = await openServer(app)
      await next.ready()
      await app.queue.work(app, jobs)
      watching = await openWatching(app)
      librarySystems = openLibrarySystems(app)
      await librarySystems
      inner = next
      paused = false
      take((request, reply) => {
        follow(reply)
        next.routing(request, reply)
      })
      app.log.warn('serving again')
    },
    close: async () => {
      const timer = setTimeout(() => outer.server.closeAllConnections(), timeoutMs)
      await outer.close()
      clearTimeout(timer)
      if (paused) return
      await closeLibrarySystems()
      await inner?.close()
      await watching?.close()
      await app.close()
    },
  }
}

export const openWatching = async (app: RunningApp) =>
  app.env.metricsPort === undefined ? undefined : serveMetrics(app, { port: app.env.metricsPort, host: app.env.host })

/** Loaded only if needed. */
async function openLibrarySystems(app: RunningApp) {
  const { z3950, host } = app.env
  return z3950 && (await import('./open-z3950.ts')).openZ3950(app, { ...z3950, host })
}

/** Retries until everything it needs is available. */
export async function wireAgain(env: Env, { log }: Pick<RunningApp, 'log'>, service: 'portal' | 'worker' = 'portal') {
  for (;;)
    try {
      return await wire(env, service)
    } catch (error) {
      log.error({ err: error }, 'cannot continue yet')
      await delay(retryMs)
    }
}

function answerPaused(reply: ServerResponse) {
  const problem = new Problem('paused', 503, ['A backup is being restored. Please try again in a moment.'])
  reply
    .writeHead(503, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '5',
      'cache-control': 'no-store',
      connection: 'close',
    })
    .end(JSON.stringify(problemBody(problem)))
}
