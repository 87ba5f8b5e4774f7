import type { Settings } from '#features/school/settings/contract.ts'
import { fileNameFault } from '#features/school/settings/rules.ts'

/** The settings in the form's representation. Unmatched identifiers: on or off, and the days as typed. */
export type Form = Pick<
  Settings,
  | 'downloadFileFormat'
  | 'downloadImageAlone'
  | 'downloadContent'
  | 'fileNamePattern'
  | 'deweyPref'
  | 'deweyHoldingPref'
  | 'isbnFormat'
  | 'isbnDuplicateHandling'
  | 'subjectHeadingFormat'
  | 'enableZ3950'
  | 'localDepot'
> & { recheckUnmatched: boolean; days: string }
export type FormChange = Partial<Form>

const usualDays = '30'
export const maxDays = 365

export function formOf({ checkUnmatchedRecordsDays: days, ...settings }: Settings): Form {
  return {
    downloadFileFormat: settings.downloadFileFormat,
    downloadImageAlone: settings.downloadImageAlone,
    downloadContent: settings.downloadContent,
    fileNamePattern: settings.fileNamePattern,
    deweyPref: settings.deweyPref,
    deweyHoldingPref: settings.deweyHoldingPref,
    isbnFormat: settings.isbnFormat,
    isbnDuplicateHandling: settings.isbnDuplicateHandling,
    subjectHeadingFormat: settings.subjectHeadingFormat,
    enableZ3950: settings.enableZ3950,
    localDepot: settings.localDepot,
    recheckUnmatched: days > 0,
    days: days > 0 ? String(days) : usualDays,
  }
}

/** Undefined if the days are not a valid number. */
export function daysOf({ recheckUnmatched, days }: Form): number | undefined {
  if (!recheckUnmatched) return -1
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0
  return count >= 1 && count <= maxDays ? count : undefined
}

/** The values to save: only those that differ. Invalid days and an invalid pattern are left out. */
export function changesIn(form: Form, saved: Settings): Partial<Settings> {
  const { recheckUnmatched: _, days: __, ...plain } = form
  const days = daysOf(form)
  const before = formOf(saved)
  const daysDiffer =
    form.recheckUnmatched !== before.recheckUnmatched || (form.recheckUnmatched && form.days.trim() !== before.days)
  if (fileNameFault(plain.fileNamePattern)) plain.fileNamePattern = saved.fileNamePattern
  const settings = { ...plain, ...(daysDiffer && days !== undefined ? { checkUnmatchedRecordsDays: days } : {}) }
  return Object.fromEntries(Object.entries(settings).filter(([name, value]) => saved[name as keyof Settings] !== value))
}

/** The number of settings that differ from the saved ones, including invalid ones. */
export const countChanges = (form: Form, saved: Settings): number =>
  Object.keys(changesIn(form, saved)).length +
  (daysOf(form) === undefined ? 1 : 0) +
  (fileNameFault(form.fileNamePattern) ? 1 : 0)

const storageName = 'settings-draft'

/** Unsaved choices survive a reload and a sign-in in between: per tab, for the same person. */
export function readDraft(owner: string): FormChange {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as { owner?: string; change?: FormChange }
    if (stored.owner === owner && typeof stored.change === 'object') return stored.change
  } catch {
    // Storage is disabled, or has something else.
  }
  return {}
}

export function keepDraft(owner: string, change: FormChange): void {
  try {
    if (Object.keys(change).length === 0) sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, JSON.stringify({ owner, change }))
  } catch {
    // Storage is full or disabled: the choices stay in the page.
  }
}

/** The form's unsaved changes, to be stored. */
export function draftOf(form: Form, saved: Settings): FormChange {
  const before = formOf(saved)
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => before[name as keyof Form] !== value))
}
