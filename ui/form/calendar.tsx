import type { Day } from '#kit/day.ts'
import { readersDay } from '#kit/web/dates.ts'
// Contains React Aria, so it is loaded when a date field is first used.
import './calendar.css'
import { parseDate } from '@internationalized/date'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { RefObject } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  Calendar as AriaCalendar,
  CalendarCell,
  CalendarGrid,
  CalendarGridBody,
  CalendarGridHeader,
  CalendarHeaderCell,
  CalendarHeading,
} from 'react-aria-components/Calendar'
import { Dialog } from 'react-aria-components/Dialog'
import { Popover } from 'react-aria-components/Popover'
import { Icon } from '../icon.tsx'

/** A month view: arrows move by days and weeks, Page Up and Page Down by months, Escape closes it. */
export function Calendar({
  label,
  day,
  max,
  anchor,
  onPick,
  onClose,
}: {
  label: string
  day: Day | undefined
  max: Day | undefined
  anchor: RefObject<HTMLElement | null>
  onPick: (day: Day) => void
  onClose: () => void
}) {
  const last = max === undefined ? undefined : parseDate(max)
  const start = day ?? readersDay()
  return (
    <Popover
      className="popover"
      triggerRef={anchor}
      isOpen
      onOpenChange={(open) => open || onClose()}
      placement="bottom end"
      offset={8}
    >
      <Dialog className="calendar" aria-label={label}>
        <AriaCalendar
          aria-label={label}
          // Starts at the day picked before; Escape returns to the field.
          autoFocus
          value={day === undefined ? null : parseDate(day)}
          defaultFocusedValue={parseDate(max !== undefined && start > max ? max : start)}
          {...(last ? { maxValue: last } : {})}
          onChange={(picked) => {
            onPick(picked.toString() as Day)
            onClose()
          }}
        >
          <header>
            <Button slot="previous" className="button bare square">
              <Icon of={ChevronLeft} />
            </Button>
            <CalendarHeading />
            <Button slot="next" className="button bare square">
              <Icon of={ChevronRight} />
            </Button>
          </header>
          <CalendarGrid>
            <CalendarGridHeader>{(name) => <CalendarHeaderCell>{name}</CalendarHeaderCell>}</CalendarGridHeader>
            <CalendarGridBody>{(date) => <CalendarCell date={date} className="calendar-day" />}</CalendarGridBody>
          </CalendarGrid>
        </AriaCalendar>
      </Dialog>
    </Popover>
  )
}
