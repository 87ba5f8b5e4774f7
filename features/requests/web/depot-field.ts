/** By which the choice of a depot is found, to be given focus. */
export const depotField = (id: string | undefined): string => `depot-${id}`
