import { useCallback, useEffect, useRef, useState } from 'react'
import { replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { type AdvancedForm, readForm } from './advanced-form.ts'
import { queryOfForm } from './advanced-query.ts'
import { addressOfForm, formPath, readAround, shownAs } from './form-address.ts'
import { emptySearch, type SearchState } from './search-state.ts'

/** Browsers take few changes of the address in a short time. */
const pauseMs = 400

/**
 * The form, which the address follows after a pause: it is there again after a reload, and after a step back from the
 * results. An address that comes from elsewhere fills the form anew. `around`: what of the search that is changed has no
 * place in the form. `keep` writes at once.
 */
export function useFormInAddress() {
  const { pathname, search } = useLocation()
  const [{ form, around }, fill] = useState(() => readFormAddress(search))
  const known = useRef(search)

  useEffect(() => {
    if (pathname !== formPath || known.current === search) return
    known.current = search
    fill(readFormAddress(search))
  }, [pathname, search])

  const keep = useCallback((filled: AdvancedForm, beside: SearchState) => {
    const address = addressOfForm(filled, beside)
    const now = window.location
    // The address has gone on to the results, whose screen is still being fetched.
    if (now.pathname !== formPath || address === now.pathname + now.search) return
    known.current = new URL(address, window.location.href).search
    replaceWith(address)
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => keep(form, around), pauseMs)
    return () => clearTimeout(timer)
  }, [form, around, keep])

  return { form, around, fill, keep }
}

/** A search that is what the form says needs no way back. */
export function readFormAddress(search: string) {
  const params = new URLSearchParams(search)
  const form = readForm(params)
  const around = readAround(params)
  const isOwn = JSON.stringify(around.base) === JSON.stringify(queryOfForm(form))
  return { form, around: isOwn ? { ...emptySearch, ...shownAs(around) } : around }
}
