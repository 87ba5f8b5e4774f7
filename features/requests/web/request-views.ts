import type { Answer } from '#kit/web/call.ts'
import type { requestsApi } from '../contract.ts'
import type { timelineApi } from '../timeline/contract.ts'

/** The screens' types, with parsed dates. */
export type RequestView = Answer<typeof requestsApi.catalogueRequest>['response']
export type ItemView = RequestView['items'][number]
type Timeline = Answer<typeof timelineApi.timeline>['response']
export type EventView = Timeline['events'][number]
export type PlaceView = Timeline['places'][number]
