import { makeNewFilesPrivate } from './umask.ts'

// The first import of every program, before one that might write a file. Tests share a process and don't import it.
makeNewFilesPrivate()
