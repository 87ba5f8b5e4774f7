import type { DataField } from './record.ts'

/** The tag in $6 of an 880, that of the field in Latin script: `245` of `245-01/$1`; '' if there is none. */
export const linkedTag = ({ subfields }: DataField): string =>
  /^\s*(\d{3})/.exec(subfields.find(({ code }) => code === '6')?.value ?? '')?.[1] ?? ''
