export const requestsAddress = '/myCatalogueRequests'
/** The specification's spelling. */
export const requestAddress = (id: string): string => `/CatalogueRequestDeatils/${encodeURIComponent(id)}`
export const newRequestAddress = '/CreateCatalogueRequest'
export const draftAddress = (id: string): string => `${newRequestAddress}/${encodeURIComponent(id)}`
export const slipAddress = (id: string): string => `/cataloguePostageSlip/${encodeURIComponent(id)}`

/** Its page right after it was submitted, which says so. */
export const submittedAddress = (id: string): string => `${requestAddress(id)}?submitted=true`
