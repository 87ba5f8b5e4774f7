import type { FastifyInstance } from 'fastify'
import type { App } from '#app/app.ts'
import { serve } from '#kit/server/serve.ts'
import { requestsApi } from '../contract.ts'
import { picturePlaces } from './attach-places.ts'
import { catalogueItem, listRequests } from './list-requests.ts'
import { changeRequest } from './patch-request.ts'
import { listResourceTypes, requestDetails } from './requests.ts'
import { createRequest, removeDraft } from './save-draft.ts'

export function requestRoutes(http: FastifyInstance, app: App) {
  const { ofDrafts } = picturePlaces(app)
  serve(
    http,
    app,
    requestsApi,
    {
      catalogueRequests: (asked, { caller }) => listRequests(app.db, caller.customerId, asked),
      createCatalogueRequest: (asked, { caller }) => createRequest(app, caller, asked),
      catalogueRequest: ({ id }, { caller }) => requestDetails(app.db, caller.customerId, id),
      changeCatalogueRequest: (asked, { caller }) => changeRequest(app, caller, asked),
      removeCatalogueRequest: ({ id }, { caller }) => removeDraft(app, caller, id),
      resourceTypes: listResourceTypes,
      catalogueItem: ({ itemNumber }, { caller }) => catalogueItem(app, caller.customerId, itemNumber),
    },
    { createCatalogueRequest: ofDrafts, changeCatalogueRequest: ofDrafts },
  )
}
