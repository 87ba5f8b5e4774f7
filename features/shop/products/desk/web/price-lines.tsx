import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { businessDay } from '#kit/web/dates.ts'
import { formatDay, formatMoney, grouped } from '#kit/web/format.ts'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, fileOf } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { SectionHead } from '#ui/table/section-head.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { barOf, type DeskPriceView, type DeskProductView, formatTier, lastDayOf, stretchOf } from './price-times.ts'

const states: Record<DeskPriceView['state'], [Tone, string]> = {
  CURRENT: ['ok', 'Current'],
  PLANNED: ['warn', 'Planned'],
  PAST: ['plain', 'Past'],
}

/** `prices`: all of the product, because the next one ends the one before. */
const priceColumns = (prices: readonly DeskPriceView[], byEnrollment: boolean): Columns<DeskPriceView> => [
  {
    head: 'Price',
    headClass: 'price-cell',
    className: 'price-cell',
    csv: ({ unitPrice }) => unitPrice,
    cell: ({ unitPrice, currency }) => formatMoney(unitPrice, currency),
  },
  { head: 'Currency', csv: ({ currency }) => currency },
  {
    head: 'Number of students',
    csv: ({ enrollmentFrom }) => formatTier(enrollmentFrom, byEnrollment),
    cell: ({ enrollmentFrom }) => formatTier(enrollmentFrom, byEnrollment),
  },
  {
    head: 'From',
    className: 'day-cell',
    narrow: 'from',
    csv: ({ startsDate }) => startsDate,
    cell: ({ startsDate }) => startsDate && formatDay(startsDate, 'long'),
  },
  {
    head: 'Until',
    className: 'day-cell',
    narrow: 'until',
    csv: (price) => lastDayOf(price, prices) ?? null,
    cell: (price) => {
      const last = lastDayOf(price, prices)
      return last ? formatDay(last, 'long') : <span className="quiet">no end date</span>
    },
  },
  {
    head: 'Status',
    csv: ({ state }) => states[state][1],
    cell: ({ state }) => <Status tone={states[state][0]}>{states[state][1]}</Status>,
  },
]

/** All prices with their days on one timeline; past ones are shown on request. */
export function PriceLines({
  product: { name, prices, byEnrollment },
  onRemove,
}: {
  product: DeskProductView
  onRemove: (price: DeskPriceView) => void
}) {
  const [withPast, setWithPast] = useState(false)
  const past = prices.filter(({ state }) => state === 'PAST').length
  const shown = prices.filter(({ state }) => withPast || state !== 'PAST')
  const now = new Date(businessDay())
  const stretch = stretchOf(shown, now)
  const today = ((now.getTime() - stretch.from) / (stretch.to - stretch.from)) * 100
  return (
    <section className="desk-lines cards price-lines">
      <SectionHead title="All prices">
        {past > 0 && (
          <Button look="bare" aria-expanded={withPast} onClick={() => setWithPast(!withPast)}>
            {withPast ? 'Hide past prices' : `Show ${grouped(past)} past`}
          </Button>
        )}
        {prices.length > 0 && (
          <ExportButton
            name={`Prices for ${name}`}
            of="All prices"
            read={() => fileOf(priceColumns(prices, byEnrollment), prices)}
          />
        )}
      </SectionHead>
      {shown.length === 0 ? (
        <p className="quiet">No prices yet. Add one to offer this product.</p>
      ) : (
        <DataTable
          caption="All prices"
          columns={[
            ...priceColumns(prices, byEnrollment),
            {
              head: 'Timeline',
              headDrawn: (
                <>
                  <span aria-hidden className="today-word" style={{ left: `${today}%` }}>
                    today
                  </span>
                  <span className="only-heard">Timeline</span>
                </>
              ),
              headClass: 'time-cell',
              className: 'time-cell',
              cell: (price) => {
                const { left, width } = barOf(price, prices, stretch)
                return (
                  <span className="time block relative" aria-hidden>
                    <span
                      className={`bar ${price.state.toLowerCase()}`}
                      style={{ left: `${left}%`, width: `${width}%` }}
                    />
                    <span className="today" style={{ left: `${today}%` }} />
                  </span>
                )
              },
            },
            {
              head: 'Actions',
              headHidden: true,
              className: 'act-cell',
              cell: (price) => price.state !== 'PAST' && <EndPrice {...{ price, byEnrollment, onRemove }} />,
            },
          ]}
          rows={shown}
          keyOf={({ id }) => id}
        />
      )}
    </section>
  )
}

function EndPrice({
  price,
  byEnrollment,
  onRemove,
}: {
  price: DeskPriceView
  byEnrollment: boolean
  onRemove: (price: DeskPriceView) => void
}) {
  const what = `${formatMoney(price.unitPrice, price.currency)}, ${formatTier(price.enrollmentFrom, byEnrollment).toLowerCase()}`
  return (
    <Button
      look="bare"
      square
      icon={Trash2}
      onPointerEnter={prepareOverlays}
      onFocus={prepareOverlays}
      onClick={() => onRemove(price)}
    >
      {`${price.state === 'PLANNED' ? 'Remove' : 'End'} ${what}`}
    </Button>
  )
}
