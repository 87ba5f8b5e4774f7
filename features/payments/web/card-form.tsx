import type { RefObject } from 'react'
import type { CardForm } from '#features/payments/contract.ts'

/** The provider's page for tests, until the server has said which one it is. */
const firstTarget = 'https://payment.securepay.com.au/test/v2/invoice'

/** What the card page calls each member. */
const names = {
  billName: 'bill_name',
  merchantId: 'merchant_id',
  primaryRef: 'primary_ref',
  txnType: 'txn_type',
  amount: 'amount',
  timestamp: 'fp_timestamp',
  fingerprint: 'fingerprint',
  returnURL: 'return_url',
  returnURLText: 'return_url_text',
  returnURLTarget: 'return_url_target',
  callbackURL: 'callback_url',
  cancelURL: 'cancel_url',
  currency: 'currency',
  deliveryCountry: 'delivery_country',
  billingCountry: 'billing_country',
  email: 'email_address',
  display_receipt: 'display_receipt',
} as const satisfies Record<Exclude<keyof CardForm, 'securePayURL'>, string>
const members = Object.keys(names) as (keyof typeof names)[]

/** Hidden, and empty until the server has said what is to be paid. */
export const HiddenCardForm = ({
  form,
  place,
}: {
  form: CardForm | undefined
  place: RefObject<HTMLFormElement | null>
}) => (
  <form ref={place} hidden method="post" action={form?.securePayURL ?? firstTarget} data-testid="card-form">
    {members.map((member) => {
      const value = form?.[member] ?? ''
      // Some are for checks against fraud only: where they are not wanted they are not sent.
      return form && value === '' ? null : (
        <input key={member} type="hidden" name={names[member]} value={value} readOnly />
      )
    })}
  </form>
)
