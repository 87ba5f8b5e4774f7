import { defaultZone, type Zone } from '#kit/day.ts'
import { defaultLanguage, type Language } from '#kit/messages.ts'

/** Settings that the server writes into the page. */
export type PageSettings = {
  providerName: string
  cmsUrl: string
  /** The address for people who need help. */
  supportEmail: string
  /** False when an outside sign-in service keeps the passwords. */
  passwordsHere: boolean
  /** Of the program; '' if unknown. */
  version: string
  /** Of the provider. */
  timeZone: Zone
  /** In which numbers and dates are written. */
  locale?: string
}

const fallback: PageSettings = {
  providerName: 'SCIS',
  cmsUrl: '/cms',
  supportEmail: '',
  passwordsHere: true,
  version: '',
  timeZone: defaultZone,
}

function readSettings(): PageSettings {
  try {
    return { ...fallback, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') }
  } catch {
    return fallback
  }
}

export const settings = readSettings()

/** The language of the frame, and of the screens that are translated. */
export const pageLanguage = () => (document.documentElement.lang || defaultLanguage) as Language

/** Of the screen that is shown, if the frame marks it: what it opens beside itself has the same. */
export const screenLanguage = (): string | undefined => document.getElementById('content')?.lang || undefined
