import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { useCardPage } from '#features/shop/payments/web/card-form-parts.tsx'
import { call } from '#kit/web/call.ts'
import { replaceWith } from '#kit/web/history.ts'
import { humanCheckMissing, useHumanCheck } from '#platform/human-check/web/human-check-parts.tsx'
import { requestedAddress } from './order-addresses.ts'
import {
  isLost,
  lost,
  noPayForm,
  type Refusal,
  refusalOfSentence,
  refusalOnPay,
  refusalOnRequest,
  sentences,
} from './order-messages.ts'

/** Milliseconds before the request is repeated with the same answer of the human check, which makes it idempotent. */
const timeoutMs = 30_000

/**
 * Pay Now and Request Invoice. `readAt`: when the order was last fetched. `shut`: the human check must be solved
 * (again) first. A refusal of kind `expired` or `gone` is final.
 */
export function useOrderActions(cmsId: string, purchaseOrder: string, readAt: number) {
  const human = useHumanCheck()
  const card = useCardPage(`order ${cmsId}`)
  const cache = useQueryClient()
  const [pending, setPending] = useState<'pay' | 'invoice' | 'go-on'>()
  const [refusal, setRefusal] = useState<Refusal>()
  // The buttons start enabled. After a first answer of the human check, they are disabled whenever it is used up or
  // expired.
  const [begun, setBegun] = useState(false)
  useEffect(() => {
    if (human.answer === undefined) return
    setBegun(true)
    setRefusal((before) => (before?.sentence === humanCheckMissing ? undefined : before))
  }, [human.answer])

  // A newly fetched order shows whether a payment is in process.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once per fetch
  useEffect(() => {
    setRefusal((before) => (before?.kind === 'in-process' ? undefined : before))
  }, [readAt])

  const refuse = (next: Refusal) => {
    setRefusal(next)
    if (next.kind === 'lost') return
    setBegun(true)
    human.again()
  }
  const act = async (
    what: 'pay' | 'invoice' | 'go-on',
    answer: string | undefined,
    work: (order: { id: string; recaptcha_token: string; purchaseOrder: string }) => Promise<Refusal | undefined>,
    refusalOf: (error: unknown) => Refusal,
  ) => {
    if (pending || card.leaving) return
    if (answer === undefined) return setRefusal({ kind: 'other', sentence: humanCheckMissing })
    setPending(what)
    setRefusal(undefined)
    try {
      const refused = await work({ id: cmsId, recaptcha_token: answer, purchaseOrder })
      if (refused) refuse(refused)
    } catch (error) {
      refuse(isLost(error) ? { kind: 'lost', sentence: lost } : refusalOf(error))
    } finally {
      setPending(undefined)
    }
  }

  const toCardPage = (what: 'pay' | 'go-on', answer: string | undefined) =>
    act(
      what,
      answer,
      async (order) => {
        const { response, disableButtons } = await call(ordersApi.securePay, order, { timeoutMs })
        if (response) card.leave(response, order.recaptcha_token)
        else if (what === 'go-on') card.forget()
        if (disableButtons) return { kind: 'in-process', sentence: sentences.inProcess }
        return response ? undefined : noPayForm
      },
      refusalOnPay,
    )

  const requestInvoice = () =>
    act(
      'invoice',
      human.answer,
      async (order) => {
        const reply = await call(ordersApi.requestInvoice, order, { timeoutMs })
        if (reply.errorMessage) return refusalOfSentence(reply.errorMessage)
        card.forget()
        replaceWith(requestedAddress(reply.id, reply.subscriptionOrder))
        // Cart, invoices, subscriptions and search permissions have changed.
        void cache.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== ordersApi.orderDetails.path })
        return undefined
      },
      refusalOnRequest,
    )

  const expire = useCallback(
    () =>
      setRefusal((before) => (before?.kind === 'expired' ? before : { kind: 'expired', sentence: sentences.expired })),
    [],
  )

  return {
    box: human.box,
    card,
    pending,
    refusal,
    shut: begun && human.answer === undefined,
    payNow: () => void toCardPage('pay', human.answer),
    goOn: () => void toCardPage('go-on', card.begun),
    requestInvoice: () => void requestInvoice(),
    expire,
  }
}
