/**
 * `AUD 1,451.00`: whole units with two decimals, and the currency's code, because two currencies share the dollar sign.
 */
export const moneyInWords = (amount: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)

/** `$1,451.00`, if the currency's code is beside it or above the column. */
export const shortMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)

/** Sums amounts in cents, to avoid floating-point errors. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** Unit price times quantity in cents, to avoid floating-point errors. */
export const lineSum = ({ unitPrice, quantity }: { unitPrice: number; quantity: number }): number =>
  (Math.round(unitPrice * 100) * quantity) / 100
