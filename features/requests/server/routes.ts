import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { picturePlaces } from '../attachments/server/picture-places.ts'
import { requestsApi } from '../contract.ts'
import { changeRequest } from '../form/server/patch-request.ts'
import { createRequest, removeDraft } from '../form/server/save-draft.ts'
import { requestedApi } from '../requested/contract.ts'
import { requestedItems } from '../requested/server/requested.ts'
import { catalogueItem, listRequests } from './list-requests.ts'
import { listResourceTypes, requestDetails } from './requests.ts'

export function requestRoutes(http: FastifyInstance, app: App) {
  const { ofDrafts } = picturePlaces(app)
  serve(
    http,
    app,
    requestsApi,
    {
      catalogueRequests: (input, { caller }) => listRequests(app.db, caller.customerId, input),
      createCatalogueRequest: (input, { caller }) => createRequest(app, caller, input),
      catalogueRequest: ({ id }, { caller }) => requestDetails(app.db, caller.customerId, id),
      changeCatalogueRequest: (input, { caller }) => changeRequest(app, caller, input),
      removeCatalogueRequest: ({ id }, { caller }) => removeDraft(app, caller, id),
      resourceTypes: listResourceTypes,
      catalogueItem: ({ itemNumber }, { caller }) => catalogueItem(app, caller.customerId, itemNumber),
    },
    { createCatalogueRequest: ofDrafts, changeCatalogueRequest: ofDrafts },
  )
  serve(http, app, requestedApi, {
    requestedItems: async (input, { caller }) => ({ response: await requestedItems(app.db, caller.customerId, input) }),
  })
}
