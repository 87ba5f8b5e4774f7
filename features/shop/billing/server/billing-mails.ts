import type { App, Db } from '#app/app.ts'
import { writtenDay } from '#kit/day.ts'
import { composeMail, enqueueMail, type MailAttachment, type MailContent } from '#platform/mail/server/mail.ts'
import { moneyOn, type Paper, payAddress } from '../../invoices/server/paper.ts'
import { formatTax } from '../rules.ts'

type Env = Pick<App['env'], 'providerName' | 'publicUrl'>
type MailText = Omit<MailContent, 'facts' | 'footnote' | 'providerName' | 'records'>
export type BillingMail = ReturnType<typeof composeMail>

const amountOf = ({ invoice }: Paper) => `${moneyOn(invoice.totalCents)} ${invoice.currency}`

const payLink = (env: Env, { invoice, billTo }: Paper) => ({
  label: 'Pay by card',
  href: payAddress(env.publicUrl, billTo.customerNo, invoice.invoiceNo),
})

export const requestedMail = (env: Env, paper: Paper): BillingMail =>
  written(env, paper, {
    subject: `Your order and invoice ${paper.invoice.invoiceNo}`,
    heading: 'Thank you for your order',
    intro: [`The invoice is attached. Please pay it by ${writtenDay(paper.invoice.dueOn)}.`],
    link: payLink(env, paper),
  })

export const paidMail = (env: Env, paper: Paper, receiptId: string | null): BillingMail =>
  written(env, paper, {
    subject: `Invoice ${paper.invoice.invoiceNo} has been paid`,
    heading: `We have received your payment of ${amountOf(paper)}`,
    intro: [
      receiptId
        ? 'Thank you. The receipt and the paid invoice are attached.'
        : 'Thank you. The paid invoice is attached.',
    ],
    link: receiptId
      ? { label: 'View receipt', href: `${env.publicUrl}/payment/receipt?id=${receiptId}` }
      : { label: 'View your invoices', href: `${env.publicUrl}/invoices` },
  })

/** `days` after the due date; negative before it. */
export const reminderMail = (env: Env, paper: Paper, days: number): BillingMail => {
  const { invoiceNo, dueOn } = paper.invoice
  return written(env, paper, {
    subject: days > 0 ? `Invoice ${invoiceNo} is overdue` : `Invoice ${invoiceNo} is due by ${writtenDay(dueOn)}`,
    heading: days > 0 ? `Invoice ${invoiceNo} was due on ${writtenDay(dueOn)}` : `Invoice ${invoiceNo} is due soon`,
    intro: [
      days > 0
        ? 'We haven’t received your payment yet. Please pay as soon as you can. If you have paid in the last few days, you can ignore this email.'
        : `Please pay by ${writtenDay(dueOn)}. If you have already paid, you can ignore this email.`,
    ],
    link: payLink(env, paper),
  })
}

export const endedMail = (env: Env, paper: Paper): BillingMail => {
  const { invoice } = paper
  const done = invoice.status === 'CANCELLED' ? 'cancelled' : 'refunded'
  return written(env, paper, {
    subject: `Invoice ${invoice.invoiceNo} has been ${done}`,
    heading: `Invoice ${invoice.invoiceNo} has been ${done}`,
    intro: [
      ...(done === 'cancelled' ? ['You don’t need to pay it.'] : [`We will refund ${amountOf(paper)}.`]),
      ...(invoice.endedReason ? [invoice.endedReason] : []),
    ],
    link: { label: 'View your invoices', href: `${env.publicUrl}/invoices` },
  })
}

const written = (env: Env, paper: Paper, said: MailText): BillingMail => {
  const { invoice, orderNo, lines, billTo } = paper
  const tax = invoice.taxBasisPoints > 0 ? ` (including ${formatTax(invoice.taxBasisPoints)})` : ''
  return composeMail({
    ...said,
    facts: [
      { label: 'Invoice', value: invoice.invoiceNo },
      { label: 'Amount', value: `${amountOf(paper)}${tax}` },
      ...(orderNo ? [{ label: 'Order', value: orderNo }] : []),
      ...(invoice.purchaseOrder ? [{ label: 'Purchase order', value: invoice.purchaseOrder }] : []),
      {
        label: 'For',
        value: lines
          .map(({ quantity, description }) => (quantity > 1 ? `${quantity} × ${description}` : description))
          .join('\n'),
      },
    ],
    footnote: `You’re receiving this email because you are a primary or invoicing contact for ${billTo.name}.`,
    providerName: env.providerName,
  })
}

/** Queues one mail per address, in the transaction that makes it due, so it is queued once. */
export async function enqueueBillingMail(
  app: Pick<App, 'db' | 'queue' | 'clock'>,
  tx: Db,
  to: readonly string[],
  mail: BillingMail & { attachments: readonly MailAttachment[] },
): Promise<void> {
  for (const address of to) await enqueueMail(app, { ...mail, to: address }, tx)
}

export const pdfAttachment = (name: string, bytes: Buffer): MailAttachment => ({
  name: `${name}.pdf`,
  type: 'application/pdf',
  bytes,
})
