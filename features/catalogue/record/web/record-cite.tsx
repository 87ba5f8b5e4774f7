import './record-cite.css'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { apa } from '#marc/citation/apa.ts'
import { bibtex } from '#marc/citation/bibtex.ts'
import { cslJsonOf } from '#marc/citation/csl-json.ts'
import { harvard } from '#marc/citation/harvard.ts'
import { mla } from '#marc/citation/mla.ts'
import { ris } from '#marc/citation/ris.ts'
import { htmlOf, type Run, textOf } from '#marc/citation/runs.ts'
import { Button } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { Tabs } from '#ui/tabs.tsx'
import type { RecordView } from './record-facts.tsx'

/** The record in three citation styles, and as two files for reference managers. */
export function CiteDialog({ source, onClose }: { source: RecordView; onClose: () => void }) {
  const [style, setStyle] = useState('apa')
  const cited = cslJsonOf(source)
  const styles = [
    { id: 'apa', label: 'APA', note: 'American Psychological Association, 7th edition', runs: apa(cited) },
    { id: 'harvard', label: 'Harvard', note: 'Cite Them Right, 11th edition', runs: harvard(cited, new Date()) },
    { id: 'mla', label: 'MLA', note: 'Modern Language Association, 9th edition', runs: mla(cited) },
  ]
  const files = [
    { id: 'bibtex', label: 'BibTeX', ending: 'bib', type: 'application/x-bibtex', text: bibtex(cited) },
    { id: 'ris', label: 'RIS', ending: 'ris', type: 'application/x-research-info-systems', text: ris(cited) },
  ]
  return (
    <Dialog title="Cite this record" shape="wide" onClose={onClose}>
      <div className="cite">
        <Tabs
          label="Ways to cite"
          selected={style}
          onSelect={setStyle}
          tabs={[
            ...styles.map(({ id, label, note, runs }) => ({
              id,
              label,
              panel: (
                <>
                  <p className="cited card anywhere">
                    <Runs runs={runs} />
                  </p>
                  <div className="split items-center text-small gap-8-16">
                    <p className="quiet">{note}. Please check it against the item.</p>
                    <CopyButton text={textOf(runs)} html={htmlOf(runs)} label={`Copy ${label}`} wide />
                  </div>
                </>
              ),
            })),
            ...files.map(({ id, label, ending, type, text }) => ({
              id,
              label,
              panel: (
                <>
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
                  <section className="entry card" tabIndex={0} aria-label={`${label} entry`}>
                    <pre className="p-14-16 anywhere">{text.trimEnd()}</pre>
                  </section>
                  <div className="split items-center text-small gap-8-16">
                    <Button icon={Download} onClick={() => saveText(text, `record-${source.id}.${ending}`, type)}>
                      Download .{ending}
                    </Button>
                    <CopyButton text={text} label={`Copy ${label}`} wide />
                  </div>
                </>
              ),
            })),
          ]}
        />
      </div>
    </Dialog>
  )
}

const Runs = ({ runs }: { runs: Run[] }) =>
  runs.map(({ text, italic }, i) => {
    const key = `${i}`
    return italic ? <cite key={key}>{text}</cite> : <span key={key}>{text}</span>
  })

function saveText(text: string, name: string, type: string) {
  const address = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = address
  link.download = name.replace(/[^\w.-]/g, '_')
  link.click()
  // Revoked after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
