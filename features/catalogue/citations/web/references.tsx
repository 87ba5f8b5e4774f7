import { readersDay } from '#kit/web/dates.ts'
import './references.css'
import { Download } from 'lucide-react'
import { useMemo, useState } from 'react'
import { bibliography } from '#marc/citation/bibliography.ts'
import type { CslItem } from '#marc/citation/csl.ts'
import type { ReferenceFormId, StyleId } from '#marc/citation/ids.ts'
import { referenceFile, referenceForms } from '#marc/citation/reference-files.ts'
import { htmlOf, type Run, textOf } from '#marc/citation/runs.ts'
import { styles } from '#marc/citation/styles.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Select } from '#ui/form/field.tsx'

const storageName = 'citation-style'

/** The style last chosen on this device. */
function lastChosen(): string {
  try {
    const stored = localStorage.getItem(storageName) ?? ''
    if (styles.some(({ id }) => id === stored) || Object.hasOwn(referenceForms, stored)) return stored
  } catch {
    // Storage is disabled: the choice lasts as long as the dialog.
  }
  return styles[0].id
}

function rememberChoice(chosen: string) {
  try {
    localStorage.setItem(storageName, chosen)
  } catch {
    // As above.
  }
}

const forms = Object.entries(referenceForms) as [ReferenceFormId, (typeof referenceForms)[ReferenceFormId]][]

/** The style or file that the reader chose last, and how to choose another. */
export function useStyle(): [chosen: string, choose: (id: string) => void] {
  const [chosen, choose] = useState(lastChosen)
  return [
    chosen,
    (id) => {
      choose(id)
      rememberChoice(id)
    },
  ]
}

export const StyleSelect = ({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) => (
  <Select
    label="Style"
    value={chosen}
    options={[
      { group: 'Citation styles', options: styles.map(({ id, label }) => ({ value: id, label })) },
      { group: 'Files', options: forms.map(([id, { label }]) => ({ value: id, label })) },
    ]}
    onChange={({ target }) => onChoose(target.value)}
  />
)

/** References in a style to choose, to copy, and as files for reference managers. */
export function References({ items, fileName }: { items: CslItem[]; fileName: string }) {
  const [chosen, choose] = useStyle()
  const style = styles.find(({ id }) => id === chosen)
  return (
    <div className="references">
      <StyleSelect chosen={chosen} onChoose={choose} />
      {style ? (
        <Cited style={style} items={items} />
      ) : (
        <Entries form={chosen as ReferenceFormId} items={items} fileName={fileName} />
      )}
    </div>
  )
}

function Cited({ style, items }: { style: (typeof styles)[number]; items: CslItem[] }) {
  const { id, label, edition, order } = style
  const references = useMemo(() => bibliography(id as StyleId, items, readersDay()), [id, items])
  const numbered = order === 'numbers' && items.length > 1
  const texts = references.map((runs, i) => (numbered ? `${i + 1}. ${textOf(runs)}` : textOf(runs)))
  const list = references.map((runs) => `<li>${htmlOf(runs)}</li>`).join('')
  const html = items.length === 1 ? htmlOf(references[0]!) : numbered ? `<ol>${list}</ol>` : paragraphs(references)
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cited card anywhere" tabIndex={0} aria-label={`${label} ${noun(items.length)}`}>
        {items.length === 1 ? (
          <Runs runs={references[0]!} />
        ) : (
          <ol className={numbered ? 'numbered' : undefined}>
            {references.map((runs, i) => {
              const key = `${i}`
              return (
                <li key={key}>
                  <Runs runs={runs} />
                </li>
              )
            })}
          </ol>
        )}
      </section>
      <div className="split items-center text-small gap-8-16">
        <p className="quiet">
          {edition}. Please check {items.length === 1 ? 'it' : 'them'} against the item{items.length > 1 && 's'}.
        </p>
        <CopyButton text={texts.join('\n')} html={html} label={`Copy ${label}`} wide />
      </div>
    </>
  )
}

function Entries({ form, items, fileName }: { form: ReferenceFormId; items: CslItem[]; fileName: string }) {
  const { label, ending, mediaType } = referenceForms[form]
  const text = useMemo(() => referenceFile(form, items), [form, items])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="cited card" tabIndex={0} aria-label={`${label} ${noun(items.length)}`}>
        <pre className="anywhere">{text.trimEnd()}</pre>
      </section>
      <div className="split items-center text-small gap-8-16">
        <Button
          icon={Download}
          onClick={() => saveFile(new Blob([text], { type: `${mediaType};charset=utf-8` }), `${fileName}.${ending}`)}
        >
          Download .{ending}
        </Button>
        <CopyButton text={text} label={`Copy ${label}`} wide />
      </div>
    </>
  )
}

const noun = (count: number) => (count === 1 ? 'reference' : 'references')
const paragraphs = (references: Run[][]) => references.map((runs) => `<p>${htmlOf(runs)}</p>`).join('')

const Runs = ({ runs }: { runs: Run[] }) =>
  runs.map(({ text, italic, script }, i) => {
    const key = `${i}`
    if (script !== undefined)
      return (
        <bdi key={key} lang={script || undefined}>
          {text}
        </bdi>
      )
    return italic ? <cite key={key}>{text}</cite> : <span key={key}>{text}</span>
  })

export function saveFile(file: Blob, name: string) {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name.replace(/[^\p{L}\p{N}.-]/gu, '_')
  link.click()
  // Revoked after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
