import { signInAddress } from '#features/account/web/account-parts.tsx'
import { leaveToComeBack } from '#kit/web/history.ts'
import { productAddress } from './shop-state.ts'

/** The product that a visitor wanted to add to a cart. */
export type Wanted = { productCode: string; quantity: number; enrollmentSize?: number }

const storageName = 'shop-after-sign-in'

/** Sends a visitor to sign in and back to the product, which is then added to their cart. */
export function signInToAdd(wanted: Wanted): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(wanted))
  } catch {
    // Storage is disabled: after sign-in they must press again.
  }
  leaveToComeBack(signInAddress(productAddress(wanted.productCode)))
}

/** Takes the stored wish for this product, once. */
export function takeWanted(code: string): Wanted | undefined {
  try {
    const { productCode, quantity, enrollmentSize } = JSON.parse(
      sessionStorage.getItem(storageName) ?? '{}',
    ) as Partial<Wanted>
    if (productCode !== code || !Number.isInteger(quantity)) return undefined
    sessionStorage.removeItem(storageName)
    return { productCode, quantity: quantity!, ...(Number.isInteger(enrollmentSize) ? { enrollmentSize } : {}) }
  } catch {
    return undefined
  }
}
