import { TextField } from '#ui/form/field.tsx'
import { wrongEnrolment } from './enrolment-parts.tsx'
import type { Shop } from './use-shop.ts'

/** Prices follow while it is typed, here and on every other screen of the shop. */
export const EnrolmentField = ({ shop }: { shop: Shop }) => (
  <TextField
    id="enrolment"
    label="Pupils and students"
    className="num"
    inputMode="numeric"
    autoComplete="off"
    maxLength={9}
    placeholder="412"
    value={shop.typed}
    error={shop.typed !== '' && shop.enrolment === undefined ? wrongEnrolment : undefined}
    onChange={(event) => shop.type(event.target.value)}
  />
)
