/** A whole list of the desk, for the lists of other features: what narrows it, its lines a page at a time. */
export { DeskList } from './desk-list.tsx'
