import type { Generated } from 'kysely'
import type { Audience, MessageIcon, MessageType } from '../contract.ts'

/** Rows of migration 020. */
export type MessageTables = {
  siteMessage: {
    id: string
    messageType: MessageType
    messageDesc: string
    content: string
    icon: MessageIcon
    audience: Audience
    startsAt: Date
    endsAt: Date | null
    changedBy: string | null
    createdAt: Generated<Date>
    updatedAt: Generated<Date>
  }
  siteMessageCustomer: { messageId: string; customerId: string }
}
