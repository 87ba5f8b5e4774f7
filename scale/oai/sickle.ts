import { pythonWith } from '../services/python.ts'

/** The Python interpreter of Sickle, a harvester, and of pymarc; undefined if they cannot be fetched. */
export const sickle = (): string | undefined => pythonWith('sickle==0.7.0', 'pymarc==5.4.0')
