/** Sums amounts in cents, to avoid floating-point errors. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** Unit price times quantity in cents, to avoid floating-point errors. */
export const lineSum = ({ unitPrice, quantity }: { unitPrice: number; quantity: number }): number =>
  (Math.round(unitPrice * 100) * quantity) / 100
