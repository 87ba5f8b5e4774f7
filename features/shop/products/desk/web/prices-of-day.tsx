import { useId, useState } from 'react'
import { isDay } from '#kit/day.ts'
import { businessDay } from '#kit/web/dates.ts'
import { formatDay, shortMoney } from '#kit/web/format.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { type Column, type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { SectionHead } from '#ui/table/section-head.tsx'
import { Status } from '#ui/tags.tsx'
import { type DeskPriceView, type DeskProductView, formatTier, pricesOn } from './price-times.ts'

const currencies = ['AUD', 'NZD'] as const
type Tier = ReturnType<typeof pricesOn>[number]

/** Prices by enrolment and currency, for today or any other day, to preview planned ones. */
export function PricesOfDay({ product }: { product: DeskProductView }) {
  const id = useId()
  const [day, setDay] = useState<string>(() => businessDay())
  const columns = columnsOf(product.byEnrollment)
  const tiers = isDay(day) ? pricesOn(product.prices, day) : []
  return (
    <section className="desk-lines cards prices-of-day">
      <SectionHead title="Prices on a date">
        <DateField
          id={id}
          label="On"
          value={day}
          onChange={setDay}
          error={isDay(day) ? undefined : 'Please enter a date.'}
        />
        {tiers.length > 0 && (
          <ExportButton
            name={`Prices for ${product.name} on ${day}`}
            of="Prices on a date"
            read={() => fileOf(columns, tiers)}
          />
        )}
      </SectionHead>
      {tiers.length === 0 ? (
        <p className="quiet">There is no price on this date, so schools can’t order it then.</p>
      ) : (
        <DataTable
          caption="Prices on a date"
          columns={columns}
          rows={tiers}
          keyOf={({ enrollmentFrom }) => enrollmentFrom}
        />
      )}
    </section>
  )
}

const columnsOf = (byEnrollment: boolean): Columns<Tier> => {
  const students = ({ enrollmentFrom }: Tier) => formatTier(enrollmentFrom, byEnrollment)
  return [
    { head: 'Number of students', csv: students, cell: students },
    ...currencies.flatMap((currency): Column<Tier>[] => [
      {
        head: `${currency}, excluding tax`,
        narrow: currency,
        number: true,
        csv: ({ byCurrency }) => byCurrency[currency]?.unitPrice ?? null,
        cell: ({ byCurrency }) => <Cell price={byCurrency[currency]} />,
      },
      { head: `${currency} until`, csv: ({ byCurrency }) => byCurrency[currency]?.endsDate ?? null },
    ]),
  ]
}

function Cell({ price }: { price: DeskPriceView | undefined }) {
  if (!price) return <span className="quiet">not sold</span>
  return (
    <>
      {price.endsDate && <Status tone="warn">Until {formatDay(price.endsDate, 'long')}</Status>}{' '}
      {shortMoney(price.unitPrice, price.currency)}
    </>
  )
}
