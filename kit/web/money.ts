/** `AUD 1,451.00`: whole units with two decimals, and the currency by its code, as two dollars look alike. */
export const moneyInWords = (amount: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'code' }).format(amount)

/** `$1,451.00`, where the currency's code stands beside it, or above a whole column. */
export const shortMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat(undefined, { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }).format(amount)

/** Sums of what the server sends, without the dust of fractions. */
export const sumOf = (amounts: readonly number[]): number =>
  amounts.reduce((cents, amount) => cents + Math.round(amount * 100), 0) / 100

/** So many at one price, without the dust of fractions. */
export const lineSum = ({ unitPrice, quantity }: { unitPrice: number; quantity: number }): number =>
  (Math.round(unitPrice * 100) * quantity) / 100
