import { eachDetail, organisationDetails } from '#features/account/contract.ts'

export const labels = eachDetail((name) => organisationDetails[name].label)
