import { Status } from '#ui/tags.tsx'
import type { ShownDeskProduct } from './price-times.ts'

export function ProductFacts({ product }: { product: ShownDeskProduct }) {
  const { productCode, productCategory, termMonths, typeName, byEnrollment, physical, mostInCart } = product
  const facts: [string, string][] = [
    ['Category', productCategory],
    [
      'Gives',
      termMonths === null
        ? 'No subscription'
        : `A subscription of ${termMonths} ${termMonths === 1 ? 'month' : 'months'}${typeName === 'Z3950_ONLY' ? ', Z39.50 only' : ''}`,
    ],
    ['Price', byEnrollment ? 'By enrolment' : 'The same for all'],
    ['Sent by post', physical ? 'Yes, with postage' : 'No'],
    ['Most in a cart', mostInCart.toLocaleString()],
  ]
  return (
    <dl className="product-facts">
      <div>
        <dt>Code</dt>
        <dd>
          <span className="code">{productCode}</span>{' '}
          {product.withdrawnDate ? <Status>Withdrawn</Status> : <Status tone="ok">Offered</Status>}
        </dd>
      </div>
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
