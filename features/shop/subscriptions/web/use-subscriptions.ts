import { subscriptionsApi } from '#features/shop/subscriptions/contract.ts'
import type { Answer } from '#kit/web/call.ts'
import { useLatestReply } from '#kit/web/use-api.ts'

export type SubscriptionView = Answer<typeof subscriptionsApi.listSubscriptions>['response'][number]

export const useSubscriptions = () => useLatestReply(subscriptionsApi.listSubscriptions, {})
