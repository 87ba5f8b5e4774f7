import { signInAddress } from '#features/account/web/account-parts.tsx'
import { leaveToComeBack } from '#kit/web/history.ts'
import { productAddress } from './shop-state.ts'

/** What a visitor was about to put into a cart. */
export type Wanted = { productCode: string; quantity: number; enrollmentSize?: number }

const storageName = 'shop-after-sign-in'

/** Leads a visitor to sign in and back to the product, which then is put into their cart. */
export function signInToAdd(wanted: Wanted): void {
  try {
    sessionStorage.setItem(storageName, JSON.stringify(wanted))
  } catch {
    // Storage is switched off: they come back to the product and press once more.
  }
  leaveToComeBack(signInAddress(productAddress(wanted.productCode)))
}

/** What was left to be added of this product; once. */
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
