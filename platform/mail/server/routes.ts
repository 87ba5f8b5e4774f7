import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { Problem } from '#kit/problem.ts'
import { contentDisposition } from '#kit/server/files/file-name.ts'
import { isFromHere } from '#kit/server/loopback.ts'
import { attachmentsOf } from './attachments.ts'
import type { Outbox } from './mail-port.ts'
import { outboxMailPage, outboxPage, outboxStyle } from './outbox-pages.ts'

type Named = { Params: { id: string } }

const shown = 200

/** `/dev/outbox`: the mails of a portal that sends none, for users of this machine. */
export function mailRoutes(http: FastifyInstance, app: App) {
  const { env, db } = app
  const nothing = () => new Problem('not_found', 404, ['There is nothing at this address.'])
  /** Other machines, and proxies on this one, get the answer for a page that does not exist. */
  const outboxFor = (request: FastifyRequest): Outbox => {
    if (!app.mail.outbox || !env.outboxPages || !isFromHere(request, env.publicUrl)) throw nothing()
    return app.mail.outbox
  }
  const mailOf = async (id: string) => {
    const row = await db.selectFrom('outgoingMail').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw nothing()
    return row
  }
  const show = (reply: FastifyReply, page: string) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page)

  http.get('/dev/outbox', async (request, reply) => {
    const sent = await outboxFor(request).list(shown)
    const ids = sent.map(({ id }) => id)
    const rows = ids.length ? await db.selectFrom('outgoingMail').selectAll().where('id', 'in', ids).execute() : []
    const byId = new Map(rows.map((row) => [row.id, row]))
    return show(
      reply,
      outboxPage(
        env.providerName,
        sent.map((each) => ({ ...each, ...byId.get(each.id), sentAt: each.sentAt })),
      ),
    )
  })
  http.get('/dev/outbox/style.css', (request, reply) => {
    outboxFor(request)
    return reply.type('text/css; charset=utf-8').header('cache-control', 'no-cache').send(outboxStyle)
  })
  http.get<Named>('/dev/outbox/:id', async (request, reply) => {
    outboxFor(request)
    const mail = await mailOf(request.params.id)
    return show(reply, outboxMailPage(env.providerName, { ...mail, files: await attachmentsOf(db, mail.id) }))
  })
  http.get<Named>('/dev/outbox/:id/html', async (request, reply) => {
    outboxFor(request)
    const { bodyHtml } = await mailOf(request.params.id)
    if (bodyHtml === null) throw nothing()
    // It has inline styles; in return it has no script, no picture, no form, no origin.
    reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
          'sandbox allow-popups allow-popups-to-escape-sandbox',
      )
      .header('x-frame-options', 'SAMEORIGIN')
    return show(reply, bodyHtml.replace('<head>', '<head>\n<base target="_blank">'))
  })
  http.get<{ Params: { id: string; position: string } }>('/dev/outbox/:id/files/:position', async (request, reply) => {
    outboxFor(request)
    const files = await attachmentsOf(db, (await mailOf(request.params.id)).id)
    const file = files[Number(request.params.position) - 1]
    if (!file) throw nothing()
    return reply
      .type(file.type)
      .header('content-disposition', contentDisposition(file.name))
      .header('cache-control', 'no-store')
      .send(file.bytes)
  })
  http.get<Named>('/dev/outbox/:id/eml', async (request, reply) => {
    const { id } = request.params
    const message = await outboxFor(request).read(id)
    if (!message) throw nothing()
    return reply
      .type('message/rfc822')
      .header('content-disposition', `attachment; filename="${id}.eml"`)
      .header('cache-control', 'no-store')
      .send(message)
  })
}
