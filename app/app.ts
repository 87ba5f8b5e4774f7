import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { ConsentTables } from '#features/account/consent/server/tables.ts'
import type { PasskeyTables } from '#features/account/passkeys/server/passkey-tables.ts'
import type { SecondFactorTables } from '#features/account/second-factor/server/second-factor-tables.ts'
import type { AccountTables } from '#features/account/server/tables.ts'
import type { DemoAccounts } from '#features/account/sign-in/server/pages.ts'
import type { SignInServiceTables } from '#features/account/sign-in-services/server/tables.ts'
import type { EnrichmentPort } from '#features/catalogue/covers/server/enrichment-port.ts'
import type { HeadingsPort } from '#features/catalogue/headings/server/headings-port.ts'
import type { LoadTables } from '#features/catalogue/loads/server/tables.ts'
import type { RecordReportTables } from '#features/catalogue/record/server/record-report-tables.ts'
import type { SearchTables } from '#features/catalogue/searches/server/tables.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { MessageTables } from '#features/desk/messages/server/tables.ts'
import type { AuthorityTables } from '#features/downloads/authorities/server/tables.ts'
import type { DownloadedRecordTables } from '#features/downloads/changed-records/server/downloaded-record-tables.ts'
import type { CollectionTables } from '#features/downloads/collections/server/tables.ts'
import type { DownloadTables } from '#features/downloads/server/tables.ts'
import type { FolderTables } from '#features/folders/server/tables.ts'
import type { VirusScanPort } from '#features/requests/attachments/server/virus-scan-port.ts'
import type { RequestTables } from '#features/requests/server/tables.ts'
import type { AccessKeyTables } from '#features/school/access-keys/server/tables.ts'
import type { DepotTables } from '#features/school/depots/server/tables.ts'
import type { OrganisationTables } from '#features/school/organisation/server/tables.ts'
import type { RosterTables } from '#features/school/roster/server/tables.ts'
import type { ScimTables } from '#features/school/scim/server/tables.ts'
import type { SettingsTables } from '#features/school/settings/server/tables.ts'
import type { StudentTables } from '#features/school/students/server/tables.ts'
import type { Z3950Tables } from '#features/school/z3950/server/tables.ts'
import type { BillingTables } from '#features/shop/billing/server/tables.ts'
import type { ContentSitePort } from '#features/shop/cart/server/content-site-port.ts'
import type { CartTables } from '#features/shop/cart/server/tables.ts'
import type { OrderTables } from '#features/shop/orders/server/tables.ts'
import type { PaymentsPort } from '#features/shop/payments/server/payments-port.ts'
import type { PaymentTables } from '#features/shop/payments/server/tables.ts'
import type { ShopTables } from '#features/shop/products/server/tables.ts'
import type { Clock } from '#kit/day.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { Queue, UnfinishedJobs } from '#kit/server/jobs.ts'
import type { Pause } from '#kit/server/load/pause.ts'
import type { Recall } from '#kit/server/memory/recall.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { SecretKey } from '#kit/server/secret-key.ts'
import type { SentKey } from '#kit/server/sent-key.ts'
import type { Traces } from '#kit/server/traces.ts'
import type { AuditTables } from '#platform/audit/server/tables.ts'
import type { FilesPort } from '#platform/files/files-port.ts'
import type { HumanCheckPort } from '#platform/human-check/server/human-check-port.ts'
import type { HumanCheckTables } from '#platform/human-check/server/tables.ts'
import type { LinkTables } from '#platform/links/server/tables.ts'
import type { MailPort } from '#platform/mail/server/mail-port.ts'
import type { MailTables } from '#platform/mail/server/tables.ts'
import type { Signals } from '#platform/signals/server/signals.ts'
import type { WebhookTables } from '#platform/webhooks/server/tables.ts'
import type { Env } from './env.ts'

/** An interface: the compiler would resolve the members of an intersection again for each query. */
export interface Database
  extends AccessKeyTables,
    AccountTables,
    AuditTables,
    AuthorityTables,
    BillingTables,
    CartTables,
    CollectionTables,
    ConsentTables,
    DepotTables,
    DownloadTables,
    FolderTables,
    HumanCheckTables,
    DownloadedRecordTables,
    LinkTables,
    LoadTables,
    MailTables,
    MessageTables,
    OrderTables,
    OrganisationTables,
    PasskeyTables,
    PaymentTables,
    RecordReportTables,
    RequestTables,
    RosterTables,
    ScimTables,
    SearchTables,
    SecondFactorTables,
    SettingsTables,
    ShopTables,
    SignInServiceTables,
    StudentTables,
    WebhookTables,
    Z3950Tables {}
/** A database or a transaction on it. */
export type Db = Kysely<Database>

/** Everything that a use case may take. Assembled by wire.ts, and by the test app. */
export type App = {
  env: Env
  db: Db
  /** Encrypts secrets before they are stored in the database. */
  secretKey: SecretKey
  catalogue: CataloguePort
  headings: HeadingsPort
  files: FilesPort
  enrichment: { libraryThing: EnrichmentPort; syndetics: EnrichmentPort }
  mail: MailPort
  humanCheck: HumanCheckPort
  virusScan: VirusScanPort
  /** Undefined if the bundled shop keeps the carts. */
  contentSite: ContentSitePort | undefined
  /** Undefined: no card payment, invoices only. */
  payments: PaymentsPort | undefined
  /** Undefined if the sign-in page lists none. */
  demoAccounts: DemoAccounts | undefined
  signals: Signals
  queue: Queue
  unfinishedJobs: UnfinishedJobs
  clock: Clock
  pause: Pause
  log: Logger
  metrics: Metrics
  traces: Traces
  recall: Recall
  /** The caller of a request, by its session cookie. */
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** The program with this name and access key; throws if there is none. */
  callerOfKey(key: SentKey, address: string): Promise<Caller>
  /** Set by the web server: throws if a caller exceeds a rate limit. */
  fairUse?(request: FastifyRequest, reply: FastifyReply): Promise<void>
}
