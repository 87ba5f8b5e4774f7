import type { FastifyInstance, FastifyReply } from 'fastify'
import { takeFormsOnly } from '#kit/server/refuse-unreadable-text.ts'
import { cardOf, masked, type TestCard } from './sandbox-cards.ts'
import { type CardFields, type CardPage, readCardFields } from './sandbox-fields.ts'
import { cardHtml, receiptHtml, refusedHtml, style, waitingHtml } from './sandbox-html.ts'
import { newsAgency, type Outcome, signedResult } from './sandbox-results.ts'

/** ms from the click: when the portal is notified, and when the browser continues. */
const slowly = { told: 2000, back: 4000 }
const lateMs = 8000

/** A sandbox card page. It is stateless: every step verifies its form again. */
export function serveCardPage(http: FastifyInstance, page: CardPage) {
  const agency = newsAgency(page, http.log)
  http.addHook('preClose', () => agency.close())

  http.register(async (part) => {
    takeFormsOnly(part, { bodyLimit: 16 * 1024 })
    part.addHook('onSend', async (_request, reply) => {
      if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
    })

    part.get('/sandbox/card/style.css', (_, reply) =>
      reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=300').send(style),
    )
    part.get('/sandbox/card', (_, reply) => show(reply, refusedHtml('The card page is opened by the portal’s form.')))
    part.get('/sandbox/card/pay', (_, reply) => reply.redirect('/sandbox/card', 303))
    part.post('/sandbox/card', (request, reply) => {
      const fields = readCardFields(page, sentBy(request.body))
      return isRefused(fields) ? show(reply.code(400), refusedHtml(fields.refused)) : show(reply, cardHtml(fields))
    })
    part.post('/sandbox/card/pay', (request, reply) => {
      const sent = sentBy(request.body)
      const fields = readCardFields(page, sent)
      if (isRefused(fields)) return show(reply.code(400), refusedHtml(fields.refused))
      if (sent.get('do') === 'cancel') return cancel(reply, fields)
      const card = cardOf(sent.get('use') ?? sent.get('number') ?? '')
      if (!card) return show(reply.code(400), cardHtml(fields, 'Please type the number of a test card.'))
      return pay(reply, fields, card)
    })
  })

  function cancel(reply: FastifyReply, fields: CardFields) {
    const result = signedResult(page, fields, { summaryCode: '4', code: '', text: 'Cancelled', pan: '' })
    agency.send(fields.callback_url, result)
    return reply.redirect(fields.cancel_url, 303)
  }

  function pay(reply: FastifyReply, fields: CardFields, card: TestCard) {
    const result = signedResult(page, fields, outcomeOf(card))
    const back = `${fields.return_url}?${result}`
    if (card.delivery === 'slow') {
      agency.send(fields.callback_url, result, slowly.told)
      return show(reply, waitingHtml(fields, back, slowly.back / 1000))
    }
    agency.send(fields.callback_url, result)
    if (card.delivery === 'double') for (const delay of [0, 0, 1500]) agency.send(fields.callback_url, result, delay)
    if (card.delivery === 'late') {
      const approval = { summaryCode: '1', code: '00', text: 'Approved', pan: masked(card.number) } as const
      // Signed when it is sent, not now.
      setTimeout(() => agency.send(fields.callback_url, signedResult(page, fields, approval)), lateMs).unref()
    }
    if (fields.display_receipt === 'yes') return show(reply, receiptHtml(fields, card.text, result))
    return reply.redirect(back, 303)
  }
}

const outcomeOf = ({ outcome, code, text, number }: TestCard): Outcome => ({
  summaryCode: outcome === 'approve' ? '1' : code === '14' ? '3' : '2',
  code,
  text,
  pan: masked(number),
})

const sentBy = (body: unknown) => (body instanceof URLSearchParams ? body : new URLSearchParams())
const isRefused = (fields: CardFields | { refused: string }): fields is { refused: string } => 'refused' in fields
const show = (reply: FastifyReply, html: string) => reply.type('text/html; charset=utf-8').send(html)
