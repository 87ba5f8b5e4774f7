import { addressLines } from '#kit/address-lines.ts'
import { type BillTo, contactNamed, postageCategory, type Totals, taxInWords } from '../../billing/rules.ts'
import type { LetterPaper } from './paper-pdf.ts'
import type { PaperLine } from './paper-pdf-lines.ts'
import { moneyOn } from './paper-words.ts'

/** Whom a paper is for: name, and the lines below it. */
export function addressedTo(billTo: BillTo): Pick<LetterPaper, 'name' | 'address'> {
  const contact = contactNamed(billTo.contacts)
  const named = `${contact?.firstName ?? ''} ${contact?.lastName ?? ''}`.trim()
  return { name: billTo.name, address: [...(named ? [`Attention: ${named}`] : []), ...addressLines(billTo)] }
}

type Line = {
  productCode: string
  productCategory: string
  description: string
  quantity: number
  unitCents: number
  enrollmentSize: number | null
}

/** What was ordered; postage stands with the totals. */
export const linesOnPaper = (lines: readonly Line[]): PaperLine[] =>
  lines
    .filter(({ productCategory }) => productCategory !== postageCategory)
    .map(({ description, productCode, quantity, unitCents, enrollmentSize }) => ({
      description,
      detail:
        enrollmentSize === null
          ? productCode
          : `${productCode} · for ${enrollmentSize.toLocaleString('en-AU')} pupils and students`,
      quantity: quantity.toLocaleString('en-AU'),
      unitPrice: moneyOn(unitCents),
      amount: moneyOn(unitCents * quantity),
    }))

/** Tax by the country that the paper was written for; without any it says so. `last`: what the total is. */
export const totalsOnPaper = (
  sums: Totals & { taxBasisPoints: number; currency: string },
  last: string,
): LetterPaper['totals'] => [
  { label: 'Subtotal', value: moneyOn(sums.subTotalCents) },
  ...(sums.shippingCents > 0 ? [{ label: 'Postage & handling', value: moneyOn(sums.shippingCents) }] : []),
  { label: sums.taxBasisPoints > 0 ? taxInWords(sums.taxBasisPoints) : 'No tax', value: moneyOn(sums.gstCents) },
  { label: last, value: `${sums.currency} ${moneyOn(sums.totalCents)}`, strong: true },
]
