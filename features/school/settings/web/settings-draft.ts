import type { Settings } from '#features/school/settings/contract.ts'

/** The settings of this screen as a form has them. Unmatched identifiers: whether at all, and the days as typed. */
export type Form = Pick<
  Settings,
  | 'downloadFileFormat'
  | 'downloadImageAlone'
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

/** Undefined where the days are no number of days. */
export function daysOf({ recheckUnmatched, days }: Form): number | undefined {
  if (!recheckUnmatched) return -1
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0
  return count >= 1 && count <= maxDays ? count : undefined
}

/** What is to be saved: only what differs. Days that cannot be read are left out. */
export function changesIn(form: Form, saved: Settings): Partial<Settings> {
  const { recheckUnmatched: _, days: __, ...plain } = form
  const days = daysOf(form)
  const before = formOf(saved)
  const daysDiffer =
    form.recheckUnmatched !== before.recheckUnmatched || (form.recheckUnmatched && form.days.trim() !== before.days)
  const wanted = { ...plain, ...(daysDiffer && days !== undefined ? { checkUnmatchedRecordsDays: days } : {}) }
  return Object.fromEntries(Object.entries(wanted).filter(([name, value]) => saved[name as keyof Settings] !== value))
}

/** How many of the settings differ from what is saved, those included that cannot be saved yet. */
export const countChanges = (form: Form, saved: Settings): number =>
  Object.keys(changesIn(form, saved)).length + (daysOf(form) === undefined ? 1 : 0)

const storageName = 'settings-draft'

/** What was chosen and not saved survives a reload and a sign-in in between: in this tab, for the same person. */
export function readDraft(owner: string): FormChange {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storageName) ?? '{}') as { owner?: string; change?: FormChange }
    if (kept.owner === owner && typeof kept.change === 'object') return kept.change
  } catch {
    // Storage is switched off, or holds something else.
  }
  return {}
}

export function keepDraft(owner: string, change: FormChange): void {
  try {
    if (Object.keys(change).length === 0) sessionStorage.removeItem(storageName)
    else sessionStorage.setItem(storageName, JSON.stringify({ owner, change }))
  } catch {
    // Storage is full or switched off: the choices stay in the page.
  }
}

/** What of the form differs from what is saved, to be kept. */
export function draftOf(form: Form, saved: Settings): FormChange {
  const before = formOf(saved)
  return Object.fromEntries(Object.entries(form).filter(([name, value]) => before[name as keyof Form] !== value))
}
