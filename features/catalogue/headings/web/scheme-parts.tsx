import './scheme-tag.css'
import { schemeMark, schemeName } from '#marc/crosswalk/subject-schemes.ts'

/** A vocabulary by its short name; “only” if no other has a heading of this spelling. */
export const SchemeTag = ({ scheme, only = false }: { scheme: string; only?: boolean }) => (
  <span className={['scheme-tag', /^\w+$/.test(scheme) && scheme].filter(Boolean).join(' ')} title={schemeName(scheme)}>
    {schemeMark(scheme)}
    {only && ' only'}
  </span>
)

/** All vocabularies of one heading, beside it. */
export const SchemeTags = ({ schemes }: { schemes: readonly string[] }) => (
  <span className="flex gap-4 rigid">
    {schemes.map((scheme) => (
      <SchemeTag key={scheme} scheme={scheme} only={schemes.length === 1} />
    ))}
  </span>
)
