import { maxPupils } from '../../rules.ts'

/** The typed values of a price; money as text. */
export type TypedPrice = { enrollmentFrom: string; unitPrice: string; startsDate: string; endsDate: string }

/** Parses whole units with at most two decimals, after a comma or a point: cents, or undefined. */
export function readMoney(text: string): number | undefined {
  const match = text.trim().match(/^(\d{1,7})(?:[.,](\d{1,2}))?$/)
  if (!match) return undefined
  const cents = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return cents <= 100_000_000 ? cents : undefined
}

export const readCount = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text.trim()) ? Number(text.trim()) : undefined

const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text)

export function priceErrors({ enrollmentFrom, unitPrice, startsDate, endsDate }: TypedPrice): Record<string, string> {
  const from = readCount(enrollmentFrom)
  return {
    ...(readMoney(unitPrice) === undefined ? { unitPrice: 'Please enter an amount, for example 425.00.' } : {}),
    ...(from === undefined || from > maxPupils ? { enrollmentFrom: 'Please enter a number of students, or 0.' } : {}),
    ...(isDay(startsDate) ? {} : { startsDate: 'Please enter a date.' }),
    ...(endsDate === '' || isDay(endsDate) ? {} : { endsDate: 'Please enter a date, or leave it empty.' }),
    ...(isDay(startsDate) && isDay(endsDate) && endsDate < startsDate
      ? { endsDate: 'The last day can’t be before the first day.' }
      : {}),
  }
}

export type TypedProduct = {
  productCode: string
  name: string
  givesTerm: boolean
  termMonths: string
  mostInCart: string
}

export function productErrors(typed: TypedProduct): Record<string, string> {
  const months = readCount(typed.termMonths)
  const most = readCount(typed.mostInCart)
  return {
    ...(/^[A-Z0-9]{3,20}$/.test(typed.productCode) ? {} : { productCode: 'Please enter 3 to 20 capitals and digits.' }),
    ...(typed.name.trim() ? {} : { name: 'Please enter a name.' }),
    ...(typed.givesTerm && (months === undefined || months < 1 || months > 60)
      ? { termMonths: 'Please enter 1 to 60 months.' }
      : {}),
    ...(most === undefined || most < 1 || most > 999 ? { mostInCart: 'Please enter a number from 1 to 999.' } : {}),
  }
}
