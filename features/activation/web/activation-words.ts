import type { ActivationKind } from '#features/activation/rules.ts'
import { Problem } from '#kit/problem.ts'

export const words: Record<ActivationKind, { name: string; start: string; begun: string }> = {
  'free-trial': { name: 'Free trial', start: 'Start the free trial', begun: 'Your free trial has begun' },
  complimentary: {
    name: 'Complimentary access',
    start: 'Activate complimentary access',
    begun: 'Your complimentary access has begun',
  },
  'complimentary-student': {
    name: 'Complimentary student access',
    start: 'Activate student access',
    begun: 'Your complimentary student access has begun',
  },
}

const failed = 'Something went wrong with your processing.'

/** The server's own reason where it has refused; whatever else went wrong may go right the next time. */
export const refusalOf = (error: unknown): { sentence: string; again: boolean } =>
  error instanceof Problem && error.status === 400
    ? { sentence: error.messages[0] ?? failed, again: false }
    : { sentence: failed, again: true }

/** A day is a day wherever one is: it is written in UTC, as it was sent. */
export const dayInWords = (date: Date | string | null): string =>
  date === null ? '' : new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
