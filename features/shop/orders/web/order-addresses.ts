import { settings } from '#kit/web/settings.ts'

/** True for the bundled shop. */
export const ownShop = settings.cmsUrl.startsWith('/')
export const cartAddress = ownShop ? `${settings.cmsUrl}/cart` : settings.cmsUrl
export const shopAddress = settings.cmsUrl

export const reviewAddress = (cmsId: string): string => `/orderDetails?cmsId=${encodeURIComponent(cmsId)}`

/** The page that confirms a requested invoice; it reads the rest from the server. */
export const requestedAddress = (id: string | null, subscriptionOrder: boolean): string =>
  `/payment/receipt?${new URLSearchParams({
    ...(id ? { id } : {}),
    subscriptionOrder: String(subscriptionOrder),
    requestInvoice: 'true',
  })}`
