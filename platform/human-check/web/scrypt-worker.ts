// ALTCHA's own solver for puzzles set after too many attempts.
import 'altcha/workers/scrypt'
