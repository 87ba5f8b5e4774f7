import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { moneyInWords } from '#kit/web/money.ts'
import { Button } from '#ui/button.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { Table } from '#ui/table/table.tsx'
import { Status, type Tone } from '#ui/tags.tsx'
import { dayInWords } from '../../web/shop-words.ts'
import { barOf, lastDayOf, type ShownDeskPrice, type ShownDeskProduct, stretchOf, tierInWords } from './price-times.ts'

const states: Record<ShownDeskPrice['state'], [Tone, string]> = {
  CURRENT: ['ok', 'Current'],
  PLANNED: ['warn', 'Planned'],
  PAST: ['plain', 'Past'],
}

/** All prices, each with its days and its bar on one time line; what is over is one press away. */
export function PriceLines({
  product: { prices, byEnrollment },
  onRemove,
}: {
  product: ShownDeskProduct
  onRemove: (price: ShownDeskPrice) => void
}) {
  const [withPast, setWithPast] = useState(false)
  const past = prices.filter(({ state }) => state === 'PAST').length
  const shown = prices.filter(({ state }) => withPast || state !== 'PAST')
  const now = new Date()
  const stretch = stretchOf(shown, now)
  const today = ((now.getTime() - stretch.from) / (stretch.to - stretch.from)) * 100
  return (
    <section className="desk-lines price-lines">
      <div className="section-head">
        <h2>All prices</h2>
        {past > 0 && (
          <Button look="bare" aria-expanded={withPast} onClick={() => setWithPast(!withPast)}>
            {withPast ? 'Hide past prices' : `Show ${past.toLocaleString()} past`}
          </Button>
        )}
      </div>
      {shown.length === 0 ? (
        <p className="quiet">No price yet. Without one it is not offered.</p>
      ) : (
        <Table
          caption="All prices"
          head={
            <>
              <th scope="col" className="price-cell">
                Price
              </th>
              <th scope="col">Pupils and students</th>
              <th scope="col">From</th>
              <th scope="col">Until</th>
              <th scope="col">State</th>
              <th scope="col" className="time-cell">
                <span aria-hidden className="today-word" style={{ left: `${today}%` }}>
                  today
                </span>
                <span className="only-heard">Time line</span>
              </th>
              <th scope="col">
                <span className="only-heard">Actions</span>
              </th>
            </>
          }
        >
          {shown.map((price) => {
            const [tone, word] = states[price.state]
            const { left, width } = barOf(price, prices, stretch)
            const last = lastDayOf(price, prices)
            const tier = tierInWords(price.enrollmentFrom, byEnrollment)
            const money = moneyInWords(price.unitPrice, price.currency)
            return (
              <tr key={price.id}>
                <td className="price-cell">{money}</td>
                <td>{tier}</td>
                <td className="day-cell" data-label="from">
                  {price.startsDate && dayInWords(price.startsDate)}
                </td>
                <td className="day-cell" data-label="until">
                  {last ? dayInWords(last) : <span className="quiet">goes on</span>}
                </td>
                <td>
                  <Status tone={tone}>{word}</Status>
                </td>
                <td className="time-cell" aria-hidden>
                  <span className="time">
                    <span
                      className={`bar ${price.state.toLowerCase()}`}
                      style={{ left: `${left}%`, width: `${width}%` }}
                    />
                    <span className="today" style={{ left: `${today}%` }} />
                  </span>
                </td>
                <td className="act-cell">
                  {price.state !== 'PAST' && (
                    <Button
                      look="bare"
                      square
                      icon={Trash2}
                      onPointerEnter={prepareOverlays}
                      onFocus={prepareOverlays}
                      onClick={() => onRemove(price)}
                    >
                      {`${price.state === 'PLANNED' ? 'Take back' : 'End'} ${money}, ${tier.toLowerCase()}`}
                    </Button>
                  )}
                </td>
              </tr>
            )
          })}
        </Table>
      )}
    </section>
  )
}
