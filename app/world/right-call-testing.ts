import type { TestApp } from '../testing.ts'
import { idOf, type Place } from './fill-testing.ts'
import type { Row } from './rows-testing.ts'
import type { OfProvider, Person, School } from './world-testing.ts'

export const home: School = 'quokka'
export const place = (n: number, person: Person = 'assistant'): Place => ({ school: home, person, n })
export const id = (table: string, n = 1, person: Person = 'assistant') => idOf(table, place(n, person))

/** A changing call with valid input. */
export type RightCall = {
  by: Person | OfProvider | null
  /** Runs before the rows are compared; may prepare what the call needs. */
  input?: object | ((app: TestApp) => object | Promise<object>)
  /**
   * Rows that may differ besides those named in the input, their dependents, and the caller's session: in these tables,
   * with these column values.
   */
  also?: Record<string, Row>
  /** The action in the audit log. */
  note?: string
  /** Why no row differs. */
  nothing?: string
}
export type RightCalls = Record<string, RightCall>
