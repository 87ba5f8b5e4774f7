import { CalendarClock, Info, Newspaper, Receipt, TriangleAlert, Wrench } from 'lucide-react'
import type { MessageIcon } from '#features/desk/messages/contract.ts'
import type { IconShape } from '#ui/icon.tsx'

export const messageIcons: Record<MessageIcon, IconShape> = {
  INFO: Info,
  NEWS: Newspaper,
  WARNING: TriangleAlert,
  MAINTENANCE: Wrench,
  CALENDAR: CalendarClock,
  INVOICE: Receipt,
}
