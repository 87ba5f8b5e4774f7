import { Network } from 'lucide-react'
import { quotedHeading, type Thesaurus, thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'

/** A link to the heading and its references in the thesaurus. A subdivision has no heading there. */
export function InThesaurus({ heading, of }: { heading: string; of: Exclude<Thesaurus, 'all'> }) {
  const [main = heading] = heading.split(' -- ')
  const name = `${main} in the thesaurus`
  return (
    <Link
      className="in-thesaurus place-center rounded-small"
      href={thesaurusAddress({ query: quotedHeading(main), selectedThesaurus: of })}
      title={name}
    >
      <Icon of={Network} small />
      <span className="only-heard">{name}</span>
    </Link>
  )
}
