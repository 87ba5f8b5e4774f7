/** The ways in which a record holds a number that is not its own. */
export const foreignKinds = [
  /** 020 $z. */
  'invalid_isbn',
  /** 020 $z of an e-book: the ISBN of the printed edition. */
  'print_isbn',
  /** 022 $z: of a title that the serial used to have. */
  'cancelled_issn',
  /** 022 $y: printed on the serial by mistake. */
  'incorrect_issn',
  /** 024 $z. */
  'invalid_number',
] as const
export type ForeignKind = (typeof foreignKinds)[number]

export const foreignNames: Record<ForeignKind, string> = {
  invalid_isbn: 'Invalid ISBN',
  print_isbn: 'Print ISBN of the e-book',
  cancelled_issn: 'Cancelled ISSN',
  incorrect_issn: 'Incorrect ISSN',
  invalid_number: 'Invalid number',
}

/** The words before the record's title or number. */
export const heldAs = (kind: ForeignKind): string => foreignNames[kind] + (kind === 'print_isbn' ? '' : ' of')
