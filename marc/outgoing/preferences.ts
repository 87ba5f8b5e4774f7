/** A school's preferences for the records it downloads. The names are those of the customer settings. */
export type Preferences = {
  deweyPref: 'FULL_DDC' | 'ABRIDGED_DDC'
  deweyHoldingPref: 'SCIS_DEFAULT' | 'HOLDINGS_852'
  isbnFormat: 'ISBN' | 'ISBN_10' | 'ISBN_13'
  subjectHeadingFormat: 'SCOT_SCIS_HEADINGS' | 'SCIS_HEADINGS' | 'SCOT_HEADINGS'
}
