import { useId, useState } from 'react'
import { dayInWords, moneyInWords } from '#kit/web/in-words.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { isDay } from '#ui/form/typed-day.ts'
import type { Column } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { Status } from '#ui/tags.tsx'
import { type DeskPriceView, type DeskProductView, dayOf, pricesOn, tierInWords } from './price-times.ts'

const currencies = ['AUD', 'NZD'] as const
type Tier = ReturnType<typeof pricesOn>[number]

/** Prices by enrolment and currency, for today or any other day, to preview planned ones. */
export function PricesOfDay({ product }: { product: DeskProductView }) {
  const id = useId()
  const [day, setDay] = useState(() => dayOf(new Date()))
  const tiers = isDay(day) ? pricesOn(product.prices, day) : []
  return (
    <section className="desk-lines cards prices-of-day">
      <div className="section-head split items-end gap-8-16 mb-6">
        <h2 className="text-17">Prices of a day</h2>
        <DateField
          id={id}
          label="On"
          value={day}
          onChange={setDay}
          error={isDay(day) ? undefined : 'Please enter a day.'}
        />
      </div>
      {tiers.length === 0 ? (
        <p className="quiet">There is no price on that day: it cannot be ordered then.</p>
      ) : (
        <DataTable
          caption="Prices of a day"
          columns={[
            {
              head: 'Pupils and students',
              cell: ({ enrollmentFrom }) => tierInWords(enrollmentFrom, product.byEnrollment),
            },
            ...currencies.map(
              (currency): Column<Tier> => ({
                head: `${currency}, without tax`,
                number: true,
                cell: ({ byCurrency }) => <Cell price={byCurrency[currency]} />,
              }),
            ),
          ]}
          rows={tiers}
          keyOf={({ enrollmentFrom }) => enrollmentFrom}
        />
      )}
    </section>
  )
}

function Cell({ price }: { price: DeskPriceView | undefined }) {
  if (!price) return <span className="quiet">not sold there</span>
  return (
    <>
      {price.endsDate && <Status tone="warn">Until {dayInWords(price.endsDate, 'long')}</Status>}{' '}
      {moneyInWords(price.unitPrice, price.currency)}
    </>
  )
}
