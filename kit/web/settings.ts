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
  /** The program's version; '' if unknown. */
  version: string
  /** The provider's zone. */
  timeZone: Zone
  /** Locale of numbers and dates. */
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

/** Set by the server while it loads these scripts to draw pages: it has no page to read from. */
const outside = (globalThis as DrawingGlobal).drawing

export type DrawingGlobal = { drawing?: { settings: PageSettings; language: Language } | undefined }

function readSettings(): PageSettings {
  if (outside) return outside.settings
  try {
    return { ...fallback, ...JSON.parse(document.getElementById('settings')?.textContent ?? '{}') }
  } catch {
    return fallback
  }
}

export const settings = readSettings()

/** The language of the frame, and of the screens that are translated. */
export const pageLanguage = (): Language =>
  outside?.language ?? ((document.documentElement.lang || defaultLanguage) as Language)

/** The shown screen's language, if the frame marks it; what it opens has the same. */
export const screenLanguage = (): string | undefined =>
  outside ? undefined : document.getElementById('content')?.lang || undefined
