import { Select, type SelectGroup, type SelectOption, TextField } from '#ui/form/field.tsx'
import { type FormProps, optionsOf } from './advanced-keywords.tsx'

/** The limits of the search; all of them are optional. */
export function AdvancedLimits({ form, lists, errors, waiting, onChange }: FormProps & { waiting: boolean }) {
  const bound = (field: keyof typeof form) => ({
    id: field,
    name: field,
    value: form[field],
    onChange: (event: { target: { value: string } }) => onChange(field, event.target.value),
  })
  const year = (field: 'publicationYearFrom' | 'publicationYearTo') => ({
    ...bound(field),
    inputMode: 'numeric' as const,
    autoComplete: 'off',
    error: errors[field],
  })
  const list = (field: 'language' | 'genre' | 'learningArea' | 'scisType', any: string, from: Offered | null) => ({
    ...bound(field),
    ...comes(from, waiting),
    options: withChosen([{ value: '', label: any }, ...(from ?? [])], form[field]),
  })
  const { placeOfPublication: place } = form
  const countries = lists.countries && optionsOf(lists.countries.map(({ name }) => ({ code: name, name })))

  return (
    <fieldset className="limits pt-18 line-above">
      <legend>Limit to</legend>
      <div className="grid stack one-column-640">
        <div className="years stack gap-10">
          <TextField label="Published from" placeholder="Year" {...year('publicationYearFrom')} />
          <TextField label="to" placeholder="This year" {...year('publicationYearTo')} />
        </div>
        <Select label="Resource type" {...list('scisType', 'Any type', resourceTypes(lists))} />
        <Select label="Language" {...list('language', 'Any language', lists.languages?.map(plain) ?? null)} />
        <Select
          label="Place of publication"
          {...bound('placeOfPublication')}
          {...comes(countries, waiting)}
          options={withChosen(
            [
              { value: '', label: 'Any place' },
              { value: 'Australia', label: 'Australia' },
              { value: '-Australia', label: 'Anywhere except Australia' },
              ...(countries ? [{ group: 'Countries', options: countries.filter(({ value }) => value !== home) }] : []),
            ],
            place,
          )}
        />
        <Select label="Genre" {...list('genre', 'Any genre', lists.genres?.map(categoryOf) ?? null)} />
        <Select
          label="Learning area"
          {...list('learningArea', 'Any learning area', lists.learningAreas?.map(plain) ?? null)}
        />
        <Select label="Issuance" {...bound('issuance')} options={optionsOf(lists.issuance)} />
      </div>
    </fieldset>
  )
}

type Offered = (SelectOption | SelectGroup)[]
const home = 'Australia'

const plain = (value: string): SelectOption => ({ value, label: value })
const categoryOf = ({ category, subcategories }: { category: string; subcategories: string[] }): SelectGroup => ({
  group: category,
  options: subcategories.map(plain),
})

/** Each category as a whole, then its types. */
const resourceTypes = ({ resourceTypes: categories }: FormProps['lists']): Offered =>
  categories.map(({ category, subcategories }) => ({
    group: category,
    options: [{ value: category, label: `${category}: all` }, ...subcategories.map(plain)],
  }))

/** Shows no message while the list loads: it would move the fields below under the pointer. */
const comes = (list: unknown, waiting: boolean) =>
  list || waiting ? { 'aria-busy': !list } : { hint: 'We couldn’t load this list.' }

/** Keeps the chosen value visible, even if the list is missing or no longer contains it. */
function withChosen(options: Offered, chosen: string): Offered {
  const there = options.flatMap((each) => ('group' in each ? each.options : [each]))
  return there.some(({ value }) => value === chosen)
    ? options
    : [...options, { value: chosen, label: chosen.startsWith('-') ? `Anywhere except ${chosen.slice(1)}` : chosen }]
}
