import type { TestApp } from '../testing.ts'
import { idOf, type Place } from './fill-testing.ts'
import type { Row } from './rows-testing.ts'
import type { OfProvider, Person, School } from './world-testing.ts'

export const home: School = 'quokka'
export const place = (n: number, person: Person = 'assistant'): Place => ({ school: home, person, n })
export const id = (table: string, n = 1, person: Person = 'assistant') => idOf(table, place(n, person))

/** A call that changes something, as it should be made. */
export type RightCall = {
  by: Person | OfProvider | null
  /** Made before the rows are compared; may do first what the call needs. */
  input?: object | ((app: TestApp) => object | Promise<object>)
  /**
   * Rows that differ besides what the input names, what belongs to it, and the caller's session: of these tables, where
   * these columns have these values.
   */
  also?: Record<string, Row>
  /** The action in the audit log. */
  note?: string
  /** Why nothing differs. */
  nothing?: string
}
export type RightCalls = Record<string, RightCall>
