import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { profileApi } from '#features/account/profile/contract.ts'
import { downloadsApi } from '#features/downloads/contract.ts'
import { book } from '#features/downloads/server/testing.ts'
import { foldersApi } from '#features/folders/contract.ts'
import { sentPicture } from '#features/requests/attachments/server/testing.ts'
import { confirmApi } from '#features/requests/confirm/contract.ts'
import { requestsApi } from '#features/requests/contract.ts'
import { paper } from '#features/requests/server/testing.ts'
import { settingsApi } from '#features/school/settings/contract.ts'
import { ownCartApi } from '#features/shop/cart/contract.ts'
import { ordersApi } from '#features/shop/orders/contract.ts'
import { solveHumanCheck } from '#platform/human-check/server/human-check-testing.ts'
import type { Call } from '../call-at.ts'
import { absent, type Ledger } from './ledger.ts'

export const people = {
  hillview: 'demo-hillview-librarian',
  assistant: 'demo-hillview-assistant',
  riverside: 'demo-riverside-librarian',
  lakeside: 'demo-lakeside-trial',
} as const
type Person = keyof typeof people

export type Writing = {
  ledger: Ledger
  /** Uses the next portal each time. */
  as(person: Person | null): Call
  /** Records that are in the catalogue. */
  ids: string[]
  /** `npm run catalogue` with these arguments; throws if it is killed or fails. */
  catalogue(args: string[]): Promise<void>
  folder: string
}

/** The one product in the carts. */
export const product = 'SCISBARCODES'
export const recordsOfLoad = 300
export const idsOfLoad = (name: string) => Array.from({ length: recordsOfLoad }, (_, n) => `${name}-${n}`)
export const changed = (name: string) => `${name}-renamed`

/** Below each person's hourly mail limit. */
const maxMails = 18 * Object.keys(people).length
const mailPauseMs = 3000

/** Each writes things of one kind, one after the other; `name` is unique, `n` counts them. */
export const writes: Record<string, (writing: Writing, name: string, n: number) => Promise<void>> = {
  async folder({ ledger, as, ids }, name, n) {
    const { response } = await ledger.change('folder', name, 'saved', () =>
      as('assistant')(foldersApi.saveFolder, { folderName: name, searchFolderJson: ids.map((bibId) => ({ bibId })) }),
    )
    const folderId = response.id
    await ledger.change('folder', name, 'renamed', () =>
      as('assistant')(foldersApi.renameFolder, { folderId, folderName: changed(name) }),
    )
    if (n % 2 === 0)
      await ledger.change('folder', name, absent, () => as('assistant')(foldersApi.deleteFolder, { folderId }))
  },

  async download({ ledger, as, ids }, name) {
    await ledger.change('download', name, 'ready', () =>
      as('lakeside')(downloadsApi.createRequest, { requestName: name, identities: ids }),
    )
  },

  async request({ ledger, as }, name, n) {
    const items = [paper({ title: name, files: [await sentPicture()] }), paper({ title: name })]
    const { response } = await ledger.change('request', name, 'draft', () =>
      as('hillview')(requestsApi.createCatalogueRequest, { items }),
    )
    const { id } = response
    if (n % 3 === 0)
      await ledger.change('request', name, absent, () => as('hillview')(requestsApi.removeCatalogueRequest, { id }))
    if (n % 3 === 1)
      await ledger.change('request', name, 'submitted', () => as('hillview')(confirmApi.confirmRequest, { id }))
  },

  /** Reads the cart's quantity before adding more; each cart becomes one order. */
  async order({ ledger, as }) {
    const { response: before } = await as('hillview')(ownCartApi.readCart, {})
    const count = before?.items.find(({ productCode }) => productCode === product)?.quantity ?? 0
    ledger.seen('cart', product, inCart(count))
    const { response: cart } = await ledger.change('cart', product, inCart(count + 1), () =>
      as('hillview')(ownCartApi.addToCart, { productCode: product, quantity: 1 }),
    )
    const id = cart!.cmsId
    await as('hillview')(ordersApi.orderDetails, { id })
    const recaptcha_token = await solveHumanCheck({ as: () => as(null) }, 'order-review')
    await ledger.change('order', id, 'ordered', () =>
      ledger.change('cart', product, inCart(0), () =>
        as('hillview')(ordersApi.requestInvoice, { id, recaptcha_token }),
      ),
    )
  },

  async settings({ ledger, as }, _, n) {
    const checkUnmatchedRecordsDays = n % 360
    await ledger.change('settings', 'days', String(checkUnmatchedRecordsDays), () =>
      as('riverside')(settingsApi.updateSettings, { id: 'demo-riverside', checkUnmatchedRecordsDays }),
    )
    await delay(20)
  },

  async profile({ ledger, as }, name) {
    const { response } = await as('assistant')(profileApi.profile, {})
    await ledger.change('profile', 'name', name, () =>
      as('assistant')(profileApi.updatePersonal, { email: response.email, firstName: name, lastName: 'Assistant' }),
    )
    await delay(20)
  },

  async mail({ ledger, as, ids }, name, n) {
    const sender = (Object.keys(people) as Person[])[n % Object.keys(people).length]!
    if (n < maxMails)
      await ledger.change('mail', name, 'sent', () =>
        as(sender)(foldersApi.emailFolder, {
          searchFolderJson: ids.slice(0, 1).map((bibId) => ({ bibId })),
          emailId: `${name}@killed.example`,
        }),
      )
    await delay(mailPauseMs)
  },

  /** Beside the portals, by the command line. */
  async load({ ledger, catalogue, folder }, name, n) {
    const file = join(folder, `${name}.mrc`)
    const records = idsOfLoad(name)
    writeFileSync(file, Buffer.concat(records.map((id) => book({ id }).marc)))
    await ledger.change('load', name, 'loaded', () => catalogue(['load', file]))
    if (n % 3 === 2) await ledger.change('load', name, absent, () => catalogue(['remove', ...records]))
  },
}

export const inCart = (count: number) => (count === 0 ? absent : `${count} in the cart`)
