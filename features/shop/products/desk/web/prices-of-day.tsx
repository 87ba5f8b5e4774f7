import { useId, useState } from 'react'
import { moneyInWords } from '#kit/web/money.ts'
import { DateField } from '#ui/form/date-field.tsx'
import { isDay } from '#ui/form/typed-day.ts'
import { Table } from '#ui/table/table.tsx'
import { Status } from '#ui/tags.tsx'
import { dayInWords } from '../../web/shop-words.ts'
import { dayOf, pricesOn, type ShownDeskPrice, type ShownDeskProduct, tierInWords } from './price-times.ts'

const currencies = ['AUD', 'NZD'] as const

/** What schools pay on a day, by enrolment and currency: today, or any other day, so that what is planned can be seen. */
export function PricesOfDay({ product }: { product: ShownDeskProduct }) {
  const id = useId()
  const [day, setDay] = useState(() => dayOf(new Date()))
  const tiers = isDay(day) ? pricesOn(product.prices, day) : []
  return (
    <section className="desk-lines prices-of-day">
      <div className="section-head">
        <h2>Prices of a day</h2>
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
        <Table
          caption="Prices of a day"
          head={
            <>
              <th scope="col">Pupils and students</th>
              {currencies.map((each) => (
                <th key={each} scope="col" className="n">
                  {each}, without tax
                </th>
              ))}
            </>
          }
        >
          {tiers.map(({ enrollmentFrom, byCurrency }) => (
            <tr key={enrollmentFrom}>
              <td>{tierInWords(enrollmentFrom, product.byEnrollment)}</td>
              {currencies.map((currency) => (
                <td key={currency} className="n">
                  <Cell price={byCurrency[currency]} />
                </td>
              ))}
            </tr>
          ))}
        </Table>
      )}
    </section>
  )
}

function Cell({ price }: { price: ShownDeskPrice | undefined }) {
  if (!price) return <span className="quiet">not sold there</span>
  return (
    <>
      {price.endsDate && <Status tone="warn">Until {dayInWords(price.endsDate)}</Status>}{' '}
      {moneyInWords(price.unitPrice, price.currency)}
    </>
  )
}
