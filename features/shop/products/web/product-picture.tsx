import './product-picture.css'
import type { ReactNode } from 'react'
import type { ProductCategory } from '#features/shop/products/rules.ts'

/** Drawn on 96 × 72 in the colours of the theme. Decorative: the product’s name is beside it. */
export const ProductPicture = ({ of, large }: { of: ProductCategory; large?: boolean }) => (
  <svg
    className={large ? 'product-picture rigid large' : 'product-picture rigid'}
    viewBox="0 0 96 72"
    aria-hidden="true"
  >
    {drawings[of]}
  </svg>
)

const drawings: Record<ProductCategory, ReactNode> = {
  // Catalogue cards, each with the hole for the drawer’s rod.
  Subscription: (
    <>
      <path className="paper far" d="M30 12h46a2 2 0 0 1 2 2v32a2 2 0 0 1-2 2H30z" />
      <path className="paper" d="M20 20h50a2 2 0 0 1 2 2v36a2 2 0 0 1-2 2H20a2 2 0 0 1-2-2V22a2 2 0 0 1 2-2z" />
      <path className="strong" d="M25 28h24" />
      <path className="text" d="M29 35h36M29 41h30M29 47h18" />
      <circle className="hole" cx="60" cy="52" r="2.6" />
    </>
  ),
  // A heading and the references that lead to it.
  'Authority files': (
    <>
      <path className="line" d="M37 36h12m0-17v34m0-34h11m-11 34h11m-11-17h11" />
      <path className="solid" d="M15 29h20a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H15a2 2 0 0 1-2-2V31a2 2 0 0 1 2-2z" />
      <path className="paper" d="M60 13h23v12H60zm0 17h23v12H60zm0 17h23v12H60z" />
      <path className="text" d="M64 19h14M64 36h11M64 53h15" />
    </>
  ),
  // A lesson on a screen.
  'Professional learning': (
    <>
      <path className="paper" d="M24 14h48a2 2 0 0 1 2 2v32a2 2 0 0 1-2 2H24a2 2 0 0 1-2-2V16a2 2 0 0 1 2-2z" />
      <path className="paper" d="M14 54h68l-3 5H17z" />
      <path className="solid" d="M42 23v18l15-9z" />
    </>
  ),
  // A scanner whose beam reads a code.
  'Barcode scanners': (
    <>
      <path
        className="paper"
        d="M56 13h20a8 8 0 0 1 8 8v3a8 8 0 0 1-8 8h-2l5 25a3 3 0 0 1-3 3.5h-6.5a4 4 0 0 1-4-3.3L61.5 32H56a3 3 0 0 1-3-3V16a3 3 0 0 1 3-3z"
      />
      <path className="strong" d="M59 19h12" />
      <path className="beam" d="M53 18 30 12v34l23-19z" />
      <path className="code" d="M14 18v28m4-28v28m5-28v28m3-28v28" />
    </>
  ),
  // A sheet of labels, one of them coming off.
  'Library supplies': (
    <>
      <path className="paper" d="M26 10h44a2 2 0 0 1 2 2v48a2 2 0 0 1-2 2H26a2 2 0 0 1-2-2V12a2 2 0 0 1 2-2z" />
      <path className="label" d="M29 16h17v11H29zm21 0h17v11H50zM29 31h17v11H29zm0 15h17v11H29zm21 0h17v11H50z" />
      <path className="solid" d="m55 33 19-5 3 11-19 5z" />
      <path
        className="code"
        d="M33 19v5m3-5v5m2-5v5m4-5v5m12-5v5m3-5v5m2-5v5m4-5v5M33 34v5m3-5v5m2-5v5m4-5v5M33 49v5m3-5v5m2-5v5m4-5v5m12-5v5m3-5v5m2-5v5m4-5v5"
      />
    </>
  ),
  'Postage & Handling': (
    <>
      <path className="paper" d="m48 12 28 12v26L48 62 20 50V24z" />
      <path className="line" d="m20 24 28 12 28-12M48 36v26M34 18l28 12v9" />
    </>
  ),
}
