import type { FastifyInstance } from 'fastify'
import type { App, Db } from '#app/app.ts'
import type { Contact } from '#features/account/contract.ts'
import type { Input } from '#kit/contract.ts'
import type { Caller } from '#kit/server/caller.ts'
import { serve } from '#kit/server/serve.ts'
import { deskSchoolApi, organisationApi, organisationProblem } from '../contract.ts'
import { authoriseAfterPin, enterPin, lockAgain, pinState } from './enter-pin.ts'
import { updateCustomer } from './organisation.ts'
import { renewPin } from './renew-pin.ts'
import { saveContacts } from './save-contacts.ts'

export function organisationRoutes(http: FastifyInstance, app: App) {
  serve(
    http,
    app,
    organisationApi,
    {
      updateCustomer: (input, { caller }) => updateCustomer(app, caller, input),
      enterPin: (input, { caller }) => enterPin(app, caller, input),
      pinState: (_, { caller }) => pinState(app, caller),
      lockAgain: (_, { caller }) => lockAgain(app, caller),
      retrievePin: async (_, { caller }) => {
        await renewPin(app, caller)
        return pinState(app, caller)
      },
    },
    { updateCustomer: (caller) => authoriseAfterPin(app, caller) },
  )
  serve(http, app, deskSchoolApi, {
    deskContacts: ({ customerId }) => readContacts(app.db, customerId),
    changeContacts: (given, { caller }) => changeContacts(app, caller, given),
    deskResetPin: async ({ customerId }, { caller: { userId, role } }) => ({
      response: { mailedTo: await renewPin(app, { customerId, userId, role }) },
    }),
  })
}

type Needs = Pick<App, 'db' | 'queue' | 'clock' | 'env'>
type Contacts = { contacts: Contact[]; contactsVersion: number }

async function readContacts(db: Db, customerId: string): Promise<Contacts> {
  const customer = await db
    .selectFrom('customer')
    .where('id', '=', customerId)
    .select('contactsVersion')
    .executeTakeFirst()
  if (!customer) throw organisationProblem('organisation_not_found')
  const contacts = await db
    .selectFrom('contact')
    .where('customerId', '=', customerId)
    .orderBy('primaryContact', 'desc')
    .orderBy('id')
    .selectAll()
    .execute()
  return { contacts, ...customer }
}

/** The desk's edit, which needs no PIN. */
async function changeContacts(
  app: Needs,
  { userId, role, freshProof }: Caller,
  { customerId, contacts, contactsVersion }: Input<typeof deskSchoolApi.changeContacts>,
): Promise<Contacts> {
  return app.db.transaction().execute(async (tx) => {
    await tx.selectFrom('customer').select('id').where('id', '=', customerId).forUpdate().execute()
    const known = await readContacts(tx, customerId)
    if (contactsVersion !== known.contactsVersion) throw organisationProblem('contacts_changed')
    await saveContacts({ ...app, db: tx }, { customerId, userId, role, freshProof }, contacts)
    return readContacts(tx, customerId)
  })
}
