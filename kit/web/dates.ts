import { type Day, dayIn, deviceZone, type Zone } from '#kit/day.ts'
import { settings } from './settings.ts'

/**
 * The specification's rule for GET replies: a member whose name ends in `Date` is a date, or null if there is none.
 * `publicationDate` is a year as text and stays so.
 */
export type Dated<T> = T extends readonly (infer Item)[]
  ? Dated<Item>[]
  : T extends object
    ? {
        [Name in keyof T]: IsDate<Name> extends true
          ? T[Name] extends string | null
            ? Date | null
            : Dated<T[Name]>
          : Dated<T[Name]>
      }
    : T

type IsDate<Name> = Name extends 'publicationDate' ? false : Name extends `${string}Date` ? true : false

const iso = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)?)?$/

export function readDates<T>(value: T): Dated<T> {
  if (Array.isArray(value)) return value.map(readDates) as Dated<T>
  if (typeof value !== 'object' || value === null) return value as Dated<T>
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name.endsWith('Date') && name !== 'publicationDate' && (typeof member === 'string' || member === null)
        ? dateOf(member)
        : readDates(member),
    ]),
  ) as Dated<T>
}

function dateOf(text: string | null) {
  if (text === null || !iso.test(text)) return null
  const date = new Date(text)
  return Number.isNaN(date.getTime()) ? null : date
}

let schoolZone: Zone | undefined

/** Shows days and times in this zone, that of the reader's school; without one, in the device's. */
export function showTimesIn(zone: Zone | undefined): void {
  schoolZone = zone
}

/** The zone in which screens show days and times. */
export const readersZone = (): Zone => schoolZone ?? deviceZone()

export const readersDay = (at = new Date()): Day => dayIn(readersZone(), at)

export const readersYear = (): number => Number(readersDay().slice(0, 4))

/** The provider's day: by it prices, subscriptions, quotes and invoices begin and end. */
export const businessDay = (at = new Date()): Day => dayIn(settings.timeZone, at)
