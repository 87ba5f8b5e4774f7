import { Link } from '#ui/link.tsx'
import '#ui/tabs.css'

const tabs = [
  ['/schoolDetails', 'Details'],
  ['/schoolSettings', 'Type, PIN and changes'],
] as const

/** The shared head of the two screens about a school. */
export function SchoolHead({ title, at }: { title: string; at: (typeof tabs)[number][0] }) {
  return (
    <>
      <title>{title}</title>
      <h1>{title}</h1>
      <nav className="tabs" aria-label="School">
        {tabs.map(([href, label]) => (
          <Link key={href} href={href} aria-current={href === at ? 'page' : undefined}>
            {label}
          </Link>
        ))}
      </nav>
    </>
  )
}
