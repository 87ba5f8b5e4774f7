import './services.css'
import { BookPlus, Flag, LibraryBig, ListChecks, ListTree, type LucideIcon, Network, ScanBarcode } from 'lucide-react'
import type { ReactNode } from 'react'
import { isSchoolStaff } from '#features/account/rules.ts'
import { useCurrentUser } from '#features/account/web/account-parts.tsx'
import { FindHeading } from '#features/catalogue/headings/web/find-heading-parts.tsx'
import { standardAddress, thesaurusAddress } from '#features/catalogue/headings/web/headings-parts.tsx'
import { RequestsAtHand } from '#features/requests/web/requests-parts.tsx'
import { Icon } from '#ui/icon.tsx'
import { Link } from '#ui/link.tsx'

/** The overview of the provider's services for cataloguers. */
export function ServicesScreen() {
  const me = useCurrentUser()
  const staff = isSchoolStaff(me)
  return (
    <div className="services">
      <title>Cataloguing services</title>
      <header className="stack gap-6 pb-26">
        <h1>Cataloguing services</h1>
        <p className="lead measure ink-2">
          {staff
            ? 'Request cataloguing, find the right heading, keep your authorities up to date, and report errors.'
            : 'Find the standard heading for a subject, name or series.'}
        </p>
      </header>
      {staff && (
        <Part title="Missing from the catalogue" hint="For items on your shelf that have no record yet.">
          <Service icon={BookPlus} title="Request cataloguing" href="/CreateCatalogueRequest">
            Describe your items, or post them to a depot with a postage slip. We’ll catalogue them for you and every
            other school.
          </Service>
          <Service icon={ListChecks} title="My catalogue requests" href="/myCatalogueRequests">
            Continue your drafts and follow your requests. <RequestsAtHand />
          </Service>
          <Service icon={ScanBarcode} title="Unmatched identifiers" href="/myDownloads">
            Each download request lists the numbers that matched no record, and why. You can request cataloguing for
            them from there.
          </Service>
        </Part>
      )}
      <Part
        title="Headings"
        hint="The standard terms for subjects, names and series."
        tool={
          <div className="mt-10">
            <FindHeading />
          </div>
        }
      >
        <Service icon={ListTree} title="Subject headings standard" href={standardAddress('index')}>
          Browse every subject heading <Link href={standardAddress('index')}>from A to Z</Link> or{' '}
          <Link href={standardAddress('tree')}>as a tree</Link>, with its variants and related headings.
        </Service>
        <Service icon={Network} title="Thesaurus" href={thesaurusAddress({ query: '' })}>
          Search subjects, names and series with your own words, and see how many records each heading has.
        </Service>
        {staff && (
          <Service icon={LibraryBig} title="Authority files" href="/authorities">
            Download authority records for subjects and names, so your library system can refer people from one form to
            another.
          </Service>
        )}
      </Part>
      {staff && (
        <Part title="Something wrong?" hint="If you can see a mistake, so can every other school.">
          <Service icon={Flag} title="Report an error in a record" href="/discover/results/#search">
            Find the record and choose “Report a problem” on its page. You can report a wrong cover there too.
          </Service>
        </Part>
      )}
    </div>
  )
}

function Part({ title, hint, tool, children }: { title: string; hint: string; tool?: ReactNode; children: ReactNode }) {
  return (
    <section className="services-part stack line-above one-column-860">
      <div className="part-name stack gap-4 content-start">
        <h2>{title}</h2>
        <p className="ink-3 text-small">{hint}</p>
        {tool}
      </div>
      <ul className="stack gap-20">{children}</ul>
    </section>
  )
}

function Service({
  icon,
  title,
  href,
  children,
}: {
  icon: LucideIcon
  title: string
  href: string
  children: ReactNode
}) {
  return (
    <li className="service stack gap-16">
      <Icon of={icon} />
      <div>
        <h3 className="title-huge plain-links">
          <Link href={href}>{title}</Link>
        </h3>
        <p className="mt-4 ink-2">{children}</p>
      </div>
    </li>
  )
}
