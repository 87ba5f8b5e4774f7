import { settings } from '#kit/web/settings.ts'

/** Whether the cart is the bundled one. */
export const ownShop = settings.cmsUrl.startsWith('/')
export const cartAddress = ownShop ? `${settings.cmsUrl}/cart` : settings.cmsUrl
export const shopAddress = settings.cmsUrl

export const reviewAddress = (cmsId: string): string => `/orderDetails?cmsId=${encodeURIComponent(cmsId)}`

/** Where an invoice that was requested is told of; the page reads the rest from the server. */
export const requestedAddress = (id: string | null, subscriptionOrder: boolean): string =>
  `/payment/receipt?${new URLSearchParams({
    ...(id ? { id } : {}),
    subscriptionOrder: String(subscriptionOrder),
    requestInvoice: 'true',
  })}`
