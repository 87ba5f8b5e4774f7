import { useEffect, useState } from 'react'
import type { Customer, Organisation } from '#features/account/contract.ts'
import { detailFaults } from '#features/school/organisation/rules.ts'
import { useSaving } from './use-saving.ts'

type Draft = Partial<Organisation>

/** The details form: only unsaved changes are stored, in this tab, and survive a reload. */
export function useDetailsForm(customer: Customer, organisation: Organisation, owner: string, screen: string) {
  const storageName = `${screen}-draft`
  const [draft, setDraft] = useState<Draft>(() => readDraft(storageName, owner))
  const [looked, setLooked] = useState(false)
  const [done, setDone] = useState(false)
  const saving = useSaving(customer.id)
  const changes = Object.fromEntries(
    Object.entries(draft).filter(([name, value]) => organisation[name as keyof Organisation] !== value),
  ) as Draft
  const count = Object.keys(changes).length
  const stored = JSON.stringify(changes)
  useEffect(() => keepDraft(storageName, owner, stored), [storageName, owner, stored])

  const values = { ...organisation, ...draft }
  const faults = detailFaults(values, Object.keys(changes))
  const save = async () => {
    setLooked(true)
    setDone(false)
    const [wrong] = Object.keys(faults)
    if (wrong) return document.getElementById(fieldId(wrong))?.focus()
    if (!(await saving.save(() => ({ organisation: changes as object })))) return
    setDraft({})
    setLooked(false)
    setDone(true)
  }
  return {
    ...saving,
    values,
    faults: looked ? faults : {},
    count,
    done: done && count === 0,
    change: (part: Draft) => {
      setDone(false)
      setDraft((before) => ({ ...before, ...part }))
    },
    discard: () => {
      setDraft({})
      setLooked(false)
    },
    save,
  }
}

export const fieldId = (name: string): string => `school-${name}`

function readDraft(name: string, owner: string): Draft {
  try {
    const stored = JSON.parse(sessionStorage.getItem(name) ?? '{}') as { owner?: string; draft?: Draft }
    if (stored.owner === owner && typeof stored.draft === 'object') return stored.draft
  } catch {
    // Storage is disabled, or has something else.
  }
  return {}
}

function keepDraft(name: string, owner: string, changes: string) {
  try {
    if (changes === '{}') sessionStorage.removeItem(name)
    else sessionStorage.setItem(name, JSON.stringify({ owner, draft: JSON.parse(changes) }))
  } catch {
    // A reload then loses the changes.
  }
}
