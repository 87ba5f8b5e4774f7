import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { requestsApi } from '#features/requests/contract.ts'
import { maxItems, nothingChanged } from '#features/requests/rules.ts'
import { call } from '#kit/web/call.ts'
import { genericSentence, problemOf } from '#kit/web/fetch-json.ts'
import { replaceWith } from '#kit/web/history.ts'
import { announce } from '#ui/announce.tsx'
import { showToast } from '#ui/overlay/toast.tsx'
import { duplicatesAmong, type FormItem, formItemOf, type ItemFaults, isFinished } from '../../items/web/form-item.ts'
import type { Choice } from './merge-items.ts'
import { baseOf, decided, type FormState, isChanged, mergeTheirs, stateOf } from './request-state.ts'
import type { LoadedRequest, SavedRequest } from './save-request.ts'
import { keep, readStoredDraft } from './stored-draft.ts'

export type Refusal = { sentences: string[]; submitted?: boolean }
const noFaults: ReadonlyMap<string, ItemFaults> = new Map()

/** The items of a request, stored on this computer until they are saved, and the actions that change them. */
export function useRequestForm(userId: string, request: LoadedRequest | null) {
  const cache = useQueryClient()
  const requestId = request?.id
  const slot = requestId ?? 'new'
  const [found] = useState(() => readStoredDraft(userId, slot))
  const [foundAt, setFoundAt] = useState(() => (found?.items.length ? found.keptAt : undefined))
  const [state, setState] = useState<FormState>(() => stateOf(request, found))
  const [outcome, setOutcome] = useState<Outcome | undefined>(() => savedJustNow(slot))
  const [refusal, setRefusal] = useState<Refusal>()
  const [faults, setFaults] = useState(noFaults)
  const [removed, setRemoved] = useState<{ item: FormItem; at: number }[]>([])
  const [busy, setBusy] = useState(false)
  const [isStored, setIsStored] = useState(true)
  const latest = useRef(state)
  const put = useCallback((change: (before: FormState) => FormState) => {
    latest.current = change(latest.current)
    setState(latest.current)
  }, [])

  const { base, items, open, anyway, rest } = state
  const hasItems = items.length > 0
  useEffect(() => {
    if (hasItems) void saving().catch(() => undefined)
  }, [hasItems])
  const changed = useMemo(() => isChanged({ base, items }), [base, items])
  useEffect(() => forgetSaved(), [])
  useEffect(() => {
    setIsStored(keep(userId, slot, draftOf({ base, items, open, anyway, rest })))
  }, [userId, slot, base, items, open, anyway, rest])
  // Another screen, or a save in another window, has brought a newer version. It waits for an item that is being edited.
  const editing = open !== null
  useEffect(() => {
    const current = latest.current
    if (request && current.base && !editing && request.version > current.base.version && !current.conflict)
      put((before) => mergeTheirs(before, baseOf(request), request.updatedBy))
  }, [request, editing, put])

  const duplicates = useMemo(() => duplicatesAmong(items), [items])
  const unfinished = useMemo(
    () => items.filter((item) => !isFinished(item) || duplicates.has(item.key)),
    [items, duplicates],
  )

  const setItems = useCallback(
    (change: (before: FormItem[]) => FormItem[]) => {
      put((before) => ({ ...before, items: change(before.items), news: [] }))
      setOutcome(undefined)
      setRefusal(undefined)
    },
    [put],
  )
  /** Adds items up to the limit. False if some did not fit. */
  const add = (fresh: readonly FormItem[]): boolean => {
    const room = maxItems - latest.current.items.length
    setItems((before) => [...before, ...fresh.slice(0, room)])
    if (fresh.length > room) setRefusal({ sentences: [`A request can have at most ${maxItems} items.`] })
    return fresh.length <= room
  }
  const change = (keys: ReadonlySet<string>, part: Partial<FormItem>) => {
    setItems((before) => before.map((item) => (keys.has(item.key) ? { ...item, ...part } : item)))
    setFaults((before) => new Map([...before].filter(([key]) => !keys.has(key))))
  }
  const putItem = (item: FormItem) => {
    if (latest.current.items.some(({ key }) => key === item.key)) change(new Set([item.key]), item)
    else add([item])
  }
  const remove = (keys: ReadonlySet<string>) => {
    setRemoved(latest.current.items.flatMap((item, at) => (keys.has(item.key) ? [{ item, at }] : [])))
    setItems((before) => before.filter(({ key }) => !keys.has(key)))
    announce(keys.size === 1 ? 'Item removed' : `${keys.size} items removed`)
  }
  const undoRemoval = () => {
    setItems((before) => removed.reduce((list, { item, at }) => list.toSpliced(at, 0, item), before))
    setRemoved([])
  }

  /** Saves the request if needed; `then` continues on the page that it has afterwards. */
  const save = async (then?: 'submit'): Promise<void> => {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    setOutcome(undefined)
    try {
      await saveBy(await saving(), then)
    } catch (error) {
      setRefusal({ sentences: problemOf(error).messages })
    } finally {
      setBusy(false)
    }
  }

  const saveBy = async ({ savable, sendRequest }: Awaited<ReturnType<typeof saving>>, then: 'submit' | undefined) => {
    const { base: before, items: current } = latest.current
    const wanted = savable(current, before)
    if (wanted.length === 0 || (then === 'submit' && unfinished.length > 0)) return setOutcome({ looked: true })
    try {
      const saved = await sendRequest(requestId, before, wanted)
      if (saved) await settle(saved, wanted, then)
      else if (then === 'submit') setOutcome({ submit: true })
      else setOutcome(unfinished.length > 0 ? { looked: true } : { told: nothingChanged })
    } catch (error) {
      await refuse(error, wanted)
    }
  }

  const settle = async (
    { request: saved, virus }: SavedRequest,
    wanted: readonly FormItem[],
    then: 'submit' | undefined,
  ) => {
    const { rememberRequest, savedSentence, updatedSentence } = await saving()
    const sentence = requestId ? updatedSentence : savedSentence
    const next: Outcome = {
      told: sentence,
      virus,
      left: unfinished.length,
      submit: then === 'submit' && virus.length === 0,
    }
    const ofKey = new Map(wanted.map((item, i) => [item.key, { sent: item, item: formItemOf(saved.items[i]!) }]))
    put((now) => ({
      ...now,
      base: baseOf(saved),
      // Changes made during the save stay unsaved changes.
      items: now.items.map((item) => {
        const match = ofKey.get(item.key)
        if (!match) return item
        const { id, itemNumber, key } = match.item
        return match.sent === item ? match.item : { ...item, id: id!, itemNumber: itemNumber!, key }
      }),
      news: [],
    }))
    setFaults(noFaults)
    setRemoved([])
    setFoundAt(undefined)
    rememberRequest(cache, saved)
    for (const text of virus) showToast({ tone: 'bad', text })
    if (requestId) return setOutcome(next)
    // The request now has its own address.
    const { conflict: _, news: __, ...now } = latest.current
    keep(userId, saved.id, draftOf(now))
    keep(userId, 'new', null)
    applySaved(saved.id, next)
    replaceWith(`/CreateCatalogueRequest/${encodeURIComponent(saved.id)}`)
  }

  const refuse = async (error: unknown, wanted: readonly FormItem[]) => {
    const problem = problemOf(error)
    const { failedSentence, faultsIn } = await saving()
    if (problem.code === 'changed_meanwhile' && requestId && (await takeTheirs())) return
    if (problem.code === 'nothing_changed') return setOutcome({ told: nothingChanged })
    const ofItems = faultsIn(problem, wanted)
    setFaults(ofItems)
    const own = problem.messages.filter((text) => text !== failedSentence)
    const first = [...ofItems.values()].flatMap((each) => Object.values(each).slice(0, 1))
    setRefusal({ sentences: own, submitted: problem.code === 'already_submitted' })
    showToast({ tone: 'bad', title: failedSentence, text: first[0] ?? own[0] ?? genericSentence })
  }

  /** False if it cannot be loaded. */
  const takeTheirs = async (): Promise<boolean> => {
    try {
      const reply = await call(requestsApi.catalogueRequest, { id: requestId! })
      put((before) => mergeTheirs(before, baseOf(reply.response), reply.response.updatedBy))
      return true
    } catch {
      return false
    }
  }

  return {
    ...{
      requestId,
      items,
      open,
      anyway,
      rest,
      changed,
      unfinished,
      duplicates,
      outcome,
      refusal,
      faults,
      removed,
      busy,
      isStored,
    },
    ...{ conflict: state.conflict, news: state.news, foundAt },
    ...{ add, change, putItem, remove, undoRemoval, save },
    base,
    /** Stored at once: a page that is being left draws no more. */
    setOpen: (next: FormState['open']) => {
      put((before) => ({ ...before, open: next }))
      keep(userId, slot, draftOf(latest.current))
    },
    setRest: (next: FormState['rest']) => put((before) => ({ ...before, rest: next })),
    askAnyway: (number: string) => put((before) => ({ ...before, anyway: [...before.anyway, number] })),
    decide: (choices: Record<string, Choice>) => put((before) => decided(before, choices)),
    /** Reverts to the saved state, or to an empty request. */
    startOver: () => {
      setFoundAt(undefined)
      setRemoved(latest.current.items.map((item, at) => ({ item, at })))
      put((before) => ({
        ...before,
        items: before.base?.items ?? [],
        open: null,
        anyway: [],
        rest: null,
        news: [],
        conflict: null,
      }))
      setFaults(noFaults)
      setRefusal(undefined)
      setOutcome(undefined)
    },
  }
}

type Draft = Pick<FormState, 'base' | 'items' | 'open' | 'anyway' | 'rest'>

/** Null if there is nothing unsaved. */
const draftOf = ({ base, items, open, anyway, rest }: Draft) =>
  isChanged({ base, items }) || open || rest ? { base, items, open, anyway, rest, keptAt: Date.now() } : null

/** Loaded before the first save, at the latest when there are changes. */
const saving = () => import('./save-request.ts')

export type RequestFormState = ReturnType<typeof useRequestForm>

/** The result of the last button press. */
type Outcome = {
  told?: string
  /** Messages about pictures that were left out. */
  virus?: string[]
  /** Number of unfinished items that were not saved. */
  left?: number
  /** True if nothing could be saved because everything is unfinished. */
  looked?: boolean
  /** True if it is to be submitted next. */
  submit?: boolean
}

let saved: { requestId: string; outcome: Outcome } | undefined

/** A new request gets its own address on its first save; the result is shown there. */
function applySaved(requestId: string, outcome: Outcome): void {
  saved = { requestId, outcome }
}

const savedJustNow = (requestId: string): Outcome | undefined =>
  saved?.requestId === requestId ? saved.outcome : undefined

function forgetSaved(): void {
  // React's strict mode mounts twice in development: the second mount must still find it.
  queueMicrotask(() => {
    saved = undefined
  })
}
