import { type Language, languageNames, languages } from '#kit/messages.ts'
import { fetchJson } from '#kit/web/fetch-json.ts'
import { pageLanguage } from '#kit/web/settings.ts'

/** Also stores the page’s own language; from then on the school’s language no longer applies. */
export async function chooseLanguage(language: Language): Promise<void> {
  await fetchJson('/rest/user/language', { method: 'POST', body: { language } })
  // The page's scripts hold the words of one language.
  if (language !== pageLanguage()) window.location.reload()
}

/** One choice of all languages. `none`: also that of no language. */
export function LanguageChoices(props: {
  name: string
  legend: string
  chosen: Language | null
  none?: string
  busy?: boolean
  onChoose: (language: Language | null) => void
}) {
  const { name, legend, chosen, none, busy, onChoose } = props
  const choice = (language: Language | null, label: string) => (
    <label key={label} className="check">
      <input
        type="radio"
        name={name}
        checked={chosen === language}
        disabled={busy}
        onChange={() => onChoose(language)}
      />
      <span lang={language ?? undefined}>{label}</span>
    </label>
  )
  return (
    <fieldset>
      <legend className="pb-4 weight-600">{legend}</legend>
      {none && choice(null, none)}
      {languages.map((each) => choice(each, languageNames[each]))}
    </fieldset>
  )
}
