/** Both documents: part of the service is away, so the operation may succeed later. */
export const unableSentence = "We're unable to perform the this operation. Please try again later"

/** The calls of the second document's screens: accounts, schools, the shop and payments. */
const ofAccounts =
  /^\/(?:cms|rest\/(?:user|customer|gdpr|requestForgot|activation|complimentary|freeTrial|invit|z3950|subscriptions|billing|invoice|shop|cart|quotes|orders|payment|receipt))/

/**
 * The documents' sentence for a failure that nothing explains. `generic`: that of the first document; the second one
 * names the provider's support.
 */
export const failureSentence = (generic: string, path: string, status: number, provider: string): string =>
  status === 503 ? unableSentence : ofAccounts.test(path) ? generic.replace("the provider's", provider) : generic
