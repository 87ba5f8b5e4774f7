import { readersYear } from '#kit/web/dates.ts'
import './advanced-search.css'
import { Search } from 'lucide-react'
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react'
import { genericSentence } from '#kit/web/fetch-json.ts'
import { goTo, replaceWith } from '#kit/web/history.ts'
import { useLocation } from '#kit/web/router.tsx'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/form/error-summary.tsx'
import { HelpLink } from '#ui/help-link.tsx'
import { ErrorBox } from '#ui/notices.tsx'
import { keptPart } from '../../filters/web/kept-filters.ts'
import { addressOfSearch } from '../../web/search-links.ts'
import { emptySearch, readSearchState, type SearchState } from '../../web/search-state.ts'
import { AdvancedNarrowed, OtherSearch } from './advanced-around.tsx'
import { checkForm, type FormErrors } from './advanced-check.ts'
import { type AdvancedForm, emptyForm, type FormField, formFields, readForm } from './advanced-form.ts'
import { AdvancedKeywords } from './advanced-keywords.tsx'
import { AdvancedLimits } from './advanced-limits.tsx'
import { queryOfForm, searchOfForm } from './advanced-query.ts'
import { addressOfForm, formPath, isElsewhere, readAround, shownAs } from './form-address.ts'
import { useCriteria } from './use-criteria.ts'

/** Its address holds the fields; the results can be brought back here to change the search. */
export function AdvancedSearchScreen() {
  const { form, around, fill, keep } = useFormInAddress()
  const { lists, waiting, failed, again } = useCriteria()
  const [errors, setErrors] = useState<FormErrors>({})
  const [attempt, setAttempt] = useState(0)
  const screen = useRef<HTMLFormElement>(null)

  const change = (field: FormField, value: string) => {
    fill({ form: { ...form, [field]: value }, around })
    setErrors(without(errors, field))
  }
  const search = (event: FormEvent) => {
    event.preventDefault()
    const { errors: found, form: whole } = checkForm(form, readersYear())
    setErrors(found)
    setAttempt(attempt + 1)
    if (Object.keys(found).length > 0) return
    // A step back from the results shows the form as it was sent.
    keep(whole, around)
    const { filters } = readSearchState(new URLSearchParams(keptPart('kept-filters')))
    const grouped = around.grouped || keptPart('results-editions') !== undefined
    const next = { ...searchOfForm(whole), ...shownAs(around), grouped }
    goTo(addressOfSearch(next.filters.length > 0 ? next : { ...next, filters }))
  }
  const clear = () => {
    fill({ form: emptyForm, around: emptySearch })
    setErrors({})
    screen.current?.querySelector<HTMLElement>('#keywords0')?.focus()
  }

  const wrong = formFields.flatMap((id) => (errors[id] ? [{ id, text: errorOf(errors, id) }] : []))
  return (
    <form
      className="advanced-search stack gap-20"
      action="/discover/results/"
      onSubmit={search}
      noValidate
      ref={screen}
    >
      <title>Advanced search</title>
      <div className="row gap-4">
        <h1 className="no-outline" tabIndex={-1}>
          Advanced search
        </h1>
        <HelpLink href="/help/search#advanced" about="advanced search" />
      </div>
      <ErrorSummary refusal={attempt} errors={wrong} />
      {isElsewhere(around) && <OtherSearch search={around} />}
      <AdvancedKeywords {...{ form, lists, errors }} onChange={change} />
      {failed && <ErrorBox messages={[genericSentence]} onRetry={again} />}
      <AdvancedLimits {...{ form, lists, errors, waiting }} onChange={change} />
      <AdvancedNarrowed {...{ around }} onChange={(changed) => fill({ form, around: changed })} />
      <div className="flex gap-10 pt-4">
        <Button type="submit" look="main" icon={Search}>
          Search
        </Button>
        <Button look="bare" onClick={clear}>
          Clear
        </Button>
      </div>
    </form>
  )
}

const names: Partial<Record<FormField, string>> = {
  keywords0: 'First row',
  keywords1: 'Second row',
  keywords2: 'Third row',
  publicationYearFrom: 'First year',
  publicationYearTo: 'Last year',
}

/** The error of a field; if two fields have the same error, with the field's name. */
function errorOf(errors: FormErrors, id: FormField): string {
  const text = errors[id] ?? ''
  return Object.values(errors).filter((each) => each === text).length > 1 ? `${names[id]}: ${text}` : text
}

/** Removes the error of a changed field; the error of an empty form goes with any keyword. */
function without(errors: FormErrors, changed: FormField): FormErrors {
  const of = (field: string) => field.replace(/\d$|From$|To$/, '')
  const left = Object.entries(errors).filter(([field]) => of(field) !== of(changed))
  return Object.fromEntries(left)
}

/** Browsers limit how often an address may change. */
const pauseMs = 400

/**
 * The form, which the address follows after a pause: it survives a reload and a step back from the results. An address
 * from elsewhere replaces the form. `around`: the parts of the changed search that the form cannot show. `keep` writes
 * at once.
 */
function useFormInAddress() {
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
    // The address already belongs to the results, whose screen is still loading.
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

/** A search that equals the form needs no link back. */
export function readFormAddress(search: string) {
  const params = new URLSearchParams(search)
  const form = readForm(params)
  const around = readAround(params)
  const isOwn = JSON.stringify(around.base) === JSON.stringify(queryOfForm(form))
  return { form, around: isOwn ? { ...emptySearch, ...shownAs(around) } : around }
}
