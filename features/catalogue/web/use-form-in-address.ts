import { useCallback, useEffect, useRef, useState } from 'react'
import { replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { type AdvancedForm, addressOfForm, readForm } from './advanced-form.ts'

/** Browsers take few changes of the address in a short time. */
const pauseMs = 400

/**
 * The form, which the address follows after a pause: it is there again after a reload, and after a step back from the
 * results. An address that comes from elsewhere fills the form anew. `keep` writes at once.
 */
export function useFormInAddress() {
  const { search } = useLocation()
  const [form, setForm] = useState(() => readForm(new URLSearchParams(search)))
  const known = useRef(search)

  useEffect(() => {
    if (known.current === search) return
    known.current = search
    setForm(readForm(new URLSearchParams(search)))
  }, [search])

  const keep = useCallback((filled: AdvancedForm) => {
    const address = addressOfForm(filled)
    if (address === window.location.pathname + window.location.search) return
    known.current = new URL(address, window.location.href).search
    replaceWith(address)
  }, [])

  useEffect(() => {
    const timer = setTimeout(() => keep(form), pauseMs)
    return () => clearTimeout(timer)
  }, [form, keep])

  return { form, setForm, keep }
}
