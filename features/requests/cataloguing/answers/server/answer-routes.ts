import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { answersApi } from '../contract.ts'
import { leavingAnswers, sendAnswerNow, undoAnswer } from './leaving.ts'

export const answerRoutes = (http: FastifyInstance, app: App) =>
  serve(http, app, answersApi, {
    leavingAnswers: () => leavingAnswers(app),
    undoAnswer: (input, { caller }) => undoAnswer(app, caller, input),
    sendAnswerNow: (input) => sendAnswerNow(app, input),
  })
