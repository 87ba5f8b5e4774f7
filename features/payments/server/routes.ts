import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#app/app.ts'
import { mounted, serve } from '#kit/server/serve.ts'
import { cardPageApi, paymentProblem, paymentsApi } from '../contract.ts'
import { acceptResult } from './accept-result.ts'
import { leaveCardPage } from './leave-card-page.ts'
import { deskPayment, listDeskPayments, listPayments } from './list-payments.ts'
import { resolvePayment } from './resolve-payment.ts'
import { readFormsOnly, readResult } from './sent-result.ts'
import type { Settles } from './settle.ts'
import { problemPage, wayBack } from './way-back.ts'

export async function paymentRoutes(http: FastifyInstance, app: App, settles: Settles) {
  serve(http, app, paymentsApi, {
    listPayments: ({ page }, { caller }) => listPayments(app.db, caller.customerId, page),
    deskPayments: (asked) => listDeskPayments(app.db, asked),
    deskPayment: ({ id }) => deskPayment(app.db, id),
    resolvePayment: (decided, { caller }) => resolvePayment(app, settles, caller.userId, decided),
  })

  const known = mounted.get(http) ?? []
  mounted.set(http, known)
  await http.register(async (part) => {
    mounted.set(part, known)
    readFormsOnly(part)
    serve(part, app, cardPageApi, {
      paymentReturn: (_, call) =>
        leadBack(app, call, async () => {
          const result = readResult(app, call.request)
          return result ? wayBack(app.db, await acceptResult(app, settles, result, 'return')) : problemPage('result')
        }),
      paymentCancelled: ({ id }, call) =>
        leadBack(app, call, async () => wayBack(app.db, await leaveCardPage(app, id))),
      paymentCallback: async (_, { request }) => {
        onlyByReading(request)
        const result = readResult(app, request)
        const accepted = result && (await acceptResult(app, settles, result, 'callback'))
        if (!accepted || accepted.answer === 'refused') throw paymentProblem('result_refused')
        return 'OK'
      },
    })
  })
}

/** A person's browser comes back: whatever is wrong, it is led to a page and not to an error. */
async function leadBack(
  app: App,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  where: () => Promise<string>,
) {
  onlyByReading(request)
  const path = await where().catch((error: Error) => {
    app.log.error({ err: error }, 'the way back from the card page')
    return problemPage('later')
  })
  return reply.redirect(path, 303)
}

/** A program that only looks whether the address is there changes nothing. */
function onlyByReading({ method }: FastifyRequest) {
  if (method === 'HEAD') throw paymentProblem('result_refused')
}
