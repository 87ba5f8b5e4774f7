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
            ? 'Have items catalogued, find the right heading, keep your authorities up to date, and tell us what is wrong.'
            : 'Find the heading under which a subject, a name or a series is kept.'}
        </p>
      </header>
      {staff && (
        <Part title="Missing from the catalogue" hint="When an item on your shelf has no record yet.">
          <Service icon={BookPlus} title="Request cataloguing" href="/CreateCatalogueRequest">
            Describe one item or many, or send them to a depot with a postage slip. The records are made for you and are
            then in the catalogue for every school.
          </Service>
          <Service icon={ListChecks} title="My catalogue requests" href="/myCatalogueRequests">
            Drafts to go on with, and how far each request has come that was sent. <RequestsAtHand />
          </Service>
          <Service icon={ScanBarcode} title="Identifiers that were not found" href="/myDownloads">
            Every download request keeps the numbers that matched no record, and why; from there they go into a request
            for cataloguing.
          </Service>
        </Part>
      )}
      <Part
        title="Headings"
        hint="The one form under which a subject, a name or a series is kept."
        tool={
          <div className="mt-10">
            <FindHeading />
          </div>
        }
      >
        <Service icon={ListTree} title="Subject headings standard" href={standardAddress('index')}>
          Browse every subject heading <Link href={standardAddress('index')}>from A to Z</Link> or{' '}
          <Link href={standardAddress('tree')}>as a tree</Link>, with what it is used for and the headings around it.
        </Service>
        <Service icon={Network} title="Thesaurus" href={thesaurusAddress({ query: '' })}>
          Search subjects, names and series by the word you would use, and see how many records each heading has.
        </Service>
        {staff && (
          <Service icon={LibraryBig} title="Authority files" href="/authorities">
            Download the authority records of subjects and names, so that your own library system refers from one form
            to the other.
          </Service>
        )}
      </Part>
      {staff && (
        <Part title="Something is wrong" hint="A mistake that you see is one that every school sees.">
          <Service icon={Flag} title="Report an error in a record" href="/discover/results/#search">
            Find the record and choose “Report a problem” on its page: the record’s number and your school go with it. A
            wrong cover is reported there too.
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
