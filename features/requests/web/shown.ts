import type { Answer } from '#kit/web/call.ts'
import type { requestsApi } from '../contract.ts'
import type { timelineApi } from '../timeline/contract.ts'

/** The screens' types, with parsed dates. */
export type ShownRequest = Answer<typeof requestsApi.catalogueRequest>['response']
export type ShownItem = ShownRequest['items'][number]
type Told = Answer<typeof timelineApi.timeline>['response']
export type ShownEvent = Told['events'][number]
export type ShownPlace = Told['places'][number]
