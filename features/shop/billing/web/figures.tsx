import type { ReactNode } from 'react'

export type Figure = { label: string; amounts: readonly string[]; why?: ReactNode; bad?: boolean }

/** Key sums side by side, one per currency. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="billing-figures stack line-above mt-22">
    {figures.map(({ label, amounts, why, bad = false }) => (
      <div key={label}>
        <dt className="remark">{label}</dt>
        {amounts.map((amount) => (
          <dd key={amount} className={bad ? 'num amount ink-bad' : 'num amount'}>
            {amount}
          </dd>
        ))}
        {why && <dd className="ink-2 text-note">{why}</dd>}
      </div>
    ))}
  </dl>
)
