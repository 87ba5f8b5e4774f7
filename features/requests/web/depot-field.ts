/** Id for focusing the choice of a depot. */
export const depotField = (id: string | undefined): string => `depot-${id}`
