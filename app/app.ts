import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PasskeyTables } from '#features/account/server/passkey-tables.ts'
import type { SecondFactorTables } from '#features/account/server/second-factor-tables.ts'
import type { AccountTables } from '#features/account/server/tables.ts'
import type { AuditTables } from '#features/audit/server/tables.ts'
import type { AuthorityTables } from '#features/authorities/server/tables.ts'
import type { BillingTables } from '#features/billing/server/tables.ts'
import type { ContentSitePort } from '#features/cart/server/content-site-port.ts'
import type { CartTables } from '#features/cart/server/tables.ts'
import type { CataloguePort } from '#features/catalogue/server/catalogue-port.ts'
import type { EnrichmentPort } from '#features/catalogue/server/enrichment-port.ts'
import type { RecordReportTables } from '#features/catalogue/server/record-report-tables.ts'
import type { CollectionTables } from '#features/collections/server/tables.ts'
import type { ConsentTables } from '#features/consent/server/tables.ts'
import type { DepotTables } from '#features/depots/server/tables.ts'
import type { FilesPort } from '#features/downloads/server/files-port.ts'
import type { KeptTables } from '#features/downloads/server/kept-tables.ts'
import type { DownloadTables } from '#features/downloads/server/tables.ts'
import type { FolderTables } from '#features/folders/server/tables.ts'
import type { HeadingsPort } from '#features/headings/server/headings-port.ts'
import type { HumanCheckPort } from '#features/human-check/server/human-check-port.ts'
import type { HumanCheckTables } from '#features/human-check/server/tables.ts'
import type { LinkTables } from '#features/links/server/tables.ts'
import type { LoadTables } from '#features/loads/server/tables.ts'
import type { MailPort } from '#features/mail/server/mail-port.ts'
import type { MailTables } from '#features/mail/server/tables.ts'
import type { MessageTables } from '#features/messages/server/tables.ts'
import type { OrderTables } from '#features/orders/server/tables.ts'
import type { OrganisationTables } from '#features/organisation/server/tables.ts'
import type { PaymentsPort } from '#features/payments/server/payments-port.ts'
import type { PaymentTables } from '#features/payments/server/tables.ts'
import type { RequestTables } from '#features/requests/server/tables.ts'
import type { VirusScanPort } from '#features/requests/server/virus-scan-port.ts'
import type { SearchTables } from '#features/searches/server/tables.ts'
import type { SettingsTables } from '#features/settings/server/tables.ts'
import type { ShopTables } from '#features/shop/server/tables.ts'
import type { StudentTables } from '#features/students/server/tables.ts'
import type { Z3950Tables } from '#features/z3950/server/tables.ts'
import type { Caller } from '#kit/server/caller.ts'
import type { KeptJobs, Queue } from '#kit/server/jobs.ts'
import type { Metrics } from '#kit/server/metrics.ts'
import type { SecretKey } from '#kit/server/secret-key.ts'
import type { SentKey } from '#kit/server/sent-key.ts'
import type { Traces } from '#kit/server/traces.ts'
import type { Env } from './env.ts'

export type Database = AccountTables &
  AuditTables &
  AuthorityTables &
  BillingTables &
  CartTables &
  CollectionTables &
  ConsentTables &
  DepotTables &
  DownloadTables &
  FolderTables &
  HumanCheckTables &
  KeptTables &
  LinkTables &
  LoadTables &
  MailTables &
  MessageTables &
  OrderTables &
  OrganisationTables &
  PasskeyTables &
  PaymentTables &
  RecordReportTables &
  RequestTables &
  SearchTables &
  SecondFactorTables &
  SettingsTables &
  ShopTables &
  StudentTables &
  Z3950Tables
/** A database or a transaction on it. */
export type Db = Kysely<Database>

/** Everything that a use-case may take. Put together by wire.ts, and by the test app. */
export type App = {
  env: Env
  db: Db
  /** Encrypts what is secret before it goes into the database. */
  secretKey: SecretKey
  catalogue: CataloguePort
  headings: HeadingsPort
  files: FilesPort
  enrichment: { libraryThing: EnrichmentPort; syndetics: EnrichmentPort }
  mail: MailPort
  humanCheck: HumanCheckPort
  virusScan: VirusScanPort
  /** Undefined where the bundled shop keeps the carts. */
  contentSite: ContentSitePort | undefined
  /** Undefined: no card payment, invoices only. */
  payments: PaymentsPort | undefined
  queue: Queue
  keptJobs: KeptJobs
  clock: () => Date
  log: Logger
  metrics: Metrics
  traces: Traces
  /** Who stands behind a request, by its session cookie. */
  callerOf(request: FastifyRequest): Promise<Caller | null>
  /** The program that has sent this name and access key; throws where there is none. */
  callerOfKey(key: SentKey, address: string): Promise<Caller>
  /** Of the web server: throws where a caller has asked for more than their share. */
  fairUse?(request: FastifyRequest, reply: FastifyReply): Promise<void>
}
