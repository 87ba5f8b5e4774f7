/** Both documents: part of the service is away, or a call failed without a reason, so the operation may succeed later. */
export const unableSentence = "We're unable to perform the this operation. Please try again later"

/** The calls and screens of the second document: accounts, schools, the shop and payments. */
const ofAccounts =
  /^\/(?:cms|rest\/(?:user|customer|gdpr|requestForgot|activation|complimentary|freeTrial|invit|z3950|subscriptions|billing|invoice|shop|cart|quotes|orders|payment|receipt))|^\/(?:my(?:Profile|Settings|Contacts|Students|Colleagues)|school(?:Details|Settings)|changePassword|changeEmail|forgotPassword|invitation|invoices|billing|payInvoice|subscriptions?|orderDetails|payment|freeTrial|complimentary|standards|privacy-policy-consent)(?:\/|$)/

/** Whether the second document describes the call or the screen: its sentence names the provider. */
export const isOfAccounts = (path: string): boolean => ofAccounts.test(path)

/**
 * The documents' sentence for a failure that nothing explains. `generic`: that of the first document; the second one
 * names the provider's support.
 */
export const failureSentence = (generic: string, path: string, status: number, provider: string): string =>
  status === 503 ? unableSentence : isOfAccounts(path) ? generic.replace("the provider's", provider) : generic
