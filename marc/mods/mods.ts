import { type FixedFields, readFixedFields } from '../crosswalk/fixed-fields.ts'
import type { MarcRecord } from '../record.ts'
import { abstractAndContents, languages, physicalDescription, targetAudience } from './mods-description.ts'
import { genres, typeOfResource } from './mods-genres.ts'
import { classifications, identifiers, locations } from './mods-identifiers.ts'
import { names } from './mods-names.ts'
import { notesOf } from './mods-notes.ts'
import { origins } from './mods-origin.ts'
import { relatedItems } from './mods-related.ts'
import { subjects } from './mods-subjects.ts'
import { titles } from './mods-titles.ts'
import { type Entries, element, entriesOf, indented, textElement, those, value } from './mods-xml.ts'

export const modsHeader = `<?xml version="1.0" encoding="UTF-8"?>
<modsCollection xmlns="http://www.loc.gov/mods/v3" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://www.loc.gov/mods/v3 http://www.loc.gov/standards/mods/v3/mods-3-7.xsd">
`
export const modsFooter = '</modsCollection>\n'

/** A record as MODS 3.7, by the Library of Congress's mapping from MARC 21; goes between header and footer. */
export function recordToMods(record: MarcRecord): string {
  const entries = entriesOf(record)
  const fixed = readFixedFields(record)
  const parts =
    titles(entries) +
    names(entries) +
    typeOfResource(fixed) +
    genres(entries, fixed) +
    origins(entries, fixed) +
    languages(entries, fixed) +
    physicalDescription(entries, fixed) +
    abstractAndContents(entries) +
    targetAudience(entries, fixed) +
    notesOf(entries) +
    subjects(entries) +
    classifications(entries) +
    relatedItems(entries) +
    identifiers(entries) +
    locations(entries) +
    recordInfo(record, entries, fixed)
  return `${indented(`<mods version="3.7">${parts}</mods>`)}\n`
}

function recordInfo(record: MarcRecord, entries: Entries, { general }: FixedFields): string {
  const control = (tag: string) => {
    const field = record.fields.find((each) => each.tag === tag)
    return field && 'value' in field ? field.value.trim() : ''
  }
  const source = those(entries, '040')[0]
  const text = (code: string) => (source ? value(source, code) : '')
  const changed = control('005')
  const standard = record.leader.charAt(18) === 'a' ? 'aacr' : record.leader.charAt(18) === 'i' ? 'isbd' : ''
  const entered = general.slice(0, 6)
  const language = text('b')
  return element(
    'recordInfo',
    textElement('descriptionStandard', text('e') || standard) +
      textElement('recordContentSource', text('a'), { authority: 'marcorg' }) +
      textElement('recordCreationDate', /^\d{6}$/.test(entered) ? entered : '', { encoding: 'marc' }) +
      textElement('recordChangeDate', /^\d{14}/.test(changed) ? changed : '', { encoding: 'iso8601' }) +
      textElement('recordIdentifier', control('001'), { source: control('003') }) +
      '<recordOrigin>Converted from MARC 21 to MODS 3.7</recordOrigin>' +
      element(
        'languageOfCataloging',
        /^[a-z]{3}$/.test(language)
          ? textElement('languageTerm', language, { type: 'code', authority: 'iso639-2b' })
          : '',
      ),
  )
}

/** One record as a document: with its namespace. */
export const modsDocument = (record: MarcRecord): string =>
  recordToMods(record).replace('<mods ', '<mods xmlns="http://www.loc.gov/mods/v3" ')
