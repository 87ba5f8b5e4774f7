import type { App, Db } from '#app/app.ts'
import { type DemoSchool, demoDesk, demoLibrarySystem, demoPassword, demoPin, demoSchools } from '#demo/world/world.ts'
import { hashSecret } from '#features/account/passwords/server/passwords.ts'
import { businessDay, type Day, dayAfter, dayMs } from '#kit/day.ts'

const key = 'demo_world'

/** The demo organisations of `demo/world/world.ts`, once per database. */
export async function loadDemoWorld({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const loaded = await db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()
  if (loaded) return
  const [passwordHash, pinHash] = await Promise.all([hashSecret(demoPassword), hashSecret(demoPin)])
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const first = await tx
      .insertInto('installation')
      .values({ key, value: JSON.stringify({ loadedAt: now }) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (!first) return
    for (const school of demoSchools)
      await insertSchool(tx, school, { passwordHash, pinHash, now, today: businessDay(clock, now) })
    await tx
      .insertInto('appUser')
      .values({ ...demoDesk, customerId: null, email: demoDesk.username, passwordHash, demo: true })
      .execute()
  })
}

/** Leaves a login that the school already has. */
export async function loadDemoLibrarySystem({ db }: { db: Db }): Promise<void> {
  const { password, ...login } = demoLibrarySystem
  await db
    .insertInto('z3950Login')
    .values({ ...login, passwordHash: await hashSecret(password), demo: true })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

type Given = { passwordHash: string; pinHash: string; now: Date; today: Day }

async function insertSchool(db: Db, school: DemoSchool, { passwordHash, pinHash, now, today }: Given) {
  const { id: customerId, customerNo, name, type, yearLevel, address, emailDomain } = school
  const inDays = (days: number) => new Date(now.getTime() + days * dayMs)
  const on = (days: number) => dayAfter(today, days)
  await db
    .insertInto('customer')
    .values({
      id: customerId,
      customerNo,
      name,
      type,
      yearLevel,
      ...address,
      emailDomain,
      pinHash,
      apiUserId: `${customerId}-api`,
    })
    .execute()
  await db
    .insertInto('appUser')
    .values(
      school.people.map((person) => ({ ...person, customerId, email: person.username, passwordHash, demo: true })),
    )
    .execute()
  await db
    .insertInto('contact')
    .values(
      school.contacts.map((contact, index) => ({
        ...contact,
        id: `${customerId}-contact-${index + 1}`,
        customerId,
        primaryContact: contact.type === 'PRIMARY',
        invoicingContact: contact.type === 'BILLING' || school.contacts.length === 1,
        libraryContact: contact.type !== 'BILLING',
      })),
    )
    .execute()
  await db
    .insertInto('subscription')
    .values(
      school.subscriptions.map(({ startsInDays, endsInDays, ...rest }) => ({
        ...rest,
        id: `${customerId}-${rest.productCode.toLowerCase()}${endsInDays < 0 ? `-${on(endsInDays).slice(0, 4)}` : ''}`,
        customerId,
        startsOn: on(startsInDays),
        endsOn: on(endsInDays),
        createdAt: inDays(startsInDays),
      })),
    )
    .execute()
  if (school.settings)
    await db
      .insertInto('customerSettings')
      .values({ customerId, settings: JSON.stringify(school.settings) })
      .execute()
  for (const { lines, issuedInDays, dueInDays, paidInDays, ...invoice } of school.invoices) {
    const subTotalCents = lines.reduce((sum, { quantity, unitCents }) => sum + quantity * unitCents, 0)
    await db
      .insertInto('invoice')
      .values({
        ...invoice,
        customerId,
        issuedOn: on(issuedInDays),
        dueOn: on(dueInDays),
        subTotalCents,
        totalCents: subTotalCents + invoice.shippingCents + invoice.gstCents,
        paidAt: paidInDays === undefined ? null : inDays(paidInDays),
      })
      .execute()
    await db
      .insertInto('invoiceLine')
      .values(lines.map((line, index) => ({ ...line, invoiceId: invoice.id, position: index + 1 })))
      .execute()
  }
  for (const { id, endsInDays, items } of school.carts) {
    const userId = school.people[0]!.id
    await db
      .insertInto('cart')
      .values({ id, customerId, userId, expiresAt: inDays(endsInDays) })
      .execute()
    await db
      .insertInto('cartItem')
      .values(items.map((item, position) => ({ ...item, cartId: id, position })))
      .execute()
  }
}
