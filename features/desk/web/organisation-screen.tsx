import './organisation.css'
import { CalendarPlus, KeyRound, Link as LinkIcon, Mail, UserPlus } from 'lucide-react'
import { type ComponentProps, lazy, type ReactNode, useState } from 'react'
import { forDesk } from '#features/account/web/desk-parts.tsx'
import { deskApi } from '#features/desk/contract.ts'
import { call } from '#kit/web/call.ts'
import { dateAndTime, formatBusinessDate, grouped } from '#kit/web/format.ts'
import { useParams } from '#kit/web/router.tsx'
import { useLatestReply } from '#kit/web/use-api.ts'
import { BackLink } from '#ui/back-link.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { DeskHead } from '#ui/desk-head.tsx'
import { LazyPart } from '#ui/lazy-part.tsx'
import { Link } from '#ui/link.tsx'
import { EmptyState, ErrorBox, Skeleton } from '#ui/notices.tsx'
import { prepareOverlays } from '#ui/overlay/lazy-overlays.ts'
import { type Columns, everyLine, fileOf, yesOrNo } from '#ui/table/columns.ts'
import { DataTable } from '#ui/table/data-table.tsx'
import { ExportButton } from '#ui/table/export-button.tsx'
import { SectionHead } from '#ui/table/section-head.tsx'
import { TextButton } from '#ui/text-button.tsx'
import type { OrganisationView } from './desk-views.ts'
import { linkColumns } from './link-lines.tsx'
import { peopleColumns } from './people-lines.tsx'
import { subscriptionColumns } from './subscription-lines.tsx'

const AddPerson = lazy(async () => ({ default: (await import('./add-person.tsx')).AddPerson }))
const IssueLink = lazy(async () => ({ default: (await import('./issue-link.tsx')).IssueLink }))
const ChangeContact = lazy(async () => ({ default: (await import('./change-contact.tsx')).ChangeContact }))
const NewPin = lazy(async () => ({ default: (await import('./change-contact.tsx')).NewPin }))
const OrganisationSignIn = lazy(async () => ({
  default: (await import('./organisation-sign-in.tsx')).OrganisationSignIn,
}))
const AddSubscription = lazy(async () => ({ default: (await import('./add-subscription.tsx')).AddSubscription }))

const ofOne = {
  subscriptions: subscriptionColumns(false),
  people: peopleColumns(false),
  links: linkColumns(false),
}

export const OrganisationScreen = forDesk(Organisation)

function Organisation() {
  const { customerId = '' } = useParams()
  const { reply, problem, again } = useLatestReply(deskApi.deskOrganisation, { customerId })
  const back = <BackLink fallback={{ href: '/desk/organisations', title: 'Organisations' }} />
  if (problem?.status === 404)
    return (
      <EmptyState top title="We couldn’t find this organisation" hint="Check the address, or choose it from the list.">
        <LinkButton look="main" href="/desk/organisations">
          All organisations
        </LinkButton>
      </EmptyState>
    )
  if (problem) return <ErrorBox messages={problem.messages} onRetry={again} />
  if (!reply) return <Skeleton lines={10} width="80%" />
  return (
    <div className="desk desk-organisation">
      {back}
      <Everything organisation={reply.response} />
    </div>
  )
}

function Everything({ organisation }: { organisation: OrganisationView }) {
  const [adding, setAdding] = useState<
    'person' | 'subscription' | 'link' | 'pin' | 'contact' | 'sign-in' | { contactId: string }
  >()
  const { id, name, customerNo, type, emailDomain, createdDate, contacts, people, subscriptions, links } = organisation
  const close = () => setAdding(undefined)
  const near = { onPointerEnter: prepareOverlays, onFocus: prepareOverlays }
  const facts: [string, ReactNode][] = [
    ['Number', customerNo],
    ['Type', type || '—'],
    ['Email domain', emailDomain || '—'],
    ['Customer since', formatBusinessDate(createdDate)],
    [
      'Downloads',
      `${grouped(organisation.downloads)}${organisation.lastDownloadDate ? `, latest ${dateAndTime(organisation.lastDownloadDate)}` : ''}`,
    ],
  ]
  return (
    <>
      <DeskHead title={name}>
        <Button icon={CalendarPlus} {...near} onClick={() => setAdding('subscription')}>
          Add subscription
        </Button>
        <Button icon={UserPlus} {...near} onClick={() => setAdding('person')}>
          Add person
        </Button>
        <Button icon={LinkIcon} {...near} onClick={() => setAdding('link')}>
          Issue link
        </Button>
      </DeskHead>
      <dl className="facts flow line-around">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <Part
        title="Subscriptions"
        none="No subscriptions yet."
        count={subscriptions.length}
        exported={{
          name: `Subscriptions for ${name}`,
          read: () => fileOf(ofOne.subscriptions, subscriptions),
        }}
      >
        <DataTable caption="Subscriptions" columns={ofOne.subscriptions} rows={subscriptions} keyOf={({ id }) => id} />
      </Part>
      <Part
        title="People"
        none="No people yet."
        count={people.length}
        actions={
          <Button icon={KeyRound} {...near} onClick={() => setAdding('sign-in')}>
            Can they sign in?
          </Button>
        }
        exported={{
          name: `People at ${name}`,
          read: async () =>
            fileOf(
              ofOne.people,
              await allOf(id, (page) => call(deskApi.deskPeople, { text: name.slice(0, 200), page })),
            ),
        }}
      >
        <DataTable caption="People" columns={ofOne.people} rows={people} keyOf={({ id }) => id} />
        {people.length >= 25 && (
          <p className="quiet">
            <Link href={`/desk/users?text=${encodeURIComponent(name)}`}>All people at {name}</Link>
          </p>
        )}
      </Part>
      <Part
        title="Contacts"
        none="No contacts yet."
        count={contacts.length}
        actions={
          <>
            <Button icon={UserPlus} {...near} onClick={() => setAdding('contact')}>
              Add contact
            </Button>
            <Button icon={Mail} {...near} onClick={() => setAdding('pin')}>
              Email a new PIN
            </Button>
          </>
        }
        exported={{ name: `Contacts at ${name}`, read: () => fileOf(contactColumns, contacts) }}
      >
        <ul className="contacts stack unlisted">
          {contacts.map((contact) => (
            <li className="stack text-small anywhere" key={contact.id}>
              <strong>{contact.name || contact.email}</strong>
              <span className="remark">
                {contactWords[contact.type] ?? contact.type}
                {contact.invoicing && contact.type !== 'BILLING' ? ', invoices' : ''}
              </span>
              <a href={`mailto:${contact.email}`}>{contact.email}</a>
              <TextButton className="self-left" {...near} onClick={() => setAdding({ contactId: contact.id })}>
                Change<span className="only-heard remark"> {contact.name || contact.email}</span>
              </TextButton>
            </li>
          ))}
        </ul>
      </Part>
      <Part
        title="Links"
        none="No one-time links yet."
        count={links.length}
        exported={{
          name: `Links for ${name}`,
          read: async () =>
            fileOf(ofOne.links, await allOf(id, (page) => call(deskApi.deskLinks, { text: name.slice(0, 200), page }))),
        }}
      >
        <DataTable caption="Links" columns={ofOne.links} rows={links} keyOf={({ id }) => id} />
      </Part>
      <p className="to-audit flow mt-28">
        <Link href={`/desk/orders?customerId=${encodeURIComponent(id)}`}>Orders</Link>
        <Link href={`/desk/invoices?customerId=${encodeURIComponent(id)}`}>Invoices</Link>
        <Link href={`/desk/payments?customerId=${encodeURIComponent(id)}`}>Payments</Link>
        <Link href={`/desk/audit?customerId=${encodeURIComponent(id)}`}>Audit log of {name}</Link>
      </p>
      <LazyPart key={typeof adding === 'object' ? adding.contactId : adding}>
        {adding === 'person' && <AddPerson organisation={{ id, name }} onClose={close} />}
        {adding === 'link' && <IssueLink organisation={{ id, name }} onClose={close} />}
        {adding === 'sign-in' && <OrganisationSignIn organisation={{ id, name }} onClose={close} />}
        {adding === 'pin' && <NewPin organisation={{ id, name }} onClose={close} />}
        {adding === 'contact' && <ChangeContact customerId={id} contactId={undefined} onClose={close} />}
        {typeof adding === 'object' && <ChangeContact customerId={id} contactId={adding.contactId} onClose={close} />}
        {adding === 'subscription' && <AddSubscription organisation={{ id, name }} onClose={close} />}
      </LazyPart>
    </>
  )
}

/** All lines of one organisation: searches the list of all organisations and drops other matches. */
async function allOf<Line extends { id: string; customerId: string | null }>(
  organisation: string,
  readPage: (page: number) => Promise<{ response: readonly Line[]; totalCount: number }>,
) {
  const lines = await everyLine(readPage, ({ id }) => id)
  return lines.filter(({ customerId }) => customerId === organisation)
}

const contactWords: Record<string, string> = { PRIMARY: 'Primary contact', LIBRARY: 'Library', BILLING: 'Invoices' }

const contactColumns: Columns<OrganisationView['contacts'][number]> = [
  { head: 'Name', csv: ({ name }) => name },
  { head: 'Email', csv: ({ email }) => email },
  { head: 'Contact', csv: ({ type }) => contactWords[type] ?? type },
  { head: 'Gets invoices', csv: ({ type, invoicing }) => yesOrNo(invoicing || type === 'BILLING') },
]

function Part({
  title,
  none,
  count,
  actions,
  exported,
  children,
}: {
  title: string
  /** Message for an empty list. */
  none: string
  count: number
  actions?: ReactNode
  exported: Omit<ComponentProps<typeof ExportButton>, 'of'>
  children: ReactNode
}) {
  return (
    <section className="desk-lines cards mt-28">
      <SectionHead title={title}>
        {actions}
        {count > 0 && <ExportButton of={title} {...exported} />}
      </SectionHead>
      {count === 0 ? <p className="quiet">{none}</p> : children}
    </section>
  )
}
