import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { consentApi } from '../contract.ts'
import { policies, updateConsent, validateConsentLink } from './consent.ts'

export function consentRoutes(http: FastifyInstance, app: App) {
  serve(http, app, consentApi, {
    privacyPolicy: () => ({ response: policies[0] }),
    validateConsentLink: async ({ uuid }) => ({ response: await validateConsentLink(app, uuid) }),
    updateConsent: async (answer) => {
      await updateConsent(app, answer)
      return { messages: ['Your answers have been saved'] }
    },
  })
}
