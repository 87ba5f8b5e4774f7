import { Select, TextField } from '#ui/form/field.tsx'
import type { Named } from '../choices.ts'
import type { FormErrors } from './advanced-check.ts'
import { type AdvancedForm, type FormField, type RowNumber, rowNumbers } from './advanced-form.ts'
import type { FormLists } from './use-criteria.ts'

export type FormProps = {
  form: AdvancedForm
  lists: FormLists
  errors: FormErrors
  onChange: (field: FormField, value: string) => void
}

/** Three rows that read as a sentence: find these words in the title, and those in the author. */
export function AdvancedKeywords(props: FormProps) {
  return (
    <fieldset className="keywords" aria-describedby="keywords-hint">
      <legend className="only-heard">Keywords</legend>
      {rowNumbers.map((number) => (
        <KeywordRow key={number} number={number} {...props} />
      ))}
      <ul className="hint flow remark unlisted" id="keywords-hint">
        <li>
          Use * for any letters (<Example>dino*</Example>) and ? for one (<Example>wom?n</Example>), but not at the
          start of a word.
        </li>
        <li>
          <Example>"faraway tree"</Example> finds these words together, in this order.
        </li>
        <li>
          <i>Starts with</i> accepts part of the last word: <Example>very hungry cat</Example>.
        </li>
        <li>
          <i>not</i> excludes records with the row’s words. Each row is combined with the rows above.
        </li>
      </ul>
    </fieldset>
  )
}

const Example = ({ children }: { children: string }) => (
  <code className="rounded-small on-sunken ink-2">{children}</code>
)

function KeywordRow({ number, form, lists, errors, onChange }: FormProps & { number: RowNumber }) {
  const first = number === 0
  const named = (label: string) => ({ label: first ? label : `${label} ${number + 1}`, labelHidden: !first })
  const bound = (field: FormField) => ({
    id: field,
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
  })
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset within a fieldset has no grid in every browser
    <div className="keyword-row stack items-start" role="group" aria-label={`Row ${number + 1}`}>
      {first ? (
        <span className="find aside pb-6" aria-hidden>
          Find
        </span>
      ) : (
        <Select
          {...named('Joined by')}
          {...bound(number === 1 ? 'operation0' : 'operation1')}
          options={optionsOf(lists.operations)}
        />
      )}
      <TextField
        {...named('Keywords')}
        {...bound(`keywords${number}`)}
        type="text"
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        error={errors[`keywords${number}`]}
      />
      <Select {...named('In')} {...bound(`field${number}`)} options={optionsOf(lists.fields)} />
      <Select {...named('As')} {...bound(`type${number}`)} options={optionsOf(lists.types)} />
    </div>
  )
}

export const optionsOf = (list: readonly Named[]) => list.map(({ code, name }) => ({ value: code, label: name }))
