import { signInAddress } from '#features/account/web/account-parts.tsx'
import { leaveWithReturn } from '#kit/web/history.ts'
import { productAddress } from './shop-state.ts'

/** The product that a visitor wanted to add to a cart. */
export type CartIntention = { productCode: string; quantity: number; enrollmentSize?: number }

const storageName = 'shop-after-sign-in'

/** Sends a visitor to sign in and back to the product, which is then added to their cart. */
export function signInToAdd(intention: CartIntention): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(intention))
  } catch {
    // Storage is disabled: after sign-in they must press again.
  }
  leaveWithReturn(signInAddress(productAddress(intention.productCode)))
}

/** Takes the stored wish for this product, once. */
export function takeIntention(code: string): CartIntention | undefined {
  try {
    const { productCode, quantity, enrollmentSize } = JSON.parse(
      sessionStorage.getItem(storageName) ?? '{}',
    ) as Partial<CartIntention>
    if (productCode !== code || !Number.isInteger(quantity)) return undefined
    sessionStorage.removeItem(storageName)
    return { productCode, quantity: quantity!, ...(Number.isInteger(enrollmentSize) ? { enrollmentSize } : {}) }
  } catch {
    return undefined
  }
}
