import { a4, mm } from '#kit/server/files/pdf.ts'

export const edge = 18 * mm
export const inner = a4.width - 2 * edge
/** Nothing but the foot stands below it. */
export const foot = a4.height - 20 * mm
export const grey = '#56605b'
export const hairline = '#c9cfcb'
export const accent = '#00595f'
