/** What other features' forms of the desk are made of. */
export { OrganisationField } from './organisation-field.tsx'
export { sentencesOf, tellDone, useDeskForm, useRefresh } from './use-desk-form.ts'
