import './in-script.css'
import { createContext, useContext } from 'react'
import type { Hit } from '#features/catalogue/contract.ts'

/** The texts of the record around it that are also in another script. */
export const InScriptContext = createContext<Hit['_source']['inScript'] | undefined>(undefined)

/** This text in its other script, if the record has it; set from right to left where the script is. */
export function InScript({ of }: { of: string }) {
  const twin = useContext(InScriptContext)?.find((each) => each.of === of)
  if (!twin) return null
  return (
    <>
      {/* An en space: a margin would move to the last line of a text from right to left. */}
      {'\u2002'}
      <bdi className="in-script" lang={twin.lang || undefined}>
        {twin.text}
      </bdi>
    </>
  )
}
