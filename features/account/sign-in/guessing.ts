import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

// 200 kB of the most used passwords, keyboards and ways to vary them: both sides fetch this file when they need it. The
// first 64 characters tell enough, and more of them take seconds to look through.
const guesser = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: 64 })

/**
 * After how many guesses somebody who knows how people make passwords has this one. `about`: names and words that such
 * a person would try first.
 */
export const guessesNeeded = (password: string, about: string[] = []): number => guesser.check(password, about).guesses
