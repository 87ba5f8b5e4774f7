import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { type Settings, settingsApi } from '#features/school/settings/contract.ts'
import { defaultSettings, fileNameFault } from '#features/school/settings/rules.ts'
import { call } from '#kit/web/call.ts'
import { problemOf } from '#kit/web/fetch-json.ts'
import { cannotUpdate } from './setting-labels.ts'
import {
  changesIn,
  countChanges,
  daysOf,
  draftOf,
  type Form,
  type FormChange,
  formOf,
  keepDraft,
  readDraft,
} from './settings-draft.ts'
import { settingsOf } from './settings-parts.tsx'

export const daysId = 'unmatched-days'
export const patternId = 'file-name-pattern'
const wrongDays = 'Enter a number of days from 1 to 365'

type Refusal = { id?: string; text: string }

/** The form stores only this person's changes, so that other people's saves show through. */
export function useSettingsForm(settings: Settings, customerId: string, owner: string) {
  const cache = useQueryClient()
  const [draft, setDraft] = useState<FormChange>(() => readDraft(owner))
  const [refused, setRefused] = useState<Refusal[]>([])
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState(false)
  const form: Form = useMemo(() => ({ ...formOf(settings), ...draft }), [settings, draft])
  const changes = useMemo(() => changesIn(form, settings), [form, settings])

  useEffect(() => keepDraft(owner, draftOf(form, settings)), [owner, form, settings])

  const change = (part: FormChange) => {
    setDraft((before) => ({ ...before, ...part }))
    setRefused([])
    setDone(false)
  }

  const save = async (): Promise<boolean> => {
    if (busy) return false
    setDone(false)
    const wrongPattern = fileNameFault(form.fileNamePattern)
    const faults = [
      ...(wrongPattern ? [{ id: patternId, text: wrongPattern }] : []),
      ...(daysOf(form) === undefined ? [{ id: daysId, text: wrongDays }] : []),
    ]
    if (faults.length > 0) {
      setRefused(faults)
      return false
    }
    setBusy(true)
    setRefused([])
    try {
      const { response } = await call(settingsApi.updateSettings, { ...changes, id: customerId })
      cache.setQueryData(settingsOf(customerId).queryKey, { settings: response, saved: true })
      void cache.invalidateQueries({ queryKey: [settingsApi.settingsChanges.path] })
      setDraft({})
      setDone(true)
      return true
    } catch (error) {
      const { code, messages } = problemOf(error)
      setRefused([cannotUpdate, ...(code === 'unexpected' ? [] : messages)].map((text) => ({ text })))
      return false
    } finally {
      setBusy(false)
    }
  }

  return {
    form,
    changes,
    count: countChanges(form, settings),
    change,
    save,
    busy,
    done,
    refused,
    faultOf: (field: string) => refused.find(({ id }) => id === field)?.text,
    discard: () => {
      setDraft({})
      setRefused([])
    },
    isDefault: (settings: readonly (keyof Form)[]) =>
      Object.keys(draftOf(form, defaultSettings)).every((name) => !settings.includes(name as keyof Form)),
    toDefaults: (settings: readonly (keyof Form)[]) => {
      const defaults = formOf(defaultSettings)
      change(Object.fromEntries(settings.map((name) => [name, defaults[name]])))
    },
  }
}
