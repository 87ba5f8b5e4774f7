import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// 200 kB of common passwords, keyboard layouts and variations; browser and server load it on demand. Only the first 64
// characters are scored: more take seconds.
const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })

/** Guesses that an attacker needs who tries passwords as people make them. `about`: names and words to try first. */
export const guessesNeeded = (password: string, about: string[] = []): number => guesser.check(password, about).guesses
